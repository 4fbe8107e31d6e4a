import {type Difference, findDifferences} from '../api/differences.js';
import {type JsonObject, memberOf} from '../json/json.js';
import type {Run, WriteState} from './journal.js';
import type {PlannedChange} from './planned-change.js';

export interface RunWrite extends WriteState {
  /** All members for a create or delete; what differed for an update. Empty if the state before is unknown. */
  readonly changes: readonly Difference[];
}

/** The writes of a run, in the order in which they were sent. */
export function listRunWrites(run: Run): readonly RunWrite[] {
  return run.writes.map(write => ({...write, changes: listChanges(run, write)}));
}

function listChanges({plan, before}: Run, write: WriteState): readonly Difference[] {
  const {action, id} = write;
  const was = action === 'create' ? {} : before.find(field => field['id'] === id);
  // Without the state before, nobody can tell what has changed.
  if (!was) return [];
  const body = bodyOf(plan.changes, write);
  const members = Object.keys(action === 'delete' ? was : body);
  return members.flatMap(member =>
    findDifferences(memberOf(was, member), memberOf(body, member), {path: [member], isOrdered: true}),
  );
}

/** Returns the body that the run was to send in a write. */
export function bodyOf(
  planned: readonly PlannedChange[],
  {action, name, id, body}: Pick<WriteState, 'action' | 'name' | 'id' | 'body'>,
): JsonObject {
  if (body) return body;
  const isPlanned = (change: PlannedChange) =>
    action === 'create'
      ? change.name === name && (change.action === 'create' || change.action === 'replace')
      : change.action === action && change.id === id;
  return planned.find(isPlanned)?.body ?? {};
}
