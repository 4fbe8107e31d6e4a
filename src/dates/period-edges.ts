import {after, join2, join3, longest, optional} from './combinators.js';
import {holiday, offsetDay, weekday} from './named-days.js';
import type {Day, Grain} from './nodes.js';
import {numberedPart} from './numbered-periods.js';
import {numericDate} from './numeric-dates.js';
import {memoize, type Parser} from './parser.js';
import {container, type PeriodUnit, period, relativePeriod, single} from './periods.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {writtenDates} from './written-dates.js';
import {fullYear} from './years.js';

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
  join2(edgeWord, container, (name, day) =>
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
