import type {ApiContext} from '../../../app/api-context.js';
import {orEmpty, readJournalBytes} from '../../../app/read-journal-file.js';
import {findUnfinishedMark, removeMark} from '../../../app/run-directory.js';
import {isRunOf} from '../../../plan/tenant-identity.js';
import {maxUnlistedMs, type RunHistory} from './find-recent-runs.js';
import {listOpen} from './find-successes.js';
import {identifyTenant} from './identify-tenant.js';

/**
 * Removes the marks of runs on this tenant whose replacements are complete, by that run or another. A run that has set
 * its mark a short while ago may still be under way.
 */
export async function removeSettledMarks(
  context: ApiContext,
  {recent, successes, markedIds}: RunHistory,
): Promise<void> {
  if (markedIds.size === 0) return;
  const tenant = identifyTenant(context);
  const open = listOpen([...recent, ...successes]);
  const latest = context.now().getTime() - maxUnlistedMs;
  for (const run of recent) {
    if (!markedIds.has(run.run) || open.has(run.run) || !isRunOf(run, tenant)) continue;
    const path = await findUnfinishedMark(context, run.run);
    const markedAt = String(orEmpty(() => readJournalBytes(path)) ?? '');
    if (Date.parse(markedAt) < latest) removeMark(path);
  }
}
