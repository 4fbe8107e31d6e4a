import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {type ChangedField, type CommandScope, findUnlisted} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/journal.js';
import {findRecentRuns} from './find-recent-runs.js';
import {readDespiteLag, sum} from './list-lag.js';

/**
 * Reads all fields before some are written, and again while the list lags behind recent runs on those.
 *
 * @param recent these runs, if they were read already
 */
export async function readFieldsToWrite(
  context: ApiContext,
  dependsOn: CommandScope['dependsOn'],
  toChanges: (fields: readonly CustomField[]) => readonly ChangedField[] = () => [],
  recent?: readonly Run[],
): Promise<readonly CustomField[]> {
  const runs = recent ?? (await findRecentRuns(context));
  return readDespiteLag(
    context,
    () => readAllFields(context.http),
    fields => findLag(context, runs, {changes: toChanges(fields), dependsOn}, fields),
  );
}

/** The outcomes of runs that have read the list until it showed their writes. */
const verifiedOutcomes: readonly (string | undefined)[] = ['converged', 'undone'];

/**
 * Returns how much longer the list may lag behind the runs, in ms; 0 if it shows everything. Writes that were certainly
 * carried out are waited for as long as a list may lag, unless the list has shown them once; the others may never show.
 */
export function findLag(
  {timing, now}: ApiContext,
  runs: readonly Run[],
  scope: CommandScope,
  current: readonly CustomField[],
): number {
  const lags = findUnlisted(runs, scope, current).map(({run, write, mayBeIgnored}) => {
    const lag = Date.parse(write.at) + timing.maxLagMs - now().getTime();
    const isCertain = write.state === 'done' && !mayBeIgnored;
    return isCertain && !verifiedOutcomes.includes(run.outcome) ? lag : Math.min(lag, sum(timing.pollMs));
  });
  return lags.reduce((longest, lag) => Math.max(longest, lag), 0);
}
