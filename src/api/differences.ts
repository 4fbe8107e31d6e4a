import {arrayOf, isObject, type Json, type JsonObject, sameJson, sameNumber} from '../json/json.js';
import {findCounterpart} from './merge.js';
import type {CustomField} from './schemas.js';
import {unshownMembers} from './schemas.js';

/** A place where two values differ; `undefined` for what only one of them has. */
export interface ValueDifference {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export interface DiffOptions {
  readonly path?: readonly (string | number)[];
  /** Also names what only `current` has, and numbers and lists that are only written or sorted in another way. */
  readonly isExact?: boolean;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || arrayOf(value)?.length === 0;
}

/**
 * Where `current` does not have what is desired. An API may add ids and defaults, leave out what is empty, sort lists and write a number in another
 * way: none of it is a difference, unless the comparison is to be exact. Elements of lists are compared with their counterparts (`findCounterpart`).
 */
export function findDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  {path = [], isExact = false}: DiffOptions = {},
): readonly ValueDifference[] {
  if (!isExact && isNothing(current) && isNothing(desired)) return [];
  if (isObject(current) && isObject(desired)) {
    const members = new Set([...(isExact ? Object.keys(current) : []), ...Object.keys(desired)]);
    return [...members].flatMap(member =>
      findDifferences(current[member], desired[member], {path: [...path, member], isExact}),
    );
  }
  const whole = [{path, before: current, after: desired}];
  const [currentList, desiredList] = [arrayOf(current), arrayOf(desired)];
  if (!currentList || !desiredList) {
    const isSameNumber = isExact ? undefined : sameNumber(current, desired);
    return (isSameNumber ?? sameJson(current, desired)) ? [] : whole;
  }
  const counterparts = desiredList.map((element, index) => findCounterpart(element, index, desiredList, currentList));
  const kept = counterparts.filter(index => index !== undefined);
  const isReordered = kept.some((index, at) => index < (kept[at - 1] ?? 0));
  if (isExact && isReordered) return whole;
  return [
    ...desiredList.flatMap((element, index) => {
      const [at, place] = [counterparts[index], [...path, index]];
      if (at === undefined) return [{path: place, before: undefined, after: element}];
      return findDifferences(currentList[at], element, {path: place, isExact});
    }),
    ...currentList.flatMap((before, index) =>
      kept.includes(index) ? [] : [{path: [...path, index], before, after: undefined}],
    ),
  ];
}

/** True when `current` has all that is desired, as `findDifferences` compares. */
export function isSupersetOf(current: Json | undefined, desired: Json | undefined): boolean {
  return findDifferences(current, desired).length === 0;
}

/** In words, which members the API answers with other values than were sent; `undefined` when there are none. */
export function describeDifferences(sent: JsonObject, answered: CustomField): string | undefined {
  const differing = Object.keys(sent).filter(
    member => !unshownMembers.has(member) && !isSupersetOf(answered[member], sent[member]),
  );
  return differing.length === 0
    ? undefined
    : `the API returned different values than were sent for: ${differing.join(', ')}`;
}
