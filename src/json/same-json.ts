import {compareCodeUnits} from '../base/compare-code-units.js';
import {arrayOf, isObject, type Json} from './json.js';

/** Sorts members at every level, so that equal values have equal text. */
function canonical(value: Json | undefined): Json | undefined {
  const array = arrayOf(value);
  if (array) return array.map(member => canonical(member) ?? null);
  if (!isObject(value)) return value;
  const sorted: [string, Json | undefined][] = Object.entries(value).map(([name, member]) => [name, canonical(member)]);
  return Object.fromEntries(sorted.sort(([a], [b]) => compareCodeUnits(a, b)));
}

/** Text that is equal for equal values, whatever the order of their members. */
export function canonicalText(value: Json): string {
  return JSON.stringify(canonical(value));
}

/** True when both are the same JSON value. The order of members is ignored; digits of numbers are not. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}
