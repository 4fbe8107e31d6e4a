import type {ApiContext} from '../../../app/api-context.js';
import {readRunEnd} from '../../../app/read-run-end.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Change, mayBeIgnored, type Plan} from '../../../plan/plan.js';
import {digest, toDocumented} from '../../../plan/plan-document.js';
import {isRunOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {findRuns, listLatestOf} from './find-run.js';

/** How many of the latest runs in which the API ignored something are read. */
const maxRuns = 100;

/** Returns a digest of a change and of what is declared for its field; `undefined` if nothing is. */
export function digestIgnored({fields}: DesiredState, {name, differences}: Change): string | undefined {
  const members = fields.find(field => field.name === name)?.members;
  return members && digest([name, members, differences.map(toDocumented)]);
}

/**
 * Removes changes that the API has ignored in an earlier run, where nothing else differs since. Every plan would
 * contain them again (row 154).
 */
export async function withoutIgnored(
  context: ApiContext,
  plan: Plan,
  desired: DesiredState,
  tenant: TenantIdentity,
): Promise<Plan> {
  if (!plan.changes.some(mayBeIgnored)) return plan;
  const latest = await listLatestOf(context, run => isRunOf(run, tenant));
  const ends = await Promise.all(latest.map(async id => ({id, end: await readRunEnd(context, id)})));
  // A long end cannot be told from none.
  const relevant = ends.flatMap(({id, end}) => (end === undefined || end.hasIgnored ? id : []));
  const runs = await findRuns(context, relevant.slice(0, maxRuns));
  const ignored = new Set(runs.flatMap(run => (isRunOf(run, tenant) ? run.ignored : [])));
  const wasIgnored = (change: Change) => mayBeIgnored(change) && ignored.has(digestIgnored(desired, change) ?? '');
  const changes = plan.changes.filter(change => !wasIgnored(change));
  return {...plan, changes, unchanged: plan.unchanged + plan.changes.length - changes.length};
}
