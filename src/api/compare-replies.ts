import {arrayOf, isObject, type Json, type JsonObject, memberOf, objectOf} from '../json/json.js';
import {sameJson} from '../json/same-json.js';
import {type Difference, findDifferences, isNumbering, isOmission} from './differences.js';
import {type FieldPath, kindOfList} from './field-shapes.js';
import {findCounterparts} from './merge.js';
import {type CustomField, documentedMembersAt, pickDocumentedMember, writeOnlyMembers} from './schemas.js';

/*
 * Compares what a write has sent with what the API shows afterwards.
 */

/**
 * Removes undocumented members of choices, groups and validators that an update only sends back: the API may change them
 * at any time, such as a count of uses (row 148).
 *
 * @param isRefused limits this to members with these names, and removes them from other objects too; by default all
 * @param restores true to remove them also where they are new
 */
function dropSentBack(
  sent: Json | undefined,
  before: Json | undefined,
  path: FieldPath,
  isRefused?: (member: string) => boolean,
  restores = false,
): Json | undefined {
  const [sentList, list] = [arrayOf(sent), arrayOf(before)];
  if (sentList && list) {
    if (kindOfList(path) !== 'keyed') return sent;
    const counterparts = findCounterparts(sentList, list);
    const choices = list.flatMap(group => arrayOf(objectOf(group)?.['options']) ?? []);
    // A choice may come from another group.
    const withAllChoices = (group: Json | undefined) =>
      path.at(-1) === 'groups' ? {...objectOf(group), options: choices} : group;
    return sentList.map((element, index) => {
      const was = withAllChoices(list[counterparts[index] ?? -1] ?? (restores ? element : undefined));
      return dropSentBack(element, was, [...path, index], isRefused, restores) ?? element;
    });
  }
  if (!isObject(sent) || !isObject(before)) return sent;
  const isElement = typeof path.at(-1) === 'number';
  const isSentBack = ([member, value]: readonly [string, Json | undefined]) =>
    isUndocumented(path, member) &&
    (sameJson(value, before[member]) || (restores && before[member] === undefined)) &&
    (isRefused ? isRefused(member) : isElement);
  return Object.fromEntries(
    Object.entries(sent)
      .filter(entry => !isSentBack(entry))
      .map(([member, value]) => [member, dropSentBack(value, before[member], [...path, member], isRefused, restores)]),
  );
}

/** True if the reference names the members of the object at that path, but not this one. */
function isUndocumented(path: FieldPath, member: string): boolean {
  const documented = documentedMembersAt(path);
  return path.length > 0 && documented.size > 0 && !documented.has(member);
}

/** Matches errors that reject a member whatever its value. If only the value was rejected, leaving it out would lose it. */
const refusesMember =
  /read.?only|not (?:allowed|permitted|writable)|should not exist|additional|unknown|unexpected|unrecognized|extra|cannot be (?:set|changed)/i;

/**
 * Leaves out what an update only sends back, or restores, and the API refuses by name, because it sets these members
 * itself; `undefined` if there is nothing of the kind.
 *
 * @param restores true if nobody has declared the values
 */
export function withoutRefused(
  body: JsonObject,
  before: JsonObject,
  message: string,
  restores: boolean,
): {readonly body: JsonObject; readonly names: readonly string[]} | undefined {
  const words = new Set(refusesMember.test(message) ? message.split(/[^\w-]+/) : []);
  const names = new Set<string>();
  const isRefused = (member: string) => {
    const isNamed = member !== 'id' && words.has(member);
    if (isNamed) names.add(member);
    return isNamed;
  };
  const accepted = dropSentBack(body, before, [], isRefused, restores);
  return names.size === 0 ? undefined : {body: isObject(accepted) ? accepted : body, names: [...names]};
}

/**
 * Finds where a member differs from what an update sent, apart from what the API omits.
 *
 * @param before the value before the update, as far as it is known
 * @param isRefused as for `dropSentBack`
 */
export function findUnsent(
  now: Json | undefined,
  sent: Json | undefined,
  before: Json | undefined,
  member: string,
  isRefused?: (member: string) => boolean,
): readonly Difference[] {
  const found = findDifferences(now, dropSentBack(sent, before, [member], isRefused), {path: [member]});
  return found.filter(difference => !isOmission(difference));
}

/** True if a member is as the update sent it, apart from what the API omits. */
export function isAsSent(
  now: Json | undefined,
  sent: Json | undefined,
  before: Json | undefined,
  member: string,
): boolean {
  return findUnsent(now, sent, before, member).length === 0;
}

/**
 * True if a field shows that an update was carried out: it has what was sent, and some of that is new. Values that it
 * had before prove nothing, unless they are exactly what was sent.
 *
 * @param before the field before the update; `undefined` if it was not read
 */
export function provesUpdate(field: CustomField, body: JsonObject, before: JsonObject | undefined): boolean {
  const shown = Object.keys(body).filter(member => !writeOnlyMembers.has(member));
  const findOpen = (from: JsonObject, {read = pickDocumentedMember, isComplete = false} = {}) =>
    shown.flatMap(member => {
      const sent = isComplete ? body[member] : dropSentBack(body[member], before?.[member], [member]);
      const options = {path: [member], isComplete};
      return findDifferences(read(member, memberOf(from, member)), read(member, sent), options).filter(
        difference => !isOmission(difference) && !isNumbering(difference),
      );
    });
  if (!before) return findOpen(field).length === 0;
  // What was only sent back, such as an id, may have been changed by the API since. What was removed or is undocumented
  // counts only where nothing else was changed, since an API may keep the one and set the other itself.
  for (const reading of [{}, {isComplete: true}, {read: asIs}, {read: asIs, isComplete: true}]) {
    const intended = findOpen(before, reading);
    if (intended.length > 0)
      return !findOpen(field, reading).some(each => intended.some(other => overlap(each, other)));
  }
  if (findOpen(field).length > 0) return false;
  // What an API may have added cannot be told from what was there.
  const read = (from: JsonObject, member: string) => pickDocumentedMember(member, memberOf(from, member)) ?? null;
  if (shown.some(member => !sameJson(read(before, member), read(field, member)))) return true;
  // The two may differ only in what an API may add or omit.
  const isShownAsSent = (member: string) =>
    findDifferences(read(field, member), read(body, member), {path: [member], isComplete: true, isOrdered: true})
      .length === 0;
  // If the body has members that no response shows, an unchanged rest proves nothing.
  const isAllShown = shown.length === Object.keys(body).length;
  return isAllShown && shown.every(isShownAsSent);
}

const asIs = (_member: string, value: Json | undefined): Json | undefined => value;

/** True if one of the differences is within the other. Labels name the choices that places may confuse. */
function overlap({label: one}: Difference, {label: other}: Difference): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Lists the labels within a member that `sent` no longer has and `answered` still has as before, but ids. */
function listKept(before: Json | undefined, sent: Json, answered: Json | undefined, member: string): readonly string[] {
  const extra = (current: Json | undefined) =>
    findDifferences(current, sent, {path: [member], isComplete: true}).filter(
      ({path, after}) => after === undefined && !/(?:^|\.)id$/.test(path),
    );
  const removed = new Map(extra(before).map(difference => [difference.label, difference.before]));
  return extra(answered).flatMap(difference =>
    sameJson(removed.get(difference.label), difference.before) ? difference.label : [],
  );
}

/** True if a field has all that a create has sent, apart from what the API omits and how it numbers choices. */
export function isAsCreated(field: CustomField, sent: JsonObject): boolean {
  const members = Object.keys(sent).filter(member => !writeOnlyMembers.has(member));
  return members.every(member =>
    findUnsent(memberOf(field, member), sent[member], undefined, member).every(isNumbering),
  );
}

/** Describes which members of a reply have other values than were sent; `undefined` if none have. */
export function describeDifferences(
  sent: JsonObject,
  answered: CustomField,
  before: JsonObject = {},
): string | undefined {
  const differing = Object.keys(sent).filter(
    member =>
      !writeOnlyMembers.has(member) &&
      !isAsSent(memberOf(answered, member), sent[member], memberOf(before, member), member),
  );
  if (differing.length > 0) return `the API returned values other than those sent: ${differing.join(', ')}`;
  const kept = Object.entries(sent).flatMap(([member, value = null]) =>
    writeOnlyMembers.has(member) ? [] : listKept(memberOf(before, member), value, memberOf(answered, member), member),
  );
  return kept.length === 0 ? undefined : `the API did not remove: ${kept.join(', ')}`;
}
