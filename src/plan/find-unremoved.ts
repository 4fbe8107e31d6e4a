import {isNothing, texts} from '../api/differences.js';
import {type CustomField, pickDocumentedMember} from '../api/schemas.js';
import {isObject, type Json, memberOf} from '../json/json.js';
import {mapMembers} from '../json/map-members.js';
import {sameJson} from '../json/same-json.js';
import type {Change} from './plan.js';

/**
 * Finds the updates of an undo after which a field still has members within a member, or its text. An API that merges
 * what is sent into what it has removes members only where they are sent as null; one that ignores null, texts only as
 * "". What the field did not have when the undo was planned was set by someone else since, and is left alone.
 *
 * @param changes those that the undo still has to make
 * @param planned those that it was to make
 * @param replies to its first updates, by the ids of the fields; a list may lag behind them
 * @param sentWhole the names of fields whose updates are sent whole
 * @returns updates that remove them
 */
export function findUnremoved(
  changes: readonly Change[],
  planned: readonly Change[],
  replies: ReadonlyMap<string | undefined, CustomField | undefined>,
  sentWhole: ReadonlySet<string>,
): readonly Change[] {
  const seen = new Map(planned.map(change => [change.id, change.before ?? {}]));
  return changes.flatMap(change => {
    const {action, id, name, body = {}, before = {}} = change;
    const reply = replies.get(id) ?? {};
    if (action !== 'update') return [];
    const members = Object.entries(body).flatMap(([member, value]) => {
      const listed = memberOf(before, member);
      const shown = pickDocumentedMember(member, memberOf(reply, member) ?? listed);
      const was = memberOf(seen.get(id) ?? {}, member);
      const isUnchanged = [shown, listed].every(each => sameJson(each ?? null, was ?? null));
      const isKept = value === null && texts.has(member) && !isNothing(shown ?? '') && isUnchanged;
      const removed = isKept ? '' : removeOthers(value, shown, was);
      return removed === undefined || sameJson(removed, value ?? null) ? [] : [[member, removed] as const];
    });
    if (members.length === 0) return [];
    // Nothing else is sent twice, unless the API clears what an update does not send.
    const others = sentWhole.has(name) ? body : {};
    return {...change, body: {...others, ...Object.fromEntries(members)}, isFollowUp: true as const};
  });
}

/**
 * Adds null for each member that `shown` still has of what there was. Lists are sent whole, so that nothing is merged
 * into them.
 */
function removeOthers(sent: Json | undefined, shown: Json | undefined, was: Json | undefined): Json | undefined {
  if (!isObject(sent) || !isObject(shown) || !isObject(was)) return sent;
  const isOther = (member: string) =>
    !Object.hasOwn(sent, member) && Object.hasOwn(was, member) && (shown[member] ?? null) !== null;
  const others = Object.keys(shown).filter(isOther);
  const own = mapMembers(sent, (member, value) => removeOthers(value, memberOf(shown, member), memberOf(was, member)));
  return {...own, ...Object.fromEntries(others.map(member => [member, null]))};
}
