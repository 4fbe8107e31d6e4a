import type {FieldReference} from '../../api/find-field.js';
import type {CustomField} from '../../api/schemas.js';
import type {ApiContext} from '../../app/api-context.js';
import {listRunIds} from '../../app/list-run-ids.js';
import {isSameAddress} from '../../base/same-address.js';
import {findRun} from './apply/find-run.js';
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
  for (const id of await listRunIds(context)) {
    for (const {plan} of await findRun(context, id)) {
      if (!isSameAddress(plan.base_url, base_url) || plan.tenant !== tenant) continue;
      const marked = plan.changes.find(change => change[member] === value && change.body?.['deleted'] === true);
      const found = marked?.id;
      if (found === undefined) continue;
      await context.reporter.note(`${JSON.stringify(value)} is not listed; run ${id} marked ${found} as deleted`);
      return {id: found};
    }
  }
  return undefined;
}
