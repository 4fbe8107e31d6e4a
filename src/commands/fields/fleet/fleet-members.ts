import pMap from 'p-map';
import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {readProfiles} from '../../../app/open-profiles.js';
import {countNouns} from '../../../base/count-nouns.js';
import {BizctlError, InterruptedError, UsageError} from '../../../base/errors.js';
import {didYouMean} from '../../../base/near-names.js';
import {normalizeAddress} from '../../../base/same-address.js';
import {createSuggester, toText} from '../../../base/suggest-command.js';
import type {Reporter} from '../../../output/reporter.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Change, type Permissions, showRemark} from '../../../plan/plan.js';
import type {TenantPlan} from '../../../plan/tenant-plan.js';
import {planTenant} from '../plan/plan-tenant.js';
import {refuseSharedToken} from '../plan/refuse-shared-token.js';
import type {FleetRow} from './fleet-view.js';

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
  /** What an undo could not restore. */
  readonly notUndone?: readonly string[];
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

const runIds = /\b\d{8}T\d{9}-[0-9a-f]{8}\b/g;

/**
 * Reports the failure of a tenant, unless another has failed with the same words (row 141), but for the id of its run,
 * as in the name of a journal. Hints differ if they continue a run.
 *
 * @param said what was reported before
 */
export async function reportOnce(
  {reporter, options}: ApiContext,
  error: BizctlError,
  said: Set<string>,
): Promise<void> {
  const text = `${error.message.replace(runIds, '')} ${toText(error.details.hint ?? '', createSuggester(options))}`;
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
  const members = await planEach(reporter, profiles, profile => planMember(fleet, profile));
  await warnOfSameTenants(reporter, members);
  return members;
}

/** Plans several tenants at once, and shows how many are done. */
export async function planEach<Tenant, Planned extends Member>(
  reporter: Reporter,
  tenants: readonly Tenant[],
  plan: (tenant: Tenant) => Promise<Planned>,
): Promise<readonly Planned[]> {
  let count = 0;
  const planOne = async (tenant: Tenant) => {
    const member = await plan(tenant);
    count += 1;
    await reporter.showProgress(`${count} of ${countNouns(tenants.length, 'tenant')} planned`);
    return member;
  };
  try {
    return await pMap(tenants, planOne, {concurrency});
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

export function toRow({profile, planned, error, notUndone = []}: Member): FleetRow {
  const [first] = planned?.plan.refusals ?? [];
  const refusal = first && showRemark(first);
  const incomplete = notUndone.length > 0 ? `would be incomplete: ${notUndone.join('; ')}` : undefined;
  const idle = planned !== undefined && planned.plan.changes.length > 0 ? 'planned' : 'nothing to do';
  return {
    profile,
    planned,
    run: undefined,
    outcome: error ? 'failed' : refusal === undefined ? idle : 'refused',
    error: error?.message ?? refusal ?? incomplete,
  };
}
