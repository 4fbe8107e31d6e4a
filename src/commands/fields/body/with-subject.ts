import {UsageError} from '../../../base/errors.js';

/** Runs `read`, and puts the subject before the message of a UsageError: a field, a member or a place. */
export function withSubject<Value>(subject: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError ? error.with({message: `${subject}: ${error.message}`}) : error;
  }
}
