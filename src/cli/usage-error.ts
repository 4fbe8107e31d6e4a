import type {CommanderError, CommandUnknownOpts} from '@commander-js/extra-typings';
import {UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-series.js';
import {findCommand, pathOf} from '../commands/command-tree.js';
import {
  type Advise,
  adviseOnCommand,
  adviseOnMissingArgument,
  adviseOnMissingValue,
  adviseOnOption,
  adviseOnSurplus,
  adviseOnValue,
  type Mistake,
} from './usage-hints.js';

/** Maps commander's messages to ours, each with its hint; by default that is commander's suggestion, or the help. */
const phrases: readonly (readonly [RegExp, (...parts: readonly string[]) => string, Advise?])[] = [
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/s,
    (option = '', value = '', choices = '') =>
      `invalid value for ${option}: ${JSON.stringify(value)} (use ${inChoice(choices.split(', '))})`,
    adviseOnValue,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s,
    (option = '', value = '', expected = '') => `invalid value for ${option}: ${JSON.stringify(value)} (${expected})`,
    adviseOnValue,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. Allowed choices are (.*)\.$/s,
    (value = '', argument = '', choices = '') =>
      `unknown ${argument} ${JSON.stringify(value)} (use ${inChoice(choices.split(', '))})`,
    adviseOnValue,
  ],
  [
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument missing$/,
    (option = '') => `${option} needs a value`,
    adviseOnMissingValue,
  ],
  [/^required option '(?:-\w, )?(--[\w-]+)[^']*' not specified$/, (option = '') => `missing ${option}`],
  [/^missing required argument '(.*)'$/, (argument = '') => `missing argument <${argument}>`, adviseOnMissingArgument],
  // The value may be a token.
  [
    /^unknown option '(([^=]*).*)'$/s,
    (typed = '', option = '') => `unknown option ${option}${typed === option ? '' : '=…'}`,
    adviseOnOption,
  ],
  [/^unknown command '(.*)'$/s, (command = '') => `unknown command ${JSON.stringify(command)}`, adviseOnCommand],
  // It may be a token.
  [/^too many arguments for 'login'\./, () => 'unexpected argument', adviseOnSurplus],
  [
    /^too many arguments(?: for '.*')?\. Expected (\d+) arguments? but got \d+: (.*)\.?$/s,
    (expected = '0', given = '') => {
      const words = given.replace(/\.$/, '').split(', ').slice(Number(expected));
      return `unexpected argument${words.length === 1 ? '' : 's'}: ${words.map(word => JSON.stringify(word)).join(', ')}`;
    },
    adviseOnSurplus,
  ],
];

/** Converts an error from commander: the problem as the message, the correction as the hint. */
export async function toUsageError(
  error: CommanderError,
  root: CommandUnknownOpts,
  argv: readonly string[],
): Promise<UsageError> {
  const [, message = '', suggestion = ''] =
    /^(?:error: )?(.*?)(?:\n\((Did you mean [^\n]*)\))?$/s.exec(error.message) ?? [];
  const command = findCommand(root, argv);
  const help = `Run: ${[...pathOf(command), '--help'].join(' ')}`;
  const mistake: Mistake = {root, command, message, suggestion, help};
  for (const [pattern, phrase, advise] of phrases) {
    const [found, ...parts] = pattern.exec(message) ?? [];
    if (found === undefined) continue;
    return new UsageError(phrase(...parts), advise ? await advise(mistake, ...parts) : suggestion || help);
  }
  return new UsageError(message.replace(/\.$/, ''), suggestion || help);
}
