import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {only} from '../../../base/catch-errors.js';
import {LocalError} from '../../../base/errors.js';
import {type ChangedField, type CommandScope, findUnlisted, type UnlistedWrite} from '../../../plan/find-unlisted.js';
import type {Run} from '../../../plan/run.js';
import {findRecentRuns, hasVerified} from './find-recent-runs.js';
import {longestLag, readDespiteLag} from './list-lag.js';
import {findUnlistedWrites, refuseUnlisted} from './unlisted-fields.js';

interface ReadOptions {
  /** True if a field that is missing from the list, or has the name of another, must be noticed. */
  readonly mustBeComplete: boolean;
  /** Returns the fields that would be created, given the listed ones. */
  readonly toCreates?: (fields: readonly CustomField[]) => readonly ChangedField[];
  /** The recent runs, if they were read already. */
  readonly recent?: readonly Run[];
}

/** Reads all fields before some are written, and again while the list does not yet show what recent runs wrote to them. */
export async function readFieldsToWrite(
  context: ApiContext,
  dependsOn: CommandScope['dependsOn'],
  {mustBeComplete, toCreates = () => [], recent}: ReadOptions,
): Promise<readonly CustomField[]> {
  const runs = recent ?? (await findRecentRuns(context));
  const current = await readDespiteLag(
    context,
    () => readSettledFields(context.http, mustBeComplete),
    fields => findLag(context, runs, {changes: toCreates(fields), dependsOn}, fields),
  );
  refuseUnlisted(findUnlistedWrites(context, runs, toCreates(current), current));
  return current;
}

/** Reads all fields, and again while the list lags behind what this machine has written to them. */
export async function readUpToDateFields(context: ApiContext): Promise<readonly CustomField[]> {
  // This only reads, so it can do without the journals.
  return readFieldsToWrite(context, () => true, {mustBeComplete: true}).catch(
    only(LocalError, () => readSettledFields(context.http)),
  );
}

/** If the list lacks more writes of successful applies than this, the tenant was probably reset. */
const maxMissingOfApplies = 20;

/**
 * Returns how much longer the list may lag behind the runs, in ms; 0 if it shows everything. Only certain writes
 * justify the longest wait, and only of runs that the list has not shown to be done: a tenant may have been reset.
 */
export function findLag(
  context: ApiContext,
  runs: readonly Run[],
  scope: CommandScope,
  current: readonly CustomField[],
): number {
  const unlisted = findUnlisted(runs, scope, current);
  const ofApplies = unlisted.filter(({run}) => hasVerified(run));
  // An apply that ended well has waited, and its reply showed that the API keeps its own values.
  const counted = unlisted.filter(
    ({run, mayBeIgnored}) => !hasVerified(run) || (!mayBeIgnored && ofApplies.length <= maxMissingOfApplies),
  );
  const isCertain = ({run, write, mayBeIgnored}: UnlistedWrite) =>
    !hasVerified(run) && write.state === 'done' && !mayBeIgnored;
  return longestLag(context, counted, isCertain);
}
