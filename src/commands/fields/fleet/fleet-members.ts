import pMap from 'p-map';
import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {openProfiles} from '../../../app/open-profiles.js';
import {BizctlError, NotFoundError} from '../../../base/errors.js';
import type {DesiredState} from '../../../plan/desired-field.js';
import {type Permissions, showRemark} from '../../../plan/plan.js';
import {planDespiteLag} from '../apply/plan-despite-lag.js';
import {planTenant, type TenantPlan} from '../apply/plan-tenant.js';
import type {FleetRow} from './fleet-view.js';

/** How many tenants are planned at a time. */
const concurrency = 4;

/** Tenants that are planned and applied from the same files. */
export interface Fleet {
  /** Recorded in the runs, so that they can be undone together. */
  readonly id: string;
  readonly context: CommandContext;
  /** Profile names separated by commas; `*` matches anything. */
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

/** @throws NotFoundError when no profile matches */
async function findProfiles(context: CommandContext, pattern: string): Promise<readonly string[]> {
  const {profiles} = await (await openProfiles(context, context.reporter)).read();
  const words = pattern.split(',').map(word => word.trim());
  const patterns = words.map(word => new RegExp(`^${word.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`));
  const names = Object.keys(profiles)
    .filter(name => patterns.some(each => each.test(name)))
    .toSorted();
  const missing = words.find(word => !word.includes('*') && !names.includes(word));
  if (missing !== undefined)
    throw new NotFoundError(`no profile named ${JSON.stringify(missing)}`, {
      hint: suggest => `Run: ${suggest('profile', 'list')}`,
    });
  if (names.length > 0) return names;
  throw new NotFoundError(`no profile matches ${JSON.stringify(pattern)}`, {
    hint: suggest => `Run: ${suggest('profile', 'list')}`,
  });
}

async function planMember({open, desired, permissions}: Fleet, profile: string): Promise<Member> {
  let context: ApiContext | undefined;
  try {
    const tenant = await open(profile);
    context = tenant;
    const planned = await planDespiteLag(tenant, () => planTenant(tenant, desired, permissions));
    return {profile, context, planned, error: undefined};
  } catch (error) {
    if (error instanceof BizctlError) return {profile, context, planned: undefined, error};
    throw error;
  }
}

export async function planMembers(fleet: Fleet): Promise<readonly Member[]> {
  const profiles = await findProfiles(fleet.context, fleet.pattern);
  const {reporter} = fleet.context;
  let count = 0;
  try {
    return await pMap(
      profiles,
      async profile => {
        const member = await planMember(fleet, profile);
        count += 1;
        await reporter.showProgress(`${count} of ${profiles.length} tenants planned`);
        return member;
      },
      {concurrency},
    );
  } finally {
    await reporter.showProgress(undefined);
  }
}

export function toRow({profile, planned, error}: Member): FleetRow {
  const [first] = planned?.plan.refusals ?? [];
  const refusal = first && showRemark(first);
  return {
    profile,
    planned,
    run: undefined,
    outcome: error ? 'failed' : refusal === undefined ? 'planned' : 'refused',
    error: error?.message ?? refusal,
  };
}

export function refuseFailures(members: readonly Member[]): void {
  const failed = members.filter(({error}) => error);
  const [first] = failed;
  if (!first?.error) return;
  throw first.error.with({
    message: `cannot plan ${failed.length} of ${members.length} tenants; ${first.profile}: ${first.error.message}`,
  });
}
