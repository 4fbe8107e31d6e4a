import {BizctlError, IncompleteError, messageOf} from '../base/errors.js';

/** Thrown when a write was sent and nothing that came back says whether it was carried out. Whoever sent it looks (design, section 3). */
export class UnknownOutcomeError extends IncompleteError {
  constructor(
    override readonly cause: Error,
    /** The API pointed elsewhere: a 303 may follow a write that was done. */
    readonly wasRedirected = false,
  ) {
    super(`the outcome is unknown: ${messageOf(cause)}`, {
      ...(cause instanceof BizctlError ? cause.details : {}),
      retryable: false,
      hint: 'Look before you repeat it: it may have been carried out.',
      cause,
    });
  }
}
