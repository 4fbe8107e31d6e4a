import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../json/json.js';

/** What tells the elements of a list apart (2.3, 2.4a), best first: an id, the header of a group, the title of a choice, the kind of a size. */
const keys: readonly ((element: Json) => Json | undefined)[] = [
  element => objectOf(element)?.['id'],
  element => objectOf(element)?.['header'],
  element => objectOf(element)?.['title'],
  element => objectOf(objectOf(element)?.['size'])?.['size_type'],
];

/**
 * The element of `list` that the wanted one stands for: the one with the same key, of several the one in the same order. The API may have added
 * keys that the wanted one does not have. Without any key in common the place decides.
 */
export function findCounterpart(
  desired: Json,
  index: number,
  wantedList: readonly Json[],
  list: readonly Json[],
): Json | undefined {
  let isNamed = false;
  for (const readKey of keys) {
    const key = readKey(desired) ?? null;
    if (key === null || list.every(element => (readKey(element) ?? null) === null)) continue;
    isNamed = true;
    const isSame = (element: Json) => JSON.stringify(readKey(element)) === JSON.stringify(key);
    const found = list.filter(isSame);
    const asked = wantedList.filter(isSame);
    if (found.length > 0 && found.length === asked.length) return found[asked.indexOf(desired)];
  }
  return isNamed ? undefined : list[index];
}

/**
 * `wanted` laid over `current`: members that it does not name stay as they are, at every depth. Of a list, just the elements that `wanted` has are kept,
 * each laid over its counterpart, so that a choice keeps its id and what is stored for it.
 */
export function merge(desired: Json, current: Json | undefined): Json {
  const list = arrayOf(desired);
  const currentList = arrayOf(current);
  if (list && currentList)
    return list.map((element, index) => merge(element, findCounterpart(element, index, list, currentList)));
  return isObject(desired) && isObject(current) ? mergeObjects(desired, current) : desired;
}

/** The same for objects. */
export function mergeObjects(desired: JsonObject, current: JsonObject): JsonObject {
  const merged = Object.entries(desired).map(([member, value]): [string, Json | undefined] => [
    member,
    value === undefined ? undefined : merge(value, current[member]),
  ]);
  return {...current, ...Object.fromEntries(merged)};
}

/** Those members of `object` that `named` has. */
export function pickMembers(object: JsonObject, named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => Object.hasOwn(named, member)));
}
