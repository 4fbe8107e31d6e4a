import {parse} from 'node:path';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readRunEnd} from '../../../app/read-run-end.js';
import {wasBegun} from '../../../app/run-store.js';
import {countNouns} from '../../../base/count-nouns.js';
import {StaleError, UsageError} from '../../../base/errors.js';
import {toPathArgument} from '../../../base/shell-word.js';
import {canonicalText} from '../../../json/json.js';
import {findDifferentMembers, findDifferingNames} from '../../../plan/compare-plans.js';
import {completeDeclared} from '../../../plan/complete-declared.js';
import type {DesiredField} from '../../../plan/desired-field.js';
import {toDeclared} from '../../../plan/plan-document.js';
import type {Run} from '../../../plan/run.js';
import {readSavedPlan, type SavedPlan, toSavedPlan} from '../../../plan/saved-plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {type FileOptions, requireFiles, toPermissions} from '../plan/plan-options.js';
import {planTenant, reviewAgain} from '../plan/plan-tenant.js';
import {refuseOtherAddress, refuseOtherTenant} from '../runs/identify-tenant.js';
import {prepareResume} from './prepare-resume.js';

/** The source of the changes; at most one of `file` and `resume`. */
export interface ApplySource extends FileOptions {
  readonly resume?: string | undefined;
  readonly waves?: string | undefined;
  readonly expectDeletes?: number | undefined;
}

export interface PreparedApply {
  readonly planned: TenantPlan;
  /** `fleet` for one tenant of several, whose plans were confirmed together. */
  readonly source: 'files' | 'saved plan' | 'resumed run' | 'fleet';
  readonly run?: Run | undefined;
}

/**
 * Plans what to apply from the tenant's current fields, even if there is a saved plan.
 *
 * @throws StaleError if a saved plan no longer matches the tenant
 */
export async function prepareApply(
  context: ApiContext,
  saved: string | undefined,
  options: ApplySource,
): Promise<PreparedApply> {
  if (options.waves !== undefined) throw new UsageError('--waves needs --profiles', 'Add --profiles PATTERN.');
  if (options.resume !== undefined && (options.prune ?? options.replace) !== undefined)
    throw new UsageError(
      '--resume cannot be combined with --prune or --replace',
      'Omit them; the run keeps those it was started with.',
    );
  if (options.resume !== undefined && (saved ?? options.file) !== undefined)
    throw new UsageError('--resume cannot be combined with a plan or --file', 'Use only one of them.');
  if (options.resume !== undefined) return {source: 'resumed run', ...(await prepareResume(context, options.resume))};
  if (saved !== undefined) return prepareSaved(context, saved, options);
  const {readDesiredState} = await import('../plan/read-desired.js');
  const desired = await readDesiredState(context, requireFiles(options.file, true));
  return {planned: await planTenant(context, desired, toPermissions(options)), source: 'files'};
}

async function prepareSaved(
  context: ApiContext,
  file: string,
  {prune, replace, file: fieldsFiles, expectDeletes}: ApplySource,
): Promise<PreparedApply> {
  if (prune || replace)
    throw new UsageError(
      'a saved plan cannot be combined with --prune or --replace',
      'Omit them, or save a new plan with them.',
    );
  const [{readInput}, {readDocument}] = await Promise.all([
    import('../../../app/read-input.js'),
    import('../../../json/read-document.js'),
  ]);
  const guard = expectDeletes === undefined ? [] : ['--expect-deletes', `${expectDeletes}`];
  const plans = file === '-' ? undefined : await context.files.list(file);
  if (plans)
    throw new UsageError(`${file} is a directory, not a saved plan`, suggest => {
      const first = plans.find(each => /\.json$/i.test(each));
      if (first === undefined || plans.some(each => /\.ya?ml$/i.test(each)))
        return `To apply fields files, run: ${suggest('fields', 'apply', '-f', file)}`;
      const yes = context.options.yes ? ['--yes'] : [];
      return `To apply its plans one by one, each with its profile, run: ${suggest('fields', 'apply', toPathArgument(first), '--profile', parse(first).name, ...yes)}`;
    });
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
  return {planned, source: 'saved plan'};
}

/** @throws StaleError if the fields files differ from the declarations of the plan */
async function refuseOtherFiles(
  context: ApiContext,
  files: readonly string[],
  {desired, id}: SavedPlan,
  current: readonly CustomField[],
): Promise<void> {
  const {readDesiredState} = await import('../plan/read-desired.js');
  const fields = completeDeclared((await readDesiredState(context, files)).fields, current);
  const declare = (field: DesiredField) => canonicalText(toDeclared(field));
  const planned = new Set(desired.map(declare));
  const given = new Set(fields.map(declare));
  const other = fields.find(field => !planned.has(declare(field))) ?? desired.find(field => !given.has(declare(field)));
  if (other)
    throw new StaleError(
      `the files and plan ${id} differ in ${JSON.stringify(other.name)}`,
      'Plan again from these files.',
    );
}
