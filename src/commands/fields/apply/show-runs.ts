import type {CommandContext} from '../../../app/command-context.js';
import type {GlobalOptions} from '../../../app/global-options.js';
import {readRun} from '../../../app/run-store.js';
import {listRunWrites} from '../../../plan/list-run-writes.js';
import {listRuns} from './list-runs.js';
import {describeRun, runTable, writeTable} from './runs-view.js';

/** Lists all runs, or the writes of one. */
export async function showRuns(context: CommandContext, run: string | undefined): Promise<void> {
  if (run !== undefined) {
    const found = await readRun(context, run);
    await context.reporter.note(`run ${found.run}: ${describeRun(found)}`);
    await context.showRows(writeTable, listRunWrites(found));
    return;
  }
  const view = isOneTenant(context.options)
    ? {...runTable, empty: 'nothing was changed on this tenant from this machine'}
    : runTable;
  await context.showRows(view, await listRuns(context));
}

function isOneTenant({sandbox, profile, baseUrl}: GlobalOptions): boolean {
  return sandbox !== undefined || profile !== undefined || baseUrl !== undefined;
}
