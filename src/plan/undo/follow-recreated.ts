import {isLive} from '../../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../../api/schemas.js';
import type {Json, JsonObject} from '../../json/json.js';
import {freeOptionIds} from '../choices/free-option-ids.js';
import type {Run} from '../run.js';
import {traceIds} from '../trace-ids.js';

/** A run whose fields have the ids under which the tenant lists them now. */
interface Followed {
  readonly run: Run;
  /** The ids of the recreated fields, which may be the ones that they had before. */
  readonly ids: ReadonlySet<string>;
}

/** A record of a field: a write, a change, an effect, or the field as the run saw it. */
interface FieldRecord {
  readonly id?: Json | undefined;
  readonly body?: JsonObject | undefined;
  readonly stored?: JsonObject | undefined;
}

/**
 * Updates the ids in a run whose fields a later run deleted and the undo of that run recreated, so that runs can be
 * undone one after the other, latest first.
 *
 * @param later the later runs on the same tenant, undos included, latest first
 */
export function followRecreated(run: Run, later: readonly Run[], current: readonly CustomField[]): Followed {
  const liveFields = current.filter(field => !isMarkedDeleted(field));
  const live = new Map(liveFields.map(({id, name}) => [id, name]));
  const unmarked = new Set(current.filter(isLive).map(({id}) => id));
  // The fields that the run saw identify the tenant, so their ids are followed too.
  const ids = traceIds([...run.plan.seen, ...run.writes], later, liveFields);
  const moved = new Map<Json | undefined, string>(
    [...ids].filter(([own, id]) => {
      // The deleted field itself may have been brought back.
      const isBack = own !== id && unmarked.has(own) && live.get(own) === live.get(id);
      return live.has(id) && !isBack;
    }),
  );
  const move = <Kind extends FieldRecord>(record: Kind): Kind => {
    const id = moved.get(record.id);
    if (id === undefined) return record;
    const [body, stored] = [record.body, record.stored].map(members => members && freeOptionIds(members));
    return {...record, id, ...(body ? {body} : {}), ...(stored ? {stored} : {})};
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
    ids: new Set(run.writes.flatMap(({id}) => moved.get(id) ?? [])),
  };
}
