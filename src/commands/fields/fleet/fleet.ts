import type {CommandContext, ParsedCommand} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {showAfterWrites} from '../../../app/show-after-writes.js';
import {countNouns} from '../../../base/count-nouns.js';
import {
  AuthError,
  type BizctlError,
  IncompleteError,
  PartlyRefusedError,
  PendingChangesError,
  RefusedError,
} from '../../../base/errors.js';
import {confirmChanges} from '../plan/confirm-changes.js';
import {checkOut, type PlanOptions} from '../plan/plan-files.js';
import {refuseLosses} from '../plan/refuse-losses.js';
import {wasStopped} from '../write/guard-losses.js';
import {applyWaves, type FleetApplyOptions, parseWaves} from './apply-waves.js';
import {changesOf, type Member, membersWithChanges, planMembers} from './fleet-members.js';
import {adviseToRepeat, describeNotTried, type FleetOutcome, listProfiles, throwIfAborted} from './fleet-outcome.js';
import {fleetTable} from './fleet-view.js';
import {type FleetOptions, openFleet} from './open-fleet.js';
import {requirePlans} from './require-plans.js';
import {saveFleet, showFleet, showPlans, warnOfPlans} from './show-fleet.js';

/**
 * Shows the changes for each tenant whose profile matches the pattern. Saves the plans if `out` is set.
 *
 * @throws the first error when a tenant cannot be planned; PendingChangesError, with `check`, when changes are pending
 */
export async function planFleet(
  factory: Factory,
  command: ParsedCommand,
  options: FleetOptions & PlanOptions,
): Promise<void> {
  const {format, out, check} = options;
  checkOut(out);
  const fleet = await openFleet(factory, command, options);
  const members = await planMembers(fleet);
  await showFleet(fleet.context, members, format);
  requirePlans(members);
  if (out !== undefined) await saveFleet(fleet.context, members, out);
  if (!check) return;
  const pending = membersWithChanges(members);
  if (pending.length > 0)
    throw new PendingChangesError(
      `changes are pending on ${pending.length} of ${countNouns(members.length, 'tenant')}`,
    );
}

/** Ends the count of losses in the message about them. */
export const acrossTenants = ' across all tenants';

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
  requirePlans(members, {isWrite: true});
  // A warning may say how to avoid a loss that is refused.
  if (!context.prompts || context.options.yes) await warnOfPlans(members);
  refuseLosses(changesOf(members), context, options.expectDeletes, acrossTenants);
  const changing = membersWithChanges(members);
  const question = `Apply these changes to ${changing.length} of ${countNouns(members.length, 'tenant')}?`;
  if (changing.length > 0) await confirmFleet(context, question, members);
  const outcomes = await applyWaves(fleet, members, sizes, options);
  const rows = outcomes.map(({row}) => row);
  await showAfterWrites(context, fleetTable, rows);
  const hasAnyWritten = outcomes.some(({hasWritten}) => hasWritten);
  if (hasAnyWritten)
    await context.reporter.note(suggest => `to undo this, run: ${suggest('fields', 'undo', fleet.id)}`);
  const toRepeat = adviseToRepeat(options.expectDeletes, 'fields plan');
  throwIfAborted(context.signal, outcomes, `To continue, ${toRepeat}`);
  const failure = summarizeFailures(outcomes, toRepeat, hasAnyWritten);
  if (failure) throw failure;
}

/** Sums up the failures; `undefined` without any. Unless something was written, nothing is incomplete. */
function summarizeFailures(
  outcomes: readonly FleetOutcome[],
  toRepeat: string,
  hasAnyWritten: boolean,
): BizctlError | undefined {
  const errors = outcomes.flatMap(({error}) => error ?? []);
  const [first] = errors;
  if (!first) return undefined;
  const failed = listProfiles(outcomes, 'failed').join(', ');
  const message = `${errors.length} of ${countNouns(outcomes.length, 'tenant')} failed: ${failed}${describeNotTried(outcomes)}`;
  const isDefinite = (error: BizctlError) =>
    error instanceof RefusedError ||
    error instanceof PartlyRefusedError ||
    error instanceof AuthError ||
    error.details.isFinalHint === true;
  const when = errors.some(isDefinite) ? 'Once they are fixed' : 'To continue';
  const again = `${when}, ${toRepeat}`;
  const hint = `The causes are listed above.${errors.some(wasStopped) ? '' : ` ${again}`}`;
  const haveSameCode = errors.every(({exitCode}) => exitCode === first.exitCode);
  return haveSameCode && !hasAnyWritten ? first.with({message, hint}) : new IncompleteError(message, {hint});
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
