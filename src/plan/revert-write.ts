import {toIdWords} from '../api/find-field.js';
import {type CustomField, updateMembers, writeOnlyMembers} from '../api/schemas.js';
import type {SuggestCommand} from '../base/suggest-command.js';
import {isObject, type Json, type JsonObject, memberOf, sameJson, stringOf} from '../json/json.js';
import {describeChangedSince} from './describe-changed-since.js';
import {describeLostChoices} from './describe-lost-choices.js';
import type {DesiredField} from './desired-field.js';
import {hasMember, isPartlyRestored, isRestored, withIdsOf} from './has-member.js';
import {listAdded} from './list-added.js';
import {listRestored} from './list-restored.js';
import {withoutLostDefault} from './merge-options.js';
import {dropStaleIds, listIds, listsWithIds, revert} from './revert-members.js';
import type {Run} from './run.js';
import type {SavedPlan} from './saved-plan.js';
import type {UndoIndex} from './undo-index.js';
import {changesUndocumented, isDocumentedSame, lacksUndocumented} from './undocumented-losses.js';

export interface UndoContext {
  readonly run: Run;
  readonly saved: SavedPlan;
  readonly current: readonly CustomField[];
  readonly index: UndoIndex;
  /** Ids of fields that other runs have created. */
  readonly foreignIds: ReadonlySet<string>;
  /** Ids of fields that later runs have created; some APIs give the id of a deleted field to a new one. */
  readonly laterIds: ReadonlySet<string>;
  /** Ids of fields that undos of later runs have created again. */
  readonly recreatedIds: ReadonlySet<string>;
  /** Ids of fields that later runs have written, undos included. */
  readonly rewrittenIds: ReadonlySet<string | undefined>;
  /** Ids of fields that later runs have deleted, so that this run has not. */
  readonly deletedLaterIds: ReadonlySet<string | undefined>;
  /** Earlier undos of the run, which may have been interrupted. */
  readonly undos: readonly Run[];
  /** False if the updates of the run and its undos have certainly cleared nothing that they did not send. */
  readonly mayHaveCleared: boolean;
  /** True if only ids that many tenants have suggest that the run was made on this one. */
  readonly mayBeElsewhere: boolean;
  readonly suggest: SuggestCommand;
}

/** How to undo one change of the run. */
export type Reversal =
  | {readonly field: DesiredField}
  | {readonly idToDelete: string}
  | {readonly warning: string}
  | {readonly notUndone: string};

/** A field as it was, for a plan that restores it. */
export function toDesiredField(name: string, id: string | undefined, members: JsonObject): DesiredField {
  return {name, id, isProtected: false, isExact: true, flaws: [], members, where: () => `before the run, ${name}`};
}

/** Restores the members that the run changed, except those that were changed again since. */
export function restoreMembers(
  context: UndoContext,
  name: string,
  was: JsonObject,
  {sent, planned}: {readonly sent: JsonObject; readonly planned: JsonObject},
): readonly Reversal[] {
  const {index, suggest, undos} = context;
  const quoted = JSON.stringify(name);
  const now = index.currentById.get(was['id']);
  const [twin] = index.currentByName.get(name) ?? [];
  const whatIsLeft =
    twin === undefined
      ? 'no longer exists and cannot be restored'
      : `has since been deleted, and another field with that name, ${twin.id ?? ''}, is left alone`;
  if (!now)
    return [
      {
        notUndone:
          sent['deleted'] === true
            ? `${quoted} is marked as deleted and no longer listed; to list it again, run: ${suggest('fields', 'update', ...toIdWords(stringOf(was['id']) ?? ''), '--no-deleted')}`
            : `${quoted} ${whatIsLeft}`,
      },
    ];
  const shown = Object.entries(sent).filter(([member]) => member !== 'hint');
  const revertMember = (member: string, value: Json | undefined) => {
    const reverted =
      revert(memberOf(now, member), value, memberOf(was, member), [member]) ?? (member === 'deleted' ? false : null);
    return listsWithIds.has(member) ? dropStaleIds(reverted, new Set(listIds(memberOf(now, member)))) : reverted;
  };
  // Somebody may since have set a choice that the run added as the default.
  const losesDefault = (member: string, reverted: Json) =>
    member === 'options' && withoutLostDefault(reverted, undefined, memberOf(now, member)) !== reverted;
  const restoring = listRestored(undos, was['id']);
  // A list that shows the field does not show its deletion mark.
  const own = shown.filter(
    ([member, value]) =>
      ((hasMember(now, member, value) || isPartlyRestored(now, [member, value], was, restoring)) &&
        !losesDefault(member, revertMember(member, value))) ||
      (member === 'deleted' && memberOf(now, member) === undefined),
  );
  // An undo that was interrupted may have restored a member already.
  const others = shown.filter(entry => !own.includes(entry));
  const unchanged = others.filter(entry => isRestored(now, entry, was));
  const later = others.flatMap(entry => (unchanged.includes(entry) ? [] : entry[0]));
  const {hidden, unseen} = findHiddenMembers(context, unchanged, was);
  // An API that clears what an update does not send may only show it now.
  const mayLose =
    (undos.length > 0 && context.mayHaveCleared) || (index.effectsById.get(was['id'])?.lost ?? []).length > 0;
  const members = Object.fromEntries(own.map(([member, value]) => [member, revertMember(member, value)]));
  const restored = toDesiredField(name, stringOf(was['id']), members);
  const lostHint = `${quoted}: its hint cannot be restored, since the API never returns hints`;
  const removed = own.flatMap(([member, value]) =>
    listAddedSince(memberOf(now, member), value, memberOf(was, member), member),
  );
  const withoutAdded = `${quoted}: the undo also removes what was added since the run: ${removed.join(', ')}`;
  const losesUndocumented = (member: string, isOwn: boolean) => {
    const [is, before] = [memberOf(now, member), memberOf(was, member)];
    if (lacksUndocumented(member, is, withIdsOf(now, member, before))) return true;
    const isSame = sameJson(is ?? null, before ?? null);
    return isOwn && !isSame && changesUndocumented(member, before, memberOf(planned, member));
  };
  // A plan compares what the reference documents, so it does not send a member that differs in the rest alone.
  const isNotSent = ([member, value]: readonly [string, Json | undefined]) =>
    isDocumentedSame(member, memberOf(now, member), withIdsOf(now, member, revertMember(member, value)));
  const notRestored = (member: string) => ({
    notUndone: `${quoted}: undocumented members that the run changed in ${member} are not restored`,
  });
  return [
    ...(own.some(([member]) => member === 'options') ? describeLostChoices(name, was, now) : []),
    ...(removed.length > 0 ? [{warning: withoutAdded}] : []),
    // An API that ignores them has stored nothing, and one that never shows them has.
    ...(unseen.length > 0
      ? [{warning: `${quoted}: the API never showed what the run sent, and may still have it: ${unseen.join(', ')}`}]
      : []),
    ...(Object.hasOwn(sent, 'hint') ? [{notUndone: lostHint}] : []),
    ...(own.length > 0 ? [{field: mayLose ? sendWhole(restored, now) : restored}] : []),
    // Otherwise the member is sent as it was, with what the reference does not name.
    ...[...own, ...unchanged].flatMap(entry =>
      (isRestored(now, entry, was) || isNotSent(entry)) && losesUndocumented(entry[0], own.includes(entry))
        ? notRestored(entry[0])
        : [],
    ),
    ...(later.length > 0 ? [{notUndone: describeChangedSince(name, later)}] : []),
    ...(hidden.length > 0
      ? [{notUndone: `${quoted}: the list does not show whether these are as before the run: ${hidden.join(', ')}`}]
      : []),
  ];
}

/** Members that the run has sent for a field, and that no list shows: those that a reply has shown, and the others. */
function findHiddenMembers(
  {run, index, current, rewrittenIds}: UndoContext,
  sent: readonly (readonly [string, Json | undefined])[],
  was: JsonObject,
): {readonly hidden: readonly string[]; readonly unseen: readonly string[]} {
  const id = stringOf(was['id']);
  const writes = (index.writesById.get(id) ?? []).filter(({action, state}) => action === 'update' && state === 'done');
  // A run that has converged has seen in the list what it sent, and later runs may have removed it.
  if (run.outcome === 'converged' || rewrittenIds.has(id) || writes.length === 0) return {hidden: [], unseen: []};
  const unlisted = sent.flatMap(([member, value = null]) =>
    value !== null && current.every(field => (field[member] ?? null) === null) ? member : [],
  );
  const isReplied = (member: string) => writes.some(({omitted = []}) => !omitted.includes(member));
  return {hidden: unlisted.filter(isReplied), unseen: unlisted.filter(member => !isReplied(member))};
}

/** Sends what the field has along with what is restored, where the API clears what an update does not send. */
function sendWhole(restored: DesiredField, now: CustomField): DesiredField {
  const others = updateMembers.flatMap(member => {
    const value = memberOf(now, member) ?? null;
    return value === null || writeOnlyMembers.has(member) ? [] : [[member, value] as const];
  });
  return {...restored, members: {...Object.fromEntries(others), ...restored.members}, isSentWhole: true};
}

/** Labels what the API or others have added to a member that the run had added as a whole. */
function listAddedSince(
  now: Json | undefined,
  sent: Json | undefined,
  was: Json | undefined,
  member: string,
): readonly string[] {
  if ((was ?? null) !== null || !isObject(now) || !isObject(sent) || listsWithIds.has(member)) return [];
  return listAdded(now, sent, member);
}
