import type {BizctlError} from '../base/errors.js';
import type {Redact} from '../base/redaction.js';
import type {Message, Target} from '../base/suggest-command.js';

/**
 * Writes all messages to stderr, the only place where they are redacted, made printable, and formatted as text or JSON.
 */
export interface Reporter {
  /** Reports a fact; silenced by `--quiet`. */
  readonly note: (message: Message) => Promise<void>;
  /** Reports something that may cause trouble later; silenced by `--quiet`. */
  readonly warn: (message: Message) => Promise<void>;
  /** The same for a warning that is not about a tenant and may come up for several; each text is reported once. */
  readonly warnOnce: (message: string) => Promise<void>;
  /** Reports requests and the sources of settings, with `--verbose`. */
  readonly trace: (message: string) => Promise<void>;
  readonly error: (error: BizctlError) => Promise<void>;
  /** Formats an error for when the process ends at once: without colors, and without the last line break. */
  readonly formatError: (error: BizctlError) => string;
  /**
   * Remembers that a result could not be printed, so that the command fails when it has done its work. A reader that
   * has closed the pipe is no failure.
   *
   * @throws the error itself when it has another cause
   */
  readonly deferOutputError: (error: unknown) => void;
  readonly findDeferred: () => BizctlError | undefined;
  /**
   * Buffers all messages but traces while a live table is drawn; returns the flush function.
   *
   * @param showWaiting receives the messages of `showWaiting` while buffering
   */
  readonly buffer: (showWaiting: (message: string | undefined) => void) => () => Promise<void>;
  /** Shows why nothing happens, `undefined` when work continues: in the live table if there is one, else as a note. */
  readonly showWaiting: (message: string | undefined) => Promise<void>;
  /**
   * Shows progress in one line that is redrawn in place; `undefined` removes it. Does nothing if lines cannot be
   * redrawn.
   */
  readonly showProgress: (message: string | undefined) => Promise<void>;
  /** The same for a pending request; hidden during progress or a live table, and once there is output. */
  readonly showPending: (message: string | undefined) => Promise<void>;
  /** Removes the line of the pending request for good, because output follows, perhaps on the same terminal. */
  readonly beginOutput: () => Promise<void>;
  /** Removes both lines for good, because nothing follows but the last error. */
  readonly endProgress: () => Promise<void>;
  /** Allows that line again, because the output so far ends with a line break. */
  readonly endOutput: () => void;
  readonly setColor: (hasColor: boolean) => void;
  /** Sets whether messages are words or JSON. */
  readonly setFormat: (format: {readonly isMachine: boolean}) => void;
  /** Sets the tenant for the commands that messages suggest. */
  readonly setTarget: (target: Target) => void;
  /** A reporter for one of several tenants: all it shows starts with a name, and it has a target of its own. */
  readonly named: (name: string) => Reporter;
  /** For texts that are truncated before they are reported, since half a secret would not be found. */
  readonly redact: Redact;
  readonly addSecret: (secret: string) => void;
}
