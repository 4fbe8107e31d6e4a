import type {CommandContext, ParsedCommand} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {lockTenant} from '../../../app/lock-tenant.js';
import {countNouns} from '../../../base/count-nouns.js';
import {BizctlError, IncompleteError, PendingChangesError, UsageError} from '../../../base/errors.js';
import {hasWritten} from '../../../plan/journal.js';
import {type ApplyPlanOptions, applyPlan, planAgain, refuseStale} from '../apply/apply-plan.js';
import {confirmChanges} from '../apply/confirm-changes.js';
import {findRun, findRuns} from '../apply/find-run.js';
import {identifyTenant} from '../apply/identify-tenant.js';
import {refuseStdout} from '../apply/plan-files.js';
import {refuseLosses} from '../apply/refuse-losses.js';
import {requireNoRefusals} from '../apply/show-plan.js';
import {
  changesOf,
  type Fleet,
  type Member,
  planMembers,
  refuseFailures,
  refuseRefusals,
  toRow,
  withChanges,
} from './fleet-members.js';
import {type FleetRow, fleetTable} from './fleet-view.js';
import {type FleetOptions, openFleet} from './open-fleet.js';
import {type FleetPlanOptions, saveFleet, showFleet, showPlans} from './show-fleet.js';

/**
 * Shows the changes for each tenant whose profile matches the pattern. Saves the plans if `out` is set.
 *
 * @throws the first error when a tenant cannot be planned; PendingChangesError, with `check`, when changes are pending
 */
export async function planFleet(
  factory: Factory,
  command: ParsedCommand,
  options: FleetOptions & FleetPlanOptions,
): Promise<void> {
  const {format, out, check} = options;
  refuseStdout(out);
  const fleet = await openFleet(factory, command, options);
  const members = await planMembers(fleet);
  await showFleet(fleet.context, members, format);
  refuseFailures(members);
  refuseRefusals(members);
  if (out !== undefined) await saveFleet(fleet.context, members, out);
  if (!check) return;
  const pending = withChanges(members);
  if (pending.length > 0)
    throw new PendingChangesError(`changes are pending on ${pending.length} of ${members.length} tenants`);
}

/** Ends the count of losses in the message about them. */
export const acrossTenants = ' across all tenants';

/** Parses wave sizes such as `1,5,rest`. The last wave takes what is left. */
function parseWaves(text: string): readonly number[] {
  const words = text.split(',');
  const isValid = words.every(
    (word, index) => /^[1-9]\d{0,5}$/.test(word) || (word === 'rest' && index === words.length - 1),
  );
  if (!isValid)
    throw new UsageError(`invalid value for --waves: ${JSON.stringify(text)}`, 'Use sizes such as 1,5,rest.');
  return [...words.filter(word => word !== 'rest').map(Number), Number.POSITIVE_INFINITY];
}

export interface FleetApplyOptions extends FleetOptions, ApplyPlanOptions {
  readonly waves?: string | undefined;
  readonly yes?: true | undefined;
}

/**
 * Plans all tenants, then applies the plans in waves; a wave starts only if the one before succeeded.
 *
 * @throws GuardError before the first write; IncompleteError when a tenant failed, or the first failure if nothing was
 * written and all have one exit code
 */
export async function applyFleet(
  factory: Factory,
  command: ParsedCommand,
  options: FleetApplyOptions,
  saved: string | undefined,
): Promise<void> {
  const fleet = await openFleet(factory, command, options, saved);
  const {context} = fleet;
  const sizes = parseWaves(options.waves ?? 'rest');
  const members = await planMembers(fleet);
  refuseFailures(members);
  refuseRefusals(members);
  refuseLosses(changesOf(members), context, options.expectDeletes, acrossTenants);
  const changing = withChanges(members);
  if (changing.length > 0)
    await confirmFleet(
      context,
      `Apply these changes to ${changing.length} of ${countNouns(members.length, 'tenant')}?`,
      members,
    );
  const rows: FleetRow[] = [];
  let start = 0;
  const errors: BizctlError[] = [];
  for (const size of sizes) {
    const wave = members.slice(start, start + size);
    start += size;
    const isStopped = errors.length > 0;
    for (const member of wave)
      rows.push(
        isStopped || (options.failFast && errors.length > 0) || context.signal.aborted
          ? {...toRow(member), outcome: 'not tried'}
          : await applyMember(member, fleet, options, errors),
      );
  }
  await context.showRows(fleetTable, rows);
  const runs = await findRuns(
    context,
    rows.flatMap(({run}) => run ?? []),
  );
  const hasAnyWritten = runs.some(hasWritten);
  if (hasAnyWritten)
    await context.reporter.note(suggest => `to undo this, run: ${suggest('fields', 'undo', fleet.id)}`);
  if (context.signal.aborted) throw context.signal.reason;
  const profilesOf = (wanted: FleetRow['outcome']) =>
    rows.flatMap(({profile, outcome}) => (outcome === wanted ? [profile] : []));
  const [failed, notTried] = [profilesOf('failed'), profilesOf('not tried')];
  const [first] = errors;
  if (!first) return;
  const message = `${failed.length} of ${rows.length} tenants failed: ${failed.join(', ')}${notTried.length > 0 ? `; not tried: ${notTried.join(', ')}` : ''}`;
  const again =
    options.expectDeletes === undefined
      ? 'Run the same command again to continue.'
      : 'Run the same command again to continue, with the number of losses that are left, which plan shows.';
  const hint = `Each failure is listed above. ${again}`;
  const haveSameCode = errors.every(({exitCode}) => exitCode === first.exitCode);
  // Without a write, nothing is incomplete.
  throw haveSameCode && !hasAnyWritten ? first.with({message, hint}) : new IncompleteError(message, {hint});
}

/** @param errors where a failure is added */
async function applyMember(
  member: Member,
  fleet: Fleet,
  options: FleetApplyOptions,
  errors: BizctlError[],
): Promise<FleetRow> {
  const {context, planned} = member;
  if (!context || !planned || planned.plan.changes.length === 0) return toRow(member);
  try {
    const unlock = await lockTenant(context, identifyTenant(context));
    try {
      // Planned again, because time has passed, and another profile may share the tenant.
      const again = await planAgain(context, planned);
      requireNoRefusals(again.plan);
      if (again.plan.changes.length === 0) return toRow({...member, planned: again});
      refuseStale(planned, again);
      await applyPlan(context, {planned: {...again, fleet: fleet.id}, source: 'fleet'}, options);
    } finally {
      unlock();
    }
    return {...toRow(member), run: planned.meta.id, outcome: 'applied'};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    // The table names the tenants with the same failure (row 141).
    if (!errors.some(({message}) => message === error.message)) await context.reporter.error(error);
    errors.push(error);
    // None if the journal was never started.
    const [begun] = await findRun(context, planned.meta.id);
    return {...toRow(member), run: begun?.run, outcome: 'failed', error: error.message};
  }
}

/** Shows the plans of all tenants, and asks before the first write, unless `--yes` is set. */
export async function confirmFleet(
  context: CommandContext,
  question: string,
  members: readonly Member[],
): Promise<void> {
  if (context.options.yes) return;
  await confirmChanges(context, question, changesOf(members), review => showPlans(review, members));
}
