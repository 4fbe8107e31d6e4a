import {describeDifferences} from '../api/compare-replies.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import {hasValue} from './find-side-effects.js';
import type {Run, WriteState} from './journal.js';
import {numberCreates} from './number-creates.js';
import type {Permissions} from './plan.js';
import {hasMember, type Reversal, type UndoContext, undoUpdate} from './revert-write.js';
import {undoCreate} from './undo-create.js';
import {undoDelete} from './undo-delete.js';

export interface Undo {
  readonly fields: readonly DesiredField[];
  readonly permissions: Permissions;
  readonly warnings: readonly string[];
  /** What is not undone, with the reason. */
  readonly notUndone: readonly string[];
}

function isDone({writes}: Run, action: string, name: string, id: string | undefined): boolean {
  return writes.some(
    write => write.action === action && write.name === name && write.id === id && write.state !== 'failed',
  );
}

/**
 * Returns what the run's updates of a field have sent, in the form in which the API stored it, and what it has cleared
 * besides. An update whose outcome is unknown counts if the field shows it.
 */
function findSent({run, current}: UndoContext, was: JsonObject, planned: JsonObject): JsonObject {
  const now = current.find(field => field.id === was['id']);
  const updates = run.writes.filter(
    ({action, id, state}) => action === 'update' && id === was['id'] && state !== 'failed',
  );
  const isSent = ({state, body}: WriteState) =>
    state === 'done' || (now !== undefined && hasMember(now, 'options', body?.['options']));
  const {lost = [], stored = {}} = run.effects.find(({id}) => id === was['id']) ?? {};
  const cleared = lost.map(member => [member, hasValue(now?.[member]) ? null : (now?.[member] ?? null)] as const);
  const sent = updates.reduce(
    (sent, update) => ({...sent, ...(update.body && isSent(update) ? update.body : {}), ...update.stored}),
    {...Object.fromEntries(cleared), ...planned},
  );
  return {...sent, ...stored};
}

/**
 * Undoes a run: fields that it created are deleted, fields that it changed are restored, and fields that it deleted are
 * recreated with a new id and without their stored values.
 */
export function planUndo(context: UndoContext): Undo {
  const {run, saved, current, foreignIds} = context;
  const live = current.filter(field => !isMarkedDeleted(field));
  const isRepeated = (name: string) => run.before.filter(field => field['name'] === name).length > 1;
  const nths = numberCreates(saved.changes);
  const claimedIds = new Set<string>();
  const reversals = saved.changes.flatMap(({action, name, id, body}, index): readonly Reversal[] => {
    const was = run.before.find(field => field['id'] === id);
    if (action === 'create') {
      const undone = undoCreate(context, {name, nth: nths[index], body: body ?? {}}, claimedIds);
      for (const each of undone) if ('idToDelete' in each) claimedIds.add(each.idToDelete);
      return undone;
    }
    if (!was)
      return isDone(run, action, name, id)
        ? [{notUndone: `${JSON.stringify(name)}: its state before the ${action} was not recorded`}]
        : [];
    if (action === 'update')
      return body && isDone(run, 'update', name, id)
        ? undoUpdate(context, name, was, {sent: findSent(context, was, body), planned: body})
        : [];
    const deletion = run.writes.find(write => write.action === 'delete' && write.id === id && write.state !== 'failed');
    // A deletion that was interrupted may not have been carried out; then the field still exists.
    if (!deletion || (deletion.state === 'open' && live.some(field => field.id === id))) return [];
    if (name === '') return [{notUndone: `the field ${JSON.stringify(id)} has no name, so it cannot be created again`}];
    // A field that the run itself has created in its place is replaced.
    const isOwn = (field: CustomField) =>
      action === 'replace' &&
      run.writes.some(
        write =>
          write.action === 'create' &&
          write.name === name &&
          write.state !== 'failed' &&
          (write.id === undefined
            ? !foreignIds.has(field.id ?? '') && describeDifferences(body ?? {}, field) === undefined
            : write.id === field.id),
      );
    const isTaken =
      (action === 'delete' && isRepeated(name)) || live.some(field => field.name === name && !isOwn(field));
    return undoDelete(context, name, was, isTaken);
  });
  const replaced = saved.changes.filter(({action}) => action === 'replace').map(({name}) => name);
  const fields = reversals.flatMap(each => ('field' in each ? [each.field] : []));
  return {
    fields,
    permissions: {
      isPruning: false,
      replaceable: new Set(replaced.filter(name => fields.some(field => field.name === name))),
      idsToDelete: new Set(reversals.flatMap(each => ('idToDelete' in each ? [each.idToDelete] : []))),
    },
    warnings: reversals.flatMap(each => ('warning' in each ? [each.warning] : [])),
    notUndone: reversals.flatMap(each => ('notUndone' in each ? [each.notUndone] : [])),
  };
}
