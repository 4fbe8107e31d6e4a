import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addFieldsRuns(fields: Group, factory: Factory): void {
  fields
    .command('runs')
    .description('List past applies, or the writes of one')
    .argument('[show]', 'show, for the writes of one run')
    .argument('[run]', 'a run')
    .addHelpText('after', examples('bizctl fields runs', 'bizctl fields runs --json'))
    .action(async (show, named, _options, command) => {
      const context = await factory.open(command);
      const {showRuns} = await import('./apply/show-runs.js');
      await showRuns(context, show, named);
    });
}
