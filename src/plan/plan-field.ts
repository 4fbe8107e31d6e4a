import {findDifferences} from '../api/differences.js';
import {mergeObjects, pickMembers} from '../api/merge.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {isObject, type Json, type JsonObject, memberOf, objectOf, sameJson} from '../json/json.js';
import {type AdoptedOptions, adoptOptions} from './adopt-options.js';
import {hasDefaultChoice} from './default-choice.js';
import type {DesiredField} from './desired-field.js';
import {describeDropped, pickDocumented, pickDocumentedMember} from './documented.js';
import type {Choice} from './match-choices.js';
import {withoutLostDefault} from './merge-options.js';
import type {Change} from './plan.js';

/** Members that appear in no response (2.1), so they are sent but cannot be compared. */
const writeOnly = {create: ['example_value'], update: ['hint']} as const;
/** Members that an update cannot change (4.4). */
const fixed = ['name', 'type'] as const;

function without(members: JsonObject, excluded: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([member]) => !excluded.includes(member)));
}

export function nameOf(field: CustomField): string {
  return field.name ?? '';
}

const lossOfField = 'its id and the values stored in it are lost';
/** Says how a choice without an id becomes the default. */
function noteDefault(title: string): string {
  return `the default choice, ${JSON.stringify(title)}, is set by an update, once the choices have ids`;
}

function nameGroup({header}: Choice): string {
  return header === '' ? 'a group without a header' : `group ${JSON.stringify(header)}`;
}

/** Differences show a moved choice as removed and added. */
function noteMove({from, to}: AdoptedOptions['moved'][number]): string {
  return `the choice ${JSON.stringify(to.title)} is not removed: it moves from ${nameGroup(from)} to ${nameGroup(to)}`;
}

/** Builds the body of a create, with notes on what it leaves out. A new field has nothing that null could remove. */
function buildCreate(members: JsonObject): {readonly body: JsonObject; readonly notes: readonly string[]} {
  const absent = Object.keys(members).filter(member => members[member] === null);
  const {options, ...rest} = without(members, [...writeOnly.update, ...absent]);
  const hint =
    members['hint'] === undefined
      ? []
      : ['"hint" cannot be sent with a create; it is sent along with the next change of the field'];
  const unshown = [...describeWriteOnly(members, writeOnly.create), ...hint];
  if (options === undefined) return {body: rest, notes: unshown};
  const adopted = adoptOptions(options, undefined);
  const groupsOf = (value: Json) => objectOf(value)?.['groups'] ?? null;
  const isSame = sameJson(groupsOf(adopted.options), groupsOf(options));
  return {
    body: {...rest, options: adopted.options},
    notes: [
      ...(isSame ? [] : ['ids of new choices are not sent: the tenant assigns its own']),
      ...(adopted.adoptedDefault.newTitle === undefined ? [] : [noteDefault(adopted.adoptedDefault.newTitle)]),
      ...unshown,
    ],
  };
}

/** Returns a note for each declared member that is sent but cannot be compared. */
function describeWriteOnly(members: JsonObject, sent: readonly string[]): readonly string[] {
  return sent.flatMap(member =>
    members[member] === undefined ? [] : [`"${member}" is sent but cannot be compared: no response shows it`],
  );
}

export function planCreate({members, name, where, isExact}: DesiredField): Change {
  const {body, notes} = buildCreate(members);
  return {
    action: 'create',
    name,
    ...(isExact ? {} : {place: where()}),
    differences: [],
    body,
    notes,
  };
}

/** Plans an update or a replacement; `undefined` if the field already matches. */
export function planChange(desired: DesiredField, current: CustomField): Change | undefined {
  const {members, isExact = false} = desired;
  const adopted =
    members['options'] === undefined ? undefined : adoptOptions(members['options'], current['options'], {isExact});
  const compared = {
    ...without(members, [...writeOnly.create, ...writeOnly.update]),
    ...(adopted ? {options: adopted.options} : {}),
  };
  const differing = Object.entries(compared).flatMap(([member, value]) => {
    // Responses may show a mark only if it is set. An undo takes it off even if they show none at all.
    if (!isExact && member === 'deleted' && value === false && !isMarkedDeleted(current)) return [];
    const differences = isExact
      ? findDifferences(
          pickDocumentedMember(member, memberOf(current, member) ?? null),
          pickDocumentedMember(member, value ?? null),
          {path: [member], isComplete: true, isOrdered: true},
        )
      : findDifferences(memberOf(current, member), value, {path: [member], isOrdered: true});
    return differences.length === 0 ? [] : [{member, value, differences}];
  });
  const differences = differing.flatMap(each => each.differences);
  if (differences.length === 0) return undefined;
  const shared = {
    name: desired.name || nameOf(current),
    id: current.id ?? '',
    // An undo has no place in a file.
    ...(isExact ? {} : {place: desired.where()}),
    differences,
    before: current,
  };
  const changed = fixed.filter(member => differing.some(each => each.member === member));
  if (changed.length > 0)
    return {
      ...shared,
      ...buildReplacement(desired, current),
      action: 'replace',
      reason: `must be replaced: the ${changed.join(' and the ')} of a field cannot change`,
      loss: lossOfField,
    };
  const lost = adopted?.lost ?? [];
  const newDefault = adopted?.adoptedDefault.newTitle;
  const changedMembers = Object.fromEntries(differing.map(({member, value}) => [member, value]));
  const merged = isExact ? changedMembers : pickMembers(mergeObjects(changedMembers, current), changedMembers);
  const {options} = merged;
  const kept = withoutLostDefault(options, adopted?.options, current['options']);
  return {
    ...shared,
    action: 'update',
    body: {
      ...merged,
      ...(kept === undefined ? {} : {options: kept}),
      ...pickMembers(members, {hint: null}),
    },
    ...(lost.length > 0
      ? {
          lostChoices: lost,
          loss: `removes these choices and the values stored for them: ${lost.map(title => JSON.stringify(title)).join(', ')}`,
        }
      : {}),
    notes: [
      ...(hasDefaultChoice(kept) === hasDefaultChoice(options) || newDefault !== undefined
        ? []
        : [
            'the default choice is removed, and no other is set; an API that refuses this needs another one, or default_option_id: null',
          ]),
      ...(newDefault === undefined ? [] : [noteDefault(newDefault)]),
      ...(adopted?.moved ?? []).map(noteMove),
      ...describeWriteOnly(members, writeOnly.update),
    ],
  };
}

function withoutDefault(options: Json | undefined): Json | undefined {
  return isObject(options) ? without(options, ['default_option_id']) : options;
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
  const {options} = members;
  // Options are matched first, because buildCreate drops the ids of choices.
  const adopted = options === undefined ? undefined : adoptOptions(options, previous['options']);
  const matched = adopted ? {...members, options: adopted.options} : members;
  const merged = mergeObjects(matched, previous);
  const newDefault = adopted?.adoptedDefault.newTitle;
  // The old default must not come back in place of a new one.
  const own = newDefault === undefined ? merged : {...merged, options: withoutDefault(merged['options'])};
  const {body, notes} = buildCreate({...own, ...pickMembers(members, {type: null})});
  const carried = Object.keys(previous).filter(member => members[member] === undefined);
  return {
    body,
    notes: [
      ...(carried.length > 0 ? [`carried over from the old field: ${carried.join(', ')}`] : []),
      ...(lost === undefined ? [] : [`not carried over: ${lost}`]),
      ...notes,
      ...(newDefault === undefined ? [] : [noteDefault(newDefault)]),
    ],
  };
}

export function planDelete(field: CustomField): Change {
  return {
    action: 'delete',
    name: nameOf(field),
    id: field.id ?? '',
    differences: [],
    before: field,
    loss: lossOfField,
    notes: [],
  };
}
