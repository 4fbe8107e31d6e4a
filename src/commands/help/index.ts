import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import type {Factory} from '../../app/factory.js';
import type {Root} from '../../app/global-options.js';
import {chooseHelpWidth} from '../../app/help-width.js';
import {showHelp} from '../../app/show-help.js';
import {UsageError} from '../../base/errors.js';
import {inChoice} from '../../base/in-series.js';
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
  for (const [index, word] of words.entries()) {
    const child = found.commands.find(command => command.name() === word);
    if (!child) throw await unknown(words, index, found);
    found = child;
  }
  return found;
}

/** @param index the first word that names nothing */
async function unknown(
  words: readonly string[],
  index: number,
  {commands, parent}: CommandUnknownOpts,
): Promise<UsageError> {
  const word = words[index] ?? '';
  const {findNearNames} = await import('../../base/near-names.js');
  const names = commands.map(command => command.name()).filter(name => !name.startsWith('_'));
  const known = parent ? names : [...new Set([...names, ...Object.keys(helpTopics)])];
  const verbs = parent ? [] : commands.filter(noun => noun.commands.some(verb => verb.name() === word));
  const before = ['bizctl', 'help', ...words.slice(0, index)].join(' ');
  const near = verbs.length > 0 ? verbs.map(noun => `${noun.name()} ${word}`) : findNearNames(word, known);
  return new UsageError(
    `unknown command or topic ${JSON.stringify(words.join(' '))}`,
    near.length > 0
      ? `Did you mean ${inChoice(near.map(name => `${before} ${name}`))}?`
      : known.length > 0
        ? `Use one of: ${known.join(', ')}.`
        : `Run: ${before}`,
  );
}
