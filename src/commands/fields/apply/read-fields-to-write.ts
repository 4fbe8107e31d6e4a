import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {successes} from '../../../app/read-run-end.js';
import {type ChangedField, type Concern, findUnlisted, isInterrupted} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/journal.js';
import {findRecentRuns} from './find-recent-runs.js';
import {readDespiteLag, sum} from './list-lag.js';

/**
 * Reads all fields to write to some of them, and reads again while the list does not show what recent runs have made of
 * these.
 */
export async function readFieldsToWrite(
  context: ApiContext,
  goesBy: Concern['goesBy'],
  toChanges: (fields: readonly CustomField[]) => readonly ChangedField[] = () => [],
): Promise<readonly CustomField[]> {
  const runs = await findRecentRuns(context);
  return readDespiteLag(
    context,
    () => readAllFields(context.http),
    fields => findLag(context, runs, {changes: toChanges(fields), goesBy}, fields),
  );
}

/** If a list lacks more writes of runs that succeeded, the tenant has rather been reset than that the list lags. */
const maxOfSuccesses = 20;

function hasSucceeded({outcome = ''}: Run): boolean {
  return successes.includes(outcome);
}

/**
 * Returns how much longer the list may lag behind what the runs have written, in ms; 0 if it shows all of it. Only what
 * an interrupted run has certainly written is worth the longest wait: an apply waits for the list itself, and a tenant
 * may have been reset.
 */
export function findLag(
  {timing, now}: ApiContext,
  runs: readonly Run[],
  concern: Concern,
  current: readonly CustomField[],
): number {
  const unlisted = findUnlisted(runs, concern, current);
  const ofSuccesses = unlisted.filter(({run}) => hasSucceeded(run));
  const regarded = ofSuccesses.length > maxOfSuccesses ? unlisted.filter(({run}) => !hasSucceeded(run)) : unlisted;
  const lags = regarded.map(({run, write}) => {
    const lag = Date.parse(write.at) + timing.maxLagMs - now().getTime();
    return isInterrupted(run) && write.state === 'done' ? lag : Math.min(lag, sum(timing.pollMs));
  });
  return lags.reduce((longest, lag) => Math.max(longest, lag), 0);
}
