import type {Fetch} from '../../base/context.js';

/** The way out of this machine. */
export interface Transport {
  readonly fetch: Fetch;
  /** Closes its connections; one that was abandoned would keep the process alive. */
  readonly close: () => Promise<void>;
}
