import {UsageError} from '../../../base/errors.js';

/** Returns what `read` returns, and puts the subject before the message of its UsageError: a field, a member or a place. */
export function nameErrors<Value>(subject: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? error.with({message: `${subject}: ${error.message}`}) : error;
  }
}
