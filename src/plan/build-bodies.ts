import {mergeObjects, withoutNulls} from '../api/merge.js';
import type {CustomField} from '../api/schemas.js';
import {type Json, type JsonObject, objectOf, pickMembers, without} from '../json/json.js';
import {mapMembers} from '../json/map-members.js';
import {sameJson} from '../json/same-json.js';
import {adoptOptions} from './choices/adopt-options.js';
import {hasDefaultChoice, omitDefault, titleOfDefault} from './choices/default-choice.js';
import {withoutLostDefault} from './choices/merge-options.js';
import type {DesiredField} from './desired-field.js';
import {describeDropped, pickDocumented} from './documented.js';

/** Members that appear in no response (2.1), so they are sent but cannot be compared. */
export const writeOnly = {create: ['example_value'], update: ['hint']} as const;
const unreadMembers = [...writeOnly.update, ...writeOnly.create];

/** True if a declaration has members that no update shows to be needed. */
export function hasUnread(members: JsonObject): boolean {
  return unreadMembers.some(member => (members[member] ?? null) !== null);
}

/** Says how a choice without an id becomes the default. */
export function noteDefault(title: string): string {
  return `the default choice ${JSON.stringify(title)} is set by a second request, once the choices have ids`;
}

/**
 * Builds the body of a create, with notes on what it leaves out. A new field has nothing that null could remove, and is
 * not deleted.
 */
export function buildCreate(members: JsonObject): {
  readonly body: JsonObject;
  readonly notes: readonly string[];
  /** The title of the default choice if that takes another request. */
  readonly newDefault?: string | undefined;
} {
  const absent = Object.keys(members).filter(member => members[member] === null);
  const {options, ...rest} = without(members, [...writeOnly.update, 'deleted', ...absent]);
  const hint =
    (members['hint'] ?? null) === null
      ? []
      : ['"hint" cannot be sent with a create; once the field exists, send it with fields update --hint'];
  const unshown = [...describeWriteOnly(rest, writeOnly.create), ...hint];
  if (options === undefined) return {body: dropIdleNulls(rest), notes: unshown};
  const adopted = adoptOptions(options, undefined);
  const {newTitle} = adopted.adoptedDefault;
  const groupsOf = (value: Json) => objectOf(value)?.['groups'] ?? null;
  const isSame = sameJson(groupsOf(adopted.options), groupsOf(options));
  return {
    body: dropIdleNulls({...rest, options: adopted.options}),
    notes: [
      ...(isSame ? [] : ['ids of new choices are not sent: the tenant assigns its own']),
      ...(newTitle === undefined ? [] : [noteDefault(newTitle)]),
      ...unshown,
    ],
    newDefault: newTitle,
  };
}

function dropIdleNulls(members: JsonObject): JsonObject {
  return mapMembers(members, (member, value) => value && withoutNulls(value, [member]));
}

/** Returns a note for each declared member that is sent but cannot be compared. */
export function describeWriteOnly(members: JsonObject, sent: readonly string[]): readonly string[] {
  return sent.flatMap(member =>
    members[member] === undefined ? [] : [`"${member}" is sent but cannot be compared: the API never returns it`],
  );
}

/**
 * Builds the body of the create that replaces a field, with notes on it. Documented members that the file does not
 * declare are carried over.
 */
export function buildReplacement(
  {members, isExact}: DesiredField,
  current: CustomField,
): {readonly body: JsonObject; readonly notes: readonly string[]} {
  const {field, dropped} = pickDocumented(isExact ? {} : current);
  const {id: _id, ...previous} = field;
  const lost = describeDropped(dropped);
  const unread = isExact ? [] : unreadMembers.filter(member => members[member] === undefined);
  const {options} = members;
  // Options are matched first, because buildCreate drops the ids of choices.
  const adopted = options === undefined ? undefined : adoptOptions(options, previous['options']);
  const matched = adopted ? {...members, options: adopted.options} : members;
  const merged = mergeObjects(matched, previous);
  const newDefault = adopted?.adoptedDefault.newTitle;
  // The old default must not come back in place of a new one, nor without its choice.
  const kept = withoutLostDefault(merged['options'], adopted?.options, previous['options']);
  const own = {...merged, options: newDefault === undefined ? kept : omitDefault(merged['options'])};
  const created = buildCreate({...own, ...pickMembers(members, {type: null})});
  const {body, notes} = created;
  const oldDefault = titleOfDefault(previous['options']) ?? objectOf(previous['options'])?.['default_option_id'];
  const losesDefault =
    options !== null &&
    hasDefaultChoice(previous['options']) &&
    !Object.hasOwn(objectOf(adopted?.options) ?? {}, 'default_option_id') &&
    (newDefault ?? created.newDefault) === undefined &&
    !hasDefaultChoice(body['options']);
  const carried = Object.keys(body).filter(member => members[member] === undefined && previous[member] !== undefined);
  return {
    body,
    notes: [
      ...(carried.length > 0 ? [`carried over from the old field: ${carried.join(', ')}`] : []),
      ...(lost === undefined ? [] : [`not carried over: ${lost}`]),
      ...(unread.length > 0 ? [`not carried over: ${unread.join(' and ')}, which the API never returns`] : []),
      ...(losesDefault ? [`not carried over: the default choice ${JSON.stringify(oldDefault)}`] : []),
      ...notes,
      ...(newDefault === undefined ? [] : [noteDefault(newDefault)]),
    ],
  };
}
