import type {ApiContext} from '../../../app/api-context.js';
import type {Run} from '../../../plan/journal.js';
import type {SavedPlan} from '../../../plan/saved-plan.js';
import {planTenant, type TenantPlan} from './plan-tenant.js';

/** The hint for a plan that no longer says what would be done. */
export const reviewAgain = 'Plan again and review the changes.';

/** Plans the declarations of a saved plan again, under its id. */
export function planSaved(
  context: ApiContext,
  {desired, permissions, id}: SavedPlan,
  awaited?: readonly Run[],
): Promise<TenantPlan> {
  return planTenant(context, {fields: desired, tenant: undefined}, permissions, {id, awaited});
}
