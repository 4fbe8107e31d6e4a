import type {CustomField} from '../../../api/schemas.js';
import type {ApiContext} from '../../../app/api-context.js';
import {listFirst} from '../../../base/and-more.js';
import {StaleError} from '../../../base/errors.js';
import {type ChangedField, findUnlisted, type UnlistedWrite} from '../../../plan/find-unlisted.js';
import type {Run, WriteState} from '../../../plan/journal.js';
import {hasVerified, maxUnlistedMs} from './find-recent-runs.js';

/**
 * True for a create that certainly succeeded, and whose field may exist although it is not listed. The list of an
 * embedded sandbox never lags.
 */
export function mayStillAppear({now, options}: ApiContext, run: Run, {action, state, at}: WriteState): boolean {
  const isCertain = action === 'create' && state === 'done' && !hasVerified(run);
  return isCertain && options.sandbox === undefined && Date.parse(at) > now().getTime() - maxUnlistedMs;
}

/** Finds certain creates that the changes would repeat, because no list has shown their fields yet. */
export function findUnlistedCreates(
  context: ApiContext,
  runs: readonly Run[],
  changes: readonly ChangedField[],
  current: readonly CustomField[],
): readonly UnlistedWrite[] {
  const creates = changes.filter(({action}) => action === 'create');
  return findUnlisted(runs, {changes: creates, dependsOn: () => false}, current).filter(({run, write}) =>
    mayStillAppear(context, run, write),
  );
}

const maxNamed = 5;

export function describeUnlisted(unlisted: readonly UnlistedWrite[]): string {
  const names = unlisted.map(
    ({run, write: {name, id = ''}}) => `${JSON.stringify(name)} was created as ${id} by run ${run.run}`,
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
