import {describeDifferences} from '../api/compare-replies.js';
import type {CustomField} from '../api/schemas.js';
import type {Run} from './journal.js';
import type {JournalEntry} from './journal-entry.js';
import {bodyOf} from './list-run-writes.js';
import type {Change} from './plan.js';

/**
 * Returns a `done` entry for each open write of a journal that the tenant confirms.
 *
 * @param current all fields of the tenant, read after the run was interrupted
 * @param remaining the changes that the run still has to make
 */
export function resolveOpenWrites(
  {writes, plan}: Run,
  current: readonly CustomField[],
  remaining: readonly Change[],
  at: string,
): readonly JournalEntry[] {
  return writes.flatMap(({state, action, name, id, body}): readonly JournalEntry[] => {
    // Whether a default is still to be set is found out when the other changes are made.
    if (state !== 'open' || body) return [];
    const named = current.find(field => field.name === name);
    const exists = current.some(field => field.id === id);
    const note = 'confirmed by reading the tenant';
    if (action === 'delete') return exists ? [] : [{event: 'done', at, action, name, ...(id ? {id} : {}), note}];
    const isRemaining = remaining.some(
      change => change.name === name && (change.action === 'create') === (action === 'create'),
    );
    const found = named?.id;
    // A field that differs from what was sent may have been created by someone else.
    const isOther =
      action === 'create' && named && describeDifferences(bodyOf(plan.changes, {action, name}), named) !== undefined;
    return isRemaining || isOther || found === undefined ? [] : [{event: 'done', at, action, name, id: found, note}];
  });
}
