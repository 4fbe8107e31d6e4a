import {GuardError, HalfDoneError, IncompleteError} from '../../../base/errors.js';
import type {StepResult} from '../runs/journal-step.js';

/**
 * Runs what creates fields, so that none is deleted that could not be created again. Makes the replacements of a run one
 * at a time, after its creates, and none once a field could not be created or may have been left deleted: names of
 * deleted fields may stay taken, or the token may not create. Each of the others then fails with a GuardError.
 *
 * @param isFailFast true to make none after any other failure of one either
 */
export function createReplacementGuard(isFailFast: boolean) {
  let previous: Promise<unknown> = Promise.resolve();
  let reason: string | undefined;
  const watch = async (name: string, write: Promise<StepResult>, toReason: (error: unknown) => string | undefined) => {
    try {
      return await write;
    } catch (error) {
      const words = toReason(error);
      if (words !== undefined) reason ??= `${JSON.stringify(name)} ${words}`;
      throw error;
    }
  };
  const describeFailure = (error: unknown) => {
    if (error instanceof HalfDoneError) return 'could not be recreated';
    if (error instanceof IncompleteError) return 'may not have been recreated';
    return isFailFast ? 'could not be replaced' : undefined;
  };
  return {
    create: (name: string, create: () => Promise<StepResult>) => {
      const describe = (error: unknown) =>
        error instanceof IncompleteError ? 'may not have been created' : 'could not be created';
      const result = watch(name, create(), describe);
      previous = Promise.all([previous, result.catch(() => {})]);
      return result;
    },
    replace: (name: string, replace: () => Promise<StepResult>) => {
      const result = previous.then(() => {
        if (reason !== undefined) throw new GuardError(`not deleted, because ${reason}`);
        return watch(name, replace(), describeFailure);
      });
      previous = result.catch(() => {});
      return result;
    },
  };
}
