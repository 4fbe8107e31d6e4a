import {BizctlError, InterruptedError} from './errors.js';
import {systemCode} from './inspect-error.js';

/** A handler for `catch` that deals with one class of errors, and throws all others. */
export function only<Thrown extends Error, Value>(
  kind: abstract new (...args: never[]) => Thrown,
  recover: (error: Thrown) => Value,
): (error: unknown) => Value {
  return error => {
    if (error instanceof kind) return recover(error);
    throw error;
  };
}

/** Like `only`, for errors that a user may see, except interruptions. */
export function onFailure<Value>(recover: (error: BizctlError) => Value): (error: unknown) => Value {
  return only(BizctlError, error => {
    if (error instanceof InterruptedError) throw error;
    return recover(error);
  });
}

/** Returns what the work returns; `undefined` if the system refuses it, where that does no harm. */
export function ifPossible<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Returns the error instead of throwing it, so that other work can be completed first. */
export async function findError(work: Promise<unknown>): Promise<Error | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
