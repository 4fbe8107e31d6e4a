import {LocalError} from '../../base/errors.js';
import {messageOf, systemCode} from '../../base/inspect-error.js';

/** Creates the error for a failure on this machine, with its reason: `cannot save FILE: ENOSPC`. */
export function toLocalError(what: string, error: unknown, hint?: string): LocalError {
  const code = systemCode(error) ?? '';
  // Node's own codes (ERR_…) say less than its messages.
  const reason = /^E[A-Z0-9]+$/.test(code) ? code : messageOf(error);
  return new LocalError(`${what}: ${reason}`, {hint, cause: error});
}

/**
 * @param consequence appended to the message
 * @throws LocalError for whatever the work throws
 */
export function orLocalError<Value>(what: string, work: () => Value, consequence = ''): Value {
  try {
    return work();
  } catch (error) {
    const failure = toLocalError(what, error);
    throw failure.with({message: failure.message + consequence});
  }
}
