import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {UsageError} from '../../base/errors.js';
import {inChoice} from '../../base/in-choice.js';
import {formatPairs} from '../../output/format-pairs.js';
import {helpTopics} from '../help-topics.js';
import {examples} from '../options.js';

export function addHelp(root: Root, {context: {io}}: Factory): void {
  root
    .command('help')
    .description('Show help for a command or topic')
    .argument('[words...]', `a command, or ${inChoice(Object.keys(helpTopics))}`)
    .addHelpText('after', examples('bizctl help fields create', 'bizctl help exit-codes'))
    .action(async words => {
      const topic = Object.entries(helpTopics).find(([name]) => words.length === 1 && name === words[0])?.[1];
      const width = io.stdout.isTerminal ? io.stdout.columns : 100;
      if (topic) await io.stdout.write(formatPairs(topic.rows, width));
      else (await findCommand(root, words)).help();
    });
}

async function findCommand(root: CommandUnknownOpts, words: readonly string[]): Promise<CommandUnknownOpts> {
  let found = root;
  for (const word of words) {
    const child = found.commands.find(command => command.name() === word);
    if (!child) throw await unknown(words.join(' '), word, found);
    found = child;
  }
  return found;
}

async function unknown(said: string, word: string, {commands, parent}: CommandUnknownOpts): Promise<UsageError> {
  const {findNearNames} = await import('../../base/near-names.js');
  const names = commands.map(command => command.name()).filter(name => !name.startsWith('_'));
  const known = parent ? names : [...names, ...Object.keys(helpTopics)];
  const near = findNearNames(word, known);
  return new UsageError(
    `unknown command or topic ${JSON.stringify(said)}`,
    near.length > 0
      ? `Did you mean ${inChoice(near)}?`
      : `Use one of: ${known.length > 0 ? known.join(', ') : said.slice(0, -word.length).trim()}.`,
  );
}
