import type {JsonObject} from '../json/json.js';
import type {Run} from './journal.js';
import type {PlannedChange} from './planned-change.js';

/** A write that is about to be sent. */
export interface PendingWrite {
  readonly action: string;
  readonly name: string;
  readonly id?: string | undefined;
  readonly body?: JsonObject | undefined;
}

/**
 * Finds a write of another command that the list read at `since` may not show, and that would be overwritten, or repeated.
 *
 * @param runs the other runs on the tenant
 * @param since ISO 8601
 */
export function findConcurrentWrite(
  runs: readonly Run[],
  pending: readonly PendingWrite[],
  since: string,
): {readonly run: string; readonly name: string} | undefined {
  for (const run of runs)
    for (const change of run.plan.changes) {
      const clash = wasMadeSince(run, change, since) ? pending.find(write => clashes(write, change)) : undefined;
      if (clash) return {run: run.run, name: clash.name};
    }
  return undefined;
}

/** True also for a change that a run which began since is still to make. */
function wasMadeSince({writes, outcome, began}: Run, {name, id}: PlannedChange, since: string): boolean {
  const made = writes.filter(write => write.name === name && (id === undefined || (write.id ?? id) === id));
  if (made.length === 0) return outcome === undefined && began > since;
  return made.some(({state, at}) => state !== 'failed' && at > since);
}

function clashes(write: PendingWrite, change: PlannedChange): boolean {
  if (write.action === 'create')
    return write.name === change.name && (change.action === 'create' || change.action === 'replace');
  if (write.id === undefined || write.id !== change.id) return false;
  const [own, other] = [write.body, change.body];
  const areUpdates =
    write.action === 'update' && change.action === 'update' && own !== undefined && other !== undefined;
  return !areUpdates || Object.keys(own).some(member => Object.hasOwn(other, member));
}
