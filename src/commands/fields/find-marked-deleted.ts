import type {FieldReference} from '../../api/find-field.js';
import type {CustomField} from '../../api/schemas.js';
import type {ApiContext} from '../../app/api-context.js';
import {isSameAddress} from '../../base/same-address.js';
import type {TenantIdentity} from '../../plan/tenant-identity.js';
import {findRuns, listLatestOf} from './apply/find-run.js';
import {identifyTenant} from './apply/identify-tenant.js';

/**
 * Finds the id of a field that was marked as deleted from this machine, and that the list may no longer show.
 *
 * @returns just its id
 */
export async function findMarkedDeleted(
  context: ApiContext,
  {member, value}: FieldReference,
): Promise<CustomField | undefined> {
  const {base_url, tenant} = identifyTenant(context);
  const isOfTenant = ({plan}: {readonly plan: TenantIdentity}) =>
    isSameAddress(plan.base_url, base_url) && plan.tenant === tenant;
  const runs = await findRuns(context, await listLatestOf(context, isOfTenant));
  for (const {run, plan} of runs.filter(isOfTenant)) {
    const marked = plan.changes.find(change => change[member] === value && change.body?.['deleted'] === true);
    if (marked?.id === undefined) continue;
    await context.reporter.note(`${JSON.stringify(value)} is not listed; run ${run} marked ${marked.id} as deleted`);
    return {id: marked.id};
  }
  return undefined;
}
