import type {CustomField} from '../api/schemas.js';
import {isEmpty, type Json, type JsonObject, stringOf} from '../json/json.js';
import {pickDocumented} from './documented.js';
import {hasMember} from './has-member.js';

export interface SentUpdate {
  readonly id?: string | undefined;
  readonly body?: JsonObject | undefined;
  /** The field before; `undefined` if unknown. */
  readonly before?: JsonObject | undefined;
}

/** Documented members of a field that differ from before an update although it did not send them. */
export interface SideEffect {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
  /** Those of them that had a value and have none now. */
  readonly lost: readonly string[];
}

/**
 * Finds what changed along with updates: an API may replace the whole field, or clear members that depend on others.
 */
export function findSideEffects(
  updates: readonly SentUpdate[],
  current: readonly CustomField[],
): readonly SideEffect[] {
  const byId = new Map(current.map(field => [field.id, field]));
  return updates.flatMap(({id, body, before}) => {
    const now = byId.get(id);
    if (!before || !now || !body) return [];
    const {field: was} = pickDocumented(before);
    const {field: is} = pickDocumented(now);
    const hasChanged = (member: string) =>
      isEmpty(was[member]) ? !isEmpty(is[member]) : !hasMember(now, member, was[member]);
    const members = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
      member => !Object.hasOwn(body, member) && hasChanged(member),
    );
    const lost = members.filter(member => hasValue(was[member]) && !hasValue(is[member]));
    return members.length === 0 ? [] : [{id: now.id ?? '', name: stringOf(before['name']) ?? '', members, lost}];
  });
}

/** False for an empty text as well, which an API may show for what it has cleared. */
export function hasValue(value: Json | undefined): boolean {
  return !isEmpty(value) && value !== '';
}
