import {isAsCreated} from '../api/compare-replies.js';
import {hasOtherType} from '../api/find-field.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import {type JsonObject, stringOf} from '../json/json.js';
import type {DesiredField} from './desired-field.js';
import {hasValue} from './find-side-effects.js';
import {hasMember} from './has-member.js';
import {numberCreates} from './number-creates.js';
import type {Permissions} from './plan.js';
import {type Reversal, type UndoContext, undoUpdate} from './revert-write.js';
import type {WriteState} from './run.js';
import {undoCreate, warnOfChange} from './undo-create.js';
import {leaveOther, leaveRenamed, undoDelete} from './undo-delete.js';
import {indexRun, type UndoIndex} from './undo-index.js';

export interface Undo {
  readonly fields: readonly DesiredField[];
  readonly permissions: Permissions;
  readonly warnings: readonly string[];
  readonly notUndone: readonly string[];
}

/**
 * Returns what the run's updates of a field sent, in the form in which the API stored it, and what the API cleared as a
 * side effect. An update whose outcome is unknown counts if the field shows it.
 */
function findSent(index: UndoIndex, was: JsonObject, planned: JsonObject): JsonObject {
  const {id} = was;
  const now = index.currentById.get(id);
  const updates = (index.writesById.get(stringOf(id)) ?? []).filter(({action}) => action === 'update');
  const isSent = ({state, body}: WriteState) =>
    state === 'done' ||
    (now !== undefined && Object.entries(body ?? {}).every(([member, value]) => hasMember(now, member, value)));
  const {lost = [], stored = {}} = index.effectsById.get(id) ?? {};
  const cleared = lost.map(member => [member, hasValue(now?.[member]) ? null : (now?.[member] ?? null)] as const);
  const sent = updates.reduce(
    (sent, update) => ({...sent, ...(update.body && isSent(update) ? update.body : {}), ...update.stored}),
    {...Object.fromEntries(cleared), ...planned},
  );
  return {...sent, ...stored};
}

/** Finds a listed field that has the name of a field marked as deleted. */
function findTwin({index}: UndoContext, name: string, id: string | undefined): CustomField | undefined {
  return (index.currentByName.get(name) ?? []).find(field => field.id !== id && !isMarkedDeleted(field));
}

/**
 * Undoes a run: fields that it created are deleted, fields that it changed are restored, and fields that it deleted are
 * recreated with a new id and without their stored values.
 */
export function planUndo(given: Omit<UndoContext, 'index'>): Undo {
  const {run, saved, current, foreignIds} = given;
  const index = indexRun(run, saved, current);
  const context = {...given, index};
  const nths = numberCreates(saved.changes);
  const claimedIds = new Set<string>();
  const reversals = saved.changes.flatMap(({action, name, id, body}, position): readonly Reversal[] => {
    const was = index.beforeById.get(id);
    if (action === 'create') {
      const undone = undoCreate(context, {name, nth: nths[position], body: body ?? {}}, claimedIds);
      for (const each of undone) if ('idToDelete' in each) claimedIds.add(each.idToDelete);
      return undone;
    }
    const writes = index.writesById.get(id) ?? [];
    const isDone = writes.some(write => write.action === action && write.name === name);
    const isKept = action === 'delete' && index.liveIds.has(id) && writes.every(({state}) => state === 'open');
    if (!was && (!isDone || isKept)) return [];
    if (!was) return [{notUndone: `${JSON.stringify(name)}: its state before the ${action} was not recorded`}];
    const now = index.currentById.get(id);
    const isRenamed = now !== undefined && (now.name ?? '') !== (was['name'] ?? '');
    const isOther = now !== undefined && hasOtherType(now, was);
    if (isDone && action === 'update' && isRenamed) return [leaveRenamed(name, now)];
    if (isDone && action === 'update' && isOther) return [leaveOther(name, now)];
    if (action === 'update' && body && isDone) {
      const sent = findSent(index, was, body);
      const twin =
        sent['deleted'] === true && !isMarkedDeleted(was) && now && isMarkedDeleted(now)
          ? findTwin(context, name, id)
          : undefined;
      const warning = `once it is listed again, ${JSON.stringify(name)} shares its name with ${twin?.id ?? ''}`;
      return [...(twin ? [{warning}] : []), ...undoUpdate(context, name, was, {sent, planned: body})];
    }
    if (action === 'update') return [];
    const replacements = (index.writesByName.get(name) ?? []).filter(write => write.action === 'create');
    // A replacement has created its field only where the old one was gone, whatever the reply to the deletion said.
    const deletion =
      writes.find(write => write.action === 'delete') ?? (action === 'replace' ? replacements[0] : undefined);
    if (!deletion || (deletion.state === 'open' && context.deletedLaterIds.has(id))) return [];
    // A deletion that was interrupted may not have been carried out; then the field still exists.
    if (deletion.state === 'open' && now && index.liveIds.has(id) && !isOther)
      return isRenamed ? [leaveRenamed(name, now)] : [];
    if (name === '') return [{notUndone: `the field ${JSON.stringify(id)} has no name, so it cannot be created again`}];
    // A field that the run itself has created in its place is replaced.
    const isOwn = (field: CustomField) =>
      action === 'replace' &&
      !hasOtherType(field, body ?? {}) &&
      replacements.some(write =>
        write.id === undefined
          ? !foreignIds.has(field.id ?? '') && isAsCreated(field, body ?? {})
          : write.id === field.id,
      );
    const renamed = replacements.map(({id}) => index.currentById.get(id)).find(field => field && field.name !== name);
    const [listedAs] = replacements.flatMap(write => (write.state === 'open' ? index.findListedAs(write) : []));
    const other = renamed && index.liveIds.has(renamed.id) ? renamed : listedAs;
    if (action === 'replace' && other) return [leaveRenamed(name, other)];
    const isRepeated = (index.beforeByName.get(name) ?? []).length > 1;
    const sameName = (index.currentByName.get(name) ?? []).filter(field => !isMarkedDeleted(field));
    const obstacle = sameName.some(field => !isOwn(field))
      ? 'a field with that name is listed'
      : action === 'delete' && isRepeated
        ? `several fields had that name, and ${id ?? ''} could not be told from the others`
        : undefined;
    const replacement = sameName.find(isOwn);
    return [...(replacement ? warnOfChange(replacement, body ?? {}) : []), ...undoDelete(context, name, was, obstacle)];
  });
  const replaced = saved.changes.filter(({action}) => action === 'replace').map(({name}) => name);
  const fields = reversals.flatMap(each => ('field' in each ? [each.field] : []));
  const names = new Set(fields.map(({name}) => name));
  return {
    fields,
    permissions: {
      isPruning: false,
      replaceable: new Set(replaced.filter(name => names.has(name))),
      idsToDelete: new Set(reversals.flatMap(each => ('idToDelete' in each ? [each.idToDelete] : []))),
    },
    warnings: reversals.flatMap(each => ('warning' in each ? [each.warning] : [])),
    notUndone: reversals.flatMap(each => ('notUndone' in each ? [each.notUndone] : [])),
  };
}
