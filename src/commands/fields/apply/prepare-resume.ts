import type {ApiContext} from '../../../app/api-context.js';
import {openRun} from '../../../app/run-store.js';
import {NotFoundError, StaleError, UsageError} from '../../../base/errors.js';
import {withoutReplacedIds} from '../../../plan/desired-field.js';
import {listSeenFields} from '../../../plan/list-seen-fields.js';
import {findRemainingChanges} from '../../../plan/remaining-changes.js';
import {hasWritten, type Run} from '../../../plan/run.js';
import {readPlanOf} from '../../../plan/saved-plan.js';
import {planTenant, reviewAgain} from '../plan/plan-tenant.js';
import {findOtherRuns, isFleet} from '../runs/find-run.js';
import {refuseOtherAddress, refuseOtherTenant} from '../runs/identify-tenant.js';

/** @throws NotFoundError; UsageError for the id of a fleet */
async function openResumed(context: ApiContext, id: string): Promise<Run> {
  try {
    return await openRun(context, id);
  } catch (error) {
    if (!(error instanceof NotFoundError) || !(await isFleet(context, id))) throw error;
    throw new UsageError(
      `${id} is the id of a fleet (an apply to several tenants), not of a run`,
      'To continue an apply to several tenants, run the same command again. If it deletes anything, set --expect-deletes to the number that fields plan now shows.',
    );
  }
}

/** @throws StaleError if the run was undone, even in part */
async function refuseUndone(context: ApiContext, run: Run): Promise<void> {
  if (run.outcome === 'undone') throw new StaleError(`run ${run.run} was already undone`, 'Plan again.');
  const undos = (await findOtherRuns(context, run)).filter(
    ({undoes, outcome}) => undoes === run.run && outcome !== 'undone',
  );
  if (undos.some(hasWritten))
    throw new StaleError(
      `run ${run.run} was partly undone`,
      suggest => `Plan again. To undo the rest instead, run: ${suggest('fields', 'undo', run.run)}`,
    );
}

/**
 * Plans the remaining changes of a run, and no others. The tenant, not the journal, decides what was done.
 *
 * @throws StaleError if a field has changed since the run, or the run was undone
 */
export async function prepareResume(context: ApiContext, id: string) {
  const run = await openResumed(context, id);
  const saved = readPlanOf(run);
  if (run.command !== undefined)
    throw new UsageError(
      `run ${run.run} is a single ${run.command}, which cannot be resumed`,
      suggest => `To see what was written, run: ${suggest('fields', 'runs', run.run)}`,
    );
  if (run.undoes !== undefined) {
    const {undoes} = run;
    throw new UsageError(
      `run ${run.run} is an undo, which cannot be resumed`,
      suggest => `To undo what is left, run: ${suggest('fields', 'undo', undoes)}`,
    );
  }
  refuseOtherAddress(context, saved.tenant, `run ${run.run}`, ['fields', 'apply', '--resume', run.run]);
  await refuseUndone(context, run);
  const hasConverged = run.outcome === 'converged';
  const fields = withoutReplacedIds(saved.desired, saved.changes);
  const awaited = hasConverged ? [] : [run];
  const planned = await planTenant(context, {fields, tenant: undefined}, saved.permissions, {id: saved.id, awaited});
  await refuseOtherTenant(context, saved.tenant, listSeenFields(run), planned.current);
  if (hasConverged && planned.plan.changes.length > 0)
    throw new StaleError(`run ${run.run} was completed, but the tenant has changed since`, reviewAgain);
  const {remaining, conflicts} = findRemainingChanges(saved, run, planned.plan.changes, planned.current);
  const [first] = conflicts;
  if (first?.lacks)
    throw new StaleError(
      `someone else recreated ${JSON.stringify(first.name)}, which the run had deleted in order to replace it, and left out: ${first.lacks.join(', ')}`,
      'Add what is missing to the field or to the files, then plan again.',
    );
  if (first)
    throw new StaleError(
      `${JSON.stringify(first.name)} has changed since the run`,
      'Review the change, then plan again.',
    );
  return {planned: {...planned, plan: {...planned.plan, changes: remaining}}, run};
}
