import {isAsCreated} from '../api/compare-replies.js';
import {hasOtherType} from '../api/find-field.js';
import {type CustomField, isMarkedDeleted} from '../api/schemas.js';
import type {JsonObject} from '../json/json.js';
import {mayBeForeign} from './may-be-foreign.js';
import {toPlainName} from './similar-names.js';
import {sawAllFields} from './tenant-identity.js';
import type {Reversal, UndoContext} from './undo-context.js';
import {leaveOther, leaveRenamed} from './undo-delete.js';

/**
 * Deletes the field that the run created. If the id is unknown, the field must match what was sent;
 * otherwise it may be someone else's.
 */
export function undoCreate(
  {run, current, index, foreignIds, laterIds, recreatedIds, mayBeElsewhere}: UndoContext,
  {name, nth, body}: {readonly name: string; readonly nth: number | undefined; readonly body: JsonObject},
  claimedIds: ReadonlySet<string>,
): readonly Reversal[] {
  const creates = (index.writesByName.get(name) ?? []).filter(({action}) => action === 'create');
  const write = creates.find(each => each.nth === nth);
  if (!write) return [];
  const leave = (why: string) => [{notUndone: `${JSON.stringify(name)} ${why}`}];
  if (write.id !== undefined && laterIds.has(write.id))
    return leave(`has since been deleted; ${write.id} was created by a later run and is left alone`);
  const others = new Set(creates.flatMap(each => (each === write ? [] : (each.id ?? []))));
  const isUnclaimed = ({id = ''}: CustomField) => !claimedIds.has(id) && !others.has(id);
  const claimable = (index.currentByName.get(name) ?? []).filter(isUnclaimed);
  const live = claimable.filter(field => !isMarkedDeleted(field));
  const sameName = live.length > 0 ? live : claimable;
  const named = sameName.filter(field => !foreignIds.has(field.id ?? ''));
  // Other runs created every field of that name, so this create had no effect.
  if (write.id === undefined && sameName.length > 0 && named.length === 0) {
    const {id} = sameName.find(field => recreatedIds.has(field.id ?? '')) ?? {};
    return id === undefined ? [] : leave(`may be the field that a later undo recreated as ${id}, which is left alone`);
  }
  const created = write.id === undefined && named.length === 1 ? named[0] : index.currentById.get(write.id);
  const id = created?.id;
  if (created === undefined || id === undefined || !isUnclaimed(created)) {
    const made = new Set(write.id === undefined ? index.findListedAs(write) : []);
    const lookalikes = current.filter(
      field =>
        isUnclaimed(field) &&
        (toPlainName(field.name ?? '') === toPlainName(name) || made.has(field)) &&
        (write.id !== undefined || !foreignIds.has(field.id ?? '')),
    );
    if (mayBeElsewhere && write.id !== undefined)
      return [{notUndone: `${JSON.stringify(name)} (${write.id}) is not listed here; this may be a different tenant`}];
    return lookalikes.flatMap(other =>
      leave(
        write.id === undefined
          ? `may have been created as ${JSON.stringify(other.name)}: ${other.id ?? ''}; it is left alone`
          : `has since been deleted, and another field with that name, ${other.id ?? ''}, is left alone`,
      ),
    );
  }
  // It is deleted already, and an API may have renamed it as well.
  if (isMarkedDeleted(created)) return [];
  // Its id may since have been given to a field of someone else.
  const listed = created.name ?? '';
  if (listed !== write.listedAs && toPlainName(listed) !== toPlainName(name)) return [leaveRenamed(name, created)];
  // A type never changes, and the run has seen the one that it sent.
  const isComplete = run.outcome === 'converged' || run.outcome === 'done';
  if (isComplete && hasOtherType(created, body)) return [leaveOther(name, created)];
  if (write.id === undefined && run.isUnread)
    return leave(`may have existed before the run, which did not check; ${id} is left alone`);
  if ((write.id === undefined || mayBeElsewhere) && mayBeForeign(created, body))
    return leave(`differs from what the run would have created; it may be someone else's and is left alone`);
  if (index.protectedNames.has(name)) return leave('is protected and is left alone');
  // An API, or a proxy that repeats requests, may have created it twice; so may someone else.
  const isNew = (field: CustomField) => index.liveIds.has(field.id) && !run.plan.seen.some(({id}) => id === field.id);
  const twins =
    run.isUnread || !sawAllFields(run.plan.seen) ? [] : named.filter(field => field !== created && isNew(field));
  const quoted = JSON.stringify(name);
  return [
    ...warnOfChange(created, body),
    // The journal does not have its id.
    ...(write.id === undefined ? [{warning: `${quoted} (${id}) may have been created by someone else`}] : []),
    ...twins.map(twin => ({
      warning: `${quoted} is also the name of ${twin.id ?? ''}, which the run did not create; it is left alone`,
    })),
    {idToDelete: id},
  ];
}

export function warnOfChange(created: CustomField, sent: JsonObject): readonly Reversal[] {
  if (isAsCreated(created, sent)) return [];
  const name = JSON.stringify(created.name);
  return [{warning: `${name} differs from what the run sent; the undo deletes it along with later changes`}];
}
