import {GuardError, HalfDoneError} from '../../../base/errors.js';

/** Runs the replacement of a field. */
export type RunReplacement = <Result>(name: string, replace: () => Promise<Result>) => Promise<Result>;

/**
 * Keeps a run from deleting further fields once one could not be recreated: names of deleted fields may stay taken, or
 * the token may not create. The first replacement is made alone, because it shows that. After that, each fails with a
 * GuardError.
 */
export function createReplacementGuard(): RunReplacement {
  let first: Promise<unknown> | undefined;
  let failed: string | undefined;
  const run: RunReplacement = async (name, replace) => {
    if (failed !== undefined)
      throw new GuardError(`not deleted, because ${JSON.stringify(failed)} could not be recreated`);
    try {
      return await replace();
    } catch (error) {
      if (error instanceof HalfDoneError) failed ??= name;
      throw error;
    }
  };
  return async (name, replace) => {
    if (first !== undefined) {
      await first;
      return run(name, replace);
    }
    const result = run(name, replace);
    first = result.catch(() => {});
    return result;
  };
}
