import type {FieldReference} from '../../../api/find-field.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {isRunOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {findRuns, listLatestOf} from '../runs/find-run.js';
import {identifyTenant} from '../runs/identify-tenant.js';

/**
 * Finds the id of a field that was marked as deleted from this machine, and that the list may no longer show.
 *
 * @returns just its id
 */
export async function findMarkedDeleted(
  context: ApiContext,
  {member, value}: FieldReference,
  listed: readonly CustomField[],
): Promise<CustomField | undefined> {
  const tenant = identifyTenant(context);
  const isOfTenant = (run: {readonly plan: TenantIdentity}) => isRunOf(run, tenant);
  const runs = await findRuns(context, await listLatestOf(context, isOfTenant));
  for (const {run, plan, writes} of runs.filter(isOfTenant)) {
    const marked = plan.changes.find(change => change[member] === value && change.body?.['deleted'] === true);
    // The API may have given the id to another field since.
    if (marked?.id === undefined || listed.some(({id}) => id === marked.id)) continue;
    if (writes.every(({id, state}) => id !== marked.id || state === 'failed')) continue;
    await context.reporter.note(`${JSON.stringify(value)} is not listed; run ${run} marked ${marked.id} as deleted`);
    return {id: marked.id};
  }
  return undefined;
}
