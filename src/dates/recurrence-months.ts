import {after, followedBy, join2, join3, join4, longest, map, optional, separated} from './combinators.js';
import {safeFollowers, weekdayNumbers} from './lexicon.js';
import {weekdayName} from './named-days.js';
import type {Recurrence} from './nodes.js';
import {digitOrdinal, position, spelledOrdinal, wholeNumber} from './numbers.js';
import type {Parser} from './parser.js';
import {every, recur, step} from './recurrence-words.js';
import {dayGroup, pluralWeekday, toCodes} from './weekday-lists.js';
import {listJoint, oneOf, phrase, skip} from './word-parsers.js';

const everyMonth =
  'of every month|of each month|in every month|in each month|each month|every month|of a month|monthly|in a month';
const ofEveryMonth = phrase(everyMonth);
const ofMonth = phrase(everyMonth, 'of the month|of month|in the month');
const positions = separated(position, after(listJoint, skip('the')), 5);

const weekdayOrGroup = longest(separated(longest(weekdayName, pluralWeekday), listJoint, 7), dayGroup);
function nth(ordinals: readonly number[], days: readonly number[]): Recurrence | undefined {
  if (ordinals.some(one => one === 0 || one > 5)) return undefined;
  const isGroup = days.length === 5 || (days.length === 2 && days.includes(6) && days.includes(7));
  if (isGroup) return recur('MONTHLY', 1, [`BYDAY=${toCodes(days).join(',')}`, `BYSETPOS=${ordinals.join(',')}`], true);
  const codes = ordinals.flatMap(one => toCodes(days).map(code => `${one}${code}`));
  return recur('MONTHLY', 1, [`BYDAY=${codes.join(',')}`], true);
}
function nthDays(ordinals: readonly number[]): Recurrence | undefined {
  return ordinals.some(one => one === 0 || one > 31)
    ? undefined
    : recur('MONTHLY', 1, [`BYMONTHDAY=${ordinals.join(',')}`], true);
}

/**
 * "the first monday of every month", "every last friday", "the 15th of each month", "every month on the last friday".
 */
export const ofMonthly: Parser<Recurrence> = longest(
  join4(skip('the|on the|on'), positions, weekdayOrGroup, ofEveryMonth, (_, ordinals, days) => nth(ordinals, days)),
  // Several ordinals recur also without "every".
  join4(skip('the|on the|on'), positions, weekdayOrGroup, ofMonth, (_, ordinals, days) =>
    ordinals.length > 1 ? nth(ordinals, days) : undefined,
  ),
  join4(after(every, skip('the')), positions, weekdayOrGroup, ofMonth, (_, ordinals, days) => nth(ordinals, days)),
  join3(
    every,
    map(position, one => (one === 1 || one < 0 ? one : undefined)),
    weekdayOrGroup,
    (_, one, days) => nth([one], days),
  ),
  join4(skip('the|on the|on'), positions, oneOf('day'), ofEveryMonth, (_, ordinals) => nthDays(ordinals)),
  join4(after(every, skip('the')), positions, oneOf('day'), ofMonth, (_, ordinals) => nthDays(ordinals)),
  join3(skip('the|on the|on'), positions, ofEveryMonth, (_, ordinals) => nthDays(ordinals)),
  join3(
    after(every, skip('the')),
    separated(longest(digitOrdinal, spelledOrdinal), after(listJoint, skip('the')), 31),
    ofMonth,
    (_, ordinals) => nthDays(ordinals),
  ),
  join2(after(every, after(skip('the'), positions)), weekdayOrGroup, (ordinals, days) =>
    ordinals.length > 1 ? nth(ordinals, days) : undefined,
  ),
  // "every 15th" without a month; a spelled ordinal would count ("every second day").
  followedBy(
    join3(every, skip('the'), separated(digitOrdinal, after(listJoint, skip('the')), 31), (_, __, ordinals) =>
      nthDays(ordinals),
    ),
    following =>
      following === undefined ||
      following.kind === 'symbol' ||
      (safeFollowers.has(following.text) && !weekdayNumbers.has(following.text)),
  ),
  // "every friday the 13th"
  followedBy(
    join4(every, weekdayName, oneOf('the'), digitOrdinal, (_, weekday, __, day) =>
      recur('MONTHLY', 1, [`BYDAY=${toCodes([weekday]).join(',')}`, `BYMONTHDAY=${day}`], true),
    ),
    following => following?.kind !== 'word' || safeFollowers.has(following.text),
  ),
  join3(phrase('the end|end|month end'), oneOf('of'), phrase('every month|each month'), () =>
    recur('MONTHLY', 1, ['BYMONTHDAY=-1'], true),
  ),
  join3(phrase('the start|start|the beginning|beginning'), oneOf('of'), phrase('every month|each month'), () =>
    recur('MONTHLY', 1, ['BYMONTHDAY=1'], true),
  ),
  join2(every, phrase('month end|end of month|end of the month'), () => recur('MONTHLY', 1, ['BYMONTHDAY=-1'], true)),
);
const everyMonths = longest(
  join3(every, step, oneOf('month|months'), (_, {interval}) => interval),
  join3(every, wholeNumber, oneOf('months'), (_, interval) => interval),
  map(phrase('monthly|once a month'), () => 1),
);
const theDay = optional(oneOf('day'), '');
/** A number that is neither a time nor an amount. */
const onlyDay = followedBy(
  map(wholeNumber, day => (day >= 1 && day <= 31 ? day : undefined)),
  following =>
    following?.kind !== 'number' &&
    !/^(?:times|x|am|pm|:|days|weeks|months|years|minutes|hours|occurrences)$/.test(following?.text ?? ''),
);
/** "every month on the last friday", "every 2 months on the 15th", "monthly on the 1st and 15th" */
export const monthlyOn: Parser<Recurrence> = longest(
  join4(
    everyMonths,
    skip(',|on|, on'),
    after(skip('the|on the'), positions),
    weekdayOrGroup,
    (interval, _, ordinals, days) => {
      const found = nth(ordinals, days);
      return found && {...found, interval};
    },
  ),
  join4(
    everyMonths,
    skip(',|on|, on'),
    after(skip('the|on the|day'), longest(positions, separated(onlyDay, listJoint, 31))),
    theDay,
    (interval, _, ordinals) => {
      const found = nthDays(ordinals);
      return found && {...found, interval};
    },
  ),
);
