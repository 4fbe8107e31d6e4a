import type {Context} from '../../context.js';
import type {Group} from '../../global-options.js';
import type {Talk} from '../../output/talk.js';
import {openConfirm} from '../../session.js';
import {examples} from '../options.js';

export function addSandboxReset(sandbox: Group, context: Context, talk: Talk): void {
  sandbox
    .command('reset')
    .description('Put the sandbox back to the tenant it started with')
    .option('--yes', 'do not ask; needed where nobody can answer')
    .addHelpText('after', examples('bizctl sandbox reset --yes', 'bizctl sandbox reset --sandbox ./demo.db --yes'))
    .action(async (_options, command) => {
      const options = command.optsWithGlobals();
      const confirm = openConfirm('a reset', options, context);
      const {resetEmbeddedSandbox, sandboxFile} = await import('../../embedded-sandbox.js');
      const file = await sandboxFile(options.sandbox, context);
      await confirm('Forget all changes in this sandbox?', [file]);
      await resetEmbeddedSandbox(file);
      await talk.note(`the sandbox ${file} holds the tenant it started with`);
    });
}
