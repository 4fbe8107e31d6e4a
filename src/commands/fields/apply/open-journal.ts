import type {Run} from '../../../plan/journal.js';
import type {JournalEntry} from '../../../plan/journal-entry.js';
import {resolveOpenWrites} from '../../../plan/resolve-open-writes.js';
import {toSavedPlan} from '../../../plan/saved-plan.js';
import type {JournalFile} from '../../../system/files/journal-file.js';
import type {TenantPlan} from './plan-tenant.js';

/** Starts the journal of a run. Resolves when the plan is on disk; nothing is sent before that. */
export async function beginJournal(
  file: JournalFile,
  {plan, meta, desired, current, undoes, fleet}: TenantPlan,
): Promise<void> {
  const entry: JournalEntry = {
    event: 'run',
    at: meta.created_at,
    run: meta.id,
    plan: toSavedPlan(plan, desired.fields, current, meta),
    before: plan.changes.flatMap(({before}) => (before === undefined ? [] : [before])),
    ...(undoes === undefined ? {} : {undoes}),
    ...(fleet === undefined ? {} : {fleet}),
  };
  await file.append(JSON.stringify(entry));
}

/**
 * Continues the journal of a run, starting with the outcomes of open writes that the tenant shows.
 *
 * @param foreignIds ids of fields that other runs have created
 */
export async function resumeJournal(
  file: JournalFile,
  run: Run,
  {plan, current}: TenantPlan,
  {foreignIds, at}: {readonly foreignIds: ReadonlySet<string>; readonly at: string},
): Promise<void> {
  const entries: readonly JournalEntry[] = [
    {event: 'resume', at},
    ...resolveOpenWrites(run, {current, remaining: plan.changes, foreignIds}, at),
  ];
  for (const entry of entries) await file.append(JSON.stringify(entry));
}
