import {arrayOf, isObject, type Json, type JsonObject, sameJson} from '../json.js';
import type {CustomField} from './fields.js';
import {unshownMembers} from './schemas.js';

/** True when `answered` has all of `sent`: an API may add ids and defaults, but not change or drop what it was given. */
export function holds(answered: Json | undefined, sent: Json | undefined): boolean {
  if (sent === null || sent === undefined) return answered === null || answered === undefined;
  const list = arrayOf(sent);
  const answeredList = arrayOf(answered);
  if (list)
    return answeredList?.length === list.length && list.every((member, index) => holds(answeredList[index], member));
  if (!isObject(sent)) return sameJson(answered, sent);
  return isObject(answered) && Object.entries(sent).every(([member, value]) => holds(answered[member], value));
}

/** In words, which members the API answers with other values than were sent; `undefined` when there are none. */
export function describeDifferences(sent: JsonObject, answered: CustomField): string | undefined {
  const differing = Object.keys(sent).filter(
    member => !unshownMembers.has(member) && !holds(answered[member], sent[member]),
  );
  return differing.length === 0
    ? undefined
    : `the API answers with other values than were sent for: ${differing.join(', ')}`;
}
