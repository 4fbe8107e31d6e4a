import {describeDifferences} from '../api/compare-replies.js';
import type {CustomField} from '../api/schemas.js';
import {sameJson} from '../json/same-json.js';
import {withCarriedOptions} from './carried-default.js';
import {hasDefaultChoice, titleOfDefault} from './choices/default-choice.js';
import {isSavedChange} from './compare-plans.js';
import {createDeletedTest} from './deleted-since.js';
import {type Change, mayBeIgnored} from './plan.js';
import type {PlannedChange} from './planned-change.js';
import type {Run} from './run.js';
import type {SavedPlan} from './saved-plan.js';

export interface RemainingChanges {
  readonly remaining: readonly Change[];
  /** Fields of the run that someone else has changed since, or made in place of a replaced one. */
  readonly conflicts: readonly Conflict[];
}

interface Conflict {
  readonly name: string;
  /** What a field lacks that was made in place of a replaced one: the members that the replacement carries over. */
  readonly lacks?: readonly string[];
}

/** Finds the replacement that this create completes: the old field has already been deleted. */
function findHalfDone(changes: readonly PlannedChange[], {action, name}: Change): PlannedChange | undefined {
  return changes.find(saved => action === 'create' && saved.action === 'replace' && saved.name === name);
}

/** True if the run has made this change already; if it is planned again, the list it is based on is stale. */
function isAlreadyDone({writes}: Run, {action, name, id}: Change): boolean {
  return writes.some(
    write =>
      write.state === 'done' &&
      (write.action === 'create'
        ? write.name === name && (action === 'create' || action === 'replace')
        : write.id === id && (write.action === action || (write.action === 'delete' && action === 'replace'))),
  );
}

/**
 * Finds the fields that the run has deleted to replace them, and that someone else has created without what they had.
 */
function findReplacedElsewhere(
  {changes, desired}: SavedPlan,
  {writes, before}: Run,
  current: readonly CustomField[],
): readonly Conflict[] {
  const isDeleted = createDeletedTest(before);
  return changes.flatMap(({action, name, id, body}) => {
    const own = writes.filter(write => write.name === name && write.state !== 'failed');
    const isHalfDone = own.some(write => write.action === 'delete') && own.every(write => write.action !== 'create');
    if (action !== 'replace' || !isHalfDone) return [];
    const other = current.find(field => field.name === name && field.id !== id && !isDeleted(field));
    if (!other) return [];
    const members = Object.entries(body ?? {}).filter(
      ([member, value]) => describeDifferences({[member]: value}, other) !== undefined,
    );
    const old = before.find(each => each['id'] === id);
    const declared = desired.find(field => field.name === name);
    // A second request was to set it.
    const carried = old && declared && withCarriedOptions(declared, {replaced: [old], moved: []});
    const title = hasDefaultChoice(other['options']) ? undefined : titleOfDefault(carried?.members['options']);
    const lacks = [
      ...members.map(([member]) => member),
      ...(title === undefined ? [] : [`the default choice ${JSON.stringify(title)}`]),
    ];
    return lacks.length === 0 ? [] : {name, lacks};
  });
}

/**
 * Splits a new plan into the run's remaining changes and those that conflict with it.
 *
 * @param current the fields that the plan is based on
 */
export function findRemainingChanges(
  saved: SavedPlan,
  run: Run,
  live: readonly Change[],
  current: readonly CustomField[],
): RemainingChanges {
  const {changes} = saved;
  const names = new Set(changes.map(({name}) => name));
  const relevant = live.filter(
    ({name, id}) => names.has(name) && (id === undefined || changes.some(saved => concerns(saved, name, id))),
  );
  const isRemaining = (change: Change) =>
    changes.some(saved => isSavedChange(saved, change)) || findHalfDone(changes, change) !== undefined;
  // All of it is still to do, so an update of unknown outcome was not made, unless the API omits what it sent; the field
  // has changed otherwise.
  const isUnmade = (change: Change) =>
    change.action === 'update' &&
    !mayBeIgnored(change) &&
    changes.some(saved => saved.id === change.id && sameJson(saved.body ?? null, change.body ?? null)) &&
    run.writes.every(write => write.id !== change.id || write.state === 'open');
  // If a field that the run wrote itself differs from what was sent, that is not a conflict; verifying reports it.
  const isOwn = (change: Change) =>
    !isUnmade(change) &&
    run.writes.some(
      write =>
        write.name === change.name &&
        write.state !== 'failed' &&
        (change.id === undefined || write.id === change.id || write.action === 'create'),
    );
  const pending = relevant.filter(change => !isAlreadyDone(run, change));
  return {
    remaining: pending.filter(isRemaining).map(change => {
      // It has members carried over from the field that is deleted by now.
      const planned = findHalfDone(changes, change)?.body;
      return planned ? {...change, body: planned} : change;
    }),
    conflicts: [
      ...pending.filter(change => !isRemaining(change) && !isOwn(change)),
      ...findReplacedElsewhere(saved, run, current),
    ],
  };
}

/** True if the saved change concerns the field: a delete by its id, anything else by its name. */
function concerns(saved: PlannedChange, name: string, id: string): boolean {
  return saved.name === name && (saved.action !== 'delete' || saved.id === id);
}
