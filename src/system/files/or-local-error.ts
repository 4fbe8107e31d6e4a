import {LocalError} from '../../base/errors.js';
import {describeSystemError} from '../../base/inspect-error.js';

/** Creates the error for a failure on this machine, with its reason: `cannot save FILE: no space left (ENOSPC)`. */
export function toLocalError(what: string, error: unknown, hint?: string): LocalError {
  return new LocalError(`${what}: ${describeSystemError(error)}`, {hint, cause: error});
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
