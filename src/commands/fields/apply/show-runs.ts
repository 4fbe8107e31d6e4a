import type {CommandContext} from '../../../app/command-context.js';
import type {GlobalOptions} from '../../../app/global-options.js';
import {readRun} from '../../../app/run-store.js';
import {listRunWrites} from '../../../plan/list-run-writes.js';
import {findFleetRuns} from './find-run.js';
import {listRuns} from './list-runs.js';
import {describeRun, runTable, writeTable} from './runs-view.js';

/** Lists all runs, those of a fleet, or the writes of one. */
export async function showRuns(context: CommandContext, run: string | undefined): Promise<void> {
  if (run !== undefined) {
    const fleet = await findFleetRuns(context, run);
    if (fleet.length > 0) return context.showRows(runTable, fleet.toReversed());
    const found = await readRun(context, run);
    await context.reporter.note(`run ${found.run}: ${describeRun(found)}`);
    await context.showRows(writeTable, listRunWrites(found));
    return;
  }
  const view = isOneTenant(context.options)
    ? {...runTable, empty: 'no runs on this tenant are recorded on this machine'}
    : runTable;
  await context.showRows(view, await listRuns(context));
}

function isOneTenant({sandbox, profile, baseUrl}: GlobalOptions): boolean {
  return sandbox !== undefined || profile !== undefined || baseUrl !== undefined;
}
