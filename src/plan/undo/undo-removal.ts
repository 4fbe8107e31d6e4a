import {isAsCreated} from '../../api/compare-replies.js';
import {hasOtherType} from '../../api/find-field.js';
import {type CustomField, isMarkedDeleted} from '../../api/schemas.js';
import type {JsonObject} from '../../json/json.js';
import type {PlannedChange} from '../planned-change.js';
import {isNotFound} from '../run.js';
import type {Reversal, UndoContext} from './undo-context.js';
import {warnOfChange} from './undo-create.js';
import {leaveRenamed, undoDelete} from './undo-delete.js';

/** Recreates a field that a deletion or a replacement has removed. */
export function undoRemoval(
  context: UndoContext,
  {action, name, id, body = {}}: PlannedChange,
  was: JsonObject,
): readonly Reversal[] {
  const {index, foreignIds} = context;
  const replacements = (index.writesByName.get(name) ?? []).filter(write => write.action === 'create');
  // A replacement has created its field only where the old one was gone, whatever the reply to the deletion said.
  const deletion =
    (index.writesById.get(id) ?? []).find(write => write.action === 'delete') ??
    (action === 'replace' ? replacements[0] : undefined);
  if (!deletion) return action === 'delete' ? reportGone(context, name, id) : [];
  if (deletion.state === 'open' && context.deletedLaterIds.has(id)) return [];
  const now = index.currentById.get(id);
  const isKept = deletion.state === 'open' && now !== undefined && index.liveIds.has(id) && !hasOtherType(now, was);
  // A deletion that was interrupted may not have been carried out; then the field still exists.
  if (isKept) return (now.name ?? '') === (was['name'] ?? '') ? [] : [leaveRenamed(name, now)];
  if (name === '') return [{notUndone: `the field ${JSON.stringify(id)} has no name, so it cannot be created again`}];
  // An API may give the new field the id of the old one.
  const wasThere = (field: CustomField) => field.id !== id && context.run.plan.seen.some(seen => seen.id === field.id);
  // A field that the run itself has created in its place is replaced.
  const isOwn = (field: CustomField) =>
    action === 'replace' &&
    !hasOtherType(field, body) &&
    replacements.some(write =>
      write.id === undefined
        ? !foreignIds.has(field.id ?? '') && !wasThere(field) && isAsCreated(field, body)
        : write.id === field.id,
    );
  const renamed = replacements
    .map(write => index.currentById.get(write.id))
    .find(field => field && field.name !== name);
  const [listedAs] = replacements.flatMap(write => (write.state === 'open' ? index.findListedAs(write) : []));
  const other = renamed && index.liveIds.has(renamed.id) ? renamed : listedAs;
  if (action === 'replace' && other) return [leaveRenamed(name, other)];
  const isRepeated = (index.beforeByName.get(name) ?? []).length > 1;
  const sameName = (index.currentByName.get(name) ?? []).filter(field => !isMarkedDeleted(field));
  const obstacle = sameName.some(field => !isOwn(field))
    ? 'a field with that name is listed'
    : action === 'delete' && isRepeated
      ? `several fields had that name, and the field ${id ?? ''} cannot be distinguished from the others`
      : undefined;
  const replacement = sameName.find(isOwn);
  return [...(replacement ? warnOfChange(replacement, body) : []), ...undoDelete(context, name, was, obstacle)];
}

/**
 * Names a field that is gone although its deletion failed: the API did not find it, perhaps because a gateway had sent
 * the request twice, or because someone else was faster.
 */
function reportGone(
  {run, index, deletedLaterIds}: UndoContext,
  name: string,
  id: string | undefined,
): readonly Reversal[] {
  const wasNotFound = run.writes.some(write => write.id === id && isNotFound(write));
  const isListed = index.liveIds.has(id) || index.currentByName.get(name)?.some(other => !isMarkedDeleted(other));
  const isGone = !isListed && !deletedLaterIds.has(id);
  return wasNotFound && isGone
    ? [
        {
          notUndone: `${JSON.stringify(name)} was not found when the run tried to delete it, and is no longer listed; the run or someone else may have deleted it, so it is not recreated`,
        },
      ]
    : [];
}
