import pMap from 'p-map';
import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {readProfiles} from '../../../app/open-profiles.js';
import {listFirst} from '../../../base/and-more.js';
import {BizctlError, InterruptedError, UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import {normalizeAddress} from '../../../base/same-address.js';
import {createSuggester, toText} from '../../../base/suggest-command.js';
import type {Reporter} from '../../../output/reporter.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Change, type Permissions, showRemark} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {nameTenants} from '../plan/name-tenants.js';
import {planTenant} from '../plan/plan-tenant.js';
import {findRefusal} from '../plan/show-plan.js';
import type {FleetRow} from './fleet-view.js';
import {refuseSharedToken} from './refuse-shared-token.js';

const concurrency = 4;

/** Tenants that are planned and applied from the same files. */
export interface Fleet {
  /** Recorded in the runs, so that they can be undone together. */
  readonly id: string;
  readonly context: CommandContext;
  /** Profile names separated by commas, in the order in which they are applied; `*` matches anything. */
  readonly pattern: string;
  /** Opens the context of a profile, with its own address and token. */
  readonly open: (profile: string) => Promise<ApiContext>;
  readonly desired: DesiredState;
  readonly permissions: Permissions;
}

export interface Member {
  readonly profile: string;
  readonly context: ApiContext | undefined;
  readonly planned: TenantPlan | undefined;
  readonly error: BizctlError | undefined;
}

/**
 * Finds profiles in the order of the names in the pattern; those that one asterisk matches are sorted.
 *
 * @throws UsageError when a name or an asterisk matches no profile
 */
async function findProfiles(context: CommandContext, pattern: string): Promise<readonly string[]> {
  const {profiles} = await readProfiles(context, context.reporter);
  const all = Object.keys(profiles).toSorted();
  const found = pattern.split(',').flatMap(part => {
    const word = part.trim();
    const matching = new RegExp(`^${word.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`);
    const names = all.filter(name => matching.test(name));
    if (names.length > 0) return names;
    throw new UsageError(
      `no profile ${word.includes('*') ? 'matches' : 'named'} ${JSON.stringify(word)}`,
      (word.includes('*') ? undefined : didYouMean(word, all)) ?? (suggest => `Run: ${suggest('profile', 'list')}`),
    );
  });
  return [...new Set(found)];
}

async function planMember({open, desired, permissions}: Fleet, profile: string): Promise<Member> {
  let context: ApiContext | undefined;
  try {
    context = await open(profile);
    return {profile, context, planned: await planTenant(context, desired, permissions), error: undefined};
  } catch (error) {
    return {profile, context, planned: undefined, error: requireFailure(error)};
  }
}

/**
 * Reports the failure of a tenant, unless another has failed with the same words (row 141).
 *
 * @param said what was reported before
 */
export async function reportOnce(
  {reporter, options}: ApiContext,
  error: BizctlError,
  said: Set<string>,
): Promise<void> {
  const text = `${error.message} ${toText(error.details.hint ?? '', createSuggester(options))}`;
  if (!said.has(text)) await reporter.error(error);
  said.add(text);
}

/** @throws the error if it is a bug or ends the whole command */
export function requireFailure(error: unknown): BizctlError {
  if (!(error instanceof BizctlError) || error instanceof InterruptedError) throw error;
  return error;
}

export function changesOf(members: readonly Member[]): readonly Change[] {
  return members.flatMap(({planned}) => planned?.plan.changes ?? []);
}

export function membersWithChanges<Kind extends Member>(members: readonly Kind[]): readonly Kind[] {
  return members.filter(({planned}) => planned && planned.plan.changes.length > 0);
}

export async function planMembers(fleet: Fleet): Promise<readonly Member[]> {
  const profiles = await findProfiles(fleet.context, fleet.pattern);
  await refuseSharedToken(fleet.context, profiles);
  const {reporter} = fleet.context;
  let count = 0;
  try {
    const members = await pMap(
      profiles,
      async profile => {
        const member = await planMember(fleet, profile);
        count += 1;
        await reporter.showProgress(`${count} of ${profiles.length} tenants planned`);
        return member;
      },
      {concurrency},
    );
    await warnOfSameTenants(reporter, members);
    return members;
  } finally {
    await reporter.showProgress(undefined);
  }
}

/** Two profiles with one address and one token are one tenant, whose losses are counted twice. */
async function warnOfSameTenants({warn}: Reporter, members: readonly Member[]): Promise<void> {
  const opened = members.flatMap(({profile, context}) => (context ? [{profile, ...context.connection}] : []));
  const same = Map.groupBy(opened, ({baseUrl, token}) => `${normalizeAddress(baseUrl.href)} ${token ?? ''}`);
  for (const twins of same.values())
    if (twins.length > 1)
      await warn(
        `${twins.map(({profile}) => profile).join(' and ')} are the same tenant: they have the same base URL and token`,
      );
}

export function toRow({profile, planned, error}: Member): FleetRow {
  const [first] = planned?.plan.refusals ?? [];
  const refusal = first && showRemark(first);
  const idle = planned !== undefined && planned.plan.changes.length > 0 ? 'planned' : 'nothing to do';
  return {
    profile,
    planned,
    run: undefined,
    outcome: error ? 'failed' : refusal === undefined ? idle : 'refused',
    error: error?.message ?? refusal,
  };
}

interface FleetRefusal {
  /** What to do about the other tenants; no command to paste, as the hint of the failure may end with one. */
  readonly advice?: string | undefined;
  /** True if writes were to follow. */
  readonly isWrite?: boolean | undefined;
}

/** @throws the first error of a tenant that could not be planned, naming the others */
export function refuseFailures(members: readonly Member[], advice?: string): void {
  refuseFirst('cannot plan', members, ({error}) => error, {advice});
}

/** @throws as `refuseFailures` does; GuardError if the plan of a tenant has refusals */
export function requirePlans(members: readonly Member[], {advice, isWrite}: FleetRefusal = {}): void {
  refuseFirst('cannot plan', members, ({error}) => error, {advice, isWrite});
  refuseFirst('refused for', members, ({planned}) => planned && findRefusal(planned.plan), {isWrite});
}

const maxListed = 10;

function refuseFirst(
  what: string,
  members: readonly Member[],
  findError: (member: Member) => BizctlError | undefined,
  {advice, isWrite}: FleetRefusal,
): void {
  const failed = members.flatMap(member => {
    const error = findError(member);
    return error ? [{profile: member.profile, error}] : [];
  });
  // The one that no repetition mends, whatever the order of the profiles.
  const rank = ({error}: {readonly error: BizctlError}) => (error.details.retryable ? 1000 : 0) + error.exitCode;
  const [first] = failed.toSorted((a, b) => rank(a) - rank(b));
  if (!first) return;
  const {error} = first;
  const {hint} = error.details;
  const own = hint && toText(hint, createSuggester({profile: first.profile}));
  const hints = [advice, own].filter(each => each !== undefined);
  const alike = Map.groupBy(failed, ({error: {message}}) => message);
  const listed = Array.from(alike, ([message, same]) => `${nameTenants(same.map(({profile}) => profile))}: ${message}`);
  throw error.with({
    ...(hints.length === 0 ? {} : {hint: hints.join(' ')}),
    message: `${what} ${failed.length} of ${members.length} tenants${isWrite ? ', so nothing was written' : ''}; ${listFirst(listed, maxListed, '; ', '; ')}`,
  });
}
