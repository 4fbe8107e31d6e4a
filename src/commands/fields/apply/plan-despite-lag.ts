import {readAllFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {successes} from '../../../app/read-run-end.js';
import {type ChangedField, type Concern, findUnlisted, isInterrupted} from '../../../plan/find-unlisted.js';
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
  return readDespiteLag(context, plan, planned =>
    findLag(context, recent, {changes: planned.plan.changes, goesBy: toGoesBy(planned)}, planned.current),
  );
}

/** A plan goes by the state of the fields that are declared, or, with pruning, of all. */
function toGoesBy({desired: {fields}, meta: {permissions}}: TenantPlan): Concern['goesBy'] {
  const ids = new Set(fields.map(({id}) => id));
  const names = new Set(fields.map(({name}) => name));
  return ({id, name}) => permissions.isPruning || names.has(name) || (id !== undefined && ids.has(id));
}

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
 * Returns how much longer the list may not show what the runs have written, in ms; 0 if they show. Only
 * what an interrupted run has certainly written is worth the longest wait: other runs have waited for the list, and a
 * tenant may have been reset.
 */
function findLag(
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
