import {findDifferences, isOmission} from '../api/differences.js';
import {type CustomField, pickDocumentedMember} from '../api/schemas.js';
import {type Json, memberOf} from '../json/json.js';
import {withIdsOf} from './has-member.js';
import type {Change} from './plan.js';

/** True if an update changes nested members that the reference does not document, which an undo does not compare. */
export function changesUndocumented(member: string, was: Json = null, sent: Json = null): boolean {
  const count = (toCompared: (value: Json) => Json | undefined) =>
    findDifferences(toCompared(was), toCompared(sent), {path: [member], isComplete: true}).length;
  return count(value => value) > count(value => pickDocumentedMember(member, value));
}

/** True if two values differ only in what the reference does not document. */
export function hasSameDocumented(member: string, one: Json | undefined, other: Json | undefined): boolean {
  const [current, desired] = [one, other].map(value => pickDocumentedMember(member, value));
  return findDifferences(current, desired, {path: [member], isComplete: true, isOrdered: true}).length === 0;
}

/** True if nested members that the reference does not document are gone. Assumes that the documented ones match. */
export function lacksUndocumented(member: string, now: Json | undefined, was: Json | undefined): boolean {
  return findDifferences(now, was, {path: [member]}).some(
    difference => difference.before === undefined && !isOmission(difference),
  );
}

/** Describes the undocumented nested members that an update left out and the API kept, because it merges objects. */
export function describeKeptUndocumented(
  changes: readonly Change[],
  current: readonly CustomField[],
): readonly string[] {
  const byId = new Map(current.map(field => [field.id, field]));
  return changes.flatMap(({action, id, name, body = {}, before = {}}) => {
    const now = action === 'update' ? byId.get(id) : undefined;
    const kept = Object.entries(body).flatMap(([member, sent]) => {
      const listLeftOut = (value: Json | undefined) =>
        findDifferences(value, sent, {path: [member], isComplete: true}).flatMap(({path, label, after}) =>
          after === undefined && !path.endsWith('.id') ? label : [],
        );
      const still = new Set(listLeftOut(now && memberOf(now, member)));
      // A new plan shows the others.
      const documented = new Set(listLeftOut(pickDocumentedMember(member, now && memberOf(now, member))));
      return listLeftOut(memberOf(before, member)).filter(label => still.has(label) && !documented.has(label));
    });
    return now && kept.length > 0 ? [`the API kept ${kept.join(', ')} in ${JSON.stringify(name)}`] : [];
  });
}

/**
 * Describes the updates of an undo that could not restore undocumented members, because the API refused them.
 *
 * @param leftOut the members, by the id of the field
 */
export function describeUnrestored(
  changes: readonly Change[],
  current: readonly CustomField[],
  leftOut: ReadonlyMap<string | undefined, readonly string[]>,
): readonly string[] {
  return changes.flatMap(({id, name, body = {}}) => {
    const names = leftOut.get(id) ?? [];
    const now = names.length > 0 ? current.find(field => field.id === id) : undefined;
    const isLost = (member: string) =>
      now !== undefined && lacksUndocumented(member, memberOf(now, member), withIdsOf(now, member, body[member]));
    return Object.keys(body).some(isLost)
      ? [`${JSON.stringify(name)} was restored without ${names.join(', ')}, which the API refused`]
      : [];
  });
}
