import {isDatabaseLocked, isDiskFull} from '../base/inspect-error.js';
import {ErrorReply} from './error-reply.js';
import {GoneStateError} from './open-database.js';

/**
 * True if a request failed because the disk is full, or because another process has locked or removed the state.
 * Nothing was changed: the transaction was rolled back.
 */
export function isStateError(error: unknown): boolean {
  return isDiskFull(error) || isDatabaseLocked(error) || error instanceof GoneStateError;
}

/** The reply of a server to a request that failed with such an error. */
export function toStateReply(error: unknown): Response {
  if (!isStateError(error)) throw error;
  // The request may be sent again.
  if (isDatabaseLocked(error))
    return new ErrorReply(429, 'Locked', 'Another process has locked the state.').toResponse({'retry-after': '1'});
  return error instanceof GoneStateError
    ? new ErrorReply(
        412,
        'Precondition Failed',
        'The state was removed or replaced. Start the sandbox again.',
      ).toResponse()
    : new ErrorReply(507, 'Insufficient Storage', 'The state cannot be written: is the disk full?').toResponse();
}
