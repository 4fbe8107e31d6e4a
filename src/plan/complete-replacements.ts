import {mergeObjects} from '../api/merge.js';
import type {Run} from './journal.js';
import type {Change} from './plan.js';

/**
 * Completes the creates of fields that an earlier run has deleted to replace them, but not created again: they get the
 * members that the run would have carried over from the old field (row 152).
 *
 * @param runs latest first
 */
export function completeReplacements(changes: readonly Change[], runs: readonly Run[]): readonly Change[] {
  return changes.map(change => {
    const latest = runs.find(({writes}) => writes.some(({name}) => name === change.name));
    if (change.action !== 'create' || !latest) return change;
    const planned = latest.plan.changes.find(({action, name}) => action === 'replace' && name === change.name);
    const body = planned?.body;
    const stateOf = (step: string) =>
      latest.writes.find(({action, name}) => action === step && name === change.name)?.state ?? 'failed';
    if (!body || stateOf('delete') === 'failed' || stateOf('create') === 'done') return change;
    const completed = mergeObjects(change.body ?? {}, body);
    const carried = Object.keys(completed).filter(member => change.body?.[member] === undefined);
    const note = `completes the replacement that run ${latest.run} began`;
    return {
      ...change,
      body: completed,
      notes: [
        ...change.notes,
        carried.length > 0 ? `${note}; carried over from the old field: ${carried.join(', ')}` : note,
      ],
    };
  });
}
