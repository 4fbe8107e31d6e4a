import {arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';
import {keepUnchanged} from '../json/keep-unchanged.js';
import {ifEqual, ifUnique, Pairing} from '../json/pairing.js';
import {renumber} from '../json/renumber.js';
import {canonicalText} from '../json/same-json.js';
import {type FieldPath, kindOfList, spell} from './field-shapes.js';

type ReadKey = (element: Json) => Json | undefined;

const readId: ReadKey = element => objectOf(element)?.['id'];
/** An API may show an empty header for a group that has none. */
const readHeader: ReadKey = element => objectOf(element)?.['header'] || undefined;
const readTitle: ReadKey = element => objectOf(element)?.['title'];
const readSizeType: ReadKey = element => stringOf(objectOf(objectOf(element)?.['size'])?.['size_type'])?.toUpperCase();

/** The keys of list elements (2.3, 2.4a), best first. */
const keys = [readId, readHeader, readTitle, readSizeType] as const;

interface Entry {
  readonly element: Json;
  readonly index: number;
}

function toEntries(list: readonly Json[]): readonly Entry[] {
  return list.map((element, index) => ({element, index}));
}

/** @param keyIfAbsent the key of elements without one; by default these do not match */
function byKey(readKey: ReadKey, keyIfAbsent: Json = null) {
  return ({element}: Entry) => {
    const key = readKey(element) ?? keyIfAbsent;
    return key === null ? undefined : canonicalText(key);
  };
}

/**
 * Finds for each element of a desired keyed list the index of the one in the current list that it describes;
 * `undefined` if there is none. Elements match by the best key that both sides have, since the API may add ids; several
 * with the same key match in order. Elements without a key match by their index. Groups also match by the choices they
 * share.
 */
export function findCounterparts(desired: readonly Json[], current: readonly Json[]): readonly (number | undefined)[] {
  const pairing = new Pairing(toEntries(desired), toEntries(current));
  if ([...desired, ...current].some(isGroup)) pairGroups(pairing);
  else pairElements(pairing);
  return pairing.desired.map(entry => pairing.pairs.get(entry)?.index);
}

function pairElements(pairing: Pairing<Entry>): void {
  for (const readKey of keys) pairing.addByKey({keyOf: byKey(readKey), canPair: ifEqual});
  const used = keys.filter(readKey => pairing.current.some(({element}) => hasKey(element, readKey)));
  const open = new Map(pairing.open.current.map(entry => [entry.index, entry]));
  for (const entry of pairing.open.desired) {
    const counterpart = open.get(entry.index);
    const isNamed = used.some(readKey => hasKey(entry.element, readKey));
    if (!isNamed && counterpart) pairing.add(entry, counterpart);
  }
}

function hasKey(element: Json, readKey: ReadKey): boolean {
  return (readKey(element) ?? null) !== null;
}

function isGroup(element: Json): boolean {
  return arrayOf(objectOf(element)?.['options']) !== undefined;
}

/** A choice that is in more groups than this does not identify any of them. */
const maxSharing = 20;

/** Groups without a header match each other, by a key that no header is. */
function pairGroups(pairing: Pairing<Entry>): void {
  const byHeader = byKey(readHeader, []);
  pairing.addByKey({keyOf: byKey(readId), canPair: ifUnique});
  pairing.addByKey({keyOf: byHeader, canPair: ifUnique});
  pairByChoices(pairing);
  // A group that is taken for a new one would lose its undeclared members.
  pairing.addByKey({keyOf: byHeader});
}

/**
 * Matches groups that share choices, if they have the same header. A group whose header is new may be a renamed one,
 * and one without a header declares nothing of it.
 */
function pairByChoices(pairing: Pairing<Entry>): void {
  const headerOf = ({element}: Entry) => JSON.stringify(readHeader(element) ?? null);
  const desiredHeaders = new Set(pairing.desired.map(headerOf));
  const currentHeaders = new Set(pairing.current.map(headerOf));
  const describe = (group: Entry) => ({group, header: headerOf(group), choices: listChoiceNames(group.element)});
  const candidates = pairing.open.current.map(describe);
  const entries = candidates.flatMap(found => Array.from(found.choices, name => ({name, found})));
  const byName = Map.groupBy(entries, ({name}) => name);
  const pairs = pairing.open.desired.map(describe).flatMap(wanted => {
    const named = Array.from(wanted.choices, name => byName.get(name) ?? []);
    const sharing = Map.groupBy(named.filter(({length}) => length <= maxSharing).flat(), ({found}) => found);
    return Array.from(sharing, ([found, {length: shared}]) => {
      const isSameHeader = wanted.header === found.header;
      const isFree = wanted.header === 'null' ? !desiredHeaders.has(found.header) : !currentHeaders.has(wanted.header);
      const score = 2 * shared + Number(isSameHeader);
      return isSameHeader || isFree ? [{wanted: wanted.group, found: found.group, score}] : [];
    }).flat();
  });
  const bestFirst = pairs.toSorted(
    (a, b) => b.score - a.score || a.wanted.index - b.wanted.index || a.found.index - b.found.index,
  );
  for (const {wanted, found} of bestFirst) pairing.add(wanted, found);
}

function listChoiceNames(group: Json): ReadonlySet<string> {
  const choices = arrayOf(objectOf(group)?.['options']) ?? [];
  const names = choices.flatMap(choice => [readId(choice), readTitle(choice)]);
  return new Set(names.flatMap(name => ((name ?? null) === null ? [] : [JSON.stringify(name)])));
}

/**
 * Merges `desired` into `current`, keeping members that only `current` has, at any depth. A merged list has only the
 * elements of `desired`. Those of a keyed list are each merged with their counterpart, so that a choice keeps its id
 * and the values stored for it; those of others are kept whole if they have all that is desired.
 *
 * @param path where the values are in the field
 */
export function merge(desired: Json, current: Json | undefined, path: FieldPath): Json {
  const desiredList = arrayOf(desired);
  const currentList = arrayOf(current);
  if (current === undefined) return withoutNulls(desired, path);
  if (!desiredList || !currentList)
    return isObject(desired) && isObject(current)
      ? mergeObjects(desired, current, path)
      : spell(desired, [current], path);
  if (kindOfList(path) !== 'keyed') {
    const spelled = desiredList.map(element => spell(element, currentList, path));
    return keepUnchanged(spelled, currentList);
  }
  // Adopted options carry the tenant's ids, so a choice without one is new, whatever its title.
  const isNew = (element: Json = null, found: Json = null) =>
    path.at(-1) === 'options' && hasKey(found, readId) && !hasKey(element, readId);
  const places = findCounterparts(desiredList, currentList).map((place = -1, index) =>
    isNew(desiredList[index], currentList[place]) ? -1 : place,
  );
  const merged = desiredList.map((each, index) => merge(each, currentList[places[index] ?? -1], [...path, index]));
  const isNumbered = desiredList.some(element => (objectOf(element)?.['sort_order'] ?? null) !== null);
  return isNumbered ? merged : renumber(merged, 'sort_order', places);
}

/** The members in which null removes something; a value may hold null itself. */
const partlyRemovable: ReadonlySet<unknown> = new Set(['options', 'display_options', 'validators']);

/** Removes null from within a member where it has nothing to remove: an API may refuse it. */
export function withoutNulls(value: Json, path: FieldPath): Json {
  if (!partlyRemovable.has(path[0])) return value;
  const list = arrayOf(value);
  if (list) return list.map((element, index) => withoutNulls(element, [...path, index]));
  if (!isObject(value)) return value;
  // A choice with an id is there already, in another group.
  const isThere = path.at(-2) === 'options' && hasKey(value, readId);
  const present = Object.entries(value).filter(([, inner]) => inner !== null || isThere);
  return Object.fromEntries(present.map(([member, inner = null]) => [member, withoutNulls(inner, [...path, member])]));
}

/** Like `merge`, for objects; by default, for whole fields. */
export function mergeObjects(desired: JsonObject, current: JsonObject, path: FieldPath = []): JsonObject {
  const isIdle = (member: string, value: Json | undefined) =>
    value === null && current[member] === undefined && partlyRemovable.has(path[0]);
  const merged = Object.entries(desired)
    .filter(([member, value]) => !isIdle(member, value))
    .map(([member, value]): [string, Json | undefined] => [
      member,
      value === undefined ? undefined : merge(value, current[member], [...path, member]),
    ]);
  return {...current, ...Object.fromEntries(merged)};
}
