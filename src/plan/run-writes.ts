import {arrayOf, isObject, type JsonObject, objectOf} from '../json/json.js';
import {type Difference, listDifferences} from './differences.js';
import type {Run, WriteState} from './journal.js';

/** A write of a run, and what it was to change. */
export interface RunWrite extends WriteState {
  /** All members for a create or delete; what differed for an update. */
  readonly changes: readonly Difference[];
}

/** The writes of a run, in the order in which they were sent. */
export function listRunWrites(run: Run): readonly RunWrite[] {
  return run.writes.map(write => ({...write, changes: listChanges(run, write)}));
}

function listChanges({plan, before}: Run, {action, name, id}: WriteState): readonly Difference[] {
  const isField = (field: JsonObject) => (id === undefined ? field['name'] === name : field['id'] === id);
  const was = (action === 'create' ? undefined : before.find(isField)) ?? {};
  const body = action === 'delete' ? {} : bodyOf(plan, name);
  const members = Object.keys(action === 'delete' ? was : body);
  return members.flatMap(member => listDifferences(was[member], body[member], member));
}

/** Returns the body that the run planned to send for a field. */
export function bodyOf(plan: JsonObject, name: string): JsonObject {
  const change = (arrayOf(plan['changes']) ?? []).find(each => isObject(each) && each['name'] === name);
  return objectOf(objectOf(change)?.['body']) ?? {};
}
