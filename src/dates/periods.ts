import {followedBy, join2, join3, longest, map} from './combinators.js';
import {holiday, season, weekend} from './named-days.js';
import type {Day} from './nodes.js';
import {numberedPart, numberedWeek} from './numbered-periods.js';
import {numericDate} from './numeric-dates.js';
import {memoize, type Parser} from './parser.js';
import type {Several} from './several.js';
import {phrases, skip} from './word-parsers.js';
import {writtenDates} from './written-dates.js';
import {fullYear} from './years.js';

export type PeriodUnit = 'week' | 'month' | 'quarter' | 'half' | 'year';
const periodUnit: Parser<PeriodUnit> = phrases<PeriodUnit>({
  'week|wk|calendar week|working week|work week': 'week',
  'month|calendar month': 'month',
  'quarter|qtr': 'quarter',
  half: 'half',
  'year|calendar year': 'year',
});

export function period(unit: PeriodUnit, offset: number): Day {
  return {kind: 'period', unit, offset, grain: unit};
}

const direction = phrases({
  'this|the current|current|this current': 0,
  'next|the next|the coming|this coming|the upcoming|upcoming|the following': 1,
  'last|the last|previous|the previous': -1,
  'next next': 2,
});

/** "next week", "this quarter", "the month after next". */
export const relativePeriod: Parser<Day> = longest(
  join2(direction, periodUnit, (offset, unit) => period(unit, offset)),
  join3(
    skip('the'),
    periodUnit,
    phrases({
      'after next': 2,
      'before last': -2,
    }),
    (_, unit, offset) => period(unit, offset),
  ),
);
/** "the month", where something of it is named. */
const thePeriod: Parser<Day> = join2(skip('the|our|each'), periodUnit, (_, unit) => ({
  ...period(unit, 0),
  isOpen: true,
}));

/** "2027", where its place shows that it is a year. */
const yearAlone: Parser<Day> = join2(
  skip('the year|year|calendar year'),
  fullYear,
  (prefix, year): Day => ({
    kind: 'date',
    year,
    grain: 'year',
    isWeak: prefix === '',
  }),
);

/** Days and periods that are named for themselves. */
export const namedPeriod: Parser<Day> = memoize(
  followedBy(
    longest(relativePeriod, numberedPart, numberedWeek, yearAlone, weekend, season),
    following => !(following?.isGlued === true && following.kind !== 'symbol'),
  ),
);

/** Only where one day is named. */
export const single = (parser: Parser<Several<Day>>): Parser<Day> =>
  map(parser, found => (found.kind === 'one' ? found.value : undefined));

/** A period that something may be the start, the end or a part of. */
export const container: Parser<Day> = memoize(
  longest(namedPeriod, thePeriod, single(writtenDates), holiday, numericDate),
);
