import {isAsCreated} from '../../api/compare-replies.js';
import {hasOtherType} from '../../api/find-field.js';
import {type CustomField, isMarkedDeleted} from '../../api/schemas.js';
import type {JsonObject} from '../../json/json.js';
import {mayBeForeign} from '../may-be-foreign.js';
import type {WriteState} from '../run.js';
import {toPlainName} from '../similar-names.js';
import {sawAllFields} from '../tenant-identity.js';
import type {Reversal, UndoContext} from './undo-context.js';
import {leaveOther, leaveRenamed} from './undo-delete.js';

interface CreatedChange {
  readonly name: string;
  /** Counts the creates of that name, as its write does. */
  readonly nth: number | undefined;
  readonly body: JsonObject;
}

/**
 * Deletes the field that the run created. If the id is unknown, the field must match what was sent;
 * otherwise it may be someone else's.
 *
 * @param claimedIds the ids of fields that earlier changes of the run created
 */
export function undoCreate(
  context: UndoContext,
  change: CreatedChange,
  claimedIds: ReadonlySet<string>,
): readonly Reversal[] {
  const {index, foreignIds, laterIds, recreatedIds} = context;
  const {name, nth, body} = change;
  const creates = (index.writesByName.get(name) ?? []).filter(({action}) => action === 'create');
  const write = creates.find(each => each.nth === nth);
  if (!write) return [];
  if (write.id !== undefined && laterIds.has(write.id))
    return [leave(name, `has since been deleted; ${write.id} was created by a later run and is left alone`)];
  const otherIds = new Set(creates.flatMap(each => (each === write ? [] : (each.id ?? []))));
  const isUnclaimed = ({id = ''}: CustomField) => !claimedIds.has(id) && !otherIds.has(id);
  const unclaimed = (index.currentByName.get(name) ?? []).filter(isUnclaimed);
  const live = unclaimed.filter(field => !isMarkedDeleted(field));
  const sameName = live.length > 0 ? live : unclaimed;
  const candidates = sameName.filter(field => !foreignIds.has(field.id ?? ''));
  // Other runs created every field of that name, so this create had no effect.
  if (write.id === undefined && sameName.length > 0 && candidates.length === 0) {
    const recreated = sameName.find(field => recreatedIds.has(field.id ?? ''));
    if (recreated?.id === undefined) return [];
    return [leave(name, `may be the field that a later undo recreated as ${recreated.id}, which is left alone`)];
  }
  const created = write.id === undefined && candidates.length === 1 ? candidates[0] : index.currentById.get(write.id);
  const id = created?.id;
  if (created === undefined || id === undefined || !isUnclaimed(created))
    return describeMissing(context, write, isUnclaimed);
  // It is deleted already, and an API may have renamed it as well.
  if (isMarkedDeleted(created)) return [];
  const obstacle = findObstacle(context, change, write, created);
  if (obstacle) return [obstacle];
  const quoted = JSON.stringify(name);
  return [
    ...warnOfChange(created, body),
    ...(write.id === undefined ? [{warning: `${quoted} (${id}) may have been created by someone else`}] : []),
    ...findTwins(context, created, candidates).map(twin => ({
      warning: `${quoted} is also the name of ${twin.id ?? ''}, which the run did not create; it is left alone`,
    })),
    {idToDelete: id},
  ];
}

function leave(name: string, why: string): Reversal {
  return {notUndone: `${JSON.stringify(name)} ${why}`};
}

/** Names the fields that may be a created field that is not listed as such. */
function describeMissing(
  {current, index, foreignIds, mayBeElsewhere}: UndoContext,
  write: WriteState,
  isUnclaimed: (field: CustomField) => boolean,
): readonly Reversal[] {
  const {id, name} = write;
  if (mayBeElsewhere && id !== undefined)
    return [leave(name, `(${id}) is not listed here; this may be a different tenant`)];
  const listedAs = new Set(id === undefined ? index.findListedAs(write) : []);
  const lookalikes = current.filter(
    field =>
      isUnclaimed(field) &&
      (toPlainName(field.name ?? '') === toPlainName(name) || listedAs.has(field)) &&
      (id !== undefined || !foreignIds.has(field.id ?? '')),
  );
  return lookalikes.map(other =>
    leave(
      name,
      id === undefined
        ? `may have been created as ${JSON.stringify(other.name)}: ${other.id ?? ''}; it is left alone`
        : `is no longer listed, and another field with that name, ${other.id ?? ''}, is left alone`,
    ),
  );
}

/** Why a created field is left alone; `undefined` if it can be deleted. */
function findObstacle(
  {run, index, mayBeElsewhere}: UndoContext,
  {name, body}: CreatedChange,
  write: WriteState,
  created: CustomField,
): Reversal | undefined {
  // Its id may since have been given to a field of someone else.
  const listed = created.name ?? '';
  if (listed !== write.listedAs && toPlainName(listed) !== toPlainName(name)) return leaveRenamed(name, created);
  // A type never changes, and the run has seen the one that it sent.
  const isComplete = run.outcome === 'converged' || run.outcome === 'done';
  if (isComplete && hasOtherType(created, body)) return leaveOther(name, created);
  if (write.id === undefined && run.isUnread)
    return leave(name, `may have existed before the run, which did not check; ${created.id ?? ''} is left alone`);
  // An API may overwrite a field that has the name, and reply with its id.
  if ((write.id === undefined || mayBeElsewhere || run.isUnread) && mayBeForeign(created, body))
    return leave(name, "differs from what the run would have created; it may be someone else's and is left alone");
  return index.protectedNames.has(name) ? leave(name, 'is protected and is left alone') : undefined;
}

/** An API, or a proxy that repeats requests, may have created the field twice; so may someone else. */
function findTwins(
  {run, index}: UndoContext,
  created: CustomField,
  candidates: readonly CustomField[],
): readonly CustomField[] {
  const {seen} = run.plan;
  if (run.isUnread || !sawAllFields(seen)) return [];
  const isNew = (field: CustomField) => index.liveIds.has(field.id) && !seen.some(({id}) => id === field.id);
  return candidates.filter(field => field !== created && isNew(field));
}

export function warnOfChange(created: CustomField, sent: JsonObject): readonly Reversal[] {
  if (isAsCreated(created, sent)) return [];
  const name = JSON.stringify(created.name);
  return [{warning: `${name} differs from what the run sent; the undo deletes it along with later changes`}];
}
