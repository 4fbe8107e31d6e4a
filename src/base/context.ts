import type {OutputStream, PagedContent, Pager} from './output-stream.js';
import type {Prompts} from './prompts.js';

/** One attempt to send a request: the body, and what ends the attempt or a part of it, in milliseconds. */
export interface Attempt {
  /** The body, beside the Request: as a part of it, ky would copy it as a stream for each attempt. */
  readonly content: string | Uint8Array | undefined;
  /** Ends the attempt at any time, in place of the signal of the request. */
  readonly signal: AbortSignal;
  /** For connecting; the request then fails as not sent. Ignored by transports that cannot tell. */
  readonly connectMs: number;
  /** For the headers of the reply, once the request was sent; `undefined` for no limit but the signal. */
  readonly headersMs: number | undefined;
  /** For the body of an error reply, after its headers; once it is over, the status alone is reported. */
  readonly errorBodyMs: number;
}

/**
 * Sends one request and resolves when its reply is complete. Does not follow redirects or retry.
 *
 * @throws TransportError
 */
export type Fetch = (request: Request, attempt: Attempt) => Promise<Response>;

export interface InputStream {
  readonly isTerminal: boolean;
  /** The bytes as they arrive. */
  readonly read: () => AsyncIterable<Uint8Array>;
}

/** Reads files by the paths that the user gave. */
export interface Files {
  /**
   * The bytes as they arrive.
   *
   * @throws UsageError when the file cannot be read
   */
  readonly read: (path: string) => AsyncIterable<Uint8Array>;
  /** The paths of the files in a directory, sorted; `undefined` if the path is not a directory. */
  readonly list: (path: string) => Promise<readonly string[] | undefined>;
  /** True for a named pipe, which perhaps nobody ever writes to. A shell's `<(command)` is none. */
  readonly isNamedPipe: (path: string) => boolean;
}

export interface FullScreenTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly hasUnicode: boolean;
  /**
   * Calls `onError` for errors that nothing catches, `onStop` in place of stopping the process, and `restore` before a
   * signal ends it at once; returns the function that ends this.
   */
  readonly guard: (onError: (error: unknown) => void, onStop: () => void, restore: () => void) => () => void;
  /** Stops the process as Ctrl-Z does; resolves when it is continued. */
  readonly stop: () => Promise<void>;
}

/** Where bizctl stores its own files; each directory is created by the first write to it. */
export interface Directories {
  readonly data: string;
  /** Journals and locks. */
  readonly state: string;
  readonly config: string;
  readonly cache: string;
}

/** How long to wait between attempts, in milliseconds. */
export interface Timing {
  /** The first back-off; it doubles with each attempt, with full jitter. */
  readonly backoffMs: number;
  /** The wait before each poll for a write whose outcome is unknown. */
  readonly pollMs: readonly number[];
  /** How long a reply may take before a terminal shows the pending request. */
  readonly silentMs: number;
  /** How long writes in flight may take to finish after an interruption. */
  readonly finishMs: number;
  /** How long a list may lag behind a write that is known to have been carried out. */
  readonly maxLagMs: number;
  /** Used for every wait except those between attempts, which ky makes itself; rejects with the reason of the signal. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Everything outside the program that a command may use; tests pass their own. */
export interface Context {
  readonly io: {readonly stdin: InputStream; readonly stdout: OutputStream; readonly stderr: OutputStream};
  readonly env: {readonly [variable: string]: string | undefined};
  /** True if an argument had bytes that are not UTF-8, which have become U+FFFD. */
  readonly hasBrokenArguments: () => boolean;
  readonly files: Files;
  readonly fetch: Fetch;
  readonly now: () => Date;
  /** The IANA zone of this machine, empty if TZ names none. A function, because finding it takes as long as a command. */
  readonly zone: () => string;
  /** Each property throws a LocalError when it is read and there is no home directory to derive it from. */
  readonly directories: () => Promise<Directories>;
  /** The user id; `undefined` where the system has none. */
  readonly uid: number | undefined;
  readonly timing: Timing;
  /** Opens a pager, if its program is installed; `undefined` when stdout is not a terminal that can redraw. */
  readonly openPager: ((command: string, content: PagedContent) => Promise<Pager | undefined>) | undefined;
  /**
   * Lets the user edit a file with a command such as `code --wait`; `undefined` without a terminal. Throws LocalError
   * when the editor cannot be started or fails, InterruptedError when Ctrl-C ends it.
   */
  readonly openEditor: ((path: string, command: string) => Promise<void>) | undefined;
  /** `undefined` unless stdin and stderr are terminals, and when `CI` is set. */
  readonly prompts: Prompts | undefined;
  /** Opens the terminal for a full-screen program; `undefined` unless both stdin and stdout are terminals that can redraw. */
  readonly openFullScreen: (() => FullScreenTerminal) | undefined;
  /** Runs synchronous work with the default signal handlers, so that a signal can still end the process. */
  readonly withDefaultSignals: <Value>(work: () => Value) => Value;
  /**
   * Adds what is written to stderr, latest first, unless it is empty, before a signal ends the process at once, as a
   * second one does. Returns the function that ends this.
   */
  readonly addExitMessage: (describe: () => string) => () => void;
  /**
   * Aborts with an InterruptedError on SIGINT, SIGTERM and SIGHUP, or a BrokenPipeError when the user quits the pager.
   */
  readonly signal: AbortSignal;
  /** Such as `Node 24.1.0; linux`, for the User-Agent. */
  readonly platform: string;
  readonly pid: number;
  /** Ends the process at once, as SIGKILL would. */
  readonly killProcess: () => void;
  /** Runs another bizctl with these variables added to its own; `exitCode` is `undefined` when it was killed. */
  readonly spawnSelf: (
    args: readonly string[],
    env: {readonly [variable: string]: string},
  ) => Promise<{readonly exitCode: number | undefined; readonly stdout: string; readonly stderr: string}>;
  /** Returns 8 random hexadecimal digits. */
  readonly createNonce: () => string;
}
