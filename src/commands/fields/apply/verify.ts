import {readAllFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {IncompleteError} from '../../../base/errors.js';
import type {Change, Plan} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import type {TenantPlan} from './plan-tenant.js';
import {describeChange, showDifference} from './plan-view.js';

/**
 * Reads the tenant back and plans again: nothing to do is the only success. A list may lag behind, so it is read more than once.
 *
 * @throws IncompleteError naming what is not as it was sent
 */
export async function verify({http, timing, signal}: ApiContext, {desired, meta}: TenantPlan): Promise<void> {
  const plan = async () => planChanges(desired.fields, await readAllFields(http), meta.permissions);
  let left = await plan();
  for (const wait of timing.pollMs) {
    if (isDone(left)) return;
    await timing.sleep(wait, signal);
    left = await plan();
  }
  if (isDone(left)) return;
  const [first] = left.changes;
  const more = left.changes.length > 1 ? ` (and ${left.changes.length - 1} more)` : '';
  const what = first ? describeLeft(first) : (left.refusals[0]?.message ?? '');
  throw new IncompleteError(`the tenant does not match the files after all writes succeeded: ${what}${more}`, {
    hint: suggest => `The API may have dropped part of what was sent. Run: ${suggest('fields', 'plan')}`,
  });
}

function isDone({changes, refusals}: Plan): boolean {
  return changes.length === 0 && refusals.every(({reason}) => reason !== 'duplicate');
}

function describeLeft(change: Change): string {
  const [difference] = change.differences;
  return `${describeChange(change)}${difference ? `, ${showDifference(difference)}` : ''}`;
}
