import {arrayOf, isObject, type Json, type JsonObject, objectOf, sameJson, sameNumber} from '../json/json.js';
import {findCounterpart} from './merge.js';
import type {CustomField} from './schemas.js';
import {unshownMembers} from './schemas.js';

/** A place where two values differ; `undefined` for what only one of them has. */
export interface ValueDifference {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** True where the same choices or groups stand in another order; `before` and `after` then hold what they are called. */
  readonly isOrder?: true;
}

export interface DiffOptions {
  readonly path?: readonly (string | number)[];
  /** Reports every difference, also numbers and lists that are only written or sorted differently. */
  readonly isExact?: boolean;
  /** Reports members that only `current` has. */
  readonly isComplete?: boolean;
  /** Reports choices and groups in another order. */
  readonly isOrdered?: boolean;
}

/** Lists whose order people see (2.4a); others may be sorted by the API. */
const orderedLists: ReadonlySet<string | number | undefined> = new Set(['groups', 'options']);

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || arrayOf(value)?.length === 0;
}

/**
 * Where `current` lacks what is desired. An API may add ids and defaults, leave out empty members, sort lists and write numbers differently: these are
 * not differences unless the options ask for them. Elements of lists are compared with their counterparts (`findCounterpart`).
 */
export function findDifferences(
  current: Json | undefined,
  desired: Json | undefined,
  options: DiffOptions = {},
): readonly ValueDifference[] {
  const {path = [], isExact = false, isComplete = isExact} = options;
  if (!isExact && isNothing(current) && isNothing(desired)) return [];
  if (isObject(current) && isObject(desired)) {
    const members = new Set([...(isComplete ? Object.keys(current) : []), ...Object.keys(desired)]);
    return [...members].flatMap(member =>
      findDifferences(current[member], desired[member], {...options, path: [...path, member]}),
    );
  }
  const [currentList, desiredList] = [arrayOf(current), arrayOf(desired)];
  if (currentList && desiredList) return compareLists(currentList, desiredList, options);
  const isSameNumber = isExact ? undefined : sameNumber(current, desired);
  return (isSameNumber ?? sameJson(current, desired)) ? [] : [{path, before: current, after: desired}];
}

function compareLists(
  current: readonly Json[],
  desired: readonly Json[],
  options: DiffOptions,
): readonly ValueDifference[] {
  const {path = [], isExact = false, isOrdered = false} = options;
  const counterparts = desired.map((element, index) => findCounterpart(element, index, desired, current));
  const kept = counterparts.filter(index => index !== undefined);
  const isReordered = kept.some((index, at) => index < (kept[at - 1] ?? 0));
  if (isExact && isReordered) return [{path, before: current, after: desired}];
  const nameAll = (indices: readonly number[]) => indices.map(index => nameElement(current[index]));
  return [
    ...(isOrdered && isReordered && orderedLists.has(path.at(-1))
      ? [{path, before: nameAll(kept.toSorted((a, b) => a - b)), after: nameAll(kept), isOrder: true as const}]
      : []),
    ...desired.flatMap((element, index) => {
      const [at, place] = [counterparts[index], [...path, index]];
      if (at === undefined) return [{path: place, before: undefined, after: element}];
      return findDifferences(current[at], element, {...options, path: place});
    }),
    ...current.flatMap((before, index) =>
      kept.includes(index) ? [] : [{path: [...path, index], before, after: undefined}],
    ),
  ];
}

/** What people call a choice or a group. */
function nameElement(element: Json | undefined): Json {
  const {title, header, id} = objectOf(element) ?? {};
  return title ?? header ?? id ?? null;
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
