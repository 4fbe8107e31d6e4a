import {
  after,
  defer,
  followedBy,
  glued,
  join2,
  join3,
  join4,
  longest,
  map,
  memoize,
  nothing,
  oneOf,
  optional,
  type Parser,
  phrase,
  phrases,
  skip,
} from './combinators.js';
import {holiday, offsetDay, season, weekday, weekend} from './named-days.js';
import type {Day, Grain} from './nodes.js';
import {digits, digitsOfLength, ordinal, wholeNumber} from './numbers.js';
import {numericDate} from './numeric-dates.js';
import {writtenDates} from './written-dates.js';
import {fullYear, yearBehind} from './years.js';

type PeriodUnit = 'week' | 'month' | 'quarter' | 'half' | 'year';
const periodUnit: Parser<PeriodUnit> = phrases<PeriodUnit>({
  'week|wk|calendar week|working week|work week': 'week',
  'month|calendar month': 'month',
  'quarter|qtr': 'quarter',
  half: 'half',
  'year|calendar year': 'year',
});

function period(unit: PeriodUnit, offset: number): Day {
  return {kind: 'period', unit, offset, grain: unit};
}

const direction = phrases({
  'this|the current|current|this current': 0,
  'next|the next|the coming|this coming|the upcoming|upcoming|the following': 1,
  'last|the last|previous|the previous': -1,
  'next next': 2,
});

/** "next week", "this quarter", "the month after next". */
const relativePeriod: Parser<Day> = longest(
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
const optionalYear = optional(yearBehind, undefined);
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
const numberedPart: Parser<Day> = longest(
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
    (index, unit, _, year) => yearPart(unit, index, year),
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

const single = (parser: typeof writtenDates): Parser<Day> =>
  map(parser, found => (found.kind === 'one' ? found.value : undefined));

/** What something may be the start, the end or a part of. */
export const container: Parser<Day> = memoize(
  longest(
    namedPeriod,
    thePeriod,
    single(writtenDates),
    holiday,
    numericDate,
    join2(
      skip('the'),
      defer(() => edgeOrWeek),
      (_, day) => day,
    ),
  ),
);

const of = optional(oneOf('of|in|to|for'), '');
const edgeWord = phrases<'start' | 'middle' | 'late' | 'end'>({
  'the start|start|the beginning|beginning|the very beginning': 'start',
  'the middle|middle': 'middle',
  'the end|end|the very end|close|the close': 'end',
  'the back end': 'late',
});
const closeWord = phrases<'start' | 'middle' | 'late'>({
  'early|early in': 'start',
  'mid|mid -': 'middle',
  'late|late in': 'late',
});

function edge(name: 'start' | 'middle' | 'late' | 'end', day: Day, isClose = false): Day {
  const grain: Grain = isClose || name === 'middle' || name === 'late' ? 'week' : 'day';
  return {kind: 'edge', edge: name, of: day, grain};
}

function isPeriod({grain}: Day): boolean {
  return grain !== 'day';
}

const shortEdges: Readonly<Record<string, readonly ['start' | 'end', PeriodUnit, number]>> = {
  'eow|week end': ['end', 'week', 0],
  'eom|month end': ['end', 'month', 0],
  'eoq|quarter end': ['end', 'quarter', 0],
  'eoy|year end': ['end', 'year', 0],
  bom: ['start', 'month', 0],
  boy: ['start', 'year', 0],
};

/** "end of the year", "the beginning of next month", "eom", "mid-june", "late next week". */
const edgeOf: Parser<Day> = longest(
  join3(edgeWord, of, container, (name, link, day) => (isPeriod(day) && link !== '' ? edge(name, day) : undefined)),
  join3(edgeWord, nothing, container, (name, _, day) =>
    name === 'end' && isPeriod(day) && day.kind !== 'period' ? edge(name, day) : undefined,
  ),
  join3(closeWord, optional(oneOf('-'), ''), container, (name, _, day) =>
    isPeriod(day) && !(day.kind === 'period' && day.offset === 0 && day.unit === 'year' && name !== 'middle')
      ? edge(name, day, true)
      : undefined,
  ),
  join2(skip('the|this'), phrases(shortEdges), (_, [name, unit, offset]) => edge(name, period(unit, offset))),
  join2(phrase('eom|end of month|month end'), longest(single(writtenDates), relativePeriod), (_, day) =>
    day.grain === 'month' ? edge('end', day) : undefined,
  ),
  join2(phrase('eoy|year end|end of year'), fullYear, (_, year) => edge('end', {kind: 'date', year, grain: 'year'})),
  join2(phrase('eoq|quarter end'), longest(numberedPart, relativePeriod), (_, day) => edge('end', day)),
  join2(phrase('eow'), relativePeriod, (_, day) => edge('end', day)),
);

const dayInWeek: Parser<Day> = longest(weekday, single(writtenDates), holiday, offsetDay, numericDate);
/** "the week of june 7", "week commencing 7 june", "week ending friday". */
const weekOf: Parser<Day> = longest(
  join2(
    phrase(
      'the week of|week of|the week commencing|week commencing|week beginning',
      'the week beginning|week starting|the week starting|w c|wc',
    ),
    after(skip('the'), dayInWeek),
    (_, day): Day | undefined =>
      day.grain === 'day' ? {kind: 'week-of', day, edge: 'start', grain: 'week'} : undefined,
  ),
  join2(
    phrase('the week ending|week ending|the week ended|week ended|w e'),
    after(skip('on'), dayInWeek),
    (_, day): Day | undefined => (day.grain === 'day' ? {kind: 'week-of', day, edge: 'end', grain: 'day'} : undefined),
  ),
);

/** "the rest of the week" and the like are spans; these are single days. */
export const edgeOrWeek: Parser<Day> = memoize(longest(edgeOf, weekOf));
