import type {ApiContext} from '../../../app/api-context.js';
import {identifyTenant} from '../runs/identify-tenant.js';
import {lockTenant} from '../write/lock-tenant.js';
import {type ApplyPlanOptions, applyPlan} from './apply-plan.js';
import {type ApplySource, prepareApply} from './prepare-apply.js';

/** Applies files, a saved plan or the rest of a run to one tenant, locking it against other commands that write. */
export async function applyToTenant(
  context: ApiContext,
  saved: string | undefined,
  options: ApplySource & ApplyPlanOptions,
): Promise<void> {
  const unlock = await lockTenant(context, identifyTenant(context));
  try {
    await applyPlan(context, await prepareApply(context, saved, options), options);
  } finally {
    unlock();
  }
}
