import type {ApiContext} from '../../../app/api-context.js';
import {BizctlError, IncompleteError, InterruptedError} from '../../../base/errors.js';
import {findError} from '../../../base/inspect-error.js';
import type {TenantPlan} from './plan-tenant.js';
import type {Expected, Readback} from './read-back.js';
import {warnOfSideEffects} from './verify.js';
import {waitUntilListed} from './wait-until-listed.js';

/** Expects nothing, so that the list is read once. */
const readOnce: Expected = {created: [], deletedIds: [], isDone: () => true};

interface FinalSteps {
  readonly setDefaults: () => Promise<void>;
  readonly readAll: (expected?: Expected) => Promise<Readback>;
}

/**
 * Completes what did succeed of a run in which writes failed.
 *
 * @throws the failure, which is what the user has to know, whether or not this succeeds; InterruptedError
 */
export async function finishFailedRun(
  context: ApiContext,
  {plan}: TenantPlan,
  created: readonly string[],
  {failure, setDefaults, readAll}: FinalSteps & {readonly failure: unknown},
): Promise<never> {
  const mayHaveWritten = created.length > 0 || plan.changes.length > 1;
  if (mayHaveWritten && !(failure instanceof InterruptedError)) {
    const complete = async () => {
      await findError(setDefaults());
      await waitUntilListed(context, created);
      if (plan.changes.some(({action}) => action === 'update'))
        await warnOfSideEffects(context, (await readAll(readOnce)).sideEffects);
    };
    await findError(complete());
    if (context.signal.aborted) throw context.signal.reason;
  }
  throw failure;
}

/**
 * Runs a step after the writes. Once something was written, a failure leaves the run incomplete, whatever its cause.
 *
 * @param problem what a failure means
 */
export async function runFinalStep<Value>(
  isWriting: boolean,
  problem: string,
  step: () => Promise<Value>,
): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    const isFailure = error instanceof BizctlError && !(error instanceof InterruptedError);
    if (!isWriting || !isFailure || error instanceof IncompleteError) throw error;
    throw new IncompleteError(`${problem}: ${error.message}`, {
      ...error.details,
      cause: error,
    });
  }
}
