import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {IncompleteError} from '../../../base/errors.js';
import {type Change, isReorderOnly, type Plan} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import type {TenantPlan} from './plan-tenant.js';
import {showDifference} from './plan-view.js';

const maxReported = 20;

/** What a tenant looks like once all writes of a run have been carried out. */
interface Readback {
  readonly plan: Plan;
  /** Ids that were created and are not listed. */
  readonly missing: readonly string[];
}

/**
 * Reads the tenant back and plans again: an empty plan is the only success. A list may lag behind, so it is read until it shows what was created.
 *
 * @param created ids of the fields that the run has created
 * @returns the plan that is left: empty, or just the order of choices, where the API keeps its own
 * @throws IncompleteError naming what is not as it was sent
 */
export async function verify(context: ApiContext, planned: TenantPlan, created: readonly string[] = []): Promise<Plan> {
  const {plan, missing} = await readBack(context, planned, created);
  const left = plan.changes.filter(change => !isReorderOnly(change));
  const [first] = left;
  const more = left.length > 1 ? ` (and ${left.length - 1} more)` : '';
  const refusal = plan.refusals.find(isDuplicate)?.message;
  const what = first ? `${describeRemaining(first)}${more}` : (refusal ?? describeMissing(missing));
  if (left.length > 1 && planned.undoes === undefined)
    for (const change of left.slice(0, maxReported)) await context.reporter.warn(describeRemaining(change));
  if (what !== undefined) {
    const goal =
      planned.undoes === undefined ? 'the tenant does not match the files' : `run ${planned.undoes} is not undone`;
    throw new IncompleteError(`${goal} after all writes succeeded: ${what}`, {
      hint: 'The API may have dropped part of what was sent.',
    });
  }
  for (const {name} of plan.changes)
    await context.reporter.note(`the API keeps its own order of choices for ${JSON.stringify(name)}`);
  return plan;
}

/** Reads until the tenant is as planned and lists what was created, or the list has had time enough to catch up. */
export async function readBack(
  {http, timing, signal}: ApiContext,
  {desired, meta}: TenantPlan,
  created: readonly string[],
): Promise<Readback> {
  const look = async () => {
    const fields: readonly CustomField[] = await readAllFields(http);
    const listed = new Set(fields.map(({id}) => id));
    return {
      plan: planChanges(desired.fields, fields, meta.permissions),
      missing: created.filter(id => !listed.has(id)),
    };
  };
  let found = await look();
  let waited = 0;
  for (const wait of waits(timing)) {
    const isListed = found.missing.length === 0;
    // Only what is known to be created is worth the longest wait.
    if (isListed && (isConverged(found.plan) || waited >= sum(timing.pollMs))) break;
    await timing.sleep(wait, signal);
    waited += wait;
    found = await look();
  }
  return found;
}

/** The usual waits, then the last of them again for as long as a list may lag behind. */
function* waits({pollMs, maxLagMs}: ApiContext['timing']): Generator<number> {
  yield* pollMs;
  const last = pollMs.at(-1) ?? maxLagMs;
  for (let waited = sum(pollMs); waited < maxLagMs; waited += last) yield last;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function isConverged({changes, refusals}: Plan): boolean {
  return changes.length === 0 && !refusals.some(isDuplicate);
}

function isDuplicate({reason}: Plan['refusals'][number]): boolean {
  return reason === 'duplicate';
}

function describeMissing([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  return `the new field with id ${first}${others.length > 0 ? ` (and ${others.length} more)` : ''} is not listed`;
}

/** Says what is not as planned. */
export function describeRemaining({action, name, differences}: Change): string {
  const quoted = JSON.stringify(name);
  if (action === 'create') return `${quoted} is not listed`;
  if (action === 'delete') return `${quoted} is still listed`;
  return `${quoted} still differs in ${differences.map(showDifference)[0] ?? ''}`;
}
