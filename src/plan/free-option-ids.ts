import {isArray, isObject, type Json, type JsonObject, showJson} from '../json/json.js';

const idMembers = ['id', 'default_option_id'];

/**
 * Replaces ids in the options of a field that was deleted by others that no choice has: the API gives new ones to the
 * choices of the field that was created in its place, which may be those of others. Choices are then matched by title.
 */
export function freeOptionIds(members: JsonObject): JsonObject {
  const {options} = members;
  return options === undefined ? members : {...members, options: freeIds(options)};
}

function freeIds(value: Json): Json {
  if (isArray(value)) return value.map(freeIds);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner = null]) => [
      member,
      idMembers.includes(member) && inner !== null ? `${showJson(inner)} of a deleted field` : freeIds(inner),
    ]),
  );
}
