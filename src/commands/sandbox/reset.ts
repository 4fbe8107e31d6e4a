import {existsSync} from 'node:fs';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {examples} from '../options.js';

export function addSandboxReset(sandbox: Group, factory: Factory): void {
  sandbox
    .command('reset')
    .description('Reset the sandbox to its initial state')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', examples('bizctl sandbox reset --yes', 'bizctl sandbox reset --sandbox ./demo.db --yes'))
    .action(async (_options, command) => {
      const context = await factory.open(command);
      const {options, openConfirm, reporter} = context;
      const {resetEmbeddedSandbox, prepareSandboxFile} = await import('../../app/embedded-sandbox.js');
      const file = await prepareSandboxFile(options.sandbox, context);
      const isNew = file !== ':memory:' && !existsSync(file);
      if (!isNew) await openConfirm()('Discard all changes in this sandbox?', [file]);
      await resetEmbeddedSandbox(file, context);
      await reporter.note(isNew ? `created the sandbox ${file}` : `reset the sandbox ${file} to its initial state`);
    });
}
