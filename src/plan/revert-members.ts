import {documentedMembersOf, type FieldPath, kindOfList} from '../api/field-shapes.js';
import {findCounterparts} from '../api/merge.js';
import {arrayOf, isArray, isObject, type Json, sameJson} from '../json/json.js';

/**
 * Sets the members that were sent back to their values in `was`. Members that were not sent are those of `now`, or, if
 * it lacks them, of `was`: an API may replace a whole object. `undefined` if `was` is.
 */
export function revert(
  now: Json | undefined,
  sent: Json | undefined,
  was: Json | undefined,
  path: FieldPath,
): Json | undefined {
  const [nowList, sentList, wasList] = [arrayOf(now ?? null), arrayOf(sent ?? null), arrayOf(was ?? null)];
  if (nowList && sentList && wasList && kindOfList(path) === 'keyed')
    return revertList(nowList, sentList, wasList, path);
  if (!isObject(now) || !isObject(sent) || !isObject(was)) return was;
  const reverted = Object.keys(sent).map((member): [string, Json | undefined] => [
    member,
    revert(now[member], sent[member], was[member], [...path, member]),
  ]);
  const merged: [string, Json | undefined][] = Object.entries({...was, ...now, ...Object.fromEntries(reverted)});
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Sets the elements back, but for members that somebody else has added or, if undocumented, changed since. */
function revertList(
  now: readonly Json[],
  sent: readonly Json[],
  was: readonly Json[],
  path: FieldPath,
): readonly Json[] {
  const documented = documentedMembersOf(path) ?? [];
  const [inNow, inSent] = [findCounterparts(was, now), findCounterparts(was, sent)];
  return was.map((element, index) => {
    const [is, had] = [now[inNow[index] ?? -1], sent[inSent[index] ?? -1]];
    if (!isObject(element) || !isObject(is) || !isObject(had)) return element;
    const isByOthers = ([member, value]: readonly [string, Json | undefined]) =>
      had[member] === undefined
        ? element[member] === undefined
        : !documented.includes(member) && !sameJson(value, had[member]);
    const own = Object.entries(element).map(([member, value]): [string, Json | undefined] => [
      member,
      revert(is[member], had[member], value, [...path, index, member]),
    ]);
    return {...Object.fromEntries(own), ...Object.fromEntries(Object.entries(is).filter(isByOthers))};
  });
}

/** Members with lists whose elements may get ids from the API. In other members, `id` may be part of a value. */
export const listsWithIds: ReadonlySet<string> = new Set(['options', 'validators']);

/** Lists the ids at any depth, as JSON. */
export function listIds(value: Json | undefined): readonly string[] {
  if (isArray(value)) return value.flatMap(listIds);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => (member === 'id' ? JSON.stringify(inner) : listIds(inner)));
}

/**
 * Removes ids that no longer exist from the elements of lists. Ids of choices are left to `adoptOptions`, which knows
 * what refers to them.
 */
export function dropStaleIds(value: Json, current: ReadonlySet<string>): Json {
  if (isArray(value))
    return value.map(element => {
      const kept = dropStaleIds(element, current);
      if (!isObject(kept) || current.has(JSON.stringify(kept['id']))) return kept;
      const {id: _stale, ...members} = kept;
      return members;
    });
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner = null]) => [
      member,
      member === 'options' ? inner : dropStaleIds(inner, current),
    ]),
  );
}
