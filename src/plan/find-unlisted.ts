import {isSupersetOf} from '../api/differences.js';
import {type CustomField, isMarkedDeleted, unshownMembers} from '../api/schemas.js';
import {sameJson} from '../json/json.js';
import type {Run, WriteState} from './journal.js';
import {bodyOf} from './list-run-writes.js';
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

/** What a command is about to do, and the fields whose listed state it goes by. */
export interface Concern {
  readonly changes: readonly ChangedField[];
  readonly goesBy: (field: Pick<WriteState, 'id' | 'name'>) => boolean;
}

/**
 * Finds the writes of recent runs that the list does not show yet, and that a command would repeat or take back because
 * of that (fault 138).
 *
 * @param runs latest first
 * @param current the listed fields
 */
export function findUnlisted(
  runs: readonly Run[],
  {changes, goesBy}: Concern,
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  const listed = new Map(current.map(field => [field.id, field]));
  const deleted = new Set(runs.flatMap(listDeletedIds));
  const latest = findLatestWrites(runs);
  const isMissed = (run: Run, write: WriteState) => {
    const {action, name, id, state} = write;
    if (state === 'failed') return false;
    const field = listed.get(id);
    const isGoneBy = state === 'done' && field !== undefined && latest.has(write) && goesBy(write);
    if (action === 'delete') return changes.some(change => change.id === id) || (isGoneBy && !isMarkedDeleted(field));
    if (action === 'update')
      return (
        (isInterrupted(run) &&
          state === 'done' &&
          changes.some(change => change.action === 'update' && change.id === id)) ||
        (isGoneBy && isAsBefore(run, write, field))
      );
    // The field may be listed by another name, or have been deleted since.
    if (field !== undefined || (id !== undefined && deleted.has(id))) return false;
    return changes.some(
      change =>
        change.name === name && (change.action === 'create' || (change.action === 'replace' && state === 'done')),
    );
  };
  return runs.flatMap(run => run.writes.filter(write => isMissed(run, write)).map(write => ({run, write})));
}

/**
 * Finds the writes of a run that the list does not show yet, and that no other run has overwritten.
 *
 * @param others latest first
 */
export function findUnseen(run: Run, others: readonly Run[], current: readonly CustomField[]): readonly WriteState[] {
  // Ids of runs start with the time.
  const runs = [run, ...others].toSorted((one, other) => (one.run < other.run ? 1 : -1));
  const latest = findLatestWrites(runs);
  const listed = new Map(current.map(field => [field.id, field]));
  return run.writes.filter(write => {
    const {id, state, action} = write;
    if (state !== 'done' || id === undefined || !latest.has(write)) return false;
    const field = listed.get(id);
    if (action === 'create' || field === undefined) return action === 'create' && field === undefined;
    return action === 'delete' ? !isMarkedDeleted(field) : isAsBefore(run, write, field);
  });
}

/** The last write of each field. Earlier ones need not show. */
function findLatestWrites(runs: readonly Run[]): ReadonlySet<WriteState> {
  const byId = new Map<string, WriteState>();
  for (const {writes} of runs)
    for (const write of writes.toReversed())
      if (write.id !== undefined && !byId.has(write.id)) byId.set(write.id, write);
  return new Set(byId.values());
}

/** True if a field still has all members that an update has changed as they were before. */
function isAsBefore({before, plan}: Run, write: WriteState, field: CustomField): boolean {
  const was = before.find(({id}) => id === write.id);
  if (!was) return false;
  const changed = Object.entries(bodyOf(plan, write)).filter(
    ([member, sent]) => !unshownMembers.has(member) && !isSupersetOf(was[member], sent),
  );
  return changed.length > 0 && changed.every(([member]) => sameJson(field[member] ?? null, was[member] ?? null));
}
