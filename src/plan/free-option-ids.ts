import {isArray, isObject, type Json, type JsonObject, showJson} from '../json/json.js';

const idMembers = ['id', 'default_option_id'];

/** Lists the ids in the options of a field, those of choices and others. */
export function listOptionIds({options}: JsonObject): ReadonlySet<string> {
  const ids = new Set<string>();
  const collect = (value: Json): Json => {
    ids.add(showJson(value));
    return value;
  };
  if (options !== undefined) mapIds(options, collect);
  return ids;
}

/**
 * Replaces ids in the options of a field that was deleted by others that no choice has: the API may have given them to
 * other choices of the field that was created in its place. Choices are then matched by their titles.
 *
 * @param taken the ids in the options of that field
 */
export function freeOptionIds(members: JsonObject, taken: ReadonlySet<string>): JsonObject {
  const {options} = members;
  const free = (id: Json) => (taken.has(showJson(id)) ? `${showJson(id)} of a deleted field` : id);
  return options === undefined ? members : {...members, options: mapIds(options, free)};
}

function mapIds(value: Json, toId: (id: Json) => Json): Json {
  if (isArray(value)) return value.map(element => mapIds(element, toId));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner = null]) => [
      member,
      idMembers.includes(member) && inner !== null ? toId(inner) : mapIds(inner, toId),
    ]),
  );
}
