import {parse} from 'node:path';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readRunEnd} from '../../../app/read-run-end.js';
import {wasBegun} from '../../../app/run-store.js';
import {countNouns} from '../../../base/count-nouns.js';
import {cannotCombine, StaleError, UsageError} from '../../../base/errors.js';
import {toPathArgument} from '../../../base/shell-word.js';
import {canonicalText} from '../../../json/same-json.js';
import {findDifferentMembers, findDifferingNames} from '../../../plan/compare-plans.js';
import {completeDeclared} from '../../../plan/complete-declared.js';
import type {DesiredField} from '../../../plan/desired-field.js';
import {toDeclared} from '../../../plan/plan-document.js';
import {readSavedPlan, type SavedPlan, toSavedPlan} from '../../../plan/saved-plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import type {FileOptions} from '../plan/plan-options.js';
import {planTenant, reviewAgain} from '../plan/plan-tenant.js';
import {refuseOtherAddress, refuseOtherTenant, requireTenantOfFiles} from '../runs/identify-tenant.js';

export interface SavedPlanOptions extends FileOptions {
  readonly expectDeletes?: number | undefined;
}

/**
 * Plans the changes of a saved plan from the tenant's current fields.
 *
 * @throws StaleError if the plan no longer matches the tenant, or was applied already
 */
export async function prepareSaved(
  context: ApiContext,
  file: string,
  {prune, replace, file: fieldsFiles, expectDeletes}: SavedPlanOptions,
): Promise<TenantPlan> {
  if (prune || replace)
    throw cannotCombine('a saved plan', '--prune or --replace', 'Omit them, or save a new plan with them.');
  const [{readInput}, {readDocument}] = await Promise.all([
    import('../../../app/read-input.js'),
    import('../../../json/read-document.js'),
  ]);
  const guard = expectDeletes === undefined ? [] : ['--expect-deletes', `${expectDeletes}`];
  await refuseDirectory(context, file);
  const {value} = await readDocument(await readInput(context, file), file, context);
  const plan = readSavedPlan(value, file);
  refuseOtherAddress(context, plan.tenant, 'the plan', ['fields', 'apply', toPathArgument(file), ...guard]);
  if (await wasBegun(context, plan.id)) {
    const end = await readRunEnd(context, plan.id);
    throw new StaleError(`plan ${plan.id} was already applied`, suggest =>
      end?.hasSucceeded
        ? 'Plan again.'
        : `Plan again. To continue that run instead, run: ${suggest('fields', 'apply', '--resume', plan.id)}`,
    );
  }
  const planned = await planTenant(context, {fields: plan.desired, tenant: undefined}, plan.permissions, {id: plan.id});
  await refuseOtherTenant(context, plan.tenant, plan.seen, planned.current);
  if (fieldsFiles) await refuseOtherFiles(context, fieldsFiles, plan, planned.current);
  if (plan.changes.length > 0 && planned.plan.changes.length === 0 && planned.plan.refusals.length === 0)
    throw new StaleError(
      `plan ${plan.id} has nothing left to do`,
      'Plan again; this one was probably applied already.',
    );
  const [name, ...others] = findDifferingNames(plan.changes, planned.plan);
  if (name !== undefined)
    throw new StaleError(
      `the plan no longer matches the tenant: ${JSON.stringify(name)}${others.length > 0 ? ` and ${countNouns(others.length, 'more field')}` : ''}`,
      reviewAgain,
    );
  const fresh = toSavedPlan(planned.plan, plan.desired, planned.current, planned.meta);
  const [member] = findDifferentMembers(plan.document, fresh);
  if (member !== undefined) throw new StaleError(`the saved plan differs from a fresh one in ${member}`, reviewAgain);
  return planned;
}

/** @throws UsageError that says how to apply the files in it */
async function refuseDirectory(context: ApiContext, path: string): Promise<void> {
  const files = path === '-' ? undefined : await context.files.list(path);
  if (!files) return;
  throw new UsageError(`${path} is a directory, not a saved plan`, suggest => {
    const first = files.find(each => /\.json$/i.test(each));
    if (first === undefined || files.some(each => /\.ya?ml$/i.test(each)))
      return `To apply fields files, run: ${suggest('fields', 'apply', '-f', path)}`;
    const yes = context.options.yes ? ['--yes'] : [];
    return `To apply its plans one by one, each with its profile, run: ${suggest('fields', 'apply', toPathArgument(first), '--profile', parse(first).name, ...yes)}`;
  });
}

/** @throws StaleError if the fields files differ from the declarations of the plan */
async function refuseOtherFiles(
  context: ApiContext,
  files: readonly string[],
  {desired, id}: SavedPlan,
  current: readonly CustomField[],
): Promise<void> {
  const {readDesiredState} = await import('../plan/read-desired.js');
  const given = await readDesiredState(context, files);
  requireTenantOfFiles(context, given.tenant);
  const fields = completeDeclared(given.fields, current);
  const declare = (field: DesiredField) => canonicalText(toDeclared(field));
  const planned = new Set(desired.map(declare));
  const declared = new Set(fields.map(declare));
  const other =
    fields.find(field => !planned.has(declare(field))) ?? desired.find(field => !declared.has(declare(field)));
  if (other)
    throw new StaleError(
      `the files and plan ${id} differ in ${JSON.stringify(other.name)}`,
      'Plan again from these files.',
    );
}
