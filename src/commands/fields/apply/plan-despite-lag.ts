import type {ApiContext} from '../../../app/api-context.js';
import type {CommandScope} from '../../../plan/find-unlisted.js';
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
    findLag(context, recent, {changes: planned.plan.changes, dependsOn: toDependsOn(planned)}, planned.current),
  );
}

/** A plan depends on the fields that it declares or deletes; with pruning, on all. */
function toDependsOn({desired: {fields}, meta: {permissions}}: TenantPlan): CommandScope['dependsOn'] {
  const ids = new Set([...fields.flatMap(({id}) => id ?? []), ...(permissions.idsToDelete ?? [])]);
  const names = new Set(fields.map(({name}) => name));
  return ({id = '', name}) => permissions.isPruning || names.has(name) || ids.has(id);
}
