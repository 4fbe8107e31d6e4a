import {findDifferences, isNumbering} from '../api/differences.js';
import {type CustomField, writeOnlyMembers} from '../api/schemas.js';
import {type Json, memberOf} from '../json/json.js';
import {findSideEffects, type SentUpdate} from './find-side-effects.js';
import type {RecordedEffect} from './journal-entry.js';
import {listAdded} from './list-added.js';
import type {Change} from './plan.js';
import {updateBodiesOf} from './planned-change.js';
import {isInterrupted, type Run} from './run.js';

/**
 * Finds changes that an API made to updated fields beyond what was sent, so that an undo reverts exactly these.
 *
 * @param unsettled ids of fields that do not show the update, perhaps because the list lags behind it
 */
export function findRecordedEffects(
  updates: readonly SentUpdate[],
  current: readonly CustomField[],
  unsettled: ReadonlySet<string | undefined>,
): readonly RecordedEffect[] {
  const byId = new Map(current.map(field => [field.id, field]));
  const sideEffects = new Map(findSideEffects(updates, current).map(each => [each.id, each]));
  return updates.flatMap(({id = '', body = {}}) => {
    const now = byId.get(id) ?? {};
    const stored = Object.entries(unsettled.has(id) ? {} : body).flatMap(([member, sent]) => {
      const value = memberOf(now, member);
      const isOther =
        !writeOnlyMembers.has(member) && (isNumbered(value, sent, member) || listAdded(value, sent, member).length > 0);
      return isOther && value !== undefined ? [[member, value] as const] : [];
    });
    const {lost = [], members = []} = sideEffects.get(id) ?? {};
    const changed = members.filter(member => !lost.includes(member));
    return members.length + stored.length === 0 ? [] : [{id, lost, changed, stored: Object.fromEntries(stored)}];
  });
}

/** True if the API has numbered choices otherwise than an update sent them. */
function isNumbered(now: Json | undefined, sent: Json | undefined, member: string): boolean {
  return findDifferences(now, sent, {path: [member]}).some(isNumbering);
}

export function listUpdates({plan, before}: Pick<Run, 'plan' | 'before'>): readonly SentUpdate[] {
  const fields = new Map(before.map(field => [field['id'], field]));
  return [...updateBodiesOf(plan.changes)].map(([id, body]) => ({id, body, before: fields.get(id)}));
}

interface EffectScope {
  /** The updates whose effects a reading may show. */
  readonly updates: readonly SentUpdate[];
  /** Adds what was found of them to what the run has recorded before. */
  readonly merge: (found: readonly RecordedEffect[]) => readonly RecordedEffect[];
}

/**
 * Limits what counts as an effect of a run. When a run that had ended is resumed, someone else may have changed what it
 * does not write again; of that, only the losses it has recorded still count.
 *
 * @param run the run that is resumed; `undefined` for a new one
 * @param changes the changes to make now
 */
export function scopeEffects(run: Run | undefined, changes: readonly Change[]): EffectScope {
  if (!run) return {updates: changes.filter(({action}) => action === 'update'), merge: found => found};
  const open = new Set(changes.map(({id}) => id));
  const isSettled = (id: string | undefined) => !isInterrupted(run) && !open.has(id);
  const known = new Set<string | undefined>(run.effects.flatMap(({id, lost}) => (lost.length > 0 ? [id] : [])));
  return {
    updates: listUpdates(run).filter(({id}) => !isSettled(id) || known.has(id)),
    merge: found => [
      ...run.effects.filter(({id}) => isSettled(id)),
      // The value of a member that was sent before the run was cut off may be someone else's change since.
      ...found.filter(({id}) => !isSettled(id)).map(each => (open.has(each.id) ? each : {...each, stored: {}})),
    ],
  };
}
