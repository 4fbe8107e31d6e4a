import {arrayOf, isObject, type Json, type JsonObject, numberOf, objectOf} from '../json/json.js';

/** Keys of list elements (2.3, 2.4a), best first: any id, the header of a group, title of a choice, kind of a size. */
const keys: readonly ((element: Json) => Json | undefined)[] = [
  element => objectOf(element)?.['id'],
  element => objectOf(element)?.['header'],
  element => objectOf(element)?.['title'],
  element => objectOf(objectOf(element)?.['size'])?.['size_type'],
];

/**
 * Finds the index in `currentList` of the element that matches a desired one. Elements match by the first key that both
 * sides have, since the API may add ids; several with the same key match in order. Without a common key, the index
 * decides. Returns `undefined` if none matches.
 */
export function findCounterpart(
  desired: Json,
  index: number,
  desiredList: readonly Json[],
  currentList: readonly Json[],
): number | undefined {
  let isNamed = false;
  for (const readKey of keys) {
    const key = readKey(desired) ?? null;
    if (key === null || currentList.every(element => (readKey(element) ?? null) === null)) continue;
    isNamed = true;
    const findAll = (list: readonly Json[]) =>
      list.flatMap((element, at) => (JSON.stringify(readKey(element)) === JSON.stringify(key) ? [at] : []));
    const [inCurrent, inDesired] = [findAll(currentList), findAll(desiredList)];
    if (inCurrent.length > 0 && inCurrent.length === inDesired.length) return inCurrent[inDesired.indexOf(index)];
  }
  return isNamed || index >= currentList.length ? undefined : index;
}

/**
 * Merges `desired` into `current`, keeping members that only `current` has, at any depth. A merged list has only the
 * elements of `desired`, each merged with its counterpart, so that a choice keeps its id and the values stored for it.
 */
export function merge(desired: Json, current: Json | undefined): Json {
  const desiredList = arrayOf(desired);
  const currentList = arrayOf(current);
  if (desiredList && currentList)
    return renumber(
      desiredList,
      desiredList.map((element, index) => {
        const counterpart = findCounterpart(element, index, desiredList, currentList);
        return counterpart === undefined ? element : merge(element, currentList[counterpart]);
      }),
    );
  return isObject(desired) && isObject(current) ? mergeObjects(desired, current) : desired;
}

/** If elements were reordered without a new `sort_order`, reassigns the existing numbers in ascending order. */
function renumber(desired: readonly Json[], merged: readonly Json[]): readonly Json[] {
  const numberOfElement = (element: Json) => numberOf(objectOf(element)?.['sort_order']);
  if (desired.some(element => numberOfElement(element) !== undefined)) return merged;
  const numbers = merged.flatMap(element => numberOfElement(element) ?? []).toSorted((a, b) => a - b);
  let next = 0;
  return merged.map(element => {
    const number = numberOfElement(element) === undefined ? undefined : numbers[next++];
    return isObject(element) && number !== undefined ? {...element, sort_order: number} : element;
  });
}

/** Like `merge`, for objects. */
export function mergeObjects(desired: JsonObject, current: JsonObject): JsonObject {
  const merged = Object.entries(desired).map(([member, value]): [string, Json | undefined] => [
    member,
    value === undefined ? undefined : merge(value, current[member]),
  ]);
  return {...current, ...Object.fromEntries(merged)};
}

/** Returns the members of `object` whose names `named` has too. */
export function pickMembers(object: JsonObject, named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => Object.hasOwn(named, member)));
}
