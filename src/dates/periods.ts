import {after, followedBy, glued, join2, join3, join4, longest, map, optional} from './combinators.js';
import {holiday, season, weekend} from './named-days.js';
import type {Day, Several} from './nodes.js';
import {digits, digitsOfLength, ordinal, wholeNumber} from './numbers.js';
import {numericDate} from './numeric-dates.js';
import {memoize, type Parser} from './parser.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {writtenDates} from './written-dates.js';
import {fullYear, optionalYear, yearBehind} from './years.js';

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
const yearPartUnit = phrases<'quarter' | 'half'>({
  'quarter|qtr': 'quarter',
  half: 'half',
});
const partLetter = phrases<'quarter' | 'half'>({q: 'quarter', h: 'half'});

function yearPart(
  unit: 'quarter' | 'half',
  index: number,
  year: Extract<Day, {kind: 'year-part'}>['year'],
): Day | undefined {
  if (index < 1 || index > (unit === 'quarter' ? 4 : 2)) return undefined;
  return {
    kind: 'year-part',
    unit,
    index,
    grain: unit,
    isWeak: year === undefined && unit === 'half',
    ...(year === undefined ? {} : {year}),
  };
}

/** "Q1 2027", "the second half of next year", "2027 Q1", "1Q27". */
export const numberedPart: Parser<Day> = longest(
  join3(
    after(skip('the'), partLetter),
    glued(digitsOfLength(1)),
    optional(longest(yearBehind, after(skip('/|-'), fullYear)), undefined),
    (unit, index, year) => yearPart(unit, index, year),
  ),
  join4(fullYear, skip('-|/'), partLetter, glued(digitsOfLength(1)), (year, _, unit, index) =>
    yearPart(unit, index, year),
  ),
  join4(
    after(skip('the'), ordinal),
    yearPartUnit,
    optional(
      join2(oneOf('of|in'), phrase('the year|this year'), () => ''),
      '',
    ),
    optionalYear,
    (index, unit, _, year) => {
      const found = yearPart(unit, index, year);
      return found && {...found, isWeak: year === undefined};
    },
  ),
  join3(oneOf('quarter'), wholeNumber, optionalYear, (_, index, year) => yearPart('quarter', index, year)),
);

/** "week 12", "week 12 of 2027", "calendar week 7". */
const numberedWeek: Parser<Day> = join3(
  phrase('week|calendar week|iso week|cw|wk|week no|week number'),
  digits,
  optionalYear,
  (_, week, year): Day | undefined =>
    week >= 1 && week <= 53
      ? {
          kind: 'iso-week',
          week,
          weekday: 0,
          grain: 'week',
          isWeak: year === undefined,
          ...(year === undefined ? {} : {year}),
        }
      : undefined,
);

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

/** What something may be the start, the end or a part of. */
export const container: Parser<Day> = memoize(
  longest(namedPeriod, thePeriod, single(writtenDates), holiday, numericDate),
);
