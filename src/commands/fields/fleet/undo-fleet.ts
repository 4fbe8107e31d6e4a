import type {Invocation} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {BizctlError, IncompleteError} from '../../../base/errors.js';
import {identityOf} from '../../../plan/tenant-identity.js';
import {findRuns} from '../apply/find-run.js';
import {type UndoOptions, undoRun} from '../apply/undo-run.js';

/**
 * Undoes all runs of one apply to several tenants, the latest first.
 *
 * @param fleet the id that the runs share
 * @returns false if no run has that id
 * @throws IncompleteError if a tenant could not be restored; the others are
 */
export async function undoFleet(
  factory: Factory,
  command: Invocation,
  fleet: string,
  options: UndoOptions,
): Promise<boolean> {
  const context = await factory.open(command);
  const runs = (await findRuns(context, await listRunIds(context))).filter(run => run.fleet === fleet);
  const failed: string[] = [];
  for (const run of runs.filter(({outcome}) => outcome !== 'undone')) {
    // In a run of a fleet, the tenant is the name of its profile.
    const profile = identityOf(run).tenant ?? '';
    try {
      await undoRun(await factory.openProfile(command, profile), run.run, options);
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
      hint: 'Each failure is listed above. Run the same command again to retry them.',
    });
  return runs.length > 0;
}
