import type {CommanderError, CommandUnknownOpts} from '@commander-js/extra-typings';
import {UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-series.js';
import {quoteArgument} from '../base/shell-word.js';
import {findCommand, findLeaves, findOption, pathOf} from '../commands/command-tree.js';
import {formatNames} from '../output/formats.js';

/** Maps commander's messages to ours. */
const phrases: readonly (readonly [RegExp, (...parts: readonly string[]) => string])[] = [
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s,
    (option = '', value = '', choices = '') =>
      `invalid value for ${option}: ${JSON.stringify(value)} (use ${inChoice(choices.split(', '))})`,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s,
    (option = '', value = '', expected = '') => `invalid value for ${option}: ${JSON.stringify(value)} (${expected})`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. Allowed choices are (.*)\.$/s,
    (value = '', argument = '', choices = '') =>
      `unknown ${argument} ${JSON.stringify(value)} (use ${inChoice(choices.split(', '))})`,
  ],
  [/^option '(?:-\w, )?(--[\w-]+)[^']*' argument missing$/, (option = '') => `${option} needs a value`],
  [/^required option '(?:-\w, )?(--[\w-]+)[^']*' not specified$/, (option = '') => `missing ${option}`],
  [/^missing required argument '(.*)'$/, (argument = '') => `missing argument <${argument}>`],
  [/^unknown option '(.*)'$/s, (option = '') => `unknown option ${option}`],
  [/^unknown command '(.*)'$/s, (command = '') => `unknown command ${JSON.stringify(command)}`],
  [
    /^too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got \d+: (.*)\.?$/s,
    (expected = '0', given = '') =>
      `unexpected argument: ${given
        .replace(/\.$/, '')
        .split(', ')
        .slice(Number(expected))
        .map(word => JSON.stringify(word))
        .join(', ')}`,
  ],
];

/** Converts an error from commander: the problem as the message, the correction as the hint. */
export async function toUsageError(
  {message}: CommanderError,
  root: CommandUnknownOpts,
  argv: readonly string[],
): Promise<UsageError> {
  const command = findCommand(root, argv);
  const help = `Run: ${[...pathOf(command), '--help'].join(' ')}`;
  const asks = findOption(command, '--yes') !== undefined;
  const [, first = '', suggestion = ''] = /^(?:error: )?(.*?)(?:\n\((Did you mean [^\n]*)\))?$/s.exec(message) ?? [];
  for (const [pattern, phrase] of phrases) {
    const [found, ...parts] = pattern.exec(first) ?? [];
    if (found === undefined) continue;
    const text = phrase(...parts);
    const commands = text.startsWith('unknown command') ? await suggestCommands(root, argv, parts[0] ?? '') : [];
    if (commands.length > 0) return new UsageError(text, `Did you mean ${inChoice(commands)}?`);
    // Commander suggests by spelling alone.
    if (text.startsWith('unknown command')) return new UsageError(text, help);
    if (text.startsWith('unknown option'))
      return new UsageError(text, await suggestOption(root, parts[0] ?? '', {suggestion, help, asks}));
    if (text === 'missing argument <path>')
      return new UsageError(text, 'Pass a method and a path, for example: bizctl api GET v2/deals');
    const choices = command.registeredArguments.find(({required}) => required)?.argChoices;
    if (text.startsWith('missing argument') && choices) return new UsageError(text, `Use ${inChoice(choices)}.`);
    if (text.startsWith('unexpected argument') && command.name() === 'login')
      // It may be a token.
      return new UsageError('unexpected argument', adviseOnLogin);
    const file = text.startsWith('unexpected argument') ? suggestFile(root, first) : undefined;
    if (file !== undefined) return new UsageError(text, file);
    if (text.startsWith('unexpected argument') && command.registeredArguments.length > 0)
      return new UsageError(text, `Quote a value that contains spaces. ${help}`);
    if (text.endsWith('needs a value') && findOption(root, parts[0] ?? ''))
      return new UsageError(text, parts[0] === '--output' ? toOutput : 'Run: bizctl help options');
    // The parentheses already name the valid values.
    return new UsageError(text, text.endsWith(')') ? foreignValues.get(`${parts[0]} ${parts[1]}`) : suggestion || help);
  }
  return new UsageError(first.replace(/\.$/, ''), suggestion || help);
}

const toOutput = `Use --output ${inChoice(formatNames)}.`;

/** What other tools call an option, and what to use here. */
const foreignOptions = new Map([
  ['--format', toOutput],
  ['-o', toOutput],
  ['--dry-run', 'For a preview, use fields plan; create, update, edit, delete and undo accept --dry-run.'],
  ['--out', 'Redirect the output to a file: > FILE'],
  ['--data', 'For a body, api takes --input FILE or -F NAME=VALUE; create and update take --file.'],
  ['--body', 'For a body, api takes --input FILE or -F NAME=VALUE; create and update take --file.'],
  ['--token', 'Other users can see the command line. Set BIZCTL_TOKEN, or run: bizctl auth login < token-file'],
]);

const adviseOnLogin =
  'Pass a base URL with --base-url and a profile with --profile. Pipe the token in: bizctl auth login < token-file';

/** What other tools call `--yes`. */
const foreignYes: ReadonlySet<string> = new Set(['-y', '--force', '--auto-approve']);

/** Values of one option that are meant for another. */
const foreignValues = new Map([
  ['--format json', 'For JSON, use --output json.'],
  ['--output markdown', 'For Markdown, use fields plan --format markdown.'],
]);

/** Names near options of the command, which commander finds, and of those that every command takes. */
async function suggestOption(
  {options}: CommandUnknownOpts,
  typed: string,
  {suggestion, help, asks}: {readonly suggestion: string; readonly help: string; readonly asks: boolean},
): Promise<string> {
  const {findNearNames} = await import('../base/near-names.js');
  const foreign = asks && foreignYes.has(typed) ? 'To skip the confirmation, use --yes.' : foreignOptions.get(typed);
  if (foreign !== undefined) return foreign;
  const own = suggestion.match(/--[\w-]+/g) ?? [];
  const known = [...own, ...options.flatMap(({long}) => long ?? []), '--help'];
  const word = withoutDashes(typed);
  // The leading dashes make short names look similar.
  const near = findNearNames(typed, known).filter(
    name => withoutDashes(name)[0] === word[0] || findNearNames(word, [withoutDashes(name)]).length > 0,
  );
  return near.length === 0 ? help : `Did you mean ${inChoice(near)}?`;
}

function withoutDashes(option: string): string {
  return option.replace(/^--?/, '');
}

/** A fields file in place of an option, for a command that reads such files with `-f`. */
function suggestFile(root: CommandUnknownOpts, message: string): string | undefined {
  const [, verb, file] = /for '(.*)'\. .* got \d+: (.*\.(?:ya?ml|json))\.?$/.exec(message) ?? [];
  const hasFiles = findLeaves(root).some(
    leaf => leaf.name() === verb && leaf.options.some(({short}) => short === '-f'),
  );
  return hasFiles && file !== undefined ? `Pass fields files with -f: -f ${quoteArgument(file)}` : undefined;
}

/** Words for one thing, of which a noun has one as its verb. */
const synonyms: readonly (readonly string[])[] = [
  ['list', 'ls', 'all', 'index'],
  ['get', 'show', 'view', 'describe', 'read', 'status'],
  ['create', 'add', 'new', 'set'],
  ['update', 'edit', 'set', 'change', 'modify', 'patch'],
  ['delete', 'remove', 'unset', 'rm', 'del', 'destroy'],
  ['serve', 'start', 'run', 'up'],
  ['use', 'switch', 'select'],
  ['plan', 'preview', 'diff'],
  ['undo', 'revert', 'rollback'],
];

/**
 * Commands that may be meant: with another verb of the noun, or the nouns that have the verb, as for `bizctl apply`.
 */
async function suggestCommands(
  root: CommandUnknownOpts,
  argv: readonly string[],
  typed: string,
): Promise<readonly string[]> {
  const noun = findCommand(root, argv);
  const toPaths = (commands: readonly CommandUnknownOpts[]) => commands.map(command => pathOf(command).join(' '));
  if (noun === root) {
    const commands = findLeaves(root).filter(leaf => leaf.name() === typed && leaf.parent !== root);
    if (commands.length > 0) return toPaths(commands);
  }
  const {findNearNames} = await import('../base/near-names.js');
  const verbs = noun.commands.filter(command => !command.name().startsWith('_'));
  const alike = new Set(synonyms.filter(words => words.includes(typed)).flat());
  const same = verbs.filter(verb => noun !== root && alike.has(verb.name()));
  const near = findNearNames(
    typed,
    verbs.map(verb => verb.name()),
  );
  return toPaths(same.length > 0 ? same.slice(0, 2) : verbs.filter(verb => near.includes(verb.name())));
}
