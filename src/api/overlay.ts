import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../json.js';

/** What tells the elements of a list apart (2.3, 2.4a): an id, the header of a group, the title of a choice, the kind of a size. */
function keyOf(element: Json): string | undefined {
  const {id, header, title, size} = objectOf(element) ?? {};
  const key = id ?? header ?? title ?? objectOf(size)?.['size_type'];
  return key === undefined || key === null ? undefined : JSON.stringify(key);
}

/** The element that the wanted one stands for: by its key, which has to be the only one of its kind on both sides, or else by its place. */
export function findCounterpart(
  wanted: Json,
  index: number,
  wantedList: readonly Json[],
  list: readonly Json[],
): Json | undefined {
  const title = objectOf(wanted)?.['title'];
  const keys = [keyOf(wanted), title === undefined ? undefined : JSON.stringify(title)];
  for (const key of keys) {
    if (key === undefined) continue;
    const matches = (element: Json) => keyOf(element) === key || JSON.stringify(objectOf(element)?.['title']) === key;
    const found = list.filter(matches);
    if (found.length === 1 && wantedList.filter(matches).length === 1) return found[0];
  }
  const hasKeys = list.some(element => keyOf(element) !== undefined) && keys.some(key => key !== undefined);
  return hasKeys ? undefined : list[index];
}

/**
 * `wanted` laid over `current`: members that it does not name stay as they are, at every depth. Of a list, just the elements that `wanted` has are kept,
 * each laid over its counterpart, so that a choice keeps its id and what is stored for it.
 */
export function overlay(wanted: Json, current: Json | undefined): Json {
  const list = arrayOf(wanted);
  const currentList = arrayOf(current);
  if (list && currentList)
    return list.map((element, index) => overlay(element, findCounterpart(element, index, list, currentList)));
  return isObject(wanted) && isObject(current) ? overlayObject(wanted, current) : wanted;
}

/** The same for objects. */
export function overlayObject(wanted: JsonObject, current: JsonObject): JsonObject {
  const laid = Object.entries(wanted).map(([member, value]): [string, Json | undefined] => [
    member,
    value === undefined ? undefined : overlay(value, current[member]),
  ]);
  return {...current, ...Object.fromEntries(laid)};
}

/** Those members of `object` that `named` has. */
export function pickMembers(object: JsonObject, named: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([member]) => Object.hasOwn(named, member)));
}
