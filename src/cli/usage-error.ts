import type {CommanderError, CommandUnknownOpts} from '@commander-js/extra-typings';
import {UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-choice.js';
import {quoteArgument} from '../base/shell-word.js';
import {findLeaves, pathOf} from '../commands/command-tree.js';

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
  [/^required option '(?:-\w, )?(--[\w-]+)[^']*' not specified$/, (option = '') => `missing option ${option}`],
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

/** The command that a command line names, as far as it names one. */
function findCommand(root: CommandUnknownOpts, argv: readonly string[]): CommandUnknownOpts {
  return argv.reduce((command, word) => command.commands.find(each => each.name() === word) ?? command, root);
}

/** Converts an error from commander: the problem as the message, the correction as the hint. */
export async function toUsageError(
  {message}: CommanderError,
  root: CommandUnknownOpts,
  argv: readonly string[],
): Promise<UsageError> {
  const help = `Run: ${[...pathOf(findCommand(root, argv)), '--help'].join(' ')}`;
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const suggestion = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  for (const [pattern, phrase] of phrases) {
    const [found, ...parts] = pattern.exec(first) ?? [];
    if (found === undefined) continue;
    const text = phrase(...parts);
    const commands = text.startsWith('unknown command') ? findByVerb(root, parts[0] ?? '') : [];
    if (commands.length > 0) return new UsageError(text, `Did you mean ${inChoice(commands)}?`);
    const option = text.startsWith('unknown option')
      ? await suggestOption(root, parts[0] ?? '', suggestion)
      : undefined;
    if (option !== undefined) return new UsageError(text, option);
    const file = text.startsWith('unexpected argument') ? suggestFile(root, first) : undefined;
    if (file !== undefined) return new UsageError(text, file);
    // The parentheses already name the valid values.
    return new UsageError(text, text.endsWith(')') ? undefined : suggestion || help);
  }
  return new UsageError(first.replace(/\.$/, ''), suggestion || help);
}

/** Names near options of the command, which commander finds, and of those that every command takes. */
async function suggestOption(
  {options}: CommandUnknownOpts,
  typed: string,
  suggestion: string,
): Promise<string | undefined> {
  const {didYouMean} = await import('../base/near-names.js');
  const own = suggestion.match(/--[\w-]+/g) ?? [];
  return didYouMean(typed, [...own, ...options.flatMap(({long}) => long ?? [])]);
}

/** A fields file in place of an option, for a command that reads such files with `-f`. */
function suggestFile(root: CommandUnknownOpts, message: string): string | undefined {
  const [, verb, file] = /for '(.*)'\. .* got \d+: (.*\.(?:ya?ml|json))\.?$/.exec(message) ?? [];
  const hasFiles = findLeaves(root).some(
    leaf => leaf.name() === verb && leaf.options.some(({short}) => short === '-f'),
  );
  return hasFiles && file !== undefined ? `Pass fields files with -f: -f ${quoteArgument(file)}` : undefined;
}

/** The commands with that verb, for a verb in place of a noun: `bizctl apply`. */
function findByVerb(root: CommandUnknownOpts, verb: string): readonly string[] {
  return findLeaves(root)
    .filter(leaf => leaf.name() === verb && leaf.parent !== root)
    .map(leaf => pathOf(leaf).join(' '));
}
