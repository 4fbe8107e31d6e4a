import type {OutputStream, Pager} from './output-stream.js';

/**
 * Sends one request and resolves when its reply is complete. Follows no redirect and repeats nothing.
 *
 * @throws TransportError
 */
export type Fetch = (request: Request) => Promise<Response>;

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
  /** The files in a directory, by their paths, in order; `undefined` for what is none. */
  readonly list: (path: string) => Promise<readonly string[] | undefined>;
}

/**
 * Asks at the terminal about some things, each named on a line of its own.
 *
 * @throws GuardError when the answer is no, InterruptedError on Ctrl-C
 */
export type Confirm = (question: string, things: readonly string[]) => Promise<void>;

/** One of several answers. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** A few words on what it means. */
  readonly hint?: string | undefined;
}

/** The ways to ask a person at the terminal; whatever is said in them is made printable there. All of them throw GuardError when there is no answer, InterruptedError on Ctrl-C. */
export interface Prompts {
  readonly confirm: Confirm;
  /** A line of text; asked again while `check` says what is wrong with it. */
  readonly ask: (question: string, check?: (answer: string) => string | undefined) => Promise<string>;
  /** A line of text that does not show. */
  readonly askSecret: (question: string) => Promise<string>;
  readonly choose: <Value extends string>(question: string, choices: readonly Choice<Value>[]) => Promise<Value>;
}

/** Where bizctl keeps its own files; each directory is made when something is to be written there. */
export interface Directories {
  readonly data: string;
  /** Journals and locks. */
  readonly state: string;
  readonly config: string;
  readonly cache: string;
}

/** The waits between attempts, in milliseconds. */
export interface Timing {
  /** The first back-off; it doubles with each attempt, with full jitter. */
  readonly backoffMs: number;
  /** Waits before each look for a write whose outcome is unknown. */
  readonly pollMs: readonly number[];
  /** How long a list may lag behind a write that is known to have been carried out. */
  readonly maxLagMs: number;
  /** Any wait but those between attempts, which are ky's own; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** All of the outside world that a run sees. A test gives its own. */
export interface Context {
  readonly io: {readonly stdin: InputStream; readonly stdout: OutputStream; readonly stderr: OutputStream};
  readonly env: {readonly [variable: string]: string | undefined};
  readonly files: Files;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** The machine's IANA zone; finding it out takes as long as a small command line. */
  readonly zone: () => string;
  /** @throws LocalError when no home directory to keep them in */
  readonly directories: () => Promise<Directories>;
  /** The user's id, where the system has such a thing. */
  readonly uid: number | undefined;
  readonly timing: Timing;
  /** Shows a long text a screen at a time; not there when stdout is no terminal, or nobody could leave it. */
  readonly openPager: ((command: string) => Promise<Pager | undefined>) | undefined;
  /** Lets the user edit a file; not there when nobody can. Throws LocalError when the editor cannot be started, or fails. */
  readonly openEditor: ((path: string) => Promise<void>) | undefined;
  /** Not there when nobody can answer (no terminal on stdin or stderr, `CI`). */
  readonly prompts: Prompts | undefined;
  /** Runs work during which nothing else can happen; a signal then ends the process as the system has it. */
  readonly block: <Value>(work: () => Value) => Value;
  /** Aborts with an InterruptedError on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  /** `Node 24.1.0 linux` and the like, for the User-Agent. */
  readonly platform: string;
  readonly pid: number;
  /** Ends the process at once, as the system does when it is killed. */
  readonly die: () => void;
  /** Runs another bizctl, with these variables in place of or beside its own; `exitCode` is `undefined` when it was killed. */
  readonly spawnSelf: (
    args: readonly string[],
    env: {readonly [variable: string]: string},
  ) => Promise<{readonly exitCode: number | undefined; readonly stdout: string; readonly stderr: string}>;
  /** 8 hexadecimal digits that nobody had before. */
  readonly createNonce: () => string;
}
