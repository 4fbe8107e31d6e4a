import type {ApiContext} from '../../../app/api-context.js';
import {objectOf} from '../../../json/json.js';
import type {DesiredField} from '../../../plan/desired-field.js';
import type {Change} from '../../../plan/plan.js';
import type {TenantPlan} from './plan-tenant.js';
import {readBack} from './verify.js';

function namesDefault({members}: DesiredField): boolean {
  return (objectOf(members['options'])?.['default_option_id'] ?? null) !== null;
}

/**
 * The updates that set the default choices of new fields. The tenant gives choices their ids, so nothing can name them before they exist.
 *
 * @param created ids of the fields that the run has created
 */
export async function findDefaultChoices(
  context: ApiContext,
  planned: TenantPlan,
  created: readonly string[],
): Promise<readonly Change[]> {
  const {changes} = planned.plan;
  const isNew = (name: string) =>
    changes.some(change => change.name === name && (change.action === 'create' || change.action === 'replace'));
  if (!planned.desired.fields.some(field => namesDefault(field) && isNew(field.name))) return [];
  const {plan} = await readBack(context, planned, created);
  return plan.changes.filter(
    ({action, id = '', differences}) =>
      action === 'update' &&
      created.includes(id) &&
      differences.some(({path}) => path === 'options.default_option_id') &&
      differences.every(({path}) => path.startsWith('options.')),
  );
}
