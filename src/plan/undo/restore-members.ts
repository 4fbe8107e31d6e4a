import {toIdWords} from '../../api/find-field.js';
import {isLive} from '../../api/looks-deleted.js';
import {type CustomField, isMarkedDeleted, updateMembers, writeOnlyMembers} from '../../api/schemas.js';
import {isObject, type Json, type JsonObject, memberOf, stringOf} from '../../json/json.js';
import {mapMembers} from '../../json/map-members.js';
import {sameJson} from '../../json/same-json.js';
import {describeLostChoices} from '../choices/describe-lost-choices.js';
import {withoutLostDefault} from '../choices/merge-options.js';
import {describeDeletionSign} from '../describe-deletion-signs.js';
import type {DesiredField} from '../desired-field.js';
import {hasMember, isPartlyRestored, isRestored, withIdsOf} from '../has-member.js';
import {listAdded} from '../list-added.js';
import {changesUndocumented, hasSameDocumented, lacksUndocumented} from '../undocumented-losses.js';
import {describeChangedSince} from './find-left-alone.js';
import {listRestored} from './list-restored.js';
import {dropStaleIds, listIds, listsWithIds, revert} from './revert-members.js';
import type {Reversal, UndoContext} from './undo-context.js';

/** A field as it was, for a plan that restores it. */
export function toDesiredField(name: string, id: string | undefined, members: JsonObject): DesiredField {
  return {name, id, isProtected: false, isExact: true, flaws: [], members, where: () => `before the run, ${name}`};
}

/** A member that the run has sent, with its value. */
type Sent = readonly [string, Json | undefined];

/** Restores the members that the run changed, except those that were changed again since. */
export function restoreMembers(
  context: UndoContext,
  name: string,
  was: JsonObject,
  {sent, planned}: {readonly sent: JsonObject; readonly planned: JsonObject},
): readonly Reversal[] {
  const {index, undos} = context;
  const quoted = JSON.stringify(name);
  const now = index.currentById.get(was['id']);
  if (!now) return [{notUndone: `${quoted} ${describeGone(context, name, was, sent)}`}];
  const inList = withListed(now, sent, planned);
  const sorted = sortSent(now, was, inList, listRestored(undos, was['id']));
  const {unchanged, later} = sorted;
  // A guess deletes nothing.
  const sign = sent['deleted'] === false && !isMarkedDeleted(was) ? describeDeletionSign(was) : undefined;
  const own = sorted.own.filter(([member]) => member !== 'deleted' || sign === undefined);
  const {hidden, unseen} = findHiddenMembers(context, unchanged, was);
  // An API that clears what an update does not send may only show it now.
  const mayLose =
    (undos.length > 0 && context.mayHaveCleared) || (index.effectsById.get(was['id'])?.lost ?? []).length > 0;
  const members = Object.fromEntries(own.map(([member, value]) => [member, revertMember(now, was, member, value)]));
  const restored = toDesiredField(name, stringOf(was['id']), members);
  const removed = own.flatMap(([member, value]) =>
    listAddedSince(memberOf(now, member), value, memberOf(was, member), member),
  );
  const isLost = (entry: Sent) =>
    own.includes(entry)
      ? !isSentAgain(now, was, entry) && losesUndocumented(now, was, entry[0], planned)
      : losesUndocumented(now, was, entry[0]);
  return [
    ...(own.some(([member]) => member === 'options') ? describeLostChoices(name, was, now) : []),
    ...(removed.length > 0
      ? [{warning: `${quoted}: the undo also removes what was added since the run: ${removed.join(', ')}`}]
      : []),
    // An API that ignores them has stored nothing, and one that never shows them has.
    ...(unseen.length > 0
      ? [{warning: `${quoted}: the API never returned these members and may still store them: ${unseen.join(', ')}`}]
      : []),
    ...(sign !== undefined && isLive(now)
      ? [
          {
            notUndone: `${quoted} may have been deleted before the run (${sign}); the undo does not delete it again; if it was deleted, run: ${context.suggest('fields', 'update', ...toIdWords(now.id ?? ''), '--deleted')}`,
          },
        ]
      : []),
    ...(Object.hasOwn(sent, 'hint')
      ? [{notUndone: `${quoted}: its hint cannot be restored, since the API never returns hints`}]
      : []),
    ...(own.length > 0 ? [{field: mayLose ? sendWhole(restored, now) : restored}] : []),
    ...[...own, ...unchanged].filter(isLost).map(([member]) => ({
      notUndone: `${quoted}: undocumented members that the run changed in ${member} are not restored`,
    })),
    ...(later.length > 0 ? [{notUndone: describeChangedSince(name, later)}] : []),
    ...(hidden.length > 0
      ? [
          {
            notUndone: `${quoted}: the list does not show these members, so whether they were restored is unknown: ${hidden.join(', ')}`,
          },
        ]
      : []),
  ];
}

/** What the run has sent, in the form in which the list shows it: a reply may show a value in another. */
function withListed(now: CustomField, sent: JsonObject, planned: JsonObject): JsonObject {
  return mapMembers(sent, (member, value) => {
    if (hasMember(now, member, value) || !Object.hasOwn(planned, member)) return value;
    return hasMember(now, member, planned[member]) ? planned[member] : value;
  });
}

/** Says why a field that is not listed is not restored. */
function describeGone({index, suggest}: UndoContext, name: string, was: JsonObject, sent: JsonObject): string {
  const [twin] = index.currentByName.get(name) ?? [];
  if (sent['deleted'] === true)
    return `is marked as deleted and no longer listed; to list it again, run: ${suggest('fields', 'update', ...toIdWords(stringOf(was['id']) ?? ''), '--no-deleted')}`;
  return twin === undefined
    ? 'is no longer listed and cannot be restored'
    : `is no longer listed, and another field with that name, ${twin.id ?? ''}, is left alone`;
}

/** The value to send for a member. */
function revertMember(now: CustomField, was: JsonObject, member: string, sent: Json | undefined): Json {
  const reverted =
    revert(memberOf(now, member), sent, memberOf(was, member), [member]) ?? (member === 'deleted' ? false : null);
  return listsWithIds.has(member) ? dropStaleIds(reverted, new Set(listIds(memberOf(now, member)))) : reverted;
}

/**
 * Sorts what the run has sent: what is still so, what is as it was before the run, and what was changed since.
 *
 * @param restoring what earlier undos have sent
 */
function sortSent(now: CustomField, was: JsonObject, sent: JsonObject, restoring: readonly Sent[]) {
  const shown: readonly Sent[] = Object.entries(sent).filter(([member]) => member !== 'hint');
  // Somebody may since have set a choice that the run added as the default.
  const losesDefault = ([member, value]: Sent) => {
    if (member !== 'options') return false;
    const reverted = revertMember(now, was, member, value);
    return withoutLostDefault(reverted, undefined, memberOf(now, member)) !== reverted;
  };
  // A list that shows the field does not show its deletion mark.
  const isOwn = (entry: Sent) =>
    ((hasMember(now, ...entry) || isPartlyRestored(now, entry, was, restoring)) && !losesDefault(entry)) ||
    (entry[0] === 'deleted' && memberOf(now, 'deleted') === undefined);
  const own = shown.filter(isOwn);
  const others = shown.filter(entry => !own.includes(entry));
  // An undo that was interrupted may have restored a member already.
  const unchanged = others.filter(entry => isRestored(now, entry, was));
  return {own, unchanged, later: others.flatMap(entry => (unchanged.includes(entry) ? [] : entry[0]))};
}

/**
 * False for a member that differs only in what the reference does not document: a plan sends nothing for that alone.
 */
function isSentAgain(now: CustomField, was: JsonObject, [member, sent]: Sent): boolean {
  const reverted = withIdsOf(now, member, revertMember(now, was, member, sent));
  return !hasSameDocumented(member, memberOf(now, member), reverted);
}

/**
 * True if a member differs from before the run in what the reference does not document.
 *
 * @param planned what the run has planned to send, for a member that still has it
 */
function losesUndocumented(now: CustomField, was: JsonObject, member: string, planned?: JsonObject): boolean {
  const [is, before] = [memberOf(now, member), memberOf(was, member)];
  if (lacksUndocumented(member, is, withIdsOf(now, member, before))) return true;
  const isSame = sameJson(is ?? null, before ?? null);
  return planned !== undefined && !isSame && changesUndocumented(member, before, memberOf(planned, member));
}

/** Members that the run has sent for a field, and that no list shows: those that a reply has shown, and the others. */
function findHiddenMembers(
  {run, index, current, rewrittenIds}: UndoContext,
  sent: readonly Sent[],
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
