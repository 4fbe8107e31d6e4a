import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsRuns(fields: Group, factory: Factory): void {
  fields
    .command('runs')
    .description('List past writes and applies, or show one in detail')
    .argument('[run]', 'id of a run or a fleet, to show in detail')
    .addHelpText('after', examples('bizctl fields runs', 'bizctl fields runs --json'))
    .action(async (run, _options, command) => {
      const context = await factory.open(command);
      const {showRuns} = await import('./runs/show-runs.js');
      await showRuns(context, run);
    });
}
