import type {Timing} from './api/http.js';
import type {OutputStream} from './output/stream.js';

export interface InputStream {
  readonly isTerminal: boolean;
  /** The bytes as they arrive. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Files, by the paths that the user gave. */
export interface Files {
  /**
   * The bytes as they arrive.
   *
   * @throws UsageError when it cannot be read
   */
  readonly read: (path: string) => AsyncIterable<Uint8Array>;
}

/**
 * Asks at the terminal about some things, each named on a line of its own; not there when nobody can answer (no terminal on stdin or stderr, `CI`).
 *
 * @throws GuardError when the answer is no, InterruptedError on Ctrl-C
 */
export type Confirm = (question: string, things: readonly string[]) => Promise<void>;

/** All of the outside world that a run sees. A test gives its own. */
export interface Context {
  readonly io: {readonly stdin: InputStream; readonly stdout: OutputStream; readonly stderr: OutputStream};
  readonly env: {readonly [variable: string]: string | undefined};
  readonly files: Files;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly now: () => Date;
  /** The machine's IANA zone. */
  readonly zone: string;
  /** Where bizctl keeps its own files, made on first use. */
  readonly dataDirectory: () => Promise<string>;
  readonly timing: Timing;
  readonly confirm: Confirm | undefined;
  /** Aborts with an InterruptedError on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** `Node 24.1.0 linux` and the like, for the User-Agent. */
  readonly platform: string;
  readonly pid: number;
}
