import type {CommandContext} from '../../../app/command-context.js';
import {readRun, readRuns} from '../../../app/run-store.js';
import {UsageError} from '../../../base/errors.js';
import {findRun} from './find-run.js';
import {runTable, writeTable} from './runs-view.js';

/** Shows all runs, or with `show RUN`, or just `RUN`, the writes of one. */
export async function showRuns(
  context: CommandContext,
  word: string | undefined,
  named: string | undefined,
): Promise<void> {
  if (word === 'show' && named === undefined)
    throw new UsageError('no run given', suggest => `Run: ${suggest('fields', 'runs')}`);
  const run = word === 'show' ? named : word;
  if (run !== undefined) {
    await context.showRows(writeTable, (await readRun(context, run)).writes);
    return;
  }
  const runs = await readRuns(context);
  const found = await Promise.all(runs.map(id => findRun(context, id)));
  await context.showRows(runTable, found.flat());
}
