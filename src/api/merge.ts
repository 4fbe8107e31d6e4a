import {arrayOf, isObject, type Json, type JsonObject, numberOf, objectOf} from '../json/json.js';
import {findCounterparts} from './counterparts.js';

/**
 * Merges `desired` into `current`, keeping members that only `current` has, at any depth. A merged list has only the
 * elements of `desired`, each merged with its counterpart, so that a choice keeps its id and the values stored for it.
 */
export function merge(desired: Json, current: Json | undefined): Json {
  const desiredList = arrayOf(desired);
  const currentList = arrayOf(current);
  if (desiredList && currentList) {
    const counterparts = findCounterparts(desiredList, currentList);
    return renumber(
      desiredList,
      desiredList.map((element, index) => merge(element, currentList[counterparts[index] ?? -1])),
    );
  }
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
