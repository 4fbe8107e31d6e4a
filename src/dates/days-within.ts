import {dayAmount} from './amounts.js';
import {after, join2, join3, longest, map, optional} from './combinators.js';
import type {PeriodUnit} from './lexicon.js';
import {weekdayName} from './named-days.js';
import type {Amount, Day} from './nodes.js';
import {ordinal, position} from './numbers.js';
import {defer, memoize, type Parser} from './parser.js';
import {edgeOrWeek} from './period-edges.js';
import {container, namedPeriod} from './periods.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';

const link = optional(oneOf(',|of|in|from|for|during'), '');
const outer: Parser<Day> = after(
  link,
  longest(
    container,
    edgeOrWeek,
    defer(() => nthDay),
  ),
);

/** Units that can be counted in a period. */
const innerUnit = phrases<PeriodUnit>({
  day: 'day',
  'week|full week': 'week',
  month: 'month',
  quarter: 'quarter',
  half: 'half',
  weekend: 'weekend',
  'business day|working day|work day|workday|weekday|week day': 'business day',
});

/**
 * "first monday of january", "the last friday of next month", "first day of next quarter", "3rd business day of june".
 */
const nthDay: Parser<Day> = memoize(
  longest(
    join3(after(skip('the|on the'), position), weekdayName, outer, (place, number, of): Day | undefined =>
      of.grain === 'day' || of.grain === 'week'
        ? undefined
        : {kind: 'nth-weekday', ordinal: place, weekday: number, of, grain: 'day'},
    ),
    join3(after(skip('the'), position), innerUnit, outer, (place, unit, of): Day | undefined => {
      if (of.grain === 'day') return undefined;
      const isDay = unit === 'day' || unit === 'business day';
      const grain = isDay ? 'day' : unit === 'month' || unit === 'quarter' || unit === 'half' ? unit : 'week';
      return {kind: 'nth', ordinal: place, unit, of, grain};
    }),
  ),
);

/** "the month", "next month" */
export const namedMonth = map(container, found =>
  found.grain === 'month' && found.kind === 'period' ? found : undefined,
);
const inMonth = join3(
  after(skip('the'), ordinal),
  optional(oneOf('of|in'), ''),
  namedMonth,
  (day, _, of): Day => ({kind: 'day-in', day, of, grain: 'day'}),
);
/** "the first of the year" */
const firstOfPeriod = join3(
  after(skip('the'), oneOf('first|1st')),
  oneOf('of'),
  container,
  (_, __, of): Day | undefined =>
    of.kind === 'period' && (of.unit === 'year' || of.unit === 'quarter')
      ? {kind: 'nth', ordinal: 1, unit: 'day', of, grain: 'day'}
      : undefined,
);
/** "next month on the 15th", "next month, the 3rd" */
const monthThenDay = join3(
  namedMonth,
  join2(optional(oneOf(','), ''), optional(oneOf('on'), ''), () => ''),
  after(oneOf('the'), ordinal),
  (of, _, day): Day => ({kind: 'day-in', day, of, grain: 'day'}),
);

const week = map(longest(namedPeriod, edgeOrWeek), found =>
  found.grain === 'week' && found.kind !== 'nth' ? found : undefined,
);
const weeksAway = longest<Day>(
  join2(oneOf('in'), dayAmount, (_, length) => weeks(length, 1)),
  join2(dayAmount, oneOf('ago'), length => weeks(length, -1)),
  join2(dayAmount, phrase('from now|hence'), length => weeks(length, 1)),
);

function weeks({parts}: Amount, sign: 1 | -1): Day | undefined {
  const [only, ...rest] = parts;
  return only?.unit === 'week' && rest.length === 0
    ? {kind: 'period', unit: 'week', offset: sign * only.count, grain: 'week'}
    : undefined;
}

/** "tuesday last week", "next week on monday", "friday in two weeks". */
const weekdayInWeek: Parser<Day> = longest(
  join2(
    after(skip('the|on'), weekdayName),
    longest(after(skip(',|of|in|during'), week), weeksAway),
    (number, found): Day => ({kind: 'weekday-in', weekday: number, week: found, grain: 'day'}),
  ),
  join3(week, optional(oneOf(',|on'), ''), weekdayName, (found, _, number): Day | undefined =>
    found.kind === 'iso-week' || found.kind === 'period'
      ? {kind: 'weekday-in', weekday: number, week: found, grain: 'day'}
      : undefined,
  ),
);

/** "the 15th of next month", "tuesday last week" and other days that are found within a period. */
export const dayWithin: Parser<Day> = memoize(longest(nthDay, inMonth, firstOfPeriod, monthThenDay, weekdayInWeek));
