import type {ApiContext} from '../../../app/api-context.js';
import {readRuns} from '../../../app/run-store.js';
import {stringOf} from '../../../json/json.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Change, isReorderOnly, type Plan} from '../../../plan/plan.js';
import {digest} from '../../../plan/plan-document.js';
import {isSameAddress} from '../../../plan/tenant-identity.js';
import {findRun} from './find-run.js';

/** Runs that are searched, the latest first. */
const maxRuns = 20;

/** Identifies the order of choices that is declared for a field; `undefined` when none is. */
export function digestOrder({fields}: DesiredState, name: string): string | undefined {
  const options = fields.find(field => field.name === name)?.members['options'];
  return options === undefined ? undefined : digest([name, options]);
}

/**
 * The plan without changes of order that an earlier run has tried in vain: where the API keeps its own order of choices, they would come back for ever
 * (fault 154).
 */
export async function withoutOwnOrders(
  context: ApiContext,
  plan: Plan,
  desired: DesiredState,
  base_url: string,
): Promise<Plan> {
  if (!plan.changes.some(isReorderOnly)) return plan;
  const latest = (await readRuns(context)).slice(0, maxRuns);
  const runs = (await Promise.all(latest.map(id => findRun(context, id)))).flat();
  const tried = new Set(
    runs.flatMap(run => (isSameAddress(stringOf(run.plan['base_url']) ?? '', base_url) ? run.ownOrders : [])),
  );
  const isInVain = (change: Change) => isReorderOnly(change) && tried.has(digestOrder(desired, change.name) ?? '');
  const changes = plan.changes.filter(change => !isInVain(change));
  return {...plan, changes, unchanged: plan.unchanged + plan.changes.length - changes.length};
}
