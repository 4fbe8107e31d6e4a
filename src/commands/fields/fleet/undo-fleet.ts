import type {Invocation} from '../../../app/command-context.js';
import type {Factory} from '../../../app/factory.js';
import {readRuns} from '../../../app/run-store.js';
import {BizctlError, IncompleteError} from '../../../base/errors.js';
import {stringOf} from '../../../json/json.js';
import type {Run} from '../../../plan/journal.js';
import type {ApplyPlanOptions} from '../apply/apply-plan.js';
import {findRun} from '../apply/find-run.js';
import {undoRun} from '../apply/undo-run.js';

/**
 * Undoes all runs of an apply to many tenants, the latest first.
 *
 * @returns false when no run belongs to such a fleet
 * @throws IncompleteError when a tenant is not restored; the others are
 */
export async function undoFleet(
  factory: Factory,
  command: Invocation,
  fleet: string,
  options: ApplyPlanOptions,
): Promise<boolean> {
  const context = await factory.open(command);
  const all = await Promise.all((await readRuns(context)).map(id => findRun(context, id)));
  const runs = all.flat().filter(run => run.fleet === fleet);
  const failed: string[] = [];
  for (const run of runs.filter(({outcome}) => outcome !== 'undone')) {
    const profile = profileOf(run);
    try {
      const tenant = await factory.openApi({optsWithGlobals: () => ({...command.optsWithGlobals(), profile})});
      await undoRun(tenant, run.run, options);
    } catch (error) {
      if (!(error instanceof BizctlError)) throw error;
      failed.push(profile);
      await context.reporter.error(error.with({message: `${profile}: ${error.message}`}));
    }
  }
  context.reporter.useTarget(context.options);
  if (failed.length > 0)
    throw new IncompleteError(`${failed.length} of ${runs.length} tenants are not restored: ${failed.join(', ')}`, {
      hint: 'Each failure is listed above. Run the same command again to retry them.',
    });
  return runs.length > 0;
}

/** Members of a fleet are opened by their profiles. */
function profileOf({plan}: Run): string {
  return stringOf(plan['tenant']) ?? '';
}
