import type {Json, JsonObject} from './json.js';

/** Converts the value of each member. */
export function mapMembers(
  object: JsonObject,
  convert: (member: string, value: Json | undefined) => Json | undefined,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([member, value]) => [member, convert(member, value)]));
}
