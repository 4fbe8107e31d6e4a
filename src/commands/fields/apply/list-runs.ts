import type {CommandContext} from '../../../app/command-context.js';
import type {GlobalOptions} from '../../../app/global-options.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {NotFoundError, UsageError} from '../../../base/errors.js';
import {stringOf} from '../../../json/json.js';
import type {Run} from '../../../plan/journal.js';
import {listRunWrites} from '../../../plan/list-run-writes.js';
import {isSameAddress} from '../../../plan/tenant-identity.js';
import {findRuns} from './find-run.js';
import {sandboxUrl} from './identify-tenant.js';
import {describeRun} from './runs-view.js';

/** Reads the runs of the tenant that the options select, or of all, latest first. */
export async function listRuns(context: CommandContext): Promise<readonly Run[]> {
  const runs = await findRuns(context, await listRunIds(context));
  return (
    runs
      .filter(run => isOfTarget(run, context.options))
      // Stable: runs of the same millisecond stay in the order of their ids.
      .toSorted((a, b) => Date.parse(b.began) - Date.parse(a.began))
  );
}

/** True if the options select the tenant of the run, or no tenant at all. */
function isOfTarget({plan}: Run, {sandbox, profile, baseUrl}: GlobalOptions): boolean {
  if (sandbox !== undefined) return plan['base_url'] === sandboxUrl(sandbox);
  if (profile !== undefined) return plan['tenant'] === profile;
  return baseUrl === undefined || isSameAddress(stringOf(plan['base_url']) ?? '', new URL(baseUrl).href);
}

/**
 * Returns the run that was given, or the id of the one that is picked at the terminal.
 *
 * @throws UsageError without a terminal; NotFoundError if no run can be undone
 */
export async function requireRun(context: CommandContext, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  if (!context.prompts)
    throw new UsageError(
      'no run given',
      suggest => `Pass the id of a run. To list them, run: ${suggest('fields', 'runs')}`,
    );
  const runs = (await listRuns(context)).filter(
    ({outcome, writes}) => outcome !== 'undone' && writes.some(({state}) => state !== 'failed'),
  );
  if (runs.length === 0) throw new NotFoundError('nothing was changed from this machine that can be undone');
  const choices = runs.map(run => ({
    value: run.run,
    label: describeRun(run),
    hint: listRunWrites(run)
      .map(({name}) => name)
      .join(', '),
  }));
  return context.prompts.pick('Which run to undo?', choices);
}
