import {readSettledFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {closeRun, lockTenant, openRun} from '../../../app/run-store.js';
import {StaleError} from '../../../base/errors.js';
import {readSavedPlan} from '../../../plan/plan-document.js';
import {planUndo} from '../../../plan/plan-undo.js';
import {type ApplyPlanOptions, applyPlan} from './apply-plan.js';
import {identifyTenant, planTenant, refuseOtherTenant} from './plan-tenant.js';

/**
 * Takes back what a run did, as far as that is possible.
 *
 * @throws StaleError when it was already undone, or belongs to another tenant
 */
export async function undoRun(context: ApiContext, run: string, options: ApplyPlanOptions): Promise<void> {
  const past = await openRun(context, run);
  const saved = readSavedPlan(past.plan, `run ${run}`);
  refuseOtherTenant(context, saved.tenant);
  if (past.outcome === 'undone') throw new StaleError(`run ${run} was already undone`, 'Nothing is left to undo.');
  const unlock = await lockTenant(context, identifyTenant(context));
  try {
    const {fields, permissions, warnings} = planUndo(past, saved, await readSettledFields(context.http));
    for (const warning of warnings) await context.reporter.warn(warning);
    const planned = await planTenant(context, {fields, tenant: undefined}, permissions);
    await applyPlan(context, {planned, source: 'files', undoes: run}, options);
    await closeRun(context, run);
  } finally {
    unlock();
  }
}
