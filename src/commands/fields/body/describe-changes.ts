import {findDifferences} from '../../../api/differences.js';
import {showPath} from '../../../api/schemas.js';
import type {Json} from '../../../json/json.js';

function show(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

/** Describes the changes of a member, one line per path: `options.groups[0].header: "Old" -> "New"`. */
export function describeChanges(before: Json | undefined, after: Json | undefined, member: string): readonly string[] {
  return findDifferences(before, after, {path: [member], isExact: true}).map(
    difference => `${showPath(difference.path)}: ${show(difference.before)} -> ${show(difference.after)}`,
  );
}
