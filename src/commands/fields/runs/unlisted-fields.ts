import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listFirst} from '../../../base/and-more.js';
import {StaleError} from '../../../base/errors.js';
import type {SuggestCommand} from '../../../base/suggest-command.js';
import {type ChangedField, findUnlisted, type UnlistedWrite} from '../../../plan/find-unlisted.js';
import type {Remark} from '../../../plan/plan.js';
import type {Run, WriteState} from '../../../plan/run.js';
import {isRunOf} from '../../../plan/tenant-identity.js';
import {hasSucceeded, hasVerified, maxUnlistedMs} from './find-recent-runs.js';
import {identifyTenant} from './identify-tenant.js';

/** True for a create that is known to have succeeded and whose field may exist although it is not listed. */
export function mayStillAppear(context: ApiContext, run: Run, write: WriteState): boolean {
  return write.action === 'create' && isUnverified(run, write) && isWithinLag(context, write);
}

/**
 * Finds the writes of unknown outcome that may still be carried out.
 *
 * @param changes what is left to undo of the run
 * @param current the fields that are listed
 */
export function findUnknown(
  context: ApiContext,
  {writes}: Run,
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly WriteState[] {
  const isSeen = (write: WriteState) =>
    changes.some(({id, name}) => name === write.name || (id !== undefined && id === write.id)) ||
    (write.action === 'create' && current.some(({name}) => name === write.name));
  return writes.filter(write => mayBeCarriedOut(context, write) && !isSeen(write));
}

/** Says what to do about a write of unknown outcome if it is carried out after the undo. */
export function describeUnknown({action, name}: WriteState, {run}: Run, suggest: SuggestCommand): string {
  const words = action === 'create' ? ['delete', `name:${name}`] : ['undo', run];
  return `whether ${JSON.stringify(name)} was ${action}d is unknown; if that happens later, run: ${suggest('fields', ...words)}`;
}

/** True for a write of unknown outcome, for as long as an API is expected to take. */
export function mayBeCarriedOut(context: ApiContext, write: WriteState): boolean {
  return write.state === 'open' && isWithinLag(context, write);
}

/** True for a successful write that the list may never have shown. */
function isUnverified(run: Run, {state}: WriteState): boolean {
  return state === 'done' && !hasVerified(run);
}

/** True while the list may lag behind a write; false for an embedded sandbox, whose list never lags. */
function isWithinLag({now, options}: ApiContext, {at}: WriteState): boolean {
  return Date.parse(at) > now().getTime() - maxUnlistedMs && options.sandbox === undefined;
}

/** Finds unverified writes to fields that the changes would create again, because the list does not show them. */
function findRepeated(
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  const creates = changes.filter(({action}) => action === 'create');
  const unlisted = findUnlisted(runs, {changes: creates, dependsOn: () => false}, current).filter(
    ({run, write}) => write.action !== 'delete' && isUnverified(run, write),
  );
  return [...new Map(unlisted.map(each => [each.write.id ?? each.write.name, each])).values()];
}

/**
 * Finds the writes of recent runs to fields that the changes would create again, because the list does not show them.
 */
export function findUnlistedWrites(
  context: ApiContext,
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  return findRepeated(runs, changes, current).filter(({write}) => isWithinLag(context, write));
}

/**
 * Warns of fields that the changes would create again, because the list does not show what earlier runs wrote, long
 * after it may lag: someone has deleted them, or the list leaves them out.
 *
 * @param runs with those that succeeded since
 */
export function describeVanished(
  context: ApiContext,
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly Remark[] {
  const tenant = identifyTenant(context);
  // Any run that ended well afterwards has seen the field, or may have deleted it.
  const isLast = (run: Run) =>
    isRunOf(run, tenant) && !runs.some(each => hasSucceeded(each) && each.began >= run.began);
  const vanished = findRepeated(runs.filter(isLast), changes, current).filter(
    ({write}) => !isWithinLag(context, write),
  );
  if (vanished.length === 0 || context.options.sandbox !== undefined) return [];
  const they = vanished.length === 1 ? 'it still exists' : 'they still exist';
  return [{message: `${describeUnlisted(vanished)}; if ${they}, this creates a second field with that name`}];
}

const maxNamed = 5;

export function describeUnlisted(unlisted: readonly UnlistedWrite[]): string {
  const names = unlisted.map(
    ({run, write: {action, name, listedAs = name, id = ''}}) =>
      `${JSON.stringify(action === 'create' ? name : listedAs)} ${action === 'create' ? `was created as ${id}` : `(${id}) was updated`} by run ${run.run}`,
  );
  return `${listFirst(names, maxNamed)}, but ${names.length === 1 ? 'is' : 'are'} not listed`;
}

/** @throws StaleError if there are any */
export function refuseUnlisted(unlisted: readonly UnlistedWrite[]): void {
  if (unlisted.length > 0)
    throw new StaleError(
      describeUnlisted(unlisted),
      'The list may lag behind; run the command again later. If the field has since been deleted, use fields create with --if-exists allow.',
    );
}
