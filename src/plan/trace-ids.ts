import type {CustomField} from '../api/schemas.js';
import {listCreatedIds, listDeletedIds} from './find-unlisted.js';
import type {Run, WriteState} from './run.js';
import type {SeenField} from './tenant-identity.js';

/** A field and its id after the later runs. */
interface Trace {
  readonly name: string;
  id: string;
  isDeleted: boolean;
  /** The id with which each run deleted it. */
  readonly deletions: Map<string | undefined, string>;
}

/**
 * Maps the ids of fields that a later run deleted and its undo recreated to their present ids.
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
      // A write by id was recorded without a name, so the id stands for it.
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
 * Completes undos that were interrupted during a create and finished by another undo of the same run, with the id of the
 * created field if it is unambiguous.
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

/** Maps the ids of fields that the undone run deleted to the fields that the undo recreated. */
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
