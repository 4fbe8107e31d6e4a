import {type Difference, findDifferences} from '../../api/differences.js';
import type {Json} from '../../json/json.js';

/** Formats a value, or the absence of one. */
export function quoteValue(value: Json | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}

/** Formats a difference in one line: `label: "A" -> "B"`. */
export function showDifference({label, before, after}: Difference): string {
  return `${label}: ${quoteValue(before)} -> ${quoteValue(after)}`;
}

/** The changed parts of a member. */
export function findChanged(before: Json | undefined, after: Json | undefined, member: string): readonly Difference[] {
  return findDifferences(before, after, {path: [member], isExact: true});
}
