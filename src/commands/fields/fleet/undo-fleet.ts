import {existsSync} from 'node:fs';
import type {CommandContext, ParsedCommand} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {findTenantOption} from '../../../app/global-options.js';
import {findJournal} from '../../../app/run-directory.js';
import {wasBegun} from '../../../app/run-store.js';
import {showAfterWrites} from '../../../app/show-after-writes.js';
import {countNouns} from '../../../base/count-nouns.js';
import {BizctlError, cannotCombine, IncompleteError, StaleError} from '../../../base/errors.js';
import {hasWritten, type Run} from '../../../plan/run.js';
import type {UndoOptions} from '../apply/apply-undo.js';
import {AlreadyUndoneError, PartlyUndoneError} from '../apply/undo-errors.js';
import {planUndoRun, undoRun} from '../apply/undo-run.js';
import {nameTenants} from '../plan/name-tenants.js';
import {refuseLosses} from '../plan/refuse-losses.js';
import {refuseSharedToken} from '../plan/refuse-shared-token.js';
import {findFleetRuns} from '../runs/find-run.js';
import {readRunTenant} from '../runs/read-run-tenant.js';
import {acrossTenants, confirmFleet} from './fleet.js';
import {changesOf, type Member, planEach, reportOnce, requireFailure, toRow} from './fleet-members.js';
import {adviseToRepeat, type FleetOutcome, throwIfAborted} from './fleet-outcome.js';
import {fleetTable, toFailedOutcome} from './fleet-view.js';
import {refuseFailures, requirePlans} from './require-plans.js';
import {showFleet} from './show-fleet.js';
import {summarizeUndos, toIncomplete} from './summarize-undos.js';

interface UndoMember extends Member {
  readonly run: Run;
  /** Side effects of the undo, and what comes back incomplete. */
  readonly warnings: readonly string[];
  readonly notUndone: readonly string[];
}

/**
 * Undoes all runs of one apply to several tenants, the latest first.
 *
 * @param fleet the id that the runs share
 * @returns false if no run has that id
 * @throws StaleError if all are undone already; the first error if a tenant cannot be planned; IncompleteError if some
 * tenants could not be restored; the rest were
 */
export async function undoFleet(
  factory: Factory,
  command: ParsedCommand,
  fleet: string,
  options: UndoOptions,
): Promise<boolean> {
  const context = await factory.open(command);
  // Only the journals of all runs show whether it is the id of a fleet, and there may be thousands.
  if (await wasBegun(context, fleet)) return false;
  const {runs, damaged, unclear} = await findFleetRuns(context, fleet);
  if (runs.length + damaged.length === 0) return false;
  const single = findTenantOption(context.options);
  if (single !== undefined)
    throw cannotCombine(
      single,
      'the id of a fleet',
      suggest =>
        `An undo of a fleet covers all its tenants. To list the runs, so that you can undo one, run: ${suggest('fields', 'runs', fleet)}`,
    );
  const unreadable = await Promise.all([
    ...damaged.map(run => describeDamaged(context, run, false)),
    ...unclear.map(run => describeDamaged(context, run, true)),
  ]);
  const open = runs.filter(run => run.outcome !== 'undone' && hasWritten(run));
  if (open.length === 0 && unreadable.length > 0) throw toIncomplete(fleet, unreadable.join('; '), '');
  if (open.length === 0)
    throw new StaleError(
      runs.some(hasWritten) ? `fleet ${fleet} was already undone` : `fleet ${fleet} wrote nothing`,
      suggest => `Run: ${suggest('fields', 'runs')}`,
    );
  const toOthers = `The runs on the other tenants can be undone one by one; fields runs ${fleet} lists them.`;
  const profiles = open.flatMap(({plan}) => plan.tenant ?? []);
  await refuseSharedToken(context, profiles);
  const members = await planEach(context.reporter, open, run => planMemberUndo(factory, command, run));
  if (options.dryRun) {
    await showUndo(context, members, unreadable, toOthers);
    return true;
  }
  requirePlans(members, {advice: toOthers, isWrite: true});
  refuseLosses(changesOf(members), context, options.expectDeletes, acrossTenants);
  if (!context.options.yes) {
    await warnOf(members);
    for (const each of unreadable) await context.reporter.warn(each);
  }
  await confirmFleet(context, `Undo the apply on ${countNouns(members.length, 'tenant')}?`, members);
  const outcomes: FleetOutcome[] = [];
  const said = new Set<string>();
  const isStopped = () => options.failFast === true && outcomes.some(({row}) => row.outcome === 'failed');
  for (const member of members)
    outcomes.push(
      context.signal.aborted || isStopped()
        ? {row: {...toRow(member), run: member.run.run, outcome: 'not tried'}}
        : await undoMember(member, options, said),
    );
  await showAfterWrites(
    context,
    fleetTable,
    outcomes.map(({row}) => row),
  );
  const toRepeat = `To continue, ${adviseToRepeat(options.expectDeletes, '--dry-run')}`;
  throwIfAborted(context.signal, outcomes, toRepeat);
  const failure = summarizeUndos(fleet, outcomes, unreadable, toRepeat);
  if (failure) throw failure;
  return true;
}

async function describeDamaged(context: CommandContext, run: string, isUnclear: boolean): Promise<string> {
  const tenant = (await readRunTenant(context, run))?.tenant ?? null;
  const {path, damaged} = await findJournal(context, run);
  const journal = existsSync(damaged) ? damaged : path;
  return `run ${run}${tenant === null ? '' : ` on ${tenant}`}${isUnclear ? ', which may be part of the fleet,' : ''} cannot be undone, because its journal ${journal} is damaged${isUnclear ? ' or cannot be read' : ''}`;
}

async function planMemberUndo(factory: Factory, command: ParsedCommand, run: Run): Promise<UndoMember> {
  // In a run of a fleet, the tenant is the name of its profile.
  const profile = run.plan.tenant ?? '';
  const member = {profile, run, context: undefined, planned: undefined, warnings: [], notUndone: []};
  try {
    const context = await factory.openProfile(command, profile);
    return {...member, context, ...(await planUndoRun(context, run)), error: undefined};
  } catch (error) {
    return {...member, error: requireFailure(error)};
  }
}

/** @param said the failures of other tenants */
async function undoMember(member: UndoMember, options: UndoOptions, said: Set<string>): Promise<FleetOutcome> {
  const {context, planned, run} = member;
  const row = {...toRow({...member, notUndone: []}), run: run.run};
  if (!context || !planned) return {row};
  try {
    await undoRun(context, run.run, {...options, reviewed: planned});
    return {row: {...row, outcome: 'undone'}};
  } catch (error) {
    if (!(error instanceof BizctlError)) throw error;
    // By another process since it was planned.
    if (error instanceof AlreadyUndoneError) return {row: {...row, outcome: 'undone'}};
    await reportOnce(context, error, said);
    return error instanceof PartlyUndoneError
      ? {row: {...row, outcome: 'partly undone', error: error.message}, error}
      : {row: {...row, ...toFailedOutcome(error)}, error};
  }
}

async function warnOf(members: readonly UndoMember[]): Promise<void> {
  for (const {context, warnings, notUndone} of members)
    for (const warning of [...warnings, ...notUndone]) await context?.reporter.warn(warning);
}

/** @throws IncompleteError if a run cannot be undone completely */
async function showUndo(
  context: CommandContext,
  members: readonly UndoMember[],
  unreadable: readonly string[],
  toOthers: string,
): Promise<void> {
  await showFleet(context, members, 'text');
  await warnOf(members);
  // The undo itself would refuse them before its first write.
  refuseFailures(members, toOthers);
  const incomplete = members.filter(({notUndone}) => notUndone.length > 0).map(({profile}) => profile);
  const count = incomplete.length + unreadable.length;
  if (count > 0)
    throw new IncompleteError(
      `${count} of ${countNouns(members.length + unreadable.length, 'undo')} would be incomplete: ${[nameTenants(incomplete), ...unreadable].filter(Boolean).join('; ')}`,
    );
}
