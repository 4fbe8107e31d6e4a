import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {concurrencyOption, examples} from '../options.js';
import {expectDeletesOption, failFastOption} from './plan/plan-options.js';

export function addFieldsUndo(fields: Group, factory: Factory): void {
  fields
    .command('undo')
    .description('Undo a past write or apply, as far as possible')
    .argument('[run]', 'id of a run or a fleet; prompts if omitted')
    .option('--dry-run', 'show the changes instead of sending them')
    .option('--yes', 'do not ask for confirmation')
    .addOption(expectDeletesOption)
    .addOption(failFastOption)
    .addOption(concurrencyOption)
    .addHelpText('after', examples('bizctl fields undo RUN --dry-run', 'bizctl fields undo RUN --yes'))
    .action(async (given, options, command) => {
      const [{pickRun}, {undoFleet}] = await Promise.all([
        import('./runs/list-runs.js'),
        import('./fleet/undo-fleet.js'),
      ]);
      const run = given ?? (await pickRun(await factory.openApi(command)));
      if (await undoFleet(factory, command, run, options)) return;
      const {undoRun} = await import('./apply/undo-run.js');
      await undoRun(await factory.openApi(command), run, options);
    });
}
