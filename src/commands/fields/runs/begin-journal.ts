import {listCreatedIds} from '../../../plan/find-unlisted.js';
import type {JournalEntry} from '../../../plan/journal-entry.js';
import {resolveOpenWrites} from '../../../plan/resolve-open-writes.js';
import type {Run} from '../../../plan/run.js';
import {toSavedPlan} from '../../../plan/saved-plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';

/**
 * Starts the journal of a run. Resolves when the plan is on disk; nothing is sent before that.
 *
 * @param single the command of a single write
 */
export async function beginJournal(
  {append}: JournalFile<JournalEntry>,
  {plan, meta, desired, current, undoes, fleet}: Omit<TenantPlan, 'replaced'>,
  single: Pick<Extract<JournalEntry, {readonly event: 'run'}>, 'command' | 'unread'> = {},
): Promise<void> {
  await append({
    event: 'run',
    at: meta.created_at,
    run: meta.id,
    ...single,
    plan: toSavedPlan(plan, desired.fields, current, meta),
    before: plan.changes.flatMap(({before}) => (before === undefined ? [] : [before])),
    undoes,
    fleet,
  });
}

/** Continues the journal of a run, starting with the outcomes of open writes that the tenant shows. */
export async function resumeJournal(
  {append}: JournalFile<JournalEntry>,
  run: Run,
  {plan, current}: TenantPlan,
  others: readonly Run[],
  at: string,
): Promise<void> {
  const foreignIds = new Set(others.flatMap(listCreatedIds));
  await append({event: 'resume', at});
  for (const entry of resolveOpenWrites(run, {current, remaining: plan.changes, foreignIds}, at)) await append(entry);
}
