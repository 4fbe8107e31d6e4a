import type {Invocation} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {BizctlError, IncompleteError, StaleError} from '../../../base/errors.js';
import {findError} from '../../../base/inspect-error.js';
import type {Run} from '../../../plan/journal.js';
import {type Change, countLosses, sumLosses} from '../../../plan/plan.js';
import {identityOf} from '../../../plan/tenant-identity.js';
import {findRuns} from '../apply/find-run.js';
import {planUndoRun, type UndoOptions, undoRun} from '../apply/undo-run.js';
import {refuseLosses} from './fleet.js';

/**
 * Undoes all runs of one apply to several tenants, the latest first.
 *
 * @param fleet the id that the runs share
 * @returns false if no run has that id
 * @throws StaleError if all are undone already; IncompleteError if a tenant could not be restored; the others are
 */
export async function undoFleet(
  factory: Factory,
  command: Invocation,
  fleet: string,
  options: UndoOptions,
): Promise<boolean> {
  const context = await factory.open(command);
  const runs = (await findRuns(context, await listRunIds(context))).filter(run => run.fleet === fleet);
  if (runs.length === 0) return false;
  const open = runs.filter(({outcome}) => outcome !== 'undone');
  if (open.length === 0) throw new StaleError(`all runs of ${fleet} were already undone`, 'Nothing is left to undo.');
  const changes = new Map<Run, readonly Change[]>();
  const plan = async (run: Run) => {
    const {planned} = await planUndoRun(await factory.openProfile(command, profileOf(run)), run);
    changes.set(run, planned.plan.changes);
  };
  if (!options.dryRun) {
    // The undo itself reports what keeps it from being planned.
    for (const run of open) await findError(plan(run));
    context.reporter.useTarget(context.options);
    refuseLosses([...changes.values()].flat(), context, {...options, yes: context.options.yes});
  }
  const failed: string[] = [];
  for (const run of open) {
    const profile = profileOf(run);
    const expectDeletes = options.expectDeletes && sumLosses(countLosses(changes.get(run) ?? []));
    try {
      await undoRun(await factory.openProfile(command, profile), run.run, {...options, expectDeletes});
    } catch (error) {
      if (!(error instanceof BizctlError)) throw error;
      failed.push(profile);
      await context.reporter.error(error.with({message: `${profile}: ${error.message}`}));
    }
  }
  context.reporter.useTarget(context.options);
  if (failed.length > 0 && options.dryRun)
    throw new IncompleteError(`${failed.length} of ${runs.length} undos would be incomplete: ${failed.join(', ')}`);
  if (failed.length > 0)
    throw new IncompleteError(`${failed.length} of ${runs.length} tenants are not restored: ${failed.join(', ')}`, {
      hint: 'Each failure is listed above. Undo again to retry them.',
    });
  return true;
}

/** In a run of a fleet, the tenant is the name of its profile. */
function profileOf(run: Run): string {
  return identityOf(run).tenant ?? '';
}
