import {isObject, type JsonObject, sameJson, stringOf} from '../json/json.js';
import type {Run} from './journal.js';
import type {Change} from './plan.js';
import {digest, type SavedPlan} from './plan-document.js';

/** What of a run is left to do, and what stands in its way. */
export interface RemainingChanges {
  readonly remaining: readonly Change[];
  /** Changes of fields of the run that it did not set out to do: someone else was there. */
  readonly conflicts: readonly Change[];
}

/** True for what the run set out to do, as it set out to do it. */
function isPlannedChange(saved: JsonObject, {action, name, id, body, before}: Change): boolean {
  return (
    saved['action'] === action &&
    saved['name'] === name &&
    saved['id'] === id &&
    sameJson(saved['body'], body) &&
    saved['digest_before'] === (before && digest(before))
  );
}

/** True for the second half of a replacement. */
function isHalfDone(saved: JsonObject, {action, name, body}: Change): boolean {
  return (
    action === 'create' && saved['action'] === 'replace' && saved['name'] === name && sameJson(saved['body'], body)
  );
}

/** True for a change that a run has made already: the list that says otherwise lags behind. */
function isAlreadyDone({writes}: Run, {action, name, id}: Change): boolean {
  return writes.some(
    write =>
      write.state === 'done' &&
      (write.action === 'create'
        ? write.name === name && (action === 'create' || action === 'replace')
        : write.id === id && (write.action === action || (write.action === 'delete' && action === 'replace'))),
  );
}

/** True when the list that a plan comes from may lag behind what a run has done, or was doing when it was cut off. */
export function mayBeStale(run: Run, now: readonly Change[]): boolean {
  const isOpen = ({action, name, id}: Change) =>
    run.writes.some(
      write =>
        write.state === 'open' &&
        (write.action === 'create'
          ? action === 'create' && write.name === name
          : write.action === 'delete' && write.id === id),
    );
  return now.some(change => isOpen(change) || isAlreadyDone(run, change));
}

/** Parts what is to be done by now into what a run has left to do and what is none of its business. */
export function findRemainingChanges({changes}: SavedPlan, run: Run, now: readonly Change[]): RemainingChanges {
  const names = new Set(changes.map(({name}) => stringOf(name)));
  const touched = now.filter(
    ({name, id}) => names.has(name) && (id === undefined || changes.some(saved => isAbout(saved, name, id))),
  );
  const isLeft = (change: Change) => changes.some(saved => isPlannedChange(saved, change) || isHalfDone(saved, change));
  // What the run itself has made, and is not as it was sent, is for the proof to tell.
  const isOwn = ({name, id}: Change) =>
    run.writes.some(
      write =>
        write.name === name &&
        write.state !== 'failed' &&
        (id === undefined || write.id === id || write.action === 'create'),
    );
  const unmade = touched.filter(change => !isAlreadyDone(run, change));
  return {
    remaining: unmade.filter(isLeft),
    conflicts: unmade.filter(change => !isLeft(change) && !isOwn(change)),
  };
}

/** True when the saved change is about that field, or about one of that name that is to come. */
function isAbout(saved: JsonObject, name: string, id: string): boolean {
  return isObject(saved) && saved['name'] === name && (saved['action'] !== 'delete' || saved['id'] === id);
}
