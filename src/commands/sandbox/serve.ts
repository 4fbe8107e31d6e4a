import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {parsePort} from '../../app/option-values.js';
import {examples} from '../options.js';

export function addSandboxServe(sandbox: Group, factory: Factory): void {
  sandbox
    .command('serve')
    .description('Serve the sandbox over HTTP on this machine')
    .addOption(new Option('--port <port>', 'port to listen on; 0 picks a free one').argParser(parsePort).default(4010))
    .addHelpText(
      'after',
      examples('bizctl sandbox serve --port 0', 'bizctl sandbox serve --port 0 --sandbox ./demo.db --json'),
    )
    .action(async ({port}, command) => {
      const context = await factory.open(command);
      const {serveUntilStopped} = await import('./serve-until-stopped.js');
      await serveUntilStopped(context, port);
    });
}
