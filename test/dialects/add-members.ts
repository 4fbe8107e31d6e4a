import type {Json, JsonObject} from '../../src/json/json.js';
import type {Dialect} from './dialect.js';
import {isObject, objectsOf, textOf, without} from './exact-json.js';
import {fillIn} from './fill-in.js';

/** Members that a server of the dialect changes by itself. */
export const serverMembers: {readonly [Added in Dialect['added']]: readonly string[]} = {
  nothing: [],
  updated_at: ['updated_at'],
  revision: ['revision'],
  'revision of options': ['revision'],
  read_count: ['read_count'],
  sort_order: ['sort_order'],
  'sort_order as text': ['sort_order'],
  'sort_order by place': ['sort_order'],
  'nested ids': ['id'],
  'new choice ids': ['id'],
};

/** Changes the groups of a field's options, if it has any. */
function mapGroups(field: JsonObject, change: (group: JsonObject, index: number) => JsonObject): JsonObject {
  const {options} = field;
  if (!isObject(options) || !Array.isArray(options['groups'])) return field;
  return {...field, options: {...options, groups: objectsOf(options['groups']).map(change)}};
}

function mapChoices(group: JsonObject, change: (choice: JsonObject, index: number) => JsonObject): JsonObject {
  return Array.isArray(group['options']) ? {...group, options: objectsOf(group['options']).map(change)} : group;
}

/** The ids in a field's groups, choices and validators. */
function idsIn(field: JsonObject | undefined): ReadonlySet<Json | undefined> {
  const options = field?.['options'];
  const groups = isObject(options) ? objectsOf(options['groups']) : [];
  const choices = groups.flatMap(group => objectsOf(group['options']));
  return new Set([...groups, ...choices, ...objectsOf(field?.['validators'])].map(({id}) => id));
}

/** Keeps the ids that the field had, and gives new ones to all that comes without one or with one of something else. */
function addNestedIds(field: JsonObject, before: JsonObject | undefined, nextId: () => string): JsonObject {
  const known = idsIn(before);
  const withId = (object: JsonObject): JsonObject => ({
    ...object,
    id: known.has(object['id']) && object['id'] !== undefined ? object['id'] : nextId(),
  });
  const {validators} = field;
  const checked = Array.isArray(validators) ? {...field, validators: objectsOf(validators).map(withId)} : field;
  return mapGroups(checked, group => mapChoices(withId(group), withId));
}

function byTitle(one: JsonObject, other: JsonObject): number {
  return textOf(one['title']) < textOf(other['title']) ? -1 : 1;
}

/** Adds what is missing, and sorts the choices of each group by it. */
function addSortOrder(field: JsonObject, toOrder: (place: number) => Json): JsonObject {
  const rankOf = ({sort_order = null}: JsonObject) => Number(sort_order);
  return mapGroups(field, (group, index) => {
    const {options, ...others} = mapChoices(group, (choice, place) => ({sort_order: toOrder(place + 1), ...choice}));
    const sorted = Array.isArray(options)
      ? {options: objectsOf(options).toSorted((a, b) => rankOf(a) - rankOf(b))}
      : {};
    return {sort_order: index + 1, ...others, ...sorted};
  });
}

/** Numbers groups and choices by their places, whatever was sent. */
function numberByPlace(field: JsonObject): JsonObject {
  return mapGroups(field, (group, index) => ({
    ...mapChoices(group, (choice, place) => ({...choice, sort_order: place + 1})),
    sort_order: index + 1,
  }));
}

function addTime(field: JsonObject, before: JsonObject | undefined): JsonObject {
  const last = Date.parse(textOf(before?.['updated_at']) || '2026-11-21T12:00:00.000Z');
  return {...field, updated_at: new Date(last + 1000).toISOString()};
}

function addRevision(field: JsonObject, before: JsonObject | undefined): JsonObject {
  const last = before?.['revision'];
  return {...field, revision: typeof last === 'number' ? last + 1 : 1};
}

function addRevisionOfOptions(field: JsonObject, before: JsonObject | undefined): JsonObject {
  const {options} = field;
  if (!isObject(options)) return field;
  const last = before?.['options'];
  return {...field, options: addRevision(options, isObject(last) ? last : undefined)};
}

/** Replaces empty texts at every depth; `undefined` leaves them out of objects. */
function mapEmptyTexts(object: JsonObject, replacement: null | undefined): JsonObject {
  const map = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(each => (each === '' ? each : map(each)));
    return isObject(value) ? mapEmptyTexts(value, replacement) : value;
  };
  return Object.fromEntries(
    Object.entries(object).flatMap(([member, value = null]) => {
      const stored = value === '' ? replacement : map(value);
      return stored === undefined ? [] : [[member, stored]];
    }),
  );
}

/** A field as the server stores it: what was sent, with what the server adds by itself. */
export function addMembers(
  field: JsonObject,
  before: JsonObject | undefined,
  dialect: Dialect,
  nextId: () => string,
): JsonObject {
  const {added, choiceOrder, emptyTexts} = dialect;
  const kept = emptyTexts === 'stay' ? field : mapEmptyTexts(field, emptyTexts === 'become null' ? null : undefined);
  const sortChoices = (group: JsonObject): JsonObject =>
    Array.isArray(group['options']) ? {...group, options: objectsOf(group['options']).toSorted(byTitle)} : group;
  const ordered = choiceOrder === 'by title' ? mapGroups(kept, sortChoices) : kept;
  const add: {readonly [Added in Dialect['added']]: () => JsonObject} = {
    nothing: () => ordered,
    updated_at: () => addTime(ordered, before),
    revision: () => addRevision(ordered, before),
    'revision of options': () => addRevisionOfOptions(ordered, before),
    // Added by each read.
    read_count: () => ordered,
    sort_order: () => addSortOrder(ordered, place => place),
    'sort_order as text': () => addSortOrder(ordered, place => String(place * 10).padStart(4, '0')),
    'sort_order by place': () => numberByPlace(ordered),
    'nested ids': () => addNestedIds(ordered, before, nextId),
    'new choice ids': () =>
      mapGroups(ordered, group => mapChoices(group, choice => ({...without(choice, 'id'), id: nextId()}))),
  };
  return fillIn(add[added](), dialect);
}
