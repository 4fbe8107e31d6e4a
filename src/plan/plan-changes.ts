import {isSupersetOf} from '../api/differences.js';
import {mergeObjects, pickMembers} from '../api/merge.js';
import type {CustomField} from '../api/schemas.js';
import {type JsonObject, stringOf} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import {listDifferences} from './differences.js';
import {type Match, matchFields} from './match-fields.js';
import type {Action, Change, Permissions, Plan, Refusal} from './plan.js';

/** Members that no response shows: they are sent along, and cannot be compared (2.1). */
const writeOnly = {create: ['example_value'], update: ['hint']} as const;
/** Members that an update cannot change (4.4). */
const fixed = ['name', 'type'] as const;

function without(members: JsonObject, left: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([member]) => !left.includes(member)));
}

function idOf(field: CustomField): string {
  return field.id ?? '';
}

function nameOf(field: CustomField): string {
  return field.name ?? '';
}

/** What is to be sent so that the field is created as it is wanted. */
function createBody(members: JsonObject): JsonObject {
  return without(members, writeOnly.update);
}

/** What cannot be compared, in words. */
function describeWriteOnly(members: JsonObject, sent: readonly string[]): readonly string[] {
  return sent.flatMap(member =>
    members[member] === undefined ? [] : [`"${member}" is sent but cannot be compared: no response shows it`],
  );
}

function planCreate({desired, note}: Match): Change {
  const {members} = desired;
  const hint =
    members['hint'] === undefined ? [] : ['"hint" is sent with a later change: a create has no member for it'];
  return {
    action: 'create',
    name: desired.name,
    place: desired.where(),
    differences: [],
    body: createBody(members),
    notes: [...(note === undefined ? [] : [note]), ...describeWriteOnly(members, writeOnly.create), ...hint],
  };
}

/** The change that makes the field what is wanted; `undefined` when it is that. */
function planChange({desired, note}: Match, current: CustomField): Change | undefined {
  const {members} = desired;
  const compared = without(members, [...writeOnly.create, ...writeOnly.update]);
  const differences = Object.entries(compared).flatMap(([member, value]) =>
    listDifferences(current[member], value, member),
  );
  if (differences.length === 0) return undefined;
  const shared = {name: desired.name, id: idOf(current), place: desired.where(), differences, before: current};
  const notes = note === undefined ? [] : [note];
  const changed = fixed.filter(
    member => members[member] !== undefined && !isSupersetOf(current[member], members[member]),
  );
  if (changed.length > 0)
    return {
      ...shared,
      action: 'replace',
      body: createBody(members),
      notes: [
        ...notes,
        `must be replaced: the ${changed.join(' and the ')} of a field cannot change; its id and the values stored in it are lost`,
      ],
    };
  const differing = Object.fromEntries(
    Object.entries(compared).filter(([member, value]) => !isSupersetOf(current[member], value)),
  );
  return {
    ...shared,
    action: 'update',
    body: {...pickMembers(mergeObjects(differing, current), differing), ...pickMembers(members, {hint: null})},
    notes: [...notes, ...describeWriteOnly(members, writeOnly.update)],
  };
}

function planDelete(field: CustomField): Change {
  return {
    action: 'delete',
    name: nameOf(field),
    id: idOf(field),
    differences: [],
    before: field,
    notes: ['its id and the values stored in it are lost'],
  };
}

/** A field that goes, and one that comes and looks like it. */
function describeRenames(creates: readonly Change[], going: readonly CustomField[]): readonly string[] {
  return creates.flatMap(({name, body}) => {
    const twin = going.find(
      field =>
        isSupersetOf(field['type'], body?.['type']) &&
        (body?.['label'] ?? '') !== '' &&
        isSupersetOf(field['label'], body?.['label']),
    );
    return twin
      ? [
          `${JSON.stringify(name)} looks like ${JSON.stringify(nameOf(twin))} under another name: a name cannot change, so this is a new field without the values of the old one`,
        ]
      : [];
  });
}

function refuse(changes: readonly Change[], {replaceable}: Permissions): readonly Refusal[] {
  return changes
    .filter(({action, name}) => action === 'replace' && !replaceable.has(name))
    .map(({name, place, notes}) => ({
      reason: 'replace' as const,
      message: `${place ?? ''}: ${JSON.stringify(name)} ${notes.at(-1) ?? ''}`,
      hint: `If that is intended, pass --replace ${name}.`,
    }));
}

/**
 * What is to be done so that the fields that are there become those that are wanted. A pure function: the same for the same two, in whatever order
 * they come.
 */
export function planChanges(
  desired: readonly DesiredField[],
  current: readonly CustomField[],
  permissions: Permissions,
): Plan {
  const {matches, ambiguities, undeclared} = matchFields(desired, current);
  const kept: {name: string; action: Action}[] = [];
  const nameless = matches.filter(({current, desired}) => !current && (stringOf(desired.members['name']) ?? '') === '');
  const declared = matches.flatMap(match => {
    if (nameless.includes(match)) return [];
    const change = match.current ? planChange(match, match.current) : planCreate(match);
    if (change?.action !== 'replace' || !match.desired.isProtected) return change ?? [];
    kept.push({name: change.name, action: 'replace'});
    return [];
  });
  const going = undeclared.filter(field => permissions.isPruning || permissions.unwanted?.has(idOf(field)));
  const deletes = going.map(planDelete);
  const changes = [...declared, ...deletes].toSorted(byNameAndAction);
  const creates = declared.filter(({action}) => action === 'create');
  const changed = new Set(declared.map(({place}) => place));
  return {
    changes,
    unchanged: matches.length - declared.length - kept.length - nameless.length,
    undeclared: undeclared
      .filter(field => !going.includes(field))
      .map(nameOf)
      .toSorted(),
    kept: kept.toSorted((a, b) => compare(a.name, b.name)),
    refusals: [
      ...ambiguities.map(({desired: {where, name}, message}) => ({
        reason: 'duplicate' as const,
        message: `${where()}: ${JSON.stringify(name)}: ${message}`,
        hint: 'Set the id of the one you mean, or delete the other.',
      })),
      ...nameless.map(({desired: {id, where}}) => ({
        reason: 'shape' as const,
        message: `${where()}: unknown id ${id}, and a new field needs a name`,
        hint: 'Leave it out, or give it a name and a type.',
      })),
      ...refuse(changes, permissions),
      ...desired
        .filter(({flaws, where}) => flaws.length > 0 && changed.has(where()))
        .flatMap(({flaws}) =>
          flaws.map(message => ({
            reason: 'shape' as const,
            message,
            hint: 'The API reference does not list this value.',
          })),
        ),
    ],
    warnings: describeRenames(creates, undeclared),
  };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const order: readonly Action[] = ['create', 'update', 'replace', 'delete'];

function byNameAndAction(a: Change, b: Change): number {
  return (
    order.indexOf(a.action) - order.indexOf(b.action) || compare(a.name, b.name) || compare(a.id ?? '', b.id ?? '')
  );
}
