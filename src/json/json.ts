import {keepOrders} from './member-order.js';

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

/** A number, where a value may begin, whose text may differ from what a double prints: long, exponent, trailing zero, tiny, minus zero. */
const suspiciousNumber =
  /(?:^|[:[,])\s*-?(?:[\d.]{16}|\d[\d.]*[eE]|\d+\.\d*0(?![\d])|0\.000000|\d{16})|(?:^|[:[,])\s*-0(?![.\d])/;

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

/** True for what a JSON parser returns, unless it is nested deeper than `levels`. */
function isShallowJson(value: unknown, levels: number): value is Json {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return true;
  if (levels === 0) return false;
  for (const member of Array.isArray(value) ? value : Object.values(value))
    if (!isShallowJson(member, levels - 1)) return false;
  return true;
}

/**
 * Reads JSON without changing a digit: a number that a double would print differently becomes a `RawNumber`. Members are kept in their order.
 * Of duplicate keys the last wins.
 *
 * @throws SyntaxError when the text is not JSON
 * @throws TooDeepError
 */
export function parseJson(text: string): Json {
  const value = parseExact(text);
  keepOrders(value, text);
  return value;
}

function parseExact(text: string): Json {
  // The parser does not recurse; what follows does, so it gets only what is known to be shallow.
  const value: unknown = JSON.parse(text);
  if (!isShallowJson(value, maxDepth)) throw new TooDeepError();
  if (!suspiciousNumber.test(text)) return value;
  mark ||= `number ${crypto.randomUUID()} `;
  const marked: unknown = JSON.parse(text.replace(stringOrNumber, markNumber));
  const exact = restoreNumbers(marked);
  if (!isShallowJson(exact, maxDepth)) throw new TooDeepError();
  return exact;
}

// A reviver with source text would do, but V8 now and then hands it another member of a large text.
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** What stands before the digits of a number while it is a string: nothing that anybody sends. Made when it is needed: few replies need it. */
let mark = '';

/** A number that a double would print differently, as a string that says so. */
function markNumber(token: string): string {
  return token.startsWith('"') || String(Number(token)) === token ? token : `"${mark}${token}"`;
}

/** The same value, its marked strings numbers again. */
function restoreNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? JSON.rawJSON(value.slice(mark.length)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(restoreNumbers);
  for (const [name, member] of Object.entries(value)) {
    const restored = restoreNumbers(member);
    if (restored !== member)
      Object.defineProperty(value, name, {value: restored, configurable: true, enumerable: true, writable: true});
  }
  return value;
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
