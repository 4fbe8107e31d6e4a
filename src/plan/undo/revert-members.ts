import {type FieldPath, kindOfList} from '../../api/field-shapes.js';
import {findCounterparts} from '../../api/merge.js';
import {documentedMembersAt} from '../../api/schemas.js';
import {arrayOf, isArray, isObject, type Json, type JsonObject, memberOf, objectOf} from '../../json/json.js';
import {mapMembers} from '../../json/map-members.js';
import {sameJson} from '../../json/same-json.js';
import {listChoices} from '../choices/choices.js';

/**
 * Sets the members that were sent back to their values in `was`. Members that were not sent are those of `now`, or, if
 * it lacks them, of `was`: an API may replace a whole object. `undefined` if `was` is.
 */
export function revert(
  now: Json | undefined,
  sent: Json | undefined,
  was: Json | undefined,
  path: FieldPath,
  choices: ChoicesById = {now: toChoicesById(now), sent: toChoicesById(sent)},
): Json | undefined {
  const [nowList, sentList, wasList] = [arrayOf(now ?? null), arrayOf(sent ?? null), arrayOf(was ?? null)];
  if (nowList && sentList && wasList && kindOfList(path) === 'keyed')
    return revertList(nowList, sentList, wasList, path, choices);
  if (!isObject(now) || !isObject(sent) || !isObject(was)) return was;
  // A member that the run did not change, and someone else has changed since; what is null now the API may have cleared.
  // Documented ones were compared before.
  const documented = documentedMembersAt(path);
  const reverted = mapMembers(sent, (member, wasSent) => {
    const [isNow, wasThen] = [now, was].map(object => memberOf(object, member));
    const isByOthers =
      !documented.has(member) && (isNow ?? null) !== null && sameJson(wasSent, wasThen) && !sameJson(isNow, wasSent);
    return isByOthers ? isNow : revert(isNow, wasSent, wasThen, [...path, member], choices);
  });
  // An API may show null for what is not there.
  const shown = Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null));
  const merged: [string, Json | undefined][] = Object.entries({...was, ...shown, ...reverted});
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

interface ChoicesById {
  readonly now: ReadonlyMap<string, JsonObject>;
  readonly sent: ReadonlyMap<string, JsonObject>;
}

function toChoicesById(options: Json | undefined): ReadonlyMap<string, JsonObject> {
  return new Map(
    listChoices(options).flatMap(({id, members}) => (id === undefined ? [] : [[JSON.stringify(id), members] as const])),
  );
}

/** Restores the elements, except for members that someone else has added since or, if undocumented, changed. */
function revertList(
  now: readonly Json[],
  sent: readonly Json[],
  was: readonly Json[],
  path: FieldPath,
  choices: ChoicesById,
): readonly Json[] {
  const documented = documentedMembersAt([...path, 0]);
  const [inNow, inSent] = [findCounterparts(was, now), findCounterparts(was, sent)];
  return was.map((element, index) => {
    // A choice may be in another group now.
    const id = JSON.stringify(objectOf(element)?.['id'] ?? null);
    const is = now[inNow[index] ?? -1] ?? choices.now.get(id);
    const had = sent[inSent[index] ?? -1] ?? choices.sent.get(id);
    if (!isObject(element) || !isObject(is) || !isObject(had)) return element;
    const isByOthers = ([member, value]: readonly [string, Json | undefined]) =>
      memberOf(had, member) === undefined
        ? memberOf(element, member) === undefined
        : !documented.has(member) && !sameJson(value, memberOf(had, member));
    const own = mapMembers(element, (member, value) =>
      revert(memberOf(is, member), memberOf(had, member), value, [...path, index, member], choices),
    );
    return {...own, ...Object.fromEntries(Object.entries(is).filter(isByOthers))};
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
  return mapMembers(value, (member, inner = null) => (member === 'options' ? inner : dropStaleIds(inner, current)));
}
