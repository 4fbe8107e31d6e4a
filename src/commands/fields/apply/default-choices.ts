import {type Difference, isOmission} from '../../../api/differences.js';
import type {ApiContext} from '../../../app/api-context.js';
import type {JsonObject} from '../../../json/json.js';
import {withCarriedOptions} from '../../../plan/carried-default.js';
import {adoptOptions} from '../../../plan/choices/adopt-options.js';
import {hasDefaultChoice, omitDefault} from '../../../plan/choices/default-choice.js';
import {type DesiredField, listSentWhole} from '../../../plan/desired-field.js';
import type {Change} from '../../../plan/plan.js';
import type {Run} from '../../../plan/run.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {createDefaultTest, setsDefault} from './default-to-set.js';
import {listFieldsBefore, listWritten} from './list-fields-before.js';
import {isDuplicate, readBack} from './read-back.js';
import type {RunState} from './write-change.js';

/**
 * Plans the updates that make new choices the default. The tenant assigns their ids, so this takes a second request.
 *
 * @param done the changes that the run made, the ids of the fields that it created and deleted, and the replies to its
 * changes by the id of the field
 * @param resumed the run to resume, which may have deleted fields that it replaces; `undefined` for a new run
 */
export async function findDefaultChoices(
  context: ApiContext,
  planned: TenantPlan,
  done: Pick<RunState, 'made' | 'created' | 'replies'> & {readonly deletedIds: readonly string[]},
  resumed: Run | undefined,
): Promise<readonly Change[]> {
  const {changes} = planned.plan;
  const {created, deletedIds, replies} = done;
  const writes = resumed?.writes ?? [];
  // Of a change that was refused or not tried, nothing is sent, even if it sets a default.
  const madeChanges = new Set(done.made);
  const notMade = changes.filter(change => !madeChanges.has(change));
  const written = listWritten(done.made, resumed);
  const isWritten = (id: string | undefined, name: string) =>
    written.has(name) &&
    !notMade.some(change => change.name === name && (change.action !== 'update' || change.id === id));
  const before = listFieldsBefore(planned, replies, resumed);
  const fields = planned.desired.fields.map(field => {
    const carried = withCarriedOptions(field, before);
    // Which the plan has left out, even if a new choice has its id now.
    const isUnknown = carried === field && hasUnknownDefault(field, resumed?.before ?? planned.current);
    // What the API has added to the choices of a field that an undo has just created again is sent back.
    return {...(isUnknown ? withoutDefault(field) : carried), ...(field.id === undefined ? {isExact: false} : {})};
  });
  if (!fields.some(field => hasDefaultChoice(field.members['options']) && written.has(field.name))) return [];
  const made = new Set([...replies.keys(), ...writes.flatMap(({state, id}) => (state === 'done' ? [id] : []))]);
  // Once a change was made, it does not matter whether the API kept other members: only the choices are sent.
  const concerns = (id: string | undefined) => (difference: Difference) =>
    !made.has(id) || /^options\b/.test(difference.path);
  // Someone else may have made a field of that name, where a create or replacement of this run failed.
  const isCreate = ({action}: Change) => action === 'create' || action === 'replace';
  const toCreate = new Set(changes.filter(isCreate).map(({name}) => name));
  const own = new Set(created);
  const isMade = (id: string | undefined, name: string) => id === undefined || !toCreate.has(name) || own.has(id);
  const isToSet = createDefaultTest(done.made, replies);
  const isDefault = (change: Change) => {
    const {action, id, name, differences, lostChoices = []} = change;
    return (
      action === 'update' &&
      isWritten(id, name) &&
      isMade(id, name) &&
      lostChoices.length === 0 &&
      differences.some(each => isToSet(change, each)) &&
      differences.filter(concerns(id)).every(isHarmless)
    );
  };
  const {plan} = await readBack(
    context,
    {...planned, desired: {...planned.desired, fields}},
    {
      created,
      deletedIds,
      // Once the list shows the new choices, the rest of them is as declared. A field that is still to be replaced is
      // the old one, whose id an API may have given to the new one.
      isDone: ({changes, refusals}) =>
        !refusals.some(isDuplicate) &&
        changes.every(change => {
          const {action, id, name, differences} = change;
          const isExpected = (difference: Difference) => isToSet(change, difference) || isOmission(difference);
          return !isWritten(id, name) || (action !== 'replace' && differences.filter(concerns(id)).every(isExpected));
        }),
    },
  );
  const sentWhole = listSentWhole(fields);
  return plan.changes.filter(isDefault).map(change => ({
    ...change,
    // The plan also has lists that the API keeps in its own order; they are not sent.
    body: sentWhole.has(change.name) ? (change.body ?? {}) : {options: change.body?.['options']},
    isFollowUp: true,
  }));
}

/** True if a declared default was none of the choices before the run. */
function hasUnknownDefault({id, name, members, isExact}: DesiredField, before: readonly JsonObject[]): boolean {
  const {options} = members;
  if (isExact || !hasDefaultChoice(options) || options === undefined) return false;
  const old = before.find(field => (id === undefined ? field['name'] === name : field['id'] === id));
  return adoptOptions(options, old?.['options']).adoptedDefault.unknownId !== undefined;
}

function withoutDefault({members, ...field}: DesiredField): DesiredField {
  return {...field, members: {...members, options: omitDefault(members['options']) ?? null}};
}

/**
 * True if the choices can be sent along with the default. Any other difference is a change by someone else, such as a
 * new choice, which would be removed with its values.
 */
function isHarmless(difference: Difference): boolean {
  const {path, before, order} = difference;
  return (
    setsDefault(difference) ||
    isOmission(difference) ||
    order === true ||
    (path.startsWith('options.') && (before === undefined || /\.(?:id|sort_order)$/.test(path)))
  );
}
