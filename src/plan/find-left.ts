import {isObject, type JsonObject, sameJson, stringOf} from '../json.js';
import type {Run} from './journal.js';
import type {Change} from './plan.js';
import {digest, type SavedPlan} from './plan-document.js';

/** What of a run is left to do, and what stands in its way. */
export interface Left {
  readonly left: readonly Change[];
  /** Changes of fields of the run that it did not set out to do: somebody else was there. */
  readonly strange: readonly Change[];
}

/** True for what the run set out to do, as it set out to do it. */
function isSame(saved: JsonObject, {action, name, id, body, before}: Change): boolean {
  return (
    saved['action'] === action &&
    saved['name'] === name &&
    saved['id'] === id &&
    sameJson(saved['body'], body) &&
    saved['seen'] === (before && digest(before))
  );
}

/** True for the second half of a replacement. */
function isHalfDone(saved: JsonObject, {action, name, body}: Change): boolean {
  return (
    action === 'create' && saved['action'] === 'replace' && saved['name'] === name && sameJson(saved['body'], body)
  );
}

/** Parts what is to be done by now into what a run has left to do and what is none of its business. */
export function findLeft({changes}: SavedPlan, {writes}: Run, now: readonly Change[]): Left {
  const names = new Set(changes.map(({name}) => stringOf(name)));
  const touched = now.filter(
    ({name, id}) => names.has(name) && (id === undefined || changes.some(saved => isAbout(saved, name, id))),
  );
  const left = touched.filter(change => changes.some(saved => isSame(saved, change) || isHalfDone(saved, change)));
  // What the run itself has made, and is not as it was sent, is for the proof to tell.
  const isOwn = ({name, id}: Change) =>
    writes.some(
      write =>
        write.name === name &&
        write.state !== 'failed' &&
        (id === undefined || write.id === id || write.action === 'create'),
    );
  return {left, strange: touched.filter(change => !left.includes(change) && !isOwn(change))};
}

/** True when the saved change is about that field, or about one of that name that is to come. */
function isAbout(saved: JsonObject, name: string, id: string): boolean {
  return isObject(saved) && saved['name'] === name && (saved['action'] !== 'delete' || saved['id'] === id);
}
