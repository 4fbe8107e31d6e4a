import pMap from 'p-map';
import type {Desk} from '../../desk.js';
import {
  BizctlError,
  GuardError,
  IncompleteError,
  NotFoundError,
  PendingChangesError,
  UsageError,
} from '../../errors.js';
import {openProfiles} from '../../open-profiles.js';
import {countChanges, type Permissions} from '../../plan/plan.js';
import type {Wanted} from '../../plan/wanted-field.js';
import {lockTenant} from '../../run-store.js';
import type {Session} from '../../session.js';
import {type ApplyPlanOptions, applyPlan, planAgain, refuseStale} from './apply-plan.js';
import {type FleetRow, fleetTable} from './fleet-view.js';
import {identifyTenant, planTenant, type TenantPlan} from './plan-tenant.js';
import {refuseRefusals} from './show-plan.js';

/** Tenants that are planned at a time. */
const concurrency = 4;

/** Many tenants that are to be as the same files say. */
export interface Fleet {
  readonly desk: Desk;
  /** A word of profile names, in which `*` stands for anything; several with commas between. */
  readonly pattern: string;
  /** Opens a tenant by its profile. Each has its own address and token, and knows of no other. */
  readonly open: (profile: string) => Promise<Session>;
  readonly wanted: Wanted;
  readonly permissions: Permissions;
}

/** One tenant of it, planned. */
interface Member {
  readonly profile: string;
  readonly session: Session | undefined;
  readonly planned: TenantPlan | undefined;
  readonly error: BizctlError | undefined;
}

/** @throws NotFoundError when no profile has such a name */
async function findProfiles({context, talk}: Desk, pattern: string): Promise<readonly string[]> {
  const {profiles} = await (await openProfiles(context, talk)).read();
  const patterns = pattern
    .split(',')
    .map(word => new RegExp(`^${word.replace(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`));
  const names = Object.keys(profiles)
    .filter(name => patterns.some(each => each.test(name)))
    .toSorted();
  const missing = pattern.split(',').find(word => !word.includes('*') && !names.includes(word));
  if (missing !== undefined)
    throw new NotFoundError(`there is no profile ${missing}`, {hint: 'See them all with: bizctl profile list'});
  if (names.length > 0) return names;
  throw new NotFoundError(`no profile is called like ${pattern}`, {hint: 'See them all with: bizctl profile list'});
}

async function planMember({open, wanted, permissions}: Fleet, profile: string): Promise<Member> {
  let session: Session | undefined;
  try {
    session = await open(profile);
    return {profile, session, planned: await planTenant(session, wanted, permissions), error: undefined};
  } catch (error) {
    if (error instanceof BizctlError) return {profile, session, planned: undefined, error};
    throw error;
  }
}

async function planMembers(fleet: Fleet): Promise<readonly Member[]> {
  const profiles = await findProfiles(fleet.desk, fleet.pattern);
  const {talk, context} = fleet.desk;
  let count = 0;
  try {
    return await pMap(
      profiles,
      async profile => {
        const member = await planMember(fleet, profile);
        count += 1;
        if (context.io.stdout.isTerminal) await talk.progress(`${count} of ${profiles.length} tenants planned`);
        return member;
      },
      {concurrency},
    );
  } finally {
    await talk.progress(undefined);
  }
}

function toRow({profile, planned, error}: Member): FleetRow {
  const refusal = planned?.plan.refusals[0]?.message;
  return {
    profile,
    plan: planned?.plan,
    outcome: error ? 'failed' : 'planned',
    error: error?.message ?? refusal,
  };
}

function refuseFailures(members: readonly Member[]): void {
  const failed = members.filter(({error}) => error);
  const [first] = failed;
  if (!first?.error) return;
  const {code, exitCode, message, details} = first.error;
  throw new BizctlError(
    code,
    exitCode,
    `${failed.length} of ${members.length} tenants cannot be planned, ${first.profile}: ${message}`,
    details,
  );
}

/**
 * Shows what is to be done to each tenant.
 *
 * @throws the first error when a tenant cannot be planned; PendingChangesError, with `isCheck`, when there is something to do
 */
export async function planFleet(fleet: Fleet, isCheck: boolean): Promise<void> {
  const members = await planMembers(fleet);
  await fleet.desk.showRows(fleetTable, members.map(toRow));
  refuseFailures(members);
  if (!isCheck) return;
  for (const {planned} of members) if (planned) refuseRefusals(planned.plan);
  const pending = members.filter(({planned}) => planned && planned.plan.changes.length > 0);
  if (pending.length > 0)
    throw new PendingChangesError(`there are changes for ${pending.length} of ${members.length} tenants`);
}

/** `1,5,rest` as the sizes of waves for so many tenants. */
function parseWaves(text: string, count: number): readonly number[] {
  const words = text.split(',');
  const isValid = words.every(
    (word, index) => /^[1-9]\d{0,5}$/.test(word) || (word === 'rest' && index === words.length - 1),
  );
  if (!isValid) throw new UsageError(`--waves ${text} is no row of waves`, 'It looks like 1,5,rest.');
  const given = words.filter(word => word !== 'rest').map(Number);
  return [...given, Math.max(0, count - given.reduce((sum, size) => sum + size, 0))];
}

export interface FleetApplyOptions extends ApplyPlanOptions {
  readonly waves?: string | undefined;
  readonly yes?: true | undefined;
}

/**
 * Makes all tenants as the files say: planned all together first, applied in waves, of which the next begins when all went well in the one before.
 *
 * @throws GuardError before the first write; IncompleteError when a tenant failed
 */
export async function applyFleet(fleet: Fleet, options: FleetApplyOptions): Promise<void> {
  const {desk} = fleet;
  const members = await planMembers(fleet);
  refuseFailures(members);
  const sizes = parseWaves(options.waves ?? 'rest', members.length);
  for (const {planned} of members) if (planned) refuseRefusals(planned.plan);
  refuseDeletes(members, desk, options);
  await confirm(members, desk, options);
  const rows: FleetRow[] = [];
  let start = 0;
  for (const size of sizes) {
    const wave = members.slice(start, start + size);
    start += size;
    const hasFailed = rows.some(({outcome}) => outcome === 'failed');
    for (const member of wave)
      rows.push(
        hasFailed || desk.context.signal.aborted
          ? {...toRow(member), outcome: 'not tried'}
          : await applyMember(member, options),
      );
  }
  await desk.showRows(fleetTable, rows);
  const failed = rows.filter(({outcome}) => outcome === 'failed');
  if (desk.context.signal.aborted) throw desk.context.signal.reason;
  if (failed.length > 0)
    throw new IncompleteError(
      `${failed.length} of ${rows.length} tenants are not as declared: ${failed.map(({profile}) => profile).join(', ')}`,
      {
        hint: 'Each failure is named above; apply again, or resume the run that it names.',
      },
    );
}

async function applyMember(member: Member, options: FleetApplyOptions): Promise<FleetRow> {
  const {session, planned} = member;
  if (!session || !planned) return toRow(member);
  if (planned.plan.changes.length === 0) return {...toRow(member), outcome: 'nothing to do'};
  try {
    const unlock = await lockTenant(session.context, identifyTenant(session));
    try {
      // Its turn may come long after it was planned, and another profile may be of the same tenant.
      const again = await planAgain(session, planned);
      refuseRefusals(again.plan);
      if (again.plan.changes.length === 0) return {...toRow({...member, planned: again}), outcome: 'nothing to do'};
      refuseStale(planned, again);
      await applyPlan(session, {planned: again, source: 'fleet'}, options);
    } finally {
      unlock();
    }
    return {...toRow(member), outcome: 'applied'};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    await session.talk.error(
      new BizctlError(error.code, error.exitCode, `${member.profile}: ${error.message}`, error.details),
    );
    return {...toRow(member), outcome: 'failed', error: error.message};
  }
}

function countDeletes(members: readonly Member[]): number {
  return members.reduce((sum, {planned}) => sum + (planned ? countChanges(planned.plan.changes).delete : 0), 0);
}

function refuseDeletes(members: readonly Member[], {prompts}: Desk, {expectDeletes, yes}: FleetApplyOptions): void {
  const count = countDeletes(members);
  const isSeen = prompts !== undefined && !yes;
  if (expectDeletes === count || (expectDeletes === undefined && (count === 0 || isSeen))) return;
  throw new GuardError(
    `${count} fields would be deleted in all tenants together, and ${expectDeletes ?? 'none'} were expected`,
    `Say --expect-deletes ${count} if that is meant.`,
  );
}

async function confirm(members: readonly Member[], desk: Desk, {yes}: FleetApplyOptions): Promise<void> {
  if (yes) return;
  const ask = desk.openConfirm('applying');
  if (desk.format === 'table') await desk.showRows(fleetTable, members.map(toRow));
  await ask(`Apply this to ${members.length} tenants?`, []);
}
