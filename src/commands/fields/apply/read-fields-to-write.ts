import {readSettledFields} from '../../../api/fields.js';
import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {LocalError, StaleError} from '../../../base/errors.js';
import {
  type ChangedField,
  type CommandScope,
  findUnlisted,
  isInterrupted,
  type UnlistedWrite,
} from '../../../plan/find-unlisted.js';
import type {Run, WriteState} from '../../../plan/journal.js';
import {findRecentRuns, hasSucceeded} from './find-recent-runs.js';
import {longestLag, readDespiteLag} from './list-lag.js';

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
  const current = await readDespiteLag(
    context,
    () => readSettledFields(context.http, true),
    fields => findLag(context, runs, {changes: toChanges(fields), dependsOn}, fields),
  );
  refuseUnlistedCreate(context, runs, toChanges(current), current);
  return current;
}

/** A field that is not listed for longer after it was created counts as deleted by somebody else. */
const maxUnlistedMs = 10 * 60_000;

/**
 * True for a create that certainly succeeded, and whose field may exist although it is not listed. The list of an
 * embedded sandbox never lags.
 */
export function mayStillAppear({now, options}: ApiContext, run: Run, {action, state, at}: WriteState): boolean {
  const isCertain = action === 'create' && state === 'done' && !hasVerified(run);
  return isCertain && options.sandbox === undefined && Date.parse(at) > now().getTime() - maxUnlistedMs;
}

/**
 * Refuses to repeat a create that certainly succeeded, and whose field no list has shown since.
 *
 * @throws StaleError
 */
export function refuseUnlistedCreate(
  context: ApiContext,
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): void {
  const creates = changes.filter(({action}) => action === 'create');
  const unlisted = findUnlisted(runs, {changes: creates, dependsOn: () => false}, current).find(({run, write}) =>
    mayStillAppear(context, run, write),
  );
  if (!unlisted) return;
  const {run, write} = unlisted;
  throw new StaleError(
    `${JSON.stringify(write.name)} was created as ${write.id} by run ${run.run}, but is not listed`,
    'The list may lag behind. Run the command again later. If the field was deleted meanwhile, use fields create with --if-exists allow.',
  );
}

/** Reads all fields, and again while the list lags behind what this machine has written to them. */
export async function readUpToDate(context: ApiContext): Promise<readonly CustomField[]> {
  try {
    return await readFieldsToWrite(context, () => true);
  } catch (error) {
    // Nothing is written, so it does not take the journals.
    if (!(error instanceof LocalError)) throw error;
    return readSettledFields(context.http);
  }
}

/** If the list lacks more writes of successful applies than this, the tenant was probably reset. */
const maxMissingOfApplies = 20;

/** True for an apply or undo that ended well: it has waited until the list showed its writes. */
function hasVerified(run: Run): boolean {
  return hasSucceeded(run) && run.command === undefined;
}

/**
 * Returns how much longer the list may lag behind the runs, in ms; 0 if it shows everything. Only certain writes
 * justify the longest wait, and only of runs that have not waited themselves: a tenant may have been reset.
 */
export function findLag(
  context: ApiContext,
  runs: readonly Run[],
  scope: CommandScope,
  current: readonly CustomField[],
): number {
  const unlisted = findUnlisted(runs, scope, current);
  const ofApplies = unlisted.filter(({run}) => hasVerified(run));
  const counted = ofApplies.length > maxMissingOfApplies ? unlisted.filter(({run}) => !hasVerified(run)) : unlisted;
  const isCertain = ({run, write, mayBeIgnored}: UnlistedWrite) =>
    (isInterrupted(run) || run.command !== undefined) && write.state === 'done' && !mayBeIgnored;
  return longestLag(context, counted, isCertain);
}
