import {type Json, sameJson} from './json.js';

/**
 * Finds for each element of one list its place in another, so that what was inserted or removed in one place moves no
 * others: up to that place it is counted from the start, after it from the end.
 */
export function alignLists(list: readonly Json[], other: readonly Json[]): readonly (number | undefined)[] {
  const shorter = Math.min(list.length, other.length);
  let start = 0;
  while (start < shorter && sameJson(list[start], other[start])) start += 1;
  let end = 0;
  while (end < shorter - start && sameJson(list.at(-1 - end), other.at(-1 - end))) end += 1;
  return list.map((_element, index) => {
    if (index >= list.length - end) return index + other.length - list.length;
    return index < other.length - end ? index : undefined;
  });
}
