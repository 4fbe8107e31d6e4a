import type {DesiredField} from '../desired-field.js';
import {numberCreates} from '../number-creates.js';
import type {Permissions} from '../plan.js';
import type {PlannedChange} from '../planned-change.js';
import {listReplaced} from '../unfinished-replacements.js';
import type {Reversal, UndoContext} from './undo-context.js';
import {undoCreate} from './undo-create.js';
import {indexRun} from './undo-index.js';
import {undoRemoval} from './undo-removal.js';
import {undoUpdate} from './undo-update.js';

export interface Undo {
  readonly fields: readonly DesiredField[];
  readonly permissions: Permissions;
  readonly warnings: readonly string[];
  readonly notUndone: readonly string[];
}

/**
 * Undoes a run: fields that it created are deleted, fields that it changed are restored, and fields that it deleted are
 * recreated with a new id and without their stored values.
 */
export function planUndo(given: Omit<UndoContext, 'index'>): Undo {
  const {run, desired, current} = given;
  const {changes} = run.plan;
  const context = {...given, index: indexRun(run, desired, current)};
  const nths = numberCreates(changes);
  const claimedIds = new Set<string>();
  const reversals = changes.flatMap((change, position): readonly Reversal[] => {
    const {action, name, body = {}} = change;
    if (action === 'create') {
      const undone = undoCreate(context, {name, nth: nths[position], body}, claimedIds);
      for (const each of undone) if ('idToDelete' in each) claimedIds.add(each.idToDelete);
      return undone;
    }
    const was = context.index.beforeById.get(change.id);
    if (!was) return reportUnrecorded(context, change);
    return action === 'update' ? undoUpdate(context, change, was) : undoRemoval(context, change, was);
  });
  const fields = reversals.flatMap(each => ('field' in each ? [each.field] : []));
  const names = new Set(fields.map(({name}) => name));
  return {
    fields,
    permissions: {
      isPruning: false,
      replaceable: new Set(listReplaced(run).filter(name => names.has(name))),
      idsToDelete: new Set(reversals.flatMap(each => ('idToDelete' in each ? [each.idToDelete] : []))),
    },
    warnings: reversals.flatMap(each => ('warning' in each ? [each.warning] : [])),
    notUndone: reversals.flatMap(each => ('notUndone' in each ? [each.notUndone] : [])),
  };
}

/** For a change of a field whose state before the run is not in the journal. */
function reportUnrecorded({index}: UndoContext, {action, name, id}: PlannedChange): readonly Reversal[] {
  const writes = index.writesById.get(id) ?? [];
  const isDone = writes.some(write => write.action === action && write.name === name);
  const isKept = action === 'delete' && index.liveIds.has(id) && writes.every(({state}) => state === 'open');
  return isDone && !isKept
    ? [{notUndone: `${JSON.stringify(name)}: its state before the ${action} was not recorded`}]
    : [];
}
