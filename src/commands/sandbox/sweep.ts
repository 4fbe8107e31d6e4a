import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {collect} from '../../app/option-values.js';
import {examples} from '../options.js';

export function addSandboxSweep(sandbox: Group, factory: Factory): void {
  sandbox
    .command('sweep')
    .description('Test an apply against every fault at every request')
    .requiredOption('-f, --file <path>', 'fields file or directory (repeatable)', collect)
    .option('--prune', 'delete fields that are not declared')
    .option('--replace <name>', 'allow this field to be deleted and recreated (repeatable)', collect)
    .addHelpText('after', examples('bizctl sandbox sweep -f fields.yaml', 'bizctl sandbox sweep -f fields/ --json'))
    .action(async (options, command) => {
      const context = await factory.open(command);
      const {runSweep} = await import('./run-sweep.js');
      await runSweep(context, options);
    });
}
