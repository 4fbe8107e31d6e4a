import {findDifferences} from '../../../api/differences.js';
import {showPath} from '../../../api/schemas.js';
import type {Json} from '../../../json/json.js';

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** How a member of a field changes, a line for each path: `options.groups[0].header: "Old" -> "New"`. */
export function describeChanges(before: Json | undefined, after: Json | undefined, member: string): readonly string[] {
  return findDifferences(before, after, {path: [member], isExact: true}).map(
    difference => `${showPath(difference.path)}: ${show(difference.before)} -> ${show(difference.after)}`,
  );
}
