import {findDifferences} from '../../api/differences.js';
import type {Json} from '../../json/json.js';

/** A changed part of a member, with its values as text. */
interface ShownChange {
  /** Such as `options.groups[Urgency].header`. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Formats a value, or the absence of one. */
export function quoteValue(value: Json | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}

export function describeChanges(
  before: Json | undefined,
  after: Json | undefined,
  member: string,
): readonly ShownChange[] {
  return findDifferences(before, after, {path: [member], isExact: true}).map(difference => ({
    path: difference.label,
    from: quoteValue(difference.before),
    to: quoteValue(difference.after),
  }));
}
