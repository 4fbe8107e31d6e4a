import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {GuardError} from '../../../base/errors.js';
import {createSuggester} from '../../../base/suggest-command.js';
import {yieldToSignals} from '../../../base/yield-to-signals.js';
import {findMovedDefaults, findUnsetDefaults, withCarriedOptions} from '../../../plan/carried-default.js';
import {completeDeclared} from '../../../plan/complete-declared.js';
import {
  completeReplacements,
  describeListedAsDeleted,
  findDoubtfulCreates,
  findUnfinished,
  withReplaced,
} from '../../../plan/complete-replacements.js';
import {type DesiredState, isUndo} from '../../../plan/desired-field.js';
import {findRenameRefusals} from '../../../plan/find-renamed.js';
import type {CommandScope} from '../../../plan/find-unlisted.js';
import {listSeenFields} from '../../../plan/list-seen-fields.js';
import type {Permissions} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import {withoutReplaceRefusals, withRisks} from '../../../plan/plan-refusals.js';
import {describeTypeless} from '../../../plan/plan-warnings.js';
import {compareRuns, type Run} from '../../../plan/run.js';
import {isDoubtful, type TenantIdentity} from '../../../plan/tenant-identity.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {describeAbandoned, withoutReplaced} from '../../../plan/unfinished-replacements.js';
import {createTimedId} from '../runs/create-timed-id.js';
import {findRunHistory, type RunHistory} from '../runs/find-recent-runs.js';
import {identifyTenant, requireTenantOfFiles} from '../runs/identify-tenant.js';
import {withoutIgnored} from '../runs/ignored-changes.js';
import {readDespiteLag} from '../runs/list-lag.js';
import {findLag} from '../runs/read-fields-to-write.js';
import {removeSettledMarks} from '../runs/remove-settled-marks.js';
import {describeUnlisted, describeVanished, findUnlistedWrites} from '../runs/unlisted-fields.js';
import {refuseUnknownNames} from './check-desired.js';

/** The hint for a plan that no longer says what would be done. */
export const reviewAgain = 'Plan again and review the changes.';

interface PlanTenantOptions {
  /** The id of the plan; by default a new one. */
  readonly id?: string;
  /** All fields of the tenant, if they were read already. */
  readonly current?: readonly CustomField[];
  /** The runs on this tenant whose writes the list may not show yet; by default all recent ones. */
  readonly awaited?: readonly Run[] | undefined;
  /** True for a plan that only shows differences, and may delete all fields. */
  readonly isComparison?: true | undefined;
}

/**
 * Plans the changes that make the tenant match the desired state. Plans again while the list does not show what a
 * recent run has done, or may have done: the plan would repeat it, or overlook it.
 *
 * @throws GuardError if the files are for another tenant, or would delete all fields
 */
export async function planTenant(
  context: ApiContext,
  desired: DesiredState,
  permissions: Permissions,
  {id = createTimedId(context), current, awaited, isComparison}: PlanTenantOptions = {},
): Promise<TenantPlan> {
  requireTenantOfFiles(context, desired.tenant);
  refuseUnknownNames(desired, permissions);
  const history = await findRunHistory(context);
  const plan = async (read: () => Promise<readonly CustomField[]>) => {
    const created_at = context.now().toISOString();
    return planFields(context, desired, permissions, {
      ...history,
      id,
      created_at,
      awaited,
      isComparison,
      current: await read(),
    });
  };
  if (current) return plan(async () => current);
  const planned = await readDespiteLag(
    context,
    () => plan(() => readSettledFields(context.http, true)),
    planned =>
      findLag(
        context,
        awaited ?? history.recent,
        {changes: planned.plan.changes, dependsOn: toDependsOn(planned)},
        planned.current,
      ),
  );
  await removeSettledMarks(context, history);
  // A resumed run does not repeat what it has done.
  const resumed = new Set(awaited?.map(({run}) => run));
  const others = history.recent.filter(({run}) => !resumed.has(run));
  const {changes} = planned.plan;
  const unlisted = findUnlistedWrites(context, others, changes, planned.current);
  const vanished = describeVanished(context, [...others, ...history.successes], changes, planned.current);
  if (unlisted.length + vanished.length === 0) return planned;
  const remarks = unlisted.length > 0 ? [{message: describeUnlisted(unlisted)}] : [];
  const warnings = [...planned.plan.warnings, ...remarks, ...vanished];
  return {...planned, plan: {...planned.plan, warnings}, unlisted};
}

/** A plan depends on the fields that it declares or deletes; with pruning, on all. */
function toDependsOn({desired: {fields}, meta: {permissions}}: TenantPlan): CommandScope['dependsOn'] {
  const ids = new Set([...fields.flatMap(({id}) => id ?? []), ...(permissions.idsToDelete ?? [])]);
  const names = new Set(fields.map(({name}) => name));
  return ({id = '', name}) => permissions.isPruning || names.has(name) || ids.has(id);
}

interface Basis extends RunHistory, Required<PlanTenantOptions> {
  /** Before the fields were read. */
  readonly created_at: string;
}

/**
 * Plans the changes, completes the replacements that earlier runs have begun, and refuses to create again what the API
 * lists under another name.
 */
async function planFields(
  context: ApiContext,
  declared: DesiredState,
  permissions: Permissions,
  {id, created_at, recent, successes, awaited = [], isComparison, current}: Basis,
): Promise<TenantPlan> {
  const desired = {...declared, fields: completeDeclared(declared.fields, current)};
  const restores = isUndo(desired.fields);
  refuseUnknownNames(desired, permissions);
  if (desired.fields.length === 0 && permissions.isPruning && current.length > 0 && !isComparison)
    throw new GuardError('no fields are declared', 'Declare at least one field, or omit --prune.');
  const suggest = createSuggester(context.options);
  const tenant = identifyTenant(context);
  const meta = {id, created_at, tenant, permissions};
  const history = [...recent, ...successes].toSorted((a, b) => compareRuns(b, a));
  const {own, doubtful} = splitByCertainty(history, awaited, tenant, current);
  // A doubtful run does not stop a tenant that has a name: another may have these ids.
  const isUnnamed = tenant.tenant === null;
  const listed = restores ? current : withoutReplaced(current, isUnnamed ? history : own);
  await yieldToSignals(context.signal);
  const before = {
    replaced: restores ? [] : findUnsetDefaults(own, current),
    moved: restores ? [] : findMovedDefaults(own, current),
  };
  const all = await planChanges(
    desired.fields.map(field => withCarriedOptions(field, before)),
    listed,
    permissions,
    {suggest, signal: context.signal},
  );
  await yieldToSignals(context.signal);
  const effective = await withoutIgnored(context, all, desired, tenant);
  // A resumed run creates them again, and an undo says what it leaves.
  const others = restores ? [] : own.filter(({run}) => awaited.every(resumed => resumed.run !== run));
  const abandoned = describeAbandoned(others, desired.fields, current, suggest);
  const checked = isComparison ? withoutReplaceRefusals(effective) : withRisks(effective, restores ? [] : current);
  const pending = {...checked, warnings: [...checked.warnings, ...abandoned]};
  const {changes, refusals} = pending;
  // An undo restores what was there before.
  if (restores || !changes.some(({action}) => action === 'create'))
    return {plan: pending, meta, desired, current, replaced: before.replaced};
  const unfinished = findUnfinished(changes, own);
  const fields = withReplaced(desired.fields, unfinished);
  const doubts = findDoubtfulCreates(changes, history, doubtful, suggest);
  const completed = completeReplacements(changes, unfinished, fields);
  const plan = {
    ...pending,
    changes: completed,
    refusals: [...refusals, ...findRenameRefusals(changes, history, current), ...(isUnnamed ? doubts : [])],
    warnings: [
      ...pending.warnings,
      ...describeListedAsDeleted(unfinished, current, suggest),
      ...describeTypeless({changes: completed, undeclared: pending.undeclared}),
      ...(isUnnamed ? [] : doubts.map(({place, message}) => ({place, message}))),
    ],
  };
  const replaced = [...unfinished.map(each => each.before), ...before.replaced];
  return {plan, meta, desired: {...desired, fields}, current, replaced};
}

/**
 * Separates the runs on this tenant from those that only match by ids that many tenants have.
 *
 * @param certain runs that the user has named
 */
function splitByCertainty(
  runs: readonly Run[],
  certain: readonly Run[],
  tenant: TenantIdentity,
  current: readonly CustomField[],
) {
  const named = new Set(certain.map(({run}) => run));
  const isOwn = (run: Run) => named.has(run.run) || !isDoubtful(run.plan, tenant, listSeenFields(run), current);
  return {own: runs.filter(isOwn), doubtful: runs.filter(run => !isOwn(run))};
}
