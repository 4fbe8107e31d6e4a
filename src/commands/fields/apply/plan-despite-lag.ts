import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {successes} from '../../../app/read-run-end.js';
import {type ChangedField, findUnlisted, isInterrupted} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/journal.js';
import {findRecentRuns} from './find-recent-runs.js';
import {readDespiteLag, sum} from './list-lag.js';
import type {TenantPlan} from './plan-tenant.js';

/**
 * Plans again while the plan would repeat what a recent run has done, or may have done.
 *
 * @param runs those whose writes the list may not show yet; by default all recent ones
 */
export async function planDespiteLag(
  context: ApiContext,
  plan: () => Promise<TenantPlan>,
  runs?: readonly Run[],
): Promise<TenantPlan> {
  const recent = runs ?? (await findRecentRuns(context));
  return readDespiteLag(context, plan, ({plan: {changes}, current}) => findLag(context, recent, changes, current));
}

/** If a list lacks more writes of runs that succeeded, the tenant has rather been reset than that the list lags. */
const maxOfSuccesses = 20;

function hasSucceeded({outcome = ''}: Run): boolean {
  return successes.includes(outcome);
}

/**
 * Returns how much longer the list may not show what the runs have written, in ms; 0 if the changes repeat nothing. Only
 * what an interrupted run has certainly written is worth the longest wait: other runs have waited for the list, and a
 * tenant may have been reset.
 */
export function findLag(
  {timing, now}: ApiContext,
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): number {
  const unlisted = findUnlisted(runs, changes, current);
  const ofSuccesses = unlisted.filter(({run}) => hasSucceeded(run));
  const regarded = ofSuccesses.length > maxOfSuccesses ? unlisted.filter(({run}) => !hasSucceeded(run)) : unlisted;
  const lags = regarded.map(({run, write}) => {
    const lag = Date.parse(write.at) + timing.maxLagMs - now().getTime();
    return isInterrupted(run) && write.state === 'done' ? lag : Math.min(lag, sum(timing.pollMs));
  });
  return lags.reduce((longest, lag) => Math.max(longest, lag), 0);
}
