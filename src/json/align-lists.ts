import {type Json} from './json.js';
import {sameJson} from './same-json.js';

/**
 * Maps each index of `list` to one of `other`: equal elements at the end are paired from the end, all others by index;
 * `undefined` where `other` has none. So an insertion or removal in one place moves no other element.
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
