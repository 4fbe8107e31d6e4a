import {showPath} from '../../../api/schemas.js';
import {arrayOf, isObject, type Json, sameJson} from '../../../json/json.js';

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** What differs between two values, a line for each path: `options.groups[0].header: "Old" -> "New"`. */
export function describeChanges(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly (string | number)[] = [],
): readonly string[] {
  if (sameJson(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const members = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...members].flatMap(member => describeChanges(before[member], after[member], [...path, member]));
  }
  const [old, young] = [arrayOf(before), arrayOf(after)];
  if (old && young) {
    const length = Math.max(old.length, young.length);
    return Array.from({length}, (_, index) => describeChanges(old[index], young[index], [...path, index])).flat();
  }
  return [`${showPath(path)}: ${show(before)} -> ${show(after)}`];
}
