import type {ApiContext} from '../../../app/api-context.js';
import {openJournal} from '../../../app/run-store.js';
import {listFirst} from '../../../base/and-more.js';
import {StaleError} from '../../../base/errors.js';
import {findDifferingNames} from '../../../plan/compare-plans.js';
import {toChange} from '../../../plan/plan-document.js';
import type {Run, WriteState} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {confirmChanges} from '../plan/confirm-changes.js';
import {planTenant, reviewAgain} from '../plan/plan-tenant.js';
import {refuseLosses} from '../plan/refuse-losses.js';
import {requireNoRefusals, showPlan, warnOfPlan} from '../plan/show-plan.js';
import {summarizePlan} from '../plan/summarize-plan.js';
import {beginJournal, resumeJournal} from '../runs/begin-journal.js';
import {findOtherRuns} from '../runs/find-run.js';
import {describeIdentity} from '../runs/identify-tenant.js';
import {refuseUnlisted} from '../runs/unlisted-fields.js';
import {printsIds} from '../show/show-ids.js';
import {appliedTable} from './applied-view.js';
import {findDeletedBefore} from './delete-changed.js';
import {executePlan} from './execute-plan.js';
import type {PreparedApply} from './prepare-apply.js';
import type {ExecuteOptions} from './run-steps.js';

export interface ApplyPlanOptions extends ExecuteOptions {
  readonly expectDeletes?: number | undefined;
}

/**
 * Applies a plan, after all checks and a confirmation.
 *
 * @throws GuardError before the first write if a check fails or the user declines
 */
export async function applyPlan(
  context: ApiContext,
  prepared: PreparedApply,
  options: ApplyPlanOptions,
): Promise<void> {
  const {planned, source, run} = prepared;
  const {plan, meta} = planned;
  const {reporter, format} = context;
  requireNoRefusals(plan);
  refuseUnlisted(planned.unlisted ?? []);
  const isEmpty = plan.changes.length === 0;
  const isConfirmed = !isEmpty && mustConfirm(context, prepared);
  // Before a loss is refused: a warning may say how to avoid it.
  const isPlanned = source === 'files' || source === 'resumed run';
  if (isPlanned && !(isConfirmed && context.prompts)) await warnOfPlan(reporter, plan);
  const isReviewed = source === 'fleet' || (source === 'resumed run' && options.expectDeletes === undefined);
  if (!isReviewed) refuseLosses(plan.changes, context, options.expectDeletes);
  const summary = `${summarizePlan(plan)}; on ${describeIdentity(meta.tenant)}`;
  if (isConfirmed) {
    const question = askToApply(planned, context.tenant);
    await confirmChanges(context, question, plan.changes, review => showPlan(review, planned));
    refuseStale(planned, await planAgain(context, planned));
  }
  let defaultsSet = 0;
  // A resumed run without changes is completed and verified too, unless that was done before.
  if (!isEmpty || (run && run.outcome !== 'converged')) {
    // Before the run begins: this may fail, and nothing has been done yet.
    const deletedBefore = await findDeletedBefore(context, prepared);
    const journal = await openJournal(context, meta.id);
    try {
      if (run)
        await resumeJournal(journal, run, planned, await findOtherRuns(context, run), context.now().toISOString());
      else await beginJournal(journal, planned);
      if (!isEmpty) await reporter.note(isConfirmed ? `run ${meta.id}` : `run ${meta.id}: ${summary}`);
      defaultsSet = await executePlan(context, {...prepared, deletedBefore}, journal, options);
    } finally {
      await journal.close();
    }
  }
  if (isEmpty && defaultsSet === 0) {
    // A fleet shows a row for the tenant.
    if (source === 'fleet') await reporter.note(summary);
    else if (format.isMachine) {
      await context.showRows(appliedTable, []);
      await reporter.note(summary);
    } else if (!printsIds(context)) await context.showText(`${summarizePlan(plan)}\n`);
    return;
  }
  if (planned.undoes !== undefined) return;
  await reporter.note(`verified: the tenant matches the files${describeExceptions(planned, run)}`);
  // Several tenants are undone together.
  if (source !== 'fleet' && context.prompts !== undefined)
    await reporter.note(suggest => `to undo this, run: ${suggest('fields', 'undo', meta.id)}`);
}

const maxNamed = 10;

/** Names what the files declare and this apply left out. */
function describeExceptions({plan, desired}: TenantPlan, run: Run | undefined): string {
  const {kept, withoutDefault, changes, unchangedWithWriteOnly} = plan;
  const declaring = (member: string) =>
    new Set(desired.fields.flatMap(({name, members}) => ((members[member] ?? null) === null ? [] : [name])));
  const [withHint, withExample] = [declaring('hint'), declaring('example_value')];
  const withoutHint = changes.filter(({action, name}) => action !== 'update' && withHint.has(name));
  const withoutExample = changes.filter(({action, name}) => action === 'update' && withExample.has(name));
  // A resumed run may have sent the hint with an update before, or the example value with a create.
  const hasDone = (name: string, action: WriteState['action']) =>
    run?.writes.some(write => write.name === name && write.action === action && write.state === 'done') ?? false;
  const isUnsent = (name: string) =>
    (withHint.has(name) && !hasDone(name, 'update')) || (withExample.has(name) && !hasDone(name, 'create'));
  const exceptions = [
    {what: 'protected fields: ', names: kept.map(({name}) => name)},
    {what: 'the default choice of ', names: withoutDefault},
    {what: 'hints, which a create cannot send: ', names: withoutHint.map(({name}) => name)},
    {what: 'example values, which an update cannot send: ', names: withoutExample.map(({name}) => name)},
    {what: 'hints or example values that were not sent: ', names: unchangedWithWriteOnly.filter(isUnsent)},
  ].flatMap(({what, names}) => (names.length === 0 ? [] : `${what}${listFirst(names, maxNamed)}`));
  return exceptions.length === 0 ? '' : `, except for ${exceptions.join('; ')}`;
}

function mustConfirm({options, prompts}: ApiContext, {source}: PreparedApply): boolean {
  if (options.yes || source === 'resumed run' || source === 'fleet') return false;
  // Without a terminal, a saved plan counts as reviewed.
  return source !== 'saved plan' || prompts !== undefined;
}

function askToApply({plan: {changes}, undoes}: TenantPlan, tenant: string): string {
  const what = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  return undoes === undefined ? `Apply ${what} to ${tenant}?` : `Undo run ${undoes} by applying ${what} to ${tenant}?`;
}

export function planAgain(context: ApiContext, {desired, meta}: TenantPlan): Promise<TenantPlan> {
  return planTenant(context, desired, meta.permissions, {id: meta.id});
}

/** @throws StaleError if the new plan has other changes */
export function refuseStale({plan}: TenantPlan, again: TenantPlan): void {
  const [name] = findDifferingNames(plan.changes.map(toChange), again.plan);
  if (name !== undefined) throw new StaleError(`${JSON.stringify(name)} has changed since it was planned`, reviewAgain);
}
