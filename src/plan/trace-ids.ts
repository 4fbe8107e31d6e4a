import type {CustomField} from '../api/schemas.js';
import {listCreatedIds, listDeletedIds} from './find-unlisted.js';
import type {Run, WriteState} from './run.js';
import type {SeenField} from './tenant-identity.js';

/** A field, as the later runs have left it. */
interface Trace {
  readonly name: string;
  id: string;
  isDeleted: boolean;
  /** The id under which each run has deleted it. */
  readonly deletions: Map<string | undefined, string>;
}

/**
 * Maps the ids of fields to those that they have now, if a later run has deleted them and its undo has created them again.
 *
 * @param runs the later runs, undos included, latest first
 * @param live the fields of the tenant that are not marked as deleted
 */
export function traceIds(
  fields: readonly Pick<WriteState, 'id' | 'name'>[],
  runs: readonly Run[],
  live: readonly CustomField[],
): ReadonlyMap<string, string> {
  const later = completeUndos(runs, live);
  const traces = new Map<string, Trace>();
  for (const {id, name} of fields)
    if (id !== undefined) traces.set(id, {name, id, isDeleted: false, deletions: new Map()});
  for (const run of later.toReversed()) {
    const created = new Set(listCreatedIds(run));
    const deleted = new Set(listDeletedIds(run));
    if (created.size + deleted.size === 0) continue;
    const recreated = listRecreated(run, later);
    for (const [own, trace] of traces) {
      if (!trace.isDeleted && deleted.has(trace.id)) {
        trace.isDeleted = true;
        trace.deletions.set(run.run, trace.id);
      }
      const again = recreated.get(trace.deletions.get(run.undoes) ?? '');
      // A write by id may have no other name.
      if (trace.isDeleted && again && (again.name === trace.name || trace.name === own))
        Object.assign(trace, {id: again.id, isDeleted: false});
      // The API has given the id to another field.
      else if (!trace.isDeleted && created.has(trace.id)) traces.delete(own);
    }
  }
  const again = [...traces].filter(([, {isDeleted, deletions}]) => !isDeleted && deletions.size > 0);
  return new Map(again.map(([own, {id}]) => [own, id]));
}

/**
 * Completes undos that were cut off while they created a field, and that another undo of the same run has completed,
 * with the id of that field if there is no doubt about it.
 */
function completeUndos(later: readonly Run[], live: readonly CustomField[]): readonly Run[] {
  const outcomes = new Map(later.map(({run, outcome}) => [run, outcome]));
  const known = new Set<string | undefined>(later.flatMap(listCreatedIds));
  return later.map(undo => {
    if (undo.undoes === undefined || outcomes.get(undo.undoes) !== 'undone') return undo;
    const seen = new Set(undo.plan.seen.map(({id}) => id));
    const complete = (write: WriteState): WriteState => {
      if (write.action !== 'create' || write.state !== 'open') return write;
      const [found, ...others] = live.filter(
        ({id, name}) => name === write.name && !known.has(id) && !seen.has(id ?? ''),
      );
      return found?.id === undefined || others.length > 0 ? write : {...write, id: found.id, state: 'done'};
    };
    return {...undo, writes: undo.writes.map(complete)};
  });
}

/** Maps the ids of fields that the undone run has deleted to those with which the undo has created them again. */
function listRecreated({undoes, writes}: Run, runs: readonly Run[]): ReadonlyMap<string, SeenField> {
  const undone = undoes === undefined ? undefined : runs.find(({run}) => run === undoes);
  const deletions = undone?.writes.filter(({action, state}) => action === 'delete' && state !== 'failed') ?? [];
  const byName = Map.groupBy(deletions, ({name}) => name);
  return new Map(
    writes.flatMap(({action, state, name, id}) => {
      const [deletion, ...others] = byName.get(name) ?? [];
      const isRecreated = action === 'create' && state === 'done' && id !== undefined && others.length === 0;
      return isRecreated && deletion?.id !== undefined ? [[deletion.id, {name, id}]] : [];
    }),
  );
}
