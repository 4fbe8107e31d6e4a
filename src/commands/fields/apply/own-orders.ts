import type {ApiContext} from '../../../app/api-context.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Change, isReorderOnly, type Plan} from '../../../plan/plan.js';
import {digest} from '../../../plan/plan-document.js';
import {identityOf, lockNameOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {findRuns} from './find-run.js';

/** How many of the latest runs are searched. */
const maxRuns = 20;

/** Returns a digest of the options declared for a field; `undefined` if there are none. */
export function digestOrder({fields}: DesiredState, name: string): string | undefined {
  const options = fields.find(field => field.name === name)?.members['options'];
  return options === undefined ? undefined : digest([name, options]);
}

/**
 * Removes reorderings that the API ignored in an earlier run. If it keeps its own order of choices, every plan would
 * contain them again (row 154).
 */
export async function withoutOwnOrders(
  context: ApiContext,
  plan: Plan,
  desired: DesiredState,
  tenant: TenantIdentity,
): Promise<Plan> {
  if (!plan.changes.some(isReorderOnly)) return plan;
  const runs = await findRuns(context, (await listRunIds(context)).slice(0, maxRuns));
  const ignored = new Set(
    runs.flatMap(run => (lockNameOf(identityOf(run)) === lockNameOf(tenant) ? run.ownOrders : [])),
  );
  const wasIgnored = (change: Change) => isReorderOnly(change) && ignored.has(digestOrder(desired, change.name) ?? '');
  const changes = plan.changes.filter(change => !wasIgnored(change));
  return {...plan, changes, unchanged: plan.unchanged + plan.changes.length - changes.length};
}
