import {arrayOf, isObject, type Json, type JsonObject, sameJson, sameNumber} from '../json/json.js';
import type {CustomField} from './fields.js';
import {findCounterpart} from './merge.js';
import {unshownMembers} from './schemas.js';

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || arrayOf(value)?.length === 0;
}

/**
 * True when `answered` has all of `sent`: an API may add ids and defaults, leave out what is empty, order lists anew and write a number in another
 * way, but not change or drop what it was given.
 */
export function isSupersetOf(answered: Json | undefined, sent: Json | undefined): boolean {
  if (isNothing(sent)) return isNothing(answered);
  const list = arrayOf(sent);
  const answeredList = arrayOf(answered);
  if (list)
    return (
      answeredList?.length === list.length &&
      list.every((element, index) => isSupersetOf(findCounterpart(element, index, list, answeredList), element))
    );
  if (isObject(sent))
    return isObject(answered) && Object.entries(sent).every(([member, value]) => isSupersetOf(answered[member], value));
  return sameNumber(answered, sent) ?? sameJson(answered, sent);
}

/** In words, which members the API answers with other values than were sent; `undefined` when there are none. */
export function describeDifferences(sent: JsonObject, answered: CustomField): string | undefined {
  const differing = Object.keys(sent).filter(
    member => !unshownMembers.has(member) && !isSupersetOf(answered[member], sent[member]),
  );
  return differing.length === 0
    ? undefined
    : `the API answers with other values than were sent for: ${differing.join(', ')}`;
}
