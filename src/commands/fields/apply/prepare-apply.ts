import type {ApiContext} from '../../../app/api-context.js';
import {cannotCombine, UsageError} from '../../../base/errors.js';
import type {Run} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {requireFiles, toPermissions} from '../plan/plan-options.js';
import {planTenant} from '../plan/plan-tenant.js';
import {prepareResume} from './prepare-resume.js';
import {prepareSaved, type SavedPlanOptions} from './prepare-saved.js';

/** The source of the changes; at most one of `file` and `resume`. */
export interface ApplySource extends SavedPlanOptions {
  readonly resume?: string | undefined;
  readonly waves?: string | undefined;
}

export interface PreparedApply {
  readonly planned: TenantPlan;
  /** `fleet` for one tenant of several, whose plans were confirmed together. */
  readonly source: 'files' | 'saved plan' | 'resumed run' | 'fleet';
  readonly run?: Run | undefined;
}

/**
 * Plans against the tenant's current fields; a saved plan is planned afresh and compared.
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
    throw cannotCombine('--resume', '--prune or --replace', 'Omit them; the run keeps those it was started with.');
  if (options.resume !== undefined && (saved ?? options.file) !== undefined)
    throw cannotCombine('--resume', 'a plan or --file');
  if (options.resume !== undefined) return {source: 'resumed run', ...(await prepareResume(context, options.resume))};
  if (saved !== undefined) return {source: 'saved plan', planned: await prepareSaved(context, saved, options)};
  const {readDesiredState} = await import('../plan/read-desired.js');
  const desired = await readDesiredState(context, requireFiles(options.file, true));
  return {planned: await planTenant(context, desired, toPermissions(options)), source: 'files'};
}
