import {isObject, type JsonObject, stringOf} from '../json.js';
import type {Run} from './journal.js';
import type {Permissions} from './plan.js';
import type {SavedPlan} from './plan-document.js';
import type {WantedField} from './wanted-field.js';

/** What is wanted to be back as it was before a run, and what that may do. */
export interface Undo {
  readonly fields: readonly WantedField[];
  readonly permissions: Permissions;
}

/** Members as they were; one that was not there is nothing again. */
function pickBefore(before: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(sent)
      .filter(member => member !== 'hint')
      .map(member => [member, before[member] ?? null]),
  );
}

/**
 * The way back from a run: what it created goes, what it changed is as it was, and what it deleted comes again, under a new id and without the
 * values that were stored in it.
 *
 * @param saved the run's plan
 */
export function planUndo({writes, before}: Run, {changes}: SavedPlan): Undo {
  const wasDone = (action: string, name: string) =>
    writes.some(write => write.action === action && write.name === name && write.state !== 'failed');
  const fields: WantedField[] = [];
  const unwanted = new Set<string>();
  const replaceable = new Set<string>();
  for (const {action, name, id, body} of changes) {
    const fieldName = stringOf(name) ?? '';
    const was = before.find(field => field['id'] === id);
    const place = `before the run, ${fieldName}`;
    const shared = {name: fieldName, isProtected: false, flaws: [], where: () => place};
    if (action === 'create') {
      const created = writes.find(write => write.action === 'create' && write.name === fieldName)?.id;
      if (created !== undefined) unwanted.add(created);
    } else if (action === 'update' && was && isObject(body) && wasDone('update', fieldName))
      fields.push({...shared, id: stringOf(id), members: pickBefore(was, body)});
    else if (was && action !== 'update' && wasDone('delete', fieldName)) {
      const {id: _gone, ...members} = was;
      if (action === 'replace') replaceable.add(fieldName);
      fields.push({...shared, id: undefined, members});
    }
  }
  return {fields, permissions: {isPruning: false, replaceable, unwanted}};
}
