import type {CustomField} from '../api/schemas.js';
import type {Json} from '../json/json.js';
import type {Run} from './run.js';
import type {SavedPlan} from './saved-plan.js';

/** A run whose fields have the ids under which the tenant lists them now. */
interface Followed {
  readonly run: Run;
  readonly saved: SavedPlan;
  /** The ids that are not those of the run itself. */
  readonly ids: ReadonlySet<string>;
}

/** A field that was deleted and created again. */
interface Recreated {
  readonly name: string;
  /** Its new id. */
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
  const byId = new Map(later.toReversed().flatMap(undo => listRecreated(undo, later)));
  const names = new Map(current.map(({id, name}) => [id, name]));
  const moved = new Map<Json | undefined, string>();
  for (const {name, id} of run.writes) {
    const found = id === undefined ? undefined : findPresent(byId, names, name, id);
    if (found !== undefined) moved.set(id, found);
  }
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

/** The present id of a field that was deleted and created again; `undefined` if it was not, or if it is gone again. */
function findPresent(
  byId: ReadonlyMap<string, Recreated>,
  names: ReadonlyMap<string | undefined, string | null | undefined>,
  name: string,
  id: string,
): string | undefined {
  // A write by id may have no other name.
  const isOfName = (step: Recreated) => step.name === name || name === id;
  const tried = new Set<string>();
  let step = byId.get(id);
  while (step && isOfName(step)) {
    if (names.get(step.id) === step.name) return step.id;
    // An API may use ids again, so that they could lead in a circle.
    if (tried.has(step.id)) return undefined;
    tried.add(step.id);
    step = byId.get(step.id);
  }
  return undefined;
}

/** Lists the fields that an undo has created again, by the ids that they had. */
function listRecreated({undoes, writes}: Run, runs: readonly Run[]): readonly (readonly [string, Recreated])[] {
  const undone = runs.find(({run}) => run === undoes);
  const deletions = undone?.writes.filter(({action, state}) => action === 'delete' && state === 'done') ?? [];
  const byName = Map.groupBy(deletions, ({name}) => name);
  return writes.flatMap(({action, state, name, id}) => {
    const [deletion, ...others] = byName.get(name) ?? [];
    const isRecreated = action === 'create' && state === 'done' && id !== undefined && others.length === 0;
    return isRecreated && deletion?.id !== undefined ? [[deletion.id, {name, id}] as const] : [];
  });
}
