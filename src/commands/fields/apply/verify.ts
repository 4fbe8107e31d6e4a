import {type Difference, isNumbering} from '../../../api/differences.js';
import {readSettledFields} from '../../../api/fields.js';
import {type CustomField, isMarkedDeleted} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {describeFirst, listFirst} from '../../../base/and-more.js';
import {IncompleteError} from '../../../base/errors.js';
import {createSuggester, type Message} from '../../../base/suggest-command.js';
import {withoutIds} from '../../../plan/desired-field.js';
import {findSideEffects, type SideEffect} from '../../../plan/find-side-effects.js';
import {findUnkept, type Unkept} from '../../../plan/find-unkept.js';
import {describeAdded} from '../../../plan/list-added.js';
import {isDeletion} from '../../../plan/losses.js';
import {type Change, isUnmarkOnly, mayBeIgnored, type Plan, type Refusal, showRemark} from '../../../plan/plan.js';
import {planChanges} from '../../../plan/plan-changes.js';
import {pollWaits, sumOf} from './list-lag.js';
import {showShortDifference} from './plan-details.js';
import type {TenantPlan} from './plan-tenant.js';

const maxReported = 20;

interface Readback {
  /** The changes that are still needed; none if the tenant matches. */
  readonly plan: Plan;
  /** Ids of created fields that are not listed. */
  readonly missing: readonly string[];
  /** True if the list still has a field that was deleted. */
  readonly isBehind: boolean;
  /** Names of created fields that no file declares: the API has changed them. */
  readonly renamed: readonly string[];
  readonly sideEffects: readonly SideEffect[];
  readonly unkept: readonly Unkept[];
  /** What the API has added to the members that were sent. */
  readonly added: readonly string[];
}

/**
 * Reads the tenant back and plans again; the new plan must be empty.
 *
 * @param created ids of the fields that the run has created
 * @returns the new plan, with nothing but changes that the API may ignore
 * @throws IncompleteError if the tenant does not match
 */
export async function verify(context: ApiContext, planned: TenantPlan, created: readonly string[] = []): Promise<Plan> {
  // The API may give the id of a replaced field to the new one.
  const deletedIds = planned.plan.changes
    .filter(isDeletion)
    .flatMap(({id}) => (id === undefined || created.includes(id) ? [] : [id]));
  const {plan, missing, renamed, sideEffects, unkept, added} = await readBack(context, planned, {created, deletedIds});
  const remaining = plan.changes.filter(change => !mayBeIgnored(change));
  const duplicates = plan.refusals.filter(isDuplicate);
  const mismatch = describeMismatch(remaining, duplicates, {missing, renamed});
  if (remaining.length > 1 && planned.undoes === undefined)
    for (const change of remaining.slice(0, maxReported)) await context.reporter.warn(describeRemaining(change));
  for (const {name, members} of sideEffects)
    await context.reporter.warn(
      `${JSON.stringify(name)}: the API also changed members that were not sent: ${members.join(', ')}`,
    );
  if (mismatch !== undefined) {
    const goal =
      planned.undoes === undefined ? 'the tenant does not match the files' : `run ${planned.undoes} was not undone`;
    const isRenamed = renamed.length > 0 && planned.undoes === undefined;
    throw new IncompleteError(`all writes succeeded, but ${goal}: ${mismatch}`, {
      hint: isRenamed ? adviseOnRenamed : adviseOnRemaining(planned, remaining.length === 0 && duplicates.length > 0),
    });
  }
  if (planned.undoes === undefined)
    for (const warning of unkept.flatMap(describeUnkept)) await context.reporter.warn(warning);
  // What an apply declares may be completed; what an undo restores was complete.
  const surplus = planned.undoes === undefined ? undefined : describeFirst(added);
  if (surplus !== undefined)
    throw new IncompleteError(`run ${planned.undoes} was only partly undone: ${surplus}`, {hint: adviseByHand});
  const lost = describeFirst(sideEffects.filter(each => each.lost.length > 0).map(describeLost));
  if (lost !== undefined) throw new IncompleteError(`all writes succeeded, but ${lost}`, {hint: adviseOnLost(planned)});
  for (const change of plan.changes) await context.reporter.note(describeIgnored(change));
  return plan;
}

/** Says in what the tenant does not match; `undefined` if it does. */
function describeMismatch(
  remaining: readonly Change[],
  duplicates: readonly Refusal[],
  {missing, renamed}: Pick<Readback, 'missing' | 'renamed'>,
): string | undefined {
  const problem = describeFirst(remaining.map(describeRemaining)) ?? describeFirst(duplicates.map(showRemark));
  const unlisted = describeFirst(missing);
  if (problem === undefined) return unlisted && `the new field with id ${unlisted} is not listed`;
  const names = renamed.map(name => JSON.stringify(name)).join(', ');
  return names === '' ? problem : `${problem}; created, but listed as ${names}`;
}

const adviseByHand: Message = () => 'Change what is left by hand.';

/** A function, because a hint that is text gets the command that resumes the run, which would not help. */
const adviseOnRenamed: Message = () => 'Declare the name that the API lists, then apply the files again.';

function adviseOnRemaining({undoes, meta}: TenantPlan, isDuplicate: boolean): Message {
  const cause = 'The API may have dropped part of what was sent.';
  if (undoes !== undefined) return () => `${cause} Change what is left by hand.`;
  if (!isDuplicate) return `${cause} To see what is left, plan the same files again.`;
  return suggest =>
    `Another apply may have run at the same time. To undo this one, run: ${suggest('fields', 'undo', meta.id)}`;
}

/** Describes members that no file declares, and that an update has cleared all the same. */
function describeLost({name, lost}: SideEffect): string {
  return `the API has cleared ${lost.join(', ')} of ${JSON.stringify(name)}, which no write concerned`;
}

function adviseOnLost({undoes, meta}: TenantPlan): Message {
  if (undoes !== undefined) return adviseByHand;
  return suggest => `To restore what was there before, run: ${suggest('fields', 'undo', meta.id)}`;
}

function describeIgnored({name, differences}: Change): string {
  const isOrder = ({order}: Difference) => order === true;
  const omitted = differences.filter(each => !isOrder(each) && !isNumbering(each)).map(({label}) => label);
  const lists = differences.filter(isOrder).map(({path, label}) => (path.startsWith('options') ? 'choices' : label));
  const field = JSON.stringify(name);
  const parts = [
    ...(lists.length > 0 ? [`keeps its own order of ${[...new Set(lists)].join(', ')} for ${field}`] : []),
    ...(lists.length === 0 && differences.some(isNumbering) ? [`numbers the choices of ${field} itself`] : []),
    ...(omitted.length > 0 ? [`omits what is empty or false in ${field}: ${omitted.join(', ')}`] : []),
  ];
  return `the API ${parts.join(', and ')}`;
}

function describeUnkept({name, labels, choices}: Unkept): readonly string[] {
  const field = JSON.stringify(name);
  const lost = `${field}: the API did not keep what was sent for ${listFirst(labels, maxReported)}`;
  const renumbered = `${field}: the API gave these choices new ids, so stored values may be lost: ${listFirst(choices, maxReported)}`;
  return [...(labels.length > 0 ? [lost] : []), ...(choices.length > 0 ? [renumbered] : [])];
}

/** What a list must show. */
interface Expected {
  /** Ids of fields that were certainly created. */
  readonly created?: readonly string[];
  /** Ids of fields that were certainly deleted. */
  readonly deletedIds?: readonly string[];
  /** Decides whether a new plan counts as converged. */
  readonly isDone?: (plan: Plan) => boolean;
}

/** Polls until the tenant matches and lists all created fields, or a lagging list would have caught up. */
export async function readBack(
  {http, timing, signal, options}: ApiContext,
  {plan, desired: declared, meta}: TenantPlan,
  {created = [], deletedIds = [], isDone = isConverged}: Expected,
): Promise<Readback> {
  const desired = withoutIds(declared.fields, plan.changes);
  const read = async () => {
    const fields: readonly CustomField[] = await readSettledFields(http);
    const listed = new Set(fields.map(({id}) => id));
    const live = new Set(fields.filter(field => !isMarkedDeleted(field)).map(({id}) => id));
    const names = new Set(desired.map(({name}) => name));
    const own = new Set(created);
    const again = planChanges(desired, fields, meta.permissions, createSuggester(options));
    return {
      plan: {...again, changes: again.changes.filter(change => !isUnmarkOnly(change))},
      missing: created.filter(id => !listed.has(id)),
      isBehind: deletedIds.some(id => live.has(id)),
      sideEffects: findSideEffects(
        plan.changes.filter(({action}) => action === 'update'),
        fields,
      ),
      unkept: findUnkept(plan.changes, fields, created, desired),
      added: describeAdded(plan.changes, declared.fields, fields),
      renamed: fields.flatMap(({id, name}) =>
        id !== undefined && own.has(id) && typeof name === 'string' && !names.has(name) ? [name] : [],
      ),
    };
  };
  let found = await read();
  let waited = 0;
  for (const wait of pollWaits(timing, timing.maxLagMs)) {
    const isListed = found.missing.length === 0 && !found.isBehind;
    // Only fields that were certainly created or deleted are worth the longest wait.
    if (isListed && (isDone(found.plan) || waited >= sumOf(timing.pollMs))) break;
    await timing.sleep(wait, signal);
    waited += wait;
    found = await read();
  }
  return found;
}

function isConverged({changes, refusals}: Plan): boolean {
  return changes.length === 0 && !refusals.some(isDuplicate);
}

function isDuplicate({reason}: Refusal): boolean {
  return reason === 'duplicate';
}

/** Describes a change that is still needed after all writes. */
export function describeRemaining({action, name, differences}: Change): string {
  const quoted = JSON.stringify(name);
  if (action === 'create') return `${quoted} is not listed`;
  if (action === 'delete') return `${quoted} is still listed`;
  return `${quoted} still differs in ${describeFirst(differences.map(showShortDifference)) ?? ''}`;
}
