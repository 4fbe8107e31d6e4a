import {Argument} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {joinSandboxFile} from '../../app/sandbox-address.js';
import {toPrintable} from '../../output/printable.js';
import {examples} from '../options.js';

/** Printed as the first line to make the shell complete file names; no candidate starts with it. */
const fileDirective = ':file';

/** Removes quotes, even an unclosed one, and backslashes that an earlier completion added. */
function unquote(word: string): string {
  const [, quote, rest = ''] = /^(['"])(.*)$/s.exec(word) ?? [];
  if (quote === undefined) return word.replace(/\\(.)/g, '$1');
  return rest.endsWith(quote) ? rest.slice(0, -1) : rest;
}

export function addCompletion(root: Root, {context, reporter}: Factory): void {
  root
    .command('completion')
    .description('Print a shell completion script')
    .addArgument(
      new Argument('<shell>', 'shell to print the script for').choices(['bash', 'zsh', 'fish', 'powershell'] as const),
    )
    .addHelpText('after', examples('bizctl completion bash', 'bizctl completion fish'))
    .action(async shell => {
      const {scripts} = await import('./scripts.js');
      await context.io.stdout.write(scripts[shell]);
    });
  root
    .command('__complete', {hidden: true})
    .description('List completions, for the shell scripts')
    .argument('[words...]', 'the words after bizctl, up to the cursor')
    .option('--new-word', 'complete the word after these')
    .action(async (typed, {newWord}) => {
      const given = (newWord ? [...typed, ''] : typed).map(unquote);
      const isOption = given.at(-1) === '--sandbox';
      const words = isOption ? [...joinSandboxFile(given.slice(0, -1)), '--sandbox'] : joinSandboxFile(given);
      const [{complete}, {createStoredNames}] = await Promise.all([
        import('./complete.js'),
        import('./stored-names.js'),
      ]);
      const {candidates, isFile} = await complete(root, words, createStoredNames(root, words, context, reporter));
      const lines = candidates.map(({word, description}) => `${word}\t${toPrintable(description)}\n`);
      await context.io.stdout.write(`${isFile ? `${fileDirective}\n` : ''}${lines.join('')}`);
    });
}
