import type {CommandContext} from '../../../app/command-context.js';
import type {GlobalOptions} from '../../../app/global-options.js';
import {listRunIds} from '../../../app/list-run-ids.js';
import {readRun} from '../../../app/run-store.js';
import {stringOf} from '../../../json/json.js';
import type {Run} from '../../../plan/journal.js';
import {listRunWrites} from '../../../plan/list-run-writes.js';
import {isSameAddress} from '../../../plan/tenant-identity.js';
import {findRun} from './find-run.js';
import {sandboxUrl} from './identify-tenant.js';
import {describeRun, runTable, writeTable} from './runs-view.js';

/** Lists all runs, or the writes of one. */
export async function showRuns(context: CommandContext, run: string | undefined): Promise<void> {
  if (run !== undefined) {
    const found = await readRun(context, run);
    await context.reporter.note(`run ${found.run}: ${describeRun(found)}`);
    await context.showRows(writeTable, listRunWrites(found));
    return;
  }
  const runs = await listRunIds(context);
  const found = await Promise.all(runs.map(id => findRun(context, id)));
  await context.showRows(
    isOneTenant(context.options)
      ? {...runTable, empty: 'nothing was changed on this tenant from this machine'}
      : runTable,
    found
      .flat()
      .filter(each => isOfTarget(each, context.options))
      // Stable: runs of the same millisecond stay in the order of their ids.
      .toSorted((a, b) => Date.parse(b.began) - Date.parse(a.began)),
  );
}

function isOneTenant({sandbox, profile, baseUrl}: GlobalOptions): boolean {
  return sandbox !== undefined || profile !== undefined || baseUrl !== undefined;
}

/** True if the options select the tenant of the run, or no tenant at all. */
function isOfTarget({plan}: Run, {sandbox, profile, baseUrl}: GlobalOptions): boolean {
  if (sandbox !== undefined) return plan['base_url'] === sandboxUrl(sandbox);
  if (profile !== undefined) return plan['tenant'] === profile;
  return baseUrl === undefined || isSameAddress(stringOf(plan['base_url']) ?? '', new URL(baseUrl).href);
}
