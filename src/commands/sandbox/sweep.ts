import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {collect} from '../../app/option-values.js';
import {examples} from '../options.js';

export function addSandboxSweep(sandbox: Group, factory: Factory): void {
  sandbox
    .command('sweep')
    .description('Try an apply of your fields file with every fault at every request, and killed at each write')
    .requiredOption('-f, --file <path>', 'a fields file, or a directory of them; may be repeated', collect)
    .option('--prune', 'delete the fields that are not declared')
    .option('--replace <name>', 'this field may be deleted and created anew; may be repeated', collect)
    .addHelpText('after', examples('bizctl sandbox sweep -f fields.yaml', 'bizctl sandbox sweep -f fields/ --json'))
    .action(async (options, command) => {
      const context = await factory.open(command);
      const {runSweep} = await import('./run-sweep.js');
      await runSweep(context, options);
    });
}
