import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {findUnfinishedMark, removeMark} from '../../../app/run-directory.js';
import {isLive} from '../../../plan/looks-deleted.js';
import {compareRuns} from '../../../plan/run.js';
import {listUnfinished} from '../../../plan/unfinished-replacements.js';
import {maxUnlistedMs, type RunHistory} from './find-recent-runs.js';

/**
 * Removes the marks of runs whose replacements another run has completed, or whose fields exist again. A run that began
 * a short while ago may still be under way, and what it has deleted may still be listed.
 */
export async function removeSettledMarks(
  context: ApiContext,
  {recent, successes, markedIds}: RunHistory,
  current: readonly CustomField[],
): Promise<void> {
  if (markedIds.size === 0) return;
  const live = new Set(current.filter(isLive).map(({name}) => name));
  const unfinished = listUnfinished([...recent, ...successes].toSorted((a, b) => compareRuns(b, a)));
  const open = new Set(unfinished.flatMap(({run, name}) => (live.has(name) ? [] : run)));
  const latest = context.now().getTime() - maxUnlistedMs;
  const isSettled = (run: string, began: string) => markedIds.has(run) && !open.has(run) && Date.parse(began) < latest;
  for (const {run, began} of recent) if (isSettled(run, began)) removeMark(await findUnfinishedMark(context, run));
}
