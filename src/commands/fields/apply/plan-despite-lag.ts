import type {ApiContext} from '../../../app/api-context.js';
import type {Concern} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/journal.js';
import {findRecentRuns} from './find-recent-runs.js';
import {readDespiteLag} from './list-lag.js';
import type {TenantPlan} from './plan-tenant.js';
import {findLag} from './read-fields-to-write.js';

/**
 * Plans again while the list does not show what a recent run has done, or may have done: the plan would repeat it, or
 * overlook it.
 *
 * @param runs those whose writes the list may not show yet; by default all recent ones
 */
export async function planDespiteLag(
  context: ApiContext,
  plan: () => Promise<TenantPlan>,
  runs?: readonly Run[],
): Promise<TenantPlan> {
  const recent = runs ?? (await findRecentRuns(context));
  return readDespiteLag(context, plan, planned =>
    findLag(context, recent, {changes: planned.plan.changes, goesBy: toGoesBy(planned)}, planned.current),
  );
}

/** A plan goes by the state of the fields that are declared or deleted, or, with pruning, of all. */
function toGoesBy({desired: {fields}, meta: {permissions}}: TenantPlan): Concern['goesBy'] {
  const ids = new Set([...fields.flatMap(({id}) => id ?? []), ...(permissions.idsToDelete ?? [])]);
  const names = new Set(fields.map(({name}) => name));
  return ({id = '', name}) => permissions.isPruning || names.has(name) || ids.has(id);
}
