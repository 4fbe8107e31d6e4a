import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {UsageError} from '../../base/errors.js';
import {examples} from '../options.js';

export function addFieldsRuns(fields: Group, factory: Factory): void {
  fields
    .command('runs')
    .description('What apply has done from this machine: all runs, or each write of one')
    .argument('[show]', '"show", for the writes of one run')
    .argument('[run]', 'the run whose writes are shown')
    .addHelpText('after', examples('bizctl fields runs', 'bizctl fields runs --json'))
    .action(async (show, named, _options, command) => {
      const context = await factory.open(command);
      const run = show === 'show' ? named : show;
      if (show === 'show' && named === undefined)
        throw new UsageError('there is no run to show', 'See them all with: bizctl fields runs');
      const [{readRun, readRuns}, {findRun}, {runTable, writeTable}] = await Promise.all([
        import('../../app/run-store.js'),
        import('./apply/find-run.js'),
        import('./apply/runs-view.js'),
      ]);
      if (run !== undefined) await context.showRows(writeTable, (await readRun(context, run)).writes);
      else {
        const runs = await readRuns(context);
        const found = await Promise.all(runs.map(id => findRun(context, id)));
        await context.showRows(runTable, found.flat());
      }
    });
}
