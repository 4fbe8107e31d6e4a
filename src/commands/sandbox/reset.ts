import type {Context} from '../../context.js';
import {UsageError} from '../../errors.js';
import type {Group} from '../../global-options.js';
import type {Talk} from '../../output/talk.js';
import {examples} from '../options.js';

export function addSandboxReset(sandbox: Group, context: Context, talk: Talk): void {
  sandbox
    .command('reset')
    .description('Put the sandbox back to the tenant it started with')
    .option('--yes', 'do not ask; needed where nobody can answer')
    .addHelpText('after', examples('bizctl sandbox reset --yes', 'bizctl sandbox reset --sandbox ./demo.db --yes'))
    .action(async (_options, command) => {
      const {yes, sandbox: named, input} = command.optsWithGlobals();
      const {openSandboxStore, sandboxFile} = await import('../../embedded-sandbox.js');
      const {reseedStore} = await import('../../sandbox/seed.js');
      const file = await sandboxFile(named, context);
      if (!yes) {
        if (!context.confirm || !input)
          throw new UsageError(
            'a reset needs an answer, and nobody can give it here',
            'Say --yes to reset without being asked.',
          );
        await context.confirm('Forget all changes in this sandbox?', [file]);
      }
      const store = await openSandboxStore(file);
      reseedStore(store);
      store.close();
      await talk.note(`the sandbox ${file} holds the tenant it started with`);
    });
}
