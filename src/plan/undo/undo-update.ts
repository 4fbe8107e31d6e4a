import {hasOtherType} from '../../api/find-field.js';
import {isLive} from '../../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted} from '../../api/schemas.js';
import {type Json, type JsonObject, stringOf} from '../../json/json.js';
import {hasValue} from '../find-side-effects.js';
import {hasMember} from '../has-member.js';
import type {PlannedChange} from '../planned-change.js';
import type {WriteState} from '../run.js';
import {restoreMembers} from './restore-members.js';
import type {Reversal, UndoContext} from './undo-context.js';
import {leaveOther, leaveRenamed} from './undo-delete.js';
import type {UndoIndex} from './undo-index.js';

/** Restores what an update has changed. */
export function undoUpdate(context: UndoContext, change: PlannedChange, was: JsonObject): readonly Reversal[] {
  const {index} = context;
  const {name, id, body} = change;
  const isWritten = (index.writesById.get(id) ?? []).some(write => write.action === 'update' && write.name === name);
  if (!isWritten) return reportRefused(context, change, was);
  const now = index.currentById.get(id);
  if (now && (now.name ?? '') !== (was['name'] ?? '')) return [leaveRenamed(name, now)];
  if (now && hasOtherType(now, was)) return [leaveOther(name, now)];
  if (!body) return [];
  const sent = findSent(index, was, body);
  const isMarked = sent['deleted'] === true && !isMarkedDeleted(was) && now !== undefined && !isLive(now);
  const twin = isMarked ? findTwin(index, name, id) : undefined;
  const warning = `once ${JSON.stringify(name)} is listed again, it will share its name with the field ${twin?.id ?? ''}`;
  return [...(twin ? [{warning}] : []), ...restoreMembers(context, name, was, {sent, planned: body})];
}

/**
 * Names the members that a refused update has changed nevertheless: an API may store one member before it checks
 * another.
 */
function reportRefused(
  {run, index, rewrittenIds}: UndoContext,
  {name, id, body = {}}: PlannedChange,
  was: JsonObject,
): readonly Reversal[] {
  const now = index.currentById.get(id);
  const isRefused = run.writes.some(write => write.action === 'update' && write.id === id && write.state === 'failed');
  if (!now || !isRefused || rewrittenIds.has(id)) return [];
  const isStored = ([member, value]: readonly [string, Json | undefined]) =>
    hasMember(now, member, value) && !hasMember(was, member, value);
  const stored = Object.entries(body).filter(isStored);
  const members = stored.map(([member]) => member).join(', ');
  return stored.length === 0
    ? []
    : [
        {
          notUndone: `${JSON.stringify(name)}: its update was refused, but the field shows what was sent for ${members}; it is left alone`,
        },
      ];
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
function findTwin(index: UndoIndex, name: string, id: string | undefined): CustomField | undefined {
  return (index.currentByName.get(name) ?? []).find(field => field.id !== id && isLive(field));
}
