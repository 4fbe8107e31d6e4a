import type {CommanderError} from '@commander-js/extra-typings';
import {UsageError} from '../base/errors.js';
import {inChoice} from '../base/in-choice.js';

/** How commander says something, and how bizctl does. */
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

/** An error of commander's in our words: one line for what is wrong, one for what to type instead. */
export function toUsageError({message}: CommanderError): UsageError {
  const [first = '', ...rest] = message.replace(/^error: /, '').split('\n');
  const suggestion = rest
    .join(' ')
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  for (const [pattern, phrase] of phrases) {
    const [found, ...parts] = pattern.exec(first) ?? [];
    if (found === undefined) continue;
    const words = phrase(...parts);
    // These say what to type themselves.
    return new UsageError(words, words.endsWith(')') ? undefined : suggestion || 'Use --help to see the options.');
  }
  return new UsageError(first.replace(/\.$/, ''), suggestion || 'Use --help to see the options.');
}
