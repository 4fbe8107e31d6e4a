import type {CustomField} from '../api/schemas.js';
import {createDeletedTest} from './deleted-since.js';
import type {JournalEntry} from './journal-entry.js';
import {createBodyFinder} from './list-run-writes.js';
import {mayBeForeign} from './may-be-foreign.js';
import type {Change} from './plan.js';
import type {Run} from './run.js';

export interface InterruptedState {
  readonly current: readonly CustomField[];
  /** The changes that the run still has to make. */
  readonly remaining: readonly Change[];
  /** Ids of fields that other runs have created. */
  readonly foreignIds: ReadonlySet<string>;
}

/** Returns an entry for each open write of a journal whose outcome the tenant shows. */
export function resolveOpenWrites(
  {writes, plan, before}: Run,
  {current, remaining, foreignIds}: InterruptedState,
  at: string,
): readonly JournalEntry[] {
  const findBody = createBodyFinder(plan.changes);
  const isDeleted = createDeletedTest(before);
  const deletedIds = new Set(writes.flatMap(({action, id}) => (action === 'delete' ? (id ?? []) : [])));
  // A create made none of the fields that were there before, but an API may give it the id of one that is gone.
  const seenIds = new Set(plan.seen.flatMap(({id}) => (id === undefined || deletedIds.has(id) ? [] : id)));
  return writes.flatMap(({state, action, name, id, nth, body}): readonly JournalEntry[] => {
    // Whether a default is still to be set is found out when the other changes are made.
    if (state !== 'open' || body) return [];
    const isCreate = action === 'create';
    const isThere = (field: CustomField) => !isDeleted(field) || action === 'update';
    const written = current.find(
      field => (isCreate ? field.name === name && !seenIds.has(field.id ?? '') : field.id === id) && isThere(field),
    );
    const note = 'confirmed by reading back';
    if (action === 'delete') return written ? [] : [{event: 'done', at, action, name, id, note}];
    const isRemaining = remaining.some(
      change => (change.action === 'create') === isCreate && (isCreate ? change.name === name : change.id === id),
    );
    const found = written?.id;
    // Claiming it would let an undo of this run delete it.
    if (isCreate && found !== undefined && foreignIds.has(found))
      return [{event: 'failed', at, action, name, nth, message: 'another run created it'}];
    // A field that differs from what was sent may have been created by someone else.
    const isOther = isCreate && written && mayBeForeign(written, findBody({action, name}));
    return isRemaining || isOther || found === undefined ? [] : [{event: 'done', at, action, name, id: found, note}];
  });
}
