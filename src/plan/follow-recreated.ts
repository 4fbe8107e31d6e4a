import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {Json, JsonObject} from '../json/json.js';
import {freeOptionIds} from './free-option-ids.js';
import type {Run} from './run.js';
import type {SavedPlan} from './saved-plan.js';
import {traceIds} from './trace-ids.js';

/** A run whose fields have the ids under which the tenant lists them now. */
interface Followed {
  readonly run: Run;
  readonly saved: SavedPlan;
  /** The ids of the fields that were created again, which may be those that they had. */
  readonly ids: ReadonlySet<string>;
}

/** What tells of a field: a write, a change, an effect, or the field as the run saw it. */
interface Movable {
  readonly id?: Json | undefined;
  readonly body?: JsonObject | undefined;
  readonly stored?: JsonObject | undefined;
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
  // What the run saw tells the tenant from others.
  const ids = traceIds([...run.plan.seen, ...run.writes], later, liveFields);
  const moved = new Map<Json | undefined, string>(
    [...ids].filter(([own, id]) => {
      // The deleted field itself may have been brought back.
      const isBack = own !== id && live.has(own) && live.get(own) === live.get(id);
      return live.has(id) && !isBack;
    }),
  );
  const move = <Item extends Movable>(item: Item): Item => {
    const id = moved.get(item.id);
    if (id === undefined) return item;
    const [body, stored] = [item.body, item.stored].map(members => members && freeOptionIds(members));
    return {...item, id, ...(body ? {body} : {}), ...(stored ? {stored} : {})};
  };
  const moveField = (field: JsonObject): JsonObject => {
    const id = moved.get(field['id']);
    return id === undefined ? field : {...freeOptionIds(field), id};
  };
  return {
    run: {
      ...run,
      writes: run.writes.map(move),
      before: run.before.map(moveField),
      effects: run.effects.map(move),
      plan: {...run.plan, seen: run.plan.seen.map(move), changes: run.plan.changes.map(move)},
    },
    saved: {...saved, changes: saved.changes.map(move)},
    ids: new Set(run.writes.flatMap(({id}) => moved.get(id) ?? [])),
  };
}
