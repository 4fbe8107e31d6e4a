import {findDifferences, isNothing, isNumbering, isOmission} from '../../api/differences.js';
import {toIdWords} from '../../api/find-field.js';
import {type CustomField, isMarkedDeleted, updateMembers, writeOnlyMembers} from '../../api/schemas.js';
import {isEmpty, type Json, type JsonObject, memberOf, objectOf} from '../../json/json.js';
import {describeDropped, pickDocumented} from '../documented.js';
import {createListedFinder} from '../find-renamed.js';
import {hasMember, withIdsOf} from '../has-member.js';
import type {Run} from '../run.js';
import {toDesiredField} from './restore-members.js';
import type {Reversal, UndoContext} from './undo-context.js';

const comparable = updateMembers.filter(member => !writeOnlyMembers.has(member));
const noMembers = Object.fromEntries(comparable.map(member => [member, null]));

/**
 * Recreates a field.
 *
 * @param obstacle why that cannot be done; `undefined` if it can
 */
export function undoDelete(
  {current, undos, foreignIds, suggest}: UndoContext,
  name: string,
  was: JsonObject,
  obstacle: string | undefined,
): readonly Reversal[] {
  const {id: _id, ...members} = pickDocumented(was).field;
  // An API may give a new field what an earlier one of its name had.
  const whole = {...members, ...noMembers, ...members};
  const createsOf = ({writes}: Run) => writes.filter(write => write.action === 'create' && write.name === name);
  const creates = undos.flatMap(createsOf);
  // A choice has its id only once the field exists, so the default is set by a second request.
  const {default_option_id: _default, ...options} = objectOf(members['options']) ?? {};
  const created: JsonObject = {...members, ...(members['options'] ? {options} : {})};
  const hasAll = (field: CustomField) =>
    Object.entries(created).every(([member, value]) => hasMember(field, member, value));
  const isRestored = (field: CustomField) =>
    creates.some(({id, state}) => (id === undefined ? state === 'open' && hasAll(field) : id === field.id));
  // An undo that was interrupted has recreated it already.
  const sameName = current.filter(field => field.name === name && !isMarkedDeleted(field));
  const restored = sameName.find(isRestored);
  if (restored) {
    const ids = sameName.map(field => JSON.stringify(field.id ?? null));
    const twins =
      ids.length > 1
        ? [{notUndone: `${JSON.stringify(name)}: the tenant has several fields with that name: ${ids.join(', ')}`}]
        : [];
    // The default is set by the second request.
    const isComplete = undos.some(({writes}) =>
      writes.some(({action, id, state}) => action === 'update' && id === restored.id && state === 'done'),
    );
    const sent = isComplete ? members : created;
    const changed = comparable.filter(member => isChanged(restored, member, memberOf(sent, member) ?? null));
    const own = Object.fromEntries(Object.entries(whole).filter(([member]) => !changed.includes(member)));
    return [
      {field: toDesiredField(name, restored.id, own)},
      ...(changed.length > 0
        ? [
            {
              notUndone: `${JSON.stringify(name)}: differs from what an earlier undo sent, so left alone: ${changed.join(', ')}`,
            },
          ]
        : []),
      ...twins,
    ];
  }
  const isRenamed = (field: CustomField) =>
    field.name !== name && !isMarkedDeleted(field) && creates.some(({id}) => id !== undefined && id === field.id);
  const renamed = current.find(isRenamed);
  if (renamed) return [leaveRenamed(name, renamed)];
  const own = new Set(undos.flatMap(({writes}) => writes.map(({id}) => id)));
  const unclaimed = current.filter(({id = ''}) => !own.has(id) && !foreignIds.has(id));
  const findOtherName = (undo: Run) => {
    const open = createsOf(undo).filter(({state}) => state === 'open');
    return open.length === 0 ? [] : open.flatMap(createListedFinder(undo, unclaimed));
  };
  const [other] = undos.flatMap(findOtherName);
  if (other)
    return [
      {
        notUndone: `${JSON.stringify(name)} may have been recreated as ${JSON.stringify(other.name ?? null)} (${other.id ?? ''}), which is left alone`,
      },
    ];
  if (obstacle !== undefined) return [{notUndone: `${JSON.stringify(name)} is not recreated: ${obstacle}`}];
  const lost = describeDropped(pickDocumented(was).dropped);
  const marked = current.find(field => field.id === was['id'] && isMarkedDeleted(field));
  const warning = [
    `${JSON.stringify(name)} is recreated with a new id; its stored values, hint and example_value cannot be restored`,
    ...(lost === undefined ? [] : [`not restored: ${lost}`]),
    ...(marked?.id === undefined
      ? []
      : [
          `the deleted field is still listed; to try to bring it back instead, run: ${suggest('fields', 'update', ...toIdWords(marked.id), '--no-deleted')}`,
        ]),
  ].join('; ');
  return [{field: toDesiredField(name, undefined, whole)}, {warning}];
}

/** False for what was not sent, which an API may have set, and for choices that it has numbered or sorted. */
function isChanged(field: CustomField, member: string, sent: Json): boolean {
  if (isEmpty(sent) || isNothing(sent)) return false;
  const expected = withIdsOf(field, member, sent);
  return findDifferences(memberOf(field, member), expected, {path: [member]}).some(
    each => !isOmission(each) && !isNumbering(each) && each.order !== true,
  );
}

/**
 * For a field that is listed under another name than the run used: because an API trims names or puts them in lower
 * case, because it was renamed since, or because it was given the id of a deleted field.
 */
export function leaveRenamed(name: string, {id, name: listed}: CustomField): Reversal {
  return {
    notUndone: `${JSON.stringify(name)} is now listed as ${JSON.stringify(listed ?? null)} (${id ?? ''}), which is left alone`,
  };
}

/** For a field of another type, which no update makes: it was created since with the same name and id. */
export function leaveOther(name: string, {id}: CustomField): Reversal {
  return {
    notUndone: `${JSON.stringify(name)} has since been deleted; ${id ?? ''}, which has a different type, is left alone`,
  };
}
