import type {ApiContext} from '../../../app/api-context.js';
import type {Invocation} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {lockTenant} from '../../../app/lock-tenant.js';
import {applyFleet, type FleetApplyOptions} from '../fleet/fleet.js';
import {openFleet} from '../fleet/open-fleet.js';
import {type ApplyPlanOptions, applyPlan} from './apply-plan.js';
import {identifyTenant} from './identify-tenant.js';
import {type ApplySource, prepareApply} from './prepare-apply.js';

/** Applies files, a saved plan or the rest of a run to one tenant, locking it against other applies. */
export async function applyFiles(
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

/** Applies files to all tenants whose profiles match a pattern. */
export async function applyToFleet(
  factory: Factory,
  command: Invocation,
  pattern: string,
  saved: string | undefined,
  options: ApplySource & FleetApplyOptions,
): Promise<void> {
  await applyFleet(await openFleet(factory, command, pattern, options, saved), options);
}
