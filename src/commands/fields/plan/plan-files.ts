import {readFileSync, statSync} from 'node:fs';
import type {ParsedCommand} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {only} from '../../../base/catch-errors.js';
import {BizctlError, PendingChangesError, UsageError} from '../../../base/errors.js';
import {isSavedPlan} from '../../../plan/saved-plan.js';
import {orLocalError} from '../../../system/files/or-local-error.js';
import {describeIdentity, identifyTenant} from '../runs/identify-tenant.js';
import {chooseProblemFormat, type PlanFormat} from './plan-format.js';
import {type FileOptions, requireFiles, toPermissions} from './plan-options.js';
import {planTenant} from './plan-tenant.js';
import {readDesiredState} from './read-desired.js';
import {requireNoRefusals, savePlan, showFailure, showPlan} from './show-plan.js';
import {summarizePending} from './summarize-plan.js';

export interface PlanOptions extends FileOptions {
  readonly check?: true | undefined;
  /** A new file for the plan or, for several tenants, a new directory. */
  readonly out?: string | undefined;
  readonly format: PlanFormat;
}

/** @throws UsageError for an empty path, and for `-`, which would create a file named `-` */
export function checkOut(out: string | undefined): void {
  if (out === '') throw new UsageError('--out is empty', 'Pass a file: --out PLAN.');
  if (out === '-') throw new UsageError('--out cannot be "-"', 'To print a plan as JSON, pass --json instead.');
}

/** Far more than the plan of any tenant. */
const maxPlanBytes = 256 * 1024 * 1024;

/** @throws UsageError for a file that holds anything but an earlier plan, such as the fields file itself */
function refuseOtherFile(out: string): void {
  const isOther = orLocalError(`cannot read ${out}`, () => {
    const stats = statSync(out, {throwIfNoEntry: false});
    if (!stats?.isFile() || stats.size === 0) return false;
    return stats.size > maxPlanBytes || !isSavedPlan(readFileSync(out, 'utf8'));
  });
  if (isOther) throw new UsageError(`${out} exists and is not a saved plan`, 'Pass another name to --out.');
}

/**
 * Shows what an apply would do to one tenant. Saves the plan if `out` is set.
 *
 * @throws GuardError if the plan has refusals; PendingChangesError, with `check`, if changes are pending
 */
export async function planFiles(factory: Factory, command: ParsedCommand, options: PlanOptions): Promise<void> {
  checkOut(options.out);
  // The job of a fork's pull request has neither base URL nor token.
  const context = await factory.openApi(command).catch(
    only(BizctlError, async error => {
      const shown = await factory.open(command);
      chooseProblemFormat(shown, options.format);
      await showFailure(shown, [], error, options.format);
      throw error;
    }),
  );
  if (options.out !== undefined) refuseOtherFile(options.out);
  const showProblems = chooseProblemFormat(context, options.format);
  const desired = await readDesiredState(context, requireFiles(options.file), showProblems);
  const fail = async (error: BizctlError) => {
    await showFailure(context, [describeIdentity(identifyTenant(context))], error, options.format);
    throw error;
  };
  const planned = await planTenant(context, desired, toPermissions(options)).catch(only(BizctlError, fail));
  await showPlan(context, planned, options.format);
  if (options.out !== undefined) await savePlan(context, planned, options.out);
  requireNoRefusals(planned.plan);
  if (options.check && planned.plan.changes.length > 0)
    throw new PendingChangesError(`changes are pending: ${summarizePending(planned.plan)}`);
}
