import type {ApiContext} from '../../../app/api-context.js';
import {findError} from '../../../base/catch-errors.js';
import {BizctlError, IncompleteError, IncompleteListError, InterruptedError} from '../../../base/errors.js';
import type {Change, Plan} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {waitUntilListed} from '../runs/wait-until-listed.js';
import type {Expected} from './expected.js';
import type {RunSteps} from './run-steps.js';
import {reportAfterFailure, warnOfSideEffects} from './verify.js';

/** Expects nothing, so that the list is read once: an undo waits later, when it names what is left. */
const readOnce: Expected = {created: [], deletedIds: [], updatedIds: [], replies: new Map(), isDone: () => true};

interface FailedRun extends Pick<RunSteps, 'created' | 'made' | 'setDefaults' | 'readAll'> {
  readonly failure: unknown;
  readonly onIgnored: (changes: readonly Change[]) => void;
}

/**
 * Completes what did succeed of a run in which writes failed, and warns where the tenant does not show it.
 *
 * @throws the failure, which is what the user has to know, whether or not this succeeds; InterruptedError
 */
export async function finishFailedRun(
  context: ApiContext,
  planned: TenantPlan,
  {failure, made, created, setDefaults, readAll, onIgnored}: FailedRun,
): Promise<never> {
  const {changes} = planned.plan;
  // The outcome of an update may be unknown.
  const mayHaveWritten = made.length > 0 || (changes.length > 1 && changes.some(({action}) => action === 'update'));
  if (failure instanceof InterruptedError || !mayHaveWritten) throw failure;
  const names = new Set(made.map(({name}) => name));
  const listMade = (plan: Plan) => plan.changes.filter(({name}) => names.has(name));
  const complete = async () => {
    await findError(setDefaults());
    const missing = await waitUntilListed(context, created);
    // The creates were waited for.
    const isDone = (plan: Plan) => listMade(plan).every(({action}) => action === 'create');
    const listed = created.filter(id => !missing.includes(id));
    const readback = await readAll(planned.undoes === undefined ? {created: listed, isDone} : readOnce);
    await warnOfSideEffects(context, readback.sideEffects);
    if (planned.undoes !== undefined) return;
    onIgnored(await reportAfterFailure(context, {...readback, missing}, names));
  };
  await findError(complete());
  if (context.signal.aborted) throw context.signal.reason;
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
    const isUnread = error instanceof IncompleteListError;
    if (!isWriting || !isFailure || (error instanceof IncompleteError && !isUnread)) throw error;
    // The hint of the list says that nothing is written because of it.
    const hint = isUnread ? undefined : error.details.hint;
    throw new IncompleteError(`${problem}: ${error.message}`, {...error.details, hint, cause: error});
  }
}
