import type {Json, JsonObject} from '../../src/json/json.js';

/** Parses JSON; numbers that a double would change keep their digits. */
export function parseExact(text: string): Json {
  return JSON.parse(text, (_member, value: Json, context?: {readonly source?: string}) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? JSON.rawJSON(context.source)
      : value,
  );
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The same value with the members of all its objects in alphabetical order. */
export function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortMembers);
  return isObject(value) ? mapMembers(value, sortMembers, true) : value;
}

function mapMembers(object: JsonObject, change: (value: Json) => Json, isSorted: boolean): JsonObject {
  const entries = Object.entries(object).flatMap(([member, value]): readonly [string, Json][] =>
    value === undefined ? [] : [[member, change(value)]],
  );
  return Object.fromEntries(isSorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries);
}

/** Text that is equal for equal values, whatever the order of their members. */
export function canonical(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(sortMembers(value));
}

export function without(object: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => !members.includes(member)));
}

/** The value without the members of these names, at every depth. */
export function withoutAnywhere(value: Json, members: readonly string[]): Json {
  if (Array.isArray(value)) return value.map(element => withoutAnywhere(element, members));
  if (!isObject(value)) return value;
  return mapMembers(without(value, ...members), inner => withoutAnywhere(inner, members), false);
}
