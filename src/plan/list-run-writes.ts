import {type Difference, findDifferences} from '../api/differences.js';
import {type JsonObject, memberOf} from '../json/json.js';
import type {PlannedChange} from './planned-change.js';
import type {Run, WriteState} from './run.js';

export interface RunWrite extends WriteState {
  /** All members for a create or delete; what differed for an update. Empty if the state before is unknown. */
  readonly changes: readonly Difference[];
}

/** The writes of a run, in the order in which they were sent. */
export function listRunWrites({writes, plan, before}: Run): readonly RunWrite[] {
  const beforeById = new Map(before.map(field => [field['id'], field]));
  const findBody = createBodyFinder(plan.changes);
  return writes.map(write => {
    const was = write.action === 'create' ? {} : beforeById.get(write.id);
    return {...write, changes: listChanges(was, findBody(write), write.action)};
  });
}

function listChanges(was: JsonObject | undefined, body: JsonObject, action: string): readonly Difference[] {
  // Without the state before, nobody can tell what has changed.
  if (!was) return [];
  const members = Object.keys(action === 'delete' ? was : body);
  return members.flatMap(member =>
    findDifferences(memberOf(was, member), memberOf(body, member), {path: [member], isOrdered: true}),
  );
}

type SentWrite = Pick<WriteState, 'action' | 'name' | 'id' | 'body'>;

/** Returns a function that finds the body that the run was to send in a write. */
export function createBodyFinder(planned: readonly PlannedChange[]): (write: SentWrite) => JsonObject {
  const byTarget = new Map<string, JsonObject | undefined>();
  for (const {action, name, id, body} of planned) {
    const isCreate = action === 'create' || action === 'replace';
    const keys = [...(isCreate ? [keyOf('create', name)] : []), ...(id === undefined ? [] : [keyOf(action, id)])];
    for (const key of keys) if (!byTarget.has(key)) byTarget.set(key, body);
  }
  return ({action, name, id = '', body}) => body ?? byTarget.get(keyOf(action, action === 'create' ? name : id)) ?? {};
}

function keyOf(action: string, target: string): string {
  return JSON.stringify([action, target]);
}
