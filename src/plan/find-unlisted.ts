import type {CustomField} from '../api/schemas.js';
import type {Run, WriteState} from './journal.js';
import type {Change} from './plan.js';

/** What tells which field a change is to. */
export type ChangedField = Pick<Change, 'action' | 'name' | 'id'>;

/** A write that a list does not show yet. */
export interface UnlistedWrite {
  readonly run: Run;
  readonly write: WriteState;
}

/** True for a run that may have been cut off while a write was under way. */
export function isInterrupted({outcome}: Run): boolean {
  return outcome === undefined;
}

/** Lists the ids of the fields that a run has deleted, or may have deleted. */
export function listDeletedIds({writes}: Run): readonly string[] {
  return writes.flatMap(({action, state, id = []}) => (action === 'delete' && state !== 'failed' ? id : []));
}

/**
 * Finds the writes of recent runs that new changes would repeat, because the list that these are based on does not show
 * them yet (fault 138). Only creates and deletes count, as repeating an update does no harm; after an interruption,
 * an update counts too, since it may still be on its way.
 *
 * @param current the listed fields
 */
export function findUnlisted(
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  const listed = new Set(current.map(({id}) => id));
  const deleted = new Set(runs.flatMap(listDeletedIds));
  const isRepeated = (run: Run, {action, name, id, state}: WriteState) => {
    if (state === 'failed') return false;
    if (action === 'delete') return changes.some(change => change.id === id);
    if (action === 'update')
      return (
        isInterrupted(run) && state === 'done' && changes.some(change => change.action === 'update' && change.id === id)
      );
    // The field may be listed by another name, or have been deleted since.
    if (id !== undefined && (listed.has(id) || deleted.has(id))) return false;
    return changes.some(
      change =>
        change.name === name && (change.action === 'create' || (change.action === 'replace' && state === 'done')),
    );
  };
  return runs.flatMap(run => run.writes.filter(write => isRepeated(run, write)).map(write => ({run, write})));
}
