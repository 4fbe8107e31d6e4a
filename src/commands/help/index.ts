import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {chooseHelpWidth} from '../../app/help-width.js';
import {showHelp} from '../../app/show-help.js';
import {UsageError} from '../../base/errors.js';
import {inChoice} from '../../base/in-choice.js';
import {formatPairs} from '../../output/format-pairs.js';
import type {TableView} from '../../output/view.js';
import {helpTopics} from '../help-topics.js';
import {examples} from '../options.js';

const topicTable: TableView<readonly [string, string]> = {
  columns: () => [],
  documented: ['name', 'text'],
  toValue: ([name, text]) => ({name, text}),
};

export function addHelp(root: Root, factory: Factory): void {
  const {env} = factory.context;
  root
    .command('help')
    .description('Show help for a command or topic')
    .argument('[words...]', 'a command or a topic')
    .addHelpText('after', examples('bizctl help fields create', 'bizctl help exit-codes'))
    .action(async (words, _options, command) => {
      const topic = Object.entries(helpTopics).find(([name]) => words.length === 1 && name === words[0])?.[1];
      const width = chooseHelpWidth(factory.context);
      if (!topic) return (await findCommand(root, words)).help();
      const {rows, example} = await topic.load();
      const text = `${formatPairs(rows, width)}${example === undefined ? '' : `\n${example.replace(/^(?=.)/gm, '  ')}`}`;
      const {json, output, jq} = root.opts();
      // Without an output option, help loads nothing that only requests need.
      if ([json, output, jq, env['BIZCTL_OUTPUT'] || undefined].every(option => option === undefined))
        return showHelp(text, root.opts(), factory.context, factory.reporter);
      const {format, showRows} = await factory.open(command);
      if (format.isMachine) await showRows(topicTable, rows);
      else await showHelp(text, root.opts(), factory.context, factory.reporter);
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

async function unknown(typed: string, word: string, {commands, parent}: CommandUnknownOpts): Promise<UsageError> {
  const {findNearNames} = await import('../../base/near-names.js');
  const names = commands.map(command => command.name()).filter(name => !name.startsWith('_'));
  const known = parent ? names : [...new Set([...names, ...Object.keys(helpTopics)])];
  const verbs = parent ? [] : commands.filter(noun => noun.commands.some(verb => verb.name() === word));
  const before = typed.slice(0, -word.length);
  const near = verbs.length > 0 ? verbs.map(noun => `${noun.name()} ${word}`) : findNearNames(word, known);
  return new UsageError(
    `unknown command or topic ${JSON.stringify(typed)}`,
    near.length > 0
      ? `Did you mean ${inChoice(near.map(name => `bizctl help ${before}${name}`))}?`
      : `Use one of: ${known.length > 0 ? known.join(', ') : before.trim()}.`,
  );
}
