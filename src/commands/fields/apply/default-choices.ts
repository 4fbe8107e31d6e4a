import type {ApiContext} from '../../../app/api-context.js';
import {objectOf} from '../../../json/json.js';
import type {Change} from '../../../plan/plan.js';
import type {TenantPlan} from './plan-tenant.js';
import {readBack} from './verify.js';

function namesDefault({action, body}: Change): boolean {
  const isNew = action === 'create' || action === 'replace';
  return isNew && (objectOf(body?.['options'])?.['default_option_id'] ?? null) !== null;
}

/**
 * The updates that set the default choice of new fields whose choices the API gave other ids than were sent: before they existed, nothing could
 * name them.
 *
 * @param created ids of the fields that the run has created
 */
export async function findDefaultChoices(
  context: ApiContext,
  planned: TenantPlan,
  created: readonly string[],
): Promise<readonly Change[]> {
  if (!planned.plan.changes.some(namesDefault)) return [];
  const {plan} = await readBack(context, planned, created);
  return plan.changes.filter(
    ({action, id = '', differences}) =>
      action === 'update' &&
      created.includes(id) &&
      differences.every(({path}) => path === 'options.default_option_id'),
  );
}
