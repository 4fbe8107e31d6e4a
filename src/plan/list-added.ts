import {findDifferences, isNothing} from '../api/differences.js';
import {pickDocumentedMember} from '../api/schemas.js';
import {type Json, type JsonObject, memberOf} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import type {Change} from './plan.js';

/** Labels what the API added to a member besides what was sent, such as a default choice; ids do not count. */
export function listAdded(shown: Json | undefined, sent: Json | undefined, member: string): readonly string[] {
  const [current, desired] = [shown, sent].map(value => pickDocumentedMember(member, value));
  return findDifferences(current, desired, {path: [member], isComplete: true}).flatMap(
    ({path, label, before, after}) =>
      (after ?? null) === null && !/\.(?:id|sort_order)$/.test(path) && !isNothing(before) ? [label] : [],
  );
}

export function describeAdded(
  changes: readonly Change[],
  restored: readonly DesiredField[],
  current: readonly JsonObject[],
): readonly string[] {
  return changes.flatMap(({action, id, name}) => {
    const now = action === 'update' ? current.find(field => field['id'] === id) : undefined;
    const {members = {}} = restored.find(field => field.id === id) ?? {};
    if (!now) return [];
    const added = Object.entries(members).flatMap(([member, value]) => listAdded(memberOf(now, member), value, member));
    return added.length === 0 ? [] : [`the API added ${added.join(', ')} to ${JSON.stringify(name)}`];
  });
}
