/** A number as its original digits, because a double would change them. */
export interface RawNumber {
  readonly rawJSON: string;
}

export type Json = null | boolean | number | string | RawNumber | readonly Json[] | JsonObject;
/** A JSON object; `__proto__` is a member like any other. */
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

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

/** Returns a number with exactly these digits; a plain number if a double prints the same. */
export function exactNumber(digits: string): number | RawNumber {
  const value = Number(digits);
  return String(value) === digits ? value : JSON.rawJSON(digits);
}

/** True for a value that an API may omit. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || arrayOf(value)?.length === 0;
}

export function isNumber(value: Json | undefined): value is number | RawNumber {
  return typeof value === 'number' || JSON.isRawJSON(value);
}

/** The number as a double, for arithmetic and comparisons; `undefined` for anything else. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return JSON.isRawJSON(value) ? Number(value.rawJSON) : undefined;
}

export function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function without(members: JsonObject, excluded: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([member]) => !excluded.includes(member)));
}

/** The boolean; some APIs write it as 1, "1" or "true". `undefined` for anything else. */
export function flagOf(value: Json | undefined): boolean | undefined {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : undefined;
}

/** The whole number; some APIs write it as a string. `undefined` for anything else. */
export function integerOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string') return /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : undefined;
  return Number.isSafeInteger(value) ? numberOf(value) : undefined;
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

/** A member of the object itself; `constructor` and the like are inherited. */
export function memberOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value as text: strings unquoted, numbers digit for digit, null empty, anything else as JSON. */
export function showJson(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function pickMembers(object: JsonObject, named: object): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => Object.hasOwn(named, member)));
}
