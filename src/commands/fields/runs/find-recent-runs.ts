import {readAllFields} from '../../../api/fields.js';
import type {ApiContext} from '../../../app/api-context.js';
import {readRunEnd, successes} from '../../../app/read-run-end.js';
import {listUnfinishedIds} from '../../../app/run-directory.js';
import {only} from '../../../base/catch-errors.js';
import {LocalError} from '../../../base/errors.js';
import {isSameAddress} from '../../../base/same-address.js';
import {listSeenFields} from '../../../plan/list-seen-fields.js';
import type {Run} from '../../../plan/run.js';
import {describeTenantMismatch, isRunOf, type TenantIdentity} from '../../../plan/tenant-identity.js';
import {findRuns, listLatestOf} from './find-run.js';
import {findSuccesses, type Success} from './find-successes.js';
import {identifyTenant} from './identify-tenant.js';

/** How many older runs of each kind on a tenant are read; journals can be long. */
const maxOldRuns = 50;

/** A field that is not listed for longer after it was created counts as deleted by someone else. */
export const maxUnlistedMs = 10 * 60_000;
/** How many of the latest single writes are read for that long: they are not read back, as an apply is. */
const maxSingleWrites = 50;

/** Runs on one tenant, latest first. */
export interface RunHistory {
  /** Runs that may concern the next one: interrupted, failed, or ended no longer ago than a list may lag. */
  readonly recent: readonly Run[];
  /** Older runs that succeeded after one of these, and may have completed what it began. */
  readonly successes: readonly Run[];
  /** The ids of runs that are marked, since a field that they deleted to replace it may not exist again. */
  readonly markedIds: ReadonlySet<string>;
}

/** Finds the runs on this tenant that may concern the next one, latest first. */
export async function findRecentRuns(context: ApiContext): Promise<readonly Run[]> {
  return (await findRecent(context)).recent;
}

export async function findRunHistory(context: ApiContext): Promise<RunHistory> {
  const {recent, later, markedIds} = await findRecent(context);
  return {recent, successes: await findSuccesses(context, recent, later), markedIds};
}

/** Finds the recent runs, and those that succeeded after the oldest of them. */
async function findRecent(
  context: ApiContext,
): Promise<Omit<RunHistory, 'successes'> & {readonly later: readonly Success[]}> {
  const tenant = identifyTenant(context);
  const oldest = context.now().getTime() - context.timing.maxLagMs;
  const latest = await listLatestOf(context, run => isRunOf(run, tenant) || isUnclear(run, tenant));
  const ends = await Promise.all(latest.map(async id => ({id, end: await readRunEnd(context, id)})));
  const unverified = new Set(
    ends
      .filter(({end}) => end?.isSingle && end.at >= context.now().getTime() - maxUnlistedMs)
      .slice(0, maxSingleWrites)
      .map(({id}) => id),
  );
  const recent = ends.filter(({id, end}) => end !== undefined && (end.at >= oldest || unverified.has(id)));
  const unsuccessful = ends.filter(({end}) => end === undefined || (end.at < oldest && !end.hasSucceeded));
  const markedIds = new Set(await listUnfinishedIds(context).catch(only(LocalError, () => [])));
  const older = unsuccessful.filter(({id}, index) => index < maxOldRuns || markedIds.has(id));
  const read = new Set([...recent, ...older].map(({id}) => id));
  const toRead = latest.filter(id => read.has(id));
  const found = await findRuns(context, toRead);
  const oldestRead = latest.findLastIndex(id => read.has(id));
  const later = ends
    .slice(0, oldestRead + 1)
    .flatMap(({id, end}) => (!read.has(id) && end?.hasSucceeded ? {id, at: end.at} : []));
  return {recent: await withoutOtherTenants(context, found, tenant), later, markedIds};
}

/**
 * Removes the runs on other tenants. A run that did not succeed and was made with another token is recognized by the
 * fields that it saw: tokens are rotated (row 156).
 */
async function withoutOtherTenants(
  context: ApiContext,
  runs: readonly Run[],
  tenant: TenantIdentity,
): Promise<readonly Run[]> {
  const mayBeOf = (run: Run) => !hasSucceeded(run) && isUnclear(run, tenant);
  if (!runs.some(mayBeOf)) return runs.filter(run => isRunOf(run, tenant));
  const current = await readAllFields(context.http);
  const isRecognized = (run: Run) =>
    describeTenantMismatch(run.plan, tenant, listSeenFields(run), current) === undefined;
  return runs.filter(run => isRunOf(run, tenant) || (mayBeOf(run) && isRecognized(run)));
}

/** True for a run that only the fields it saw can assign to a tenant. */
function isUnclear(run: {readonly plan: TenantIdentity}, tenant: TenantIdentity): boolean {
  return (
    !isRunOf(run, tenant) &&
    (run.plan.tenant === null || tenant.tenant === null) &&
    isSameAddress(run.plan.base_url, tenant.base_url)
  );
}

export function hasSucceeded({outcome}: Run): boolean {
  return successes.includes(outcome);
}

/** True for an apply or undo that ended well: it has waited until the list showed its writes. */
export function hasVerified(run: Run): boolean {
  return hasSucceeded(run) && run.command === undefined;
}
