import {arrayOf, isObject, type Json, type JsonObject, numberOf, objectOf} from '../json/json.js';

/** What tells the elements of a list apart (2.3, 2.4a), best first: an id, the header of a group, the title of a choice, the kind of a size. */
const keys: readonly ((element: Json) => Json | undefined)[] = [
  element => objectOf(element)?.['id'],
  element => objectOf(element)?.['header'],
  element => objectOf(element)?.['title'],
  element => objectOf(objectOf(element)?.['size'])?.['size_type'],
];

/**
 * The index in `currentList` of the element that a desired one stands for: the one with the same key, of several the one in the same order. The API
 * may have added keys that the desired one does not have. Where they have no key in common, the index decides.
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
    const [found, asked] = [findAll(currentList), findAll(desiredList)];
    if (found.length > 0 && found.length === asked.length) return found[asked.indexOf(index)];
  }
  return isNamed || index >= currentList.length ? undefined : index;
}

/**
 * `desired` laid over `current`: members that it does not name stay as they are, at every depth. A list keeps just the elements that `desired` has,
 * each laid over its counterpart, so that a choice keeps its id and what is stored for it.
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

/** Elements that the API numbers keep their numbers in ascending order when the desired list moves them without numbers of its own. */
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
