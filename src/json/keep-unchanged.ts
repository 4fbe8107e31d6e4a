import {sameNumber} from './compare-numbers.js';
import {arrayOf, isEmpty, isObject, type Json} from './json.js';
import {sameJson} from './same-json.js';

/** If there are more pairs of elements, each is looked for in its own place only. */
const maxPairs = 250_000;

/**
 * Replaces each desired element with a current one that contains it, so that members added by the API survive. An equal
 * element is preferred to one with more members, and the one in the same place to any other.
 */
export function keepUnchanged(desired: readonly Json[], current: readonly Json[]): readonly Json[] {
  const left = new Set(current.keys());
  const isWithin = (element: Json, index: number) => hasAll(current[index], element);
  const isSame = (element: Json, index: number) => isWithin(element, index) && hasAll(element, current[index] ?? null);
  if (desired.length === current.length && desired.every(isWithin)) return current;
  const kept = new Map<number, Json>();
  for (const isKept of [isSame, isWithin])
    for (const [place, element] of desired.entries()) {
      if (kept.has(place)) continue;
      const places = desired.length * current.length > maxPairs ? [place] : [place, ...left];
      const index = places.find(each => left.has(each) && isKept(element, each));
      if (index !== undefined && left.delete(index)) kept.set(place, current[index] ?? null);
    }
  return desired.map((element, place) => kept.get(place) ?? element);
}

function hasAll(current: Json | undefined, desired: Json | undefined): boolean {
  if ((current === undefined || desired === undefined) && isEmpty(current) && isEmpty(desired)) return true;
  const [currentList, desiredList] = [arrayOf(current), arrayOf(desired)];
  if (currentList && desiredList)
    return currentList.length === desiredList.length && desiredList.every((each, at) => hasAll(currentList[at], each));
  if (isObject(current) && isObject(desired))
    return Object.entries(desired).every(([member, value]) => hasAll(current[member], value));
  return sameNumber(current, desired) ?? sameJson(current, desired);
}
