import {type CustomField, writeOnlyMembers} from '../api/schemas.js';
import {memberOf} from '../json/json.js';
import {findSideEffects, type SentUpdate} from './find-side-effects.js';
import type {Run} from './journal.js';
import type {RecordedEffect} from './journal-entry.js';
import {listAdded} from './list-added.js';
import {updateBodiesOf} from './planned-change.js';

/**
 * Finds what an API has done to updated fields besides what was sent, so that an undo takes back that and no more.
 *
 * @param unsettled ids of fields that do not show the update, perhaps because the list lags behind it
 */
export function findRecordedEffects(
  updates: readonly SentUpdate[],
  current: readonly CustomField[],
  unsettled: ReadonlySet<string | undefined>,
): readonly RecordedEffect[] {
  const byId = new Map(current.map(field => [field.id, field]));
  const lost = new Map(findSideEffects(updates, current).map(each => [each.id, each.lost]));
  return updates.flatMap(({id = '', body = {}}) => {
    const now = byId.get(id) ?? {};
    const stored = Object.entries(unsettled.has(id) ? {} : body).flatMap(([member, sent]) => {
      const value = memberOf(now, member);
      const isCompleted = !writeOnlyMembers.has(member) && listAdded(value, sent, member).length > 0;
      return isCompleted && value !== undefined ? [[member, value] as const] : [];
    });
    const cleared = lost.get(id) ?? [];
    return cleared.length + stored.length === 0 ? [] : [{id, lost: cleared, stored: Object.fromEntries(stored)}];
  });
}

/** The updates of a run, with the fields before. */
export function listUpdates({plan, before}: Pick<Run, 'plan' | 'before'>): readonly SentUpdate[] {
  const fields = new Map(before.map(field => [field['id'], field]));
  return [...updateBodiesOf(plan.changes)].map(([id, body]) => ({id, body, before: fields.get(id)}));
}
