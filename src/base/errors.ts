import type {Message} from './suggest-command.js';

/** Details of an error beyond its message, named as in the JSON error document (design, section 2). */
export interface ErrorDetails {
  /** Advice on what to do next, one sentence. */
  readonly hint?: Message | undefined;
  /** True if no command that continues the run may be appended to the hint. */
  readonly isFinalHint?: boolean | undefined;
  readonly status?: number | undefined;
  readonly method?: string | undefined;
  /** Path and query of the request, without the origin. */
  readonly path?: string | undefined;
  readonly request_id?: string | undefined;
  readonly retryable?: boolean | undefined;
  /** How long the API says to wait. */
  readonly waitMs?: number | undefined;
  /** Identifies the common cause of failures whose messages differ. */
  readonly reason?: string | undefined;
  /** True for an error that sums up others, which were reported before it. */
  readonly isSummary?: boolean | undefined;
  readonly cause?: unknown;
}

/** The base of every error that a user may see. Anything else that reaches `run` is a bug in bizctl (exit 1). */
export class BizctlError extends Error {
  constructor(
    readonly code: string,
    readonly exitCode: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message, {cause: details.cause});
  }

  /** Returns a copy of the same class with another message or other details. */
  with({message = this.message, ...details}: ErrorDetails & {readonly message?: string}): this {
    const copy = new BizctlError(this.code, this.exitCode, message, {...this.details, ...details});
    Object.setPrototypeOf(copy, Reflect.getPrototypeOf(this));
    return Object.assign(copy, this, {details: copy.details});
  }
}

/** Thrown when the command line, a file or the configuration is wrong, before any request is sent. */
export class UsageError extends BizctlError {
  constructor(message: string, hint?: Message) {
    super('usage', 2, message, {hint});
  }
}

/** For two options or arguments that exclude each other. */
export function cannotCombine(one: string, other: string, hint: Message = 'Use only one of them.'): UsageError {
  return new UsageError(`${one} cannot be combined with ${other}`, hint);
}

/** Thrown when a required token is missing, and on HTTP 401 and 403. */
export class AuthError extends BizctlError {
  constructor(message: string, details?: ErrorDetails) {
    super('auth', 3, message, details);
  }
}

/** Thrown when a well-formed name or id does not exist. */
export class NotFoundError extends BizctlError {
  constructor(message: string, details?: ErrorDetails) {
    super('not_found', 4, message, details);
  }
}

/** Thrown when the API refuses a request with a 4xx status that has no exit code of its own. */
export class RefusedError extends BizctlError {
  constructor(message: string, details?: ErrorDetails) {
    super('refused', 5, message, details);
  }
}

/**
 * Thrown when the API cannot be reached or understood: network, timeout, 408, 423, 429, 5xx, a reply that breaks the
 * reference.
 */
export class UnavailableError extends BizctlError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('unavailable', 6, message, {retryable: true, ...details});
  }
}

/** Thrown when a list is incomplete, some of several writes failed, or the outcome of a write is unknown. */
export class IncompleteError extends BizctlError {
  constructor(message: string, details?: ErrorDetails) {
    super('incomplete', 7, message, details);
  }
}

/** Thrown when the first of the requests of one write succeeded and a later one is known to have failed. */
export class HalfDoneError extends IncompleteError {}

/** Thrown when a list lacks rows, although the last page has arrived. */
export class IncompleteListError extends IncompleteError {}

/** Thrown when the API refused some of several writes, and the others succeeded. */
export class PartlyRefusedError extends IncompleteError {}

/** Thrown when a guard refuses a write that the API would have carried out. */
export class GuardError extends BizctlError {
  constructor(message: string, hint?: Message) {
    super('guard', 9, message, {hint});
  }
}

/** A message that is shown to a person instead of an error. */
export const cancelledMessage = 'Cancelled; nothing was changed';

/** Thrown when the user declines, or leaves a prompt. */
export class CancelledError extends GuardError {
  constructor() {
    super('cancelled; nothing was changed');
  }
}

/** Thrown with `--check` when changes are pending, or a tenant differs. */
export class PendingChangesError extends BizctlError {
  constructor(message: string) {
    super('changes', 8, message);
  }
}

/** Thrown when a plan no longer fits the tenant or was already applied, or another command is writing to the tenant. */
export class StaleError extends BizctlError {
  constructor(message: string, hint?: Message) {
    super('stale', 10, message, {hint});
  }
}

/** Thrown when something on this machine cannot be read or written: disk full, permissions, stdout. */
export class LocalError extends BizctlError {
  constructor(message: string, details?: ErrorDetails) {
    super('local', 11, message, details);
  }
}

/** Thrown when a result cannot be written to stdout. */
export class OutputError extends LocalError {}

/**
 * Thrown when the reader of stdout or the pager has closed the pipe: it wants no more, so bizctl exits quietly with 0.
 */
export class BrokenPipeError extends BizctlError {
  constructor() {
    super('broken_pipe', 0, 'the reader closed the pipe');
  }
}

/** Says that a write, such as `POST /v2/customFields`, was not awaited. */
export function describeInFlight(write: string): string {
  return `the write in progress may have succeeded: ${write}`;
}

/**
 * The reason of the context's signal after SIGINT (130), SIGTERM (143) or SIGHUP (129), and thrown by a prompt on
 * Ctrl-C.
 */
export class InterruptedError extends BizctlError {
  constructor(
    exitCode: number = 130,
    message = exitCode === 143 ? 'terminated' : 'interrupted',
    details: ErrorDetails = {},
  ) {
    super('interrupted', exitCode, message, details);
  }

  /** Adds to the message that this write was in flight and may have been carried out. */
  during(write: string): InterruptedError {
    return new InterruptedError(this.exitCode, `${this.message}; ${describeInFlight(write)}`);
  }
}

/** Thrown for a write that was interrupted before it was carried out. */
export class CancelledWriteError extends InterruptedError {}
