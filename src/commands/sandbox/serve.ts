import {Option} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {parsePort} from '../../app/option-values.js';
import {examples} from '../options.js';

export function addSandboxServe(sandbox: Group, factory: Factory): void {
  sandbox
    .command('serve')
    .description('Serve the sandbox over HTTP, on this machine only, until it is stopped')
    .addOption(new Option('--port <port>', '0 for any that is free').argParser(parsePort).default(4010))
    .addHelpText(
      'after',
      examples('bizctl sandbox serve --port 0', 'bizctl sandbox serve --port 0 --sandbox ./demo.db --json'),
    )
    .action(async ({port}, command) => {
      const context = await factory.open(command);
      const {format, options, reporter} = context;
      const [{serveEmbeddedSandbox}, {toJsonLine}] = await Promise.all([
        import('../../app/embedded-sandbox.js'),
        import('../../output/to-json.js'),
      ]);
      const {base_url, token, state, stop} = await serveEmbeddedSandbox(
        options.sandbox,
        port,
        options.fault ?? [],
        context,
      );
      const variables = `export BIZCTL_BASE_URL=${base_url}\nexport BIZCTL_TOKEN=${token}\n`;
      await context.io.stdout.write(format.isMachine ? toJsonLine({base_url, token, state}) : variables);
      await reporter.note(`serving ${state} until Ctrl-C`);
      await new Promise(resolve => context.signal.addEventListener('abort', resolve, {once: true}));
      await stop();
    });
}
