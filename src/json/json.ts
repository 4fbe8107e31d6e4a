/** A number kept as the digits it came with, because a double would change them. */
export interface RawNumber {
  readonly rawJSON: string;
}

export type Json = null | boolean | number | string | RawNumber | readonly Json[] | JsonObject;
/** A JSON object with members in the order they came; `__proto__` is a member like any other. */
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

declare global {
  // Source text access (Node >= 22), which the standard library types do not describe yet.
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
  }
}

/** How deep a reply or an input file may be nested. The documented types recurse, so there must be some bound. */
export const maxDepth = 100;

/** True for objects that are neither arrays nor numbers kept as text. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** Thrown by `parseJson` for JSON that is nested deeper than `maxDepth`. */
export class TooDeepError extends Error {
  override readonly name = 'TooDeepError';

  constructor() {
    super(`the JSON is nested too deeply: at most ${maxDepth} levels are read`);
  }
}

/** A number with exactly these digits, as a plain number where a double prints it the same. */
export function exactNumber(digits: string): number | RawNumber {
  const value = Number(digits);
  return String(value) === digits ? value : JSON.rawJSON(digits);
}

export function isNumber(value: Json | undefined): boolean {
  return typeof value === 'number' || JSON.isRawJSON(value);
}

/** The number of a reply as a double, for arithmetic and positions; `undefined` for anything else. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : undefined;
}

export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function objectOf(value: Json | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function arrayOf(value: Json | undefined): readonly Json[] | undefined {
  return isArray(value) ? value : undefined;
}

export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The same value with members sorted at every level, so that equal values have equal text. */
function canonical(value: Json | undefined): Json | undefined {
  const array = arrayOf(value);
  if (array) return array.map(member => canonical(member) ?? null);
  if (!isObject(value)) return value;
  const sorted: [string, Json | undefined][] = Object.entries(value).map(([name, member]) => [name, canonical(member)]);
  return Object.fromEntries(sorted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Text that is the same for equal values, in whatever order their members stand. */
export function canonicalText(value: Json): string {
  return JSON.stringify(canonical(value));
}

/** True when both are the same JSON value; the order of members does not count, digits of numbers do. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}

/** The value as text: strings bare, numbers digit for digit, all else as JSON; nothing for null. */
export function showJson(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number as sign, digits without needless zeros, and power of ten. */
function normalize(value: Json | undefined): string | undefined {
  const text = typeof value === 'number' ? String(value) : JSON.isRawJSON(value) ? value.rawJSON : undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text ?? '') ?? [];
  if (whole === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant === ''
    ? '0'
    : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** Whether both are the same number, `1.0` and `1` being so; `undefined` when one of them is none. */
export function sameNumber(a: Json | undefined, b: Json | undefined): boolean | undefined {
  const [first, second] = [normalize(a), normalize(b)];
  return first === undefined || second === undefined ? undefined : first === second;
}
