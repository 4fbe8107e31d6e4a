import {type Difference, findDifferences} from '../../../api/differences.js';
import type {Json} from '../../../json/json.js';

export function quoteValue(value: Json | undefined): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}

/** Formats two values that differ. If they look alike, as two forms of "é" do, all but ASCII is escaped. */
export function quotePair(before: Json | undefined, after: Json | undefined): readonly [string, string] {
  const [from, to] = [quoteValue(before), quoteValue(after)];
  return toShape(from) === toShape(to) ? [escapeAll(from), escapeAll(to)] : [from, to];
}

function toShape(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, ' ');
}

function escapeAll(text: string): string {
  return text.replaceAll(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `options.groups[0].header`, `order of options.groups`. */
export function labelDifference({label, order}: Pick<Difference, 'label' | 'order'>): string {
  return order ? `order of ${label}` : label;
}

/** Formats a difference in one line: `label: "A" -> "B"`. */
export function showDifference(difference: Difference): string {
  const [from, to] = quotePair(difference.before, difference.after);
  return `${labelDifference(difference)}: ${from} -> ${to}`;
}

export function findChanged(before: Json | undefined, after: Json | undefined, member: string): readonly Difference[] {
  return findDifferences(before, after, {path: [member], isExact: true});
}
