import type {Fetch} from '../../base/context.js';

export interface Transport {
  readonly fetch: Fetch;
  /** Closes idle and abandoned connections, which would keep the process alive. */
  readonly close: () => Promise<void>;
}
