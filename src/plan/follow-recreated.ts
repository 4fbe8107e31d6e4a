import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {Json} from '../json/json.js';
import {listCreatedIds} from './find-unlisted.js';
import type {Run, WriteState} from './run.js';
import type {SavedPlan} from './saved-plan.js';

/** A run whose fields have the ids under which the tenant lists them now. */
interface Followed {
  readonly run: Run;
  readonly saved: SavedPlan;
  /** The ids of the fields that were created again, which may be those that they had. */
  readonly ids: ReadonlySet<string>;
}

/** A field that was created again. */
interface Recreated {
  readonly name: string;
  readonly id: string;
}

/**
 * Follows the fields of a run that a later run has deleted and the undo of that one has created again, so that runs can
 * be undone one after the other, the latest first.
 *
 * @param later the later runs on the same tenant, undos included, latest first
 */
export function followRecreated(
  run: Run,
  saved: SavedPlan,
  later: readonly Run[],
  current: readonly CustomField[],
): Followed {
  const liveFields = current.filter(field => !isMarkedDeleted(field));
  const live = new Map(liveFields.map(({id, name}) => [id, name]));
  const places = followIds(run.writes, completeUndos(later, liveFields));
  const moved = new Map<Json | undefined, string>(
    [...places].flatMap(([id, {id: last, name}]) => {
      // The deleted field itself may have been brought back.
      const isBack = last !== id && live.get(id) === name;
      return live.get(last) === name && !isBack ? [[id, last]] : [];
    }),
  );
  const move = <Item extends {readonly id?: Json | undefined}>(item: Item): Item => {
    const id = moved.get(item.id);
    return id === undefined ? item : {...item, id};
  };
  return {
    run: {
      ...run,
      writes: run.writes.map(move),
      before: run.before.map(move),
      effects: run.effects.map(move),
      plan: {...run.plan, changes: run.plan.changes.map(move)},
    },
    saved: {...saved, changes: saved.changes.map(move)},
    ids: new Set(moved.values()),
  };
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

/** Maps ids to the fields as they were last created again; those that were not are left out. */
function followIds(writes: readonly WriteState[], later: readonly Run[]): ReadonlyMap<string, Recreated> {
  const nameOf = new Map(writes.flatMap(({id, name}) => (id === undefined ? [] : [[id, name]])));
  /** The ids that each field has had, but for those that the API has given to others since. */
  const idsOf = new Map([...nameOf.keys()].map(id => [id, new Set([id])]));
  const places = new Map<string, Recreated>();
  for (const run of later.toReversed()) {
    const created = new Set(listCreatedIds(run));
    if (created.size === 0) continue;
    const recreated = new Map(listRecreated(run, later));
    for (const [id, ids] of idsOf) {
      const name = nameOf.get(id);
      // A write by id may have no other name.
      const isSame = (step: Recreated | undefined) => step !== undefined && (step.name === name || name === id);
      const step = [...ids].map(each => recreated.get(each)).find(isSame);
      if (step) places.set(id, step);
      else if (created.has(places.get(id)?.id ?? '')) places.delete(id);
      for (const each of created) ids.delete(each);
      if (step) ids.add(step.id);
    }
  }
  return places;
}

/** Lists the fields that an undo has created again, by the ids that they had. */
function listRecreated({undoes, writes}: Run, runs: readonly Run[]): readonly (readonly [string, Recreated])[] {
  const undone = undoes === undefined ? undefined : runs.find(({run}) => run === undoes);
  const deletions = undone?.writes.filter(({action, state}) => action === 'delete' && state === 'done') ?? [];
  const byName = Map.groupBy(deletions, ({name}) => name);
  return writes.flatMap(({action, state, name, id}) => {
    const [deletion, ...others] = byName.get(name) ?? [];
    const isRecreated = action === 'create' && state === 'done' && id !== undefined && others.length === 0;
    return isRecreated && deletion?.id !== undefined ? [[deletion.id, {name, id}] as const] : [];
  });
}
