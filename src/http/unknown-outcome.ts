import {BizctlError, IncompleteError, messageOf} from '../base/errors.js';

/** Thrown when a write was sent and no reply says whether it was carried out. The caller reads back to find out (design, section 3). */
export class UnknownOutcomeError extends IncompleteError {
  constructor(
    override readonly cause: Error,
    /** The API redirected the write: a 303 may follow one that was carried out. */
    readonly wasRedirected = false,
  ) {
    super(`the outcome is unknown: ${messageOf(cause)}`, {
      ...(cause instanceof BizctlError ? cause.details : {}),
      retryable: false,
      hint: 'Check before you repeat it: it may have been carried out.',
      cause,
    });
  }
}
