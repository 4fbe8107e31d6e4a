import {GuardError, HalfDoneError, IncompleteError} from '../../../base/errors.js';

/** Runs the replacement of a field. */
export type RunReplacement = <Result>(name: string, replace: () => Promise<Result>) => Promise<Result>;

/**
 * Makes the replacements of a run one at a time, and none after one that may have left its field deleted: names of
 * deleted fields may stay taken, or the token may not create. Each of the others then fails with a GuardError.
 */
export function createReplacementGuard(): RunReplacement {
  let previous: Promise<unknown> = Promise.resolve();
  let reason: string | undefined;
  return (name, replace) => {
    const result = previous.then(async () => {
      if (reason !== undefined) throw new GuardError(`not deleted, because ${reason}`);
      try {
        return await replace();
      } catch (error) {
        const words = error instanceof HalfDoneError ? 'could not be recreated' : 'may not have been recreated';
        if (error instanceof IncompleteError) reason = `${JSON.stringify(name)} ${words}`;
        throw error;
      }
    });
    previous = result.catch(() => {});
    return result;
  };
}
