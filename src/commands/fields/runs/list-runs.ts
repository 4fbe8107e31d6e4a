import type {ApiContext} from '../../../app/api-context.js';
import type {CommandContext} from '../../../app/command-context.js';
import {listRunIds} from '../../../app/run-directory.js';
import {NotFoundError, UsageError} from '../../../base/errors.js';
import {isSameAddress} from '../../../base/same-address.js';
import {compareRuns, hasWritten, type Run} from '../../../plan/run.js';
import {isNamedOtherwise, isRunOf} from '../../../plan/tenant-identity.js';
import {parseBaseUrl} from '../../../profile/parse-address.js';
import {findRuns} from './find-run.js';
import {identifyTenant, sandboxUrl} from './identify-tenant.js';
import {describeInList} from './runs-view.js';

/** Reads the runs of the tenant that the options select, or of all, latest first. */
export async function listRuns(context: CommandContext): Promise<readonly Run[]> {
  const runs = await findRuns(context, await listRunIds(context));
  return runs.filter(run => isOfTarget(run, context)).toSorted((a, b) => compareRuns(b, a));
}

/** True if the run is of the tenant that the options select, or they select none. */
export function isOfTarget({plan}: Run, {options: {sandbox, profile, baseUrl}}: CommandContext): boolean {
  if (sandbox !== undefined) return plan.base_url === sandboxUrl(sandbox);
  if (profile !== undefined) return plan.tenant === profile;
  if (baseUrl === undefined) return true;
  return isSameAddress(plan.base_url, parseBaseUrl({text: baseUrl, source: '--base-url'}).href);
}

/**
 * Returns the id of a run of the tenant that is picked at the terminal.
 *
 * @throws UsageError without a terminal; NotFoundError if no run can be undone
 */
export async function pickRun(context: ApiContext): Promise<string> {
  if (!context.prompts)
    throw new UsageError(
      'no run given',
      suggest => `Pass the id of a run. To list them, run: ${suggest('fields', 'runs')}`,
    );
  const tenant = identifyTenant(context);
  const isUndoable = (run: Run) =>
    isRunOf(run, tenant) && !isNamedOtherwise(run.plan, tenant) && run.outcome !== 'undone' && hasWritten(run);
  const runs = (await listRuns(context)).filter(isUndoable);
  if (runs.length === 0) throw new NotFoundError(`no run on ${context.tenant} can be undone from this machine`);
  const choices = runs.map(run => ({value: run.run, label: describeInList(run, context.zone), hint: run.run}));
  return context.prompts.pick('Which run do you want to undo?', choices);
}
