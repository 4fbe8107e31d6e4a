import type {ApiContext} from '../../../app/api-context.js';
import {planTenant} from './plan-tenant.js';
import {readDesiredStateOf} from './read-desired-of.js';
import {checkPlan, showPlan} from './show-plan.js';

/**
 * Shows the changes that would make a tenant match files or another tenant.
 *
 * @param source a path or a profile
 */
export async function diffTenant(
  context: ApiContext,
  source: string,
  openProfile: (name: string) => Promise<ApiContext>,
  isCheck: boolean,
): Promise<void> {
  const {fields, tenant} = await readDesiredStateOf(context, source, openProfile);
  const replaceable = new Set(fields.map(({name}) => name));
  const planned = await planTenant(context, {fields, tenant}, {isPruning: true, replaceable});
  await showPlan(context, planned);
  checkPlan(planned.plan, isCheck);
}
