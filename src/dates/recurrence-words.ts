import {longest, map, nothing} from './combinators.js';
import type {Unit} from './lexicon.js';
import type {Amount, Recurrence} from './nodes.js';
import {ordinal} from './numbers.js';
import {toCodes} from './weekday-lists.js';
import {oneOf, phrase} from './word-parsers.js';

type Frequency = Recurrence['frequency'];

export function recur(
  frequency: Frequency,
  interval: number,
  parts: readonly string[],
  isDayNamed: boolean,
  more: Partial<Recurrence> = {},
): Recurrence {
  return {frequency, interval, parts, isDayNamed, ...more};
}

export function weekly(days: readonly number[], interval = 1, more: Partial<Recurrence> = {}): Recurrence {
  return recur('WEEKLY', interval, [`BYDAY=${toCodes(days).join(',')}`], true, more);
}

export const every = phrase(
  'every|each|once every|once each|each and every|every single|repeat every|repeats every',
  'on every|on each|in every|in each|of every|every one of the',
);
export const other = map(oneOf('other|alternate|second|alternating'), text => ({
  interval: 2,
  isEverySecond: text === 'second',
}));
export const nthInterval = map(ordinal, interval => ({interval, isEverySecond: true}));
export const step = longest(
  other,
  nthInterval,
  map(nothing, () => ({interval: 1, isEverySecond: false})),
);

const frequencies: Partial<Record<Unit, readonly [Frequency, number]>> = {
  minute: ['MINUTELY', 1],
  hour: ['HOURLY', 1],
  day: ['DAILY', 1],
  week: ['WEEKLY', 1],
  month: ['MONTHLY', 1],
  quarter: ['MONTHLY', 3],
  half: ['MONTHLY', 6],
  year: ['YEARLY', 1],
};

/** The RFC 5545 frequency and interval of an amount; hours, whole or half, become minutes. */
export function fromAmount({parts}: Amount): Recurrence | undefined {
  const [first, second, third] = parts;
  if (!first || third) return undefined;
  if (second)
    return first.unit === 'hour' && second.unit === 'minute'
      ? recur('MINUTELY', first.count * 60 + second.count, [], false)
      : undefined;
  const [frequency, times] = frequencies[first.unit] ?? [];
  return frequency === undefined || times === undefined ? undefined : recur(frequency, first.count * times, [], false);
}
