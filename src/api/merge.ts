import {arrayOf, canonicalText, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';
import {keepUnchanged} from '../json/keep-unchanged.js';
import {renumber} from '../json/renumber.js';
import {type FieldPath, kindOfList, spell} from './field-shapes.js';

type ReadKey = (element: Json) => Json | undefined;

const readId: ReadKey = element => objectOf(element)?.['id'];
/** An API may show an empty header for a group that has none. */
const readHeader: ReadKey = element => objectOf(element)?.['header'] || undefined;
const readTitle: ReadKey = element => objectOf(element)?.['title'];
const readSizeType: ReadKey = element => stringOf(objectOf(objectOf(element)?.['size'])?.['size_type'])?.toUpperCase();

/** The keys of list elements (2.3, 2.4a), best first. */
const keys = [readId, readHeader, readTitle, readSizeType] as const;

/** The indices of two lists that belong together. */
class Matching {
  readonly #counterparts = new Map<number, number>();
  readonly #taken = new Set<number>();

  constructor(
    readonly desired: readonly Json[],
    readonly current: readonly Json[],
  ) {}

  get counterparts(): readonly (number | undefined)[] {
    return this.desired.map((_element, index) => this.#counterparts.get(index));
  }

  /** Matches two elements, unless one of them is matched already. */
  add(index: number, counterpart: number): void {
    if (this.#counterparts.has(index) || this.#taken.has(counterpart)) return;
    this.#counterparts.set(index, counterpart);
    this.#taken.add(counterpart);
  }

  /** The indices of unmatched elements. */
  get open(): {readonly desired: readonly number[]; readonly current: readonly number[]} {
    return {
      desired: [...this.desired.keys()].filter(index => !this.#counterparts.has(index)),
      current: [...this.current.keys()].filter(index => !this.#taken.has(index)),
    };
  }

  /**
   * Matches unmatched elements with the same key in order.
   *
   * @param count how many of one key both lists must have
   * @param keyIfAbsent the key of elements without one; by default these do not match
   */
  matchByKey(readKey: ReadKey, count: 'one' | 'equal' | 'any' = 'equal', keyIfAbsent?: Json): void {
    const keyOf = (element: Json = null) => canonicalText(readKey(element) ?? keyIfAbsent ?? null);
    const {desired, current} = this.open;
    const currentByKey = Map.groupBy(current, index => keyOf(this.current[index]));
    for (const [key, indices] of Map.groupBy(desired, index => keyOf(this.desired[index]))) {
      const counterparts = key === 'null' ? [] : (currentByKey.get(key) ?? []);
      const isEqual = indices.length === counterparts.length;
      if (count !== 'any' && (!isEqual || (count === 'one' && indices.length > 1))) continue;
      for (const [rank, found] of counterparts.slice(0, indices.length).entries()) this.add(indices[rank] ?? 0, found);
    }
  }
}

/**
 * Finds for each element of a desired keyed list the index of the one in the current list that it describes;
 * `undefined` if there is none. Elements match by the best key that both sides have, since the API may add ids; several
 * with the same key match in order. Elements without a key match by their index. Groups also match by the choices they
 * share.
 */
export function findCounterparts(desired: readonly Json[], current: readonly Json[]): readonly (number | undefined)[] {
  const matching = new Matching(desired, current);
  if ([...desired, ...current].some(isGroup)) matchGroups(matching);
  else matchElements(matching);
  return matching.counterparts;
}

function matchElements(matching: Matching): void {
  const {desired, current} = matching;
  for (const readKey of keys) matching.matchByKey(readKey);
  const used = keys.filter(readKey => current.some(element => hasKey(element, readKey)));
  const open = new Set(matching.open.current);
  for (const index of matching.open.desired) {
    const isNamed = used.some(readKey => hasKey(desired[index] ?? null, readKey));
    if (!isNamed && open.has(index)) matching.add(index, index);
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
function matchGroups(matching: Matching): void {
  const noHeader = [] as const;
  matching.matchByKey(readId, 'one');
  matching.matchByKey(readHeader, 'one', noHeader);
  matchByChoices(matching);
  // A group that is taken for a new one would lose its undeclared members.
  matching.matchByKey(readHeader, 'any', noHeader);
}

/**
 * Matches groups that share choices, if they have the same header. A group whose header is new may be a renamed one,
 * and one without a header declares nothing of it.
 */
function matchByChoices(matching: Matching): void {
  const headerOf = (group: Json = null) => JSON.stringify(readHeader(group) ?? null);
  const desiredHeaders = new Set(matching.desired.map(group => headerOf(group)));
  const currentHeaders = new Set(matching.current.map(group => headerOf(group)));
  const describe = (groups: readonly Json[], indices: readonly number[]) =>
    indices.map(index => ({index, header: headerOf(groups[index]), choices: listChoiceNames(groups[index])}));
  const candidates = describe(matching.current, matching.open.current);
  const entries = candidates.flatMap(found => Array.from(found.choices, name => ({name, found})));
  const byName = Map.groupBy(entries, ({name}) => name);
  const pairs = describe(matching.desired, matching.open.desired).flatMap(wanted => {
    const named = Array.from(wanted.choices, name => byName.get(name) ?? []);
    const sharing = Map.groupBy(named.filter(({length}) => length <= maxSharing).flat(), ({found}) => found);
    return Array.from(sharing, ([found, {length: shared}]) => {
      const isSameHeader = wanted.header === found.header;
      const isFree = wanted.header === 'null' ? !desiredHeaders.has(found.header) : !currentHeaders.has(wanted.header);
      const score = 2 * shared + Number(isSameHeader);
      return isSameHeader || isFree ? [{wanted: wanted.index, found: found.index, score}] : [];
    }).flat();
  });
  const bestFirst = pairs.toSorted((a, b) => b.score - a.score || a.wanted - b.wanted || a.found - b.found);
  for (const {wanted, found} of bestFirst) matching.add(wanted, found);
}

function listChoiceNames(group: Json | undefined): ReadonlySet<string> {
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
