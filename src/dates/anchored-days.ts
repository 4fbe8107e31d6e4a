import {amount, dayAmount, timeSuffix} from './amounts.js';
import {after, followedBy, join2, join3, join4, longest, map, optional} from './combinators.js';
import {type Unit, weekdayPlurals} from './lexicon.js';
import {offsetDay, weekday, weekdayName} from './named-days.js';
import type {Amount, Day, Moment} from './nodes.js';
import {digitOrdinal, position, spelledOrdinal, wholeNumber} from './numbers.js';
import {defer, memoize, type Parser} from './parser.js';
import {edgeOrWeek} from './period-edges.js';
import {container, namedPeriod} from './periods.js';
import {lookUp, oneOf, phrase, phrases, skip} from './word-parsers.js';

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
const innerUnit = phrases<Unit>({
  day: 'day',
  'week|full week': 'week',
  month: 'month',
  quarter: 'quarter',
  half: 'half',
  weekend: 'weekend',
  'business day|working day|work day|workday|weekday|week day': 'business day',
});

/** "first monday of january", "the last friday of next month", "first day of next quarter", "3rd business day of june". */
const nthDay: Parser<Day> = memoize(
  longest(
    join3(after(skip('the|on the'), position), weekdayName, outer, (ordinal, number, of): Day | undefined =>
      of.grain === 'day' || of.grain === 'week'
        ? undefined
        : {kind: 'nth-weekday', ordinal, weekday: number, of, grain: 'day'},
    ),
    join3(after(skip('the'), position), innerUnit, outer, (ordinal, unit, of): Day | undefined => {
      if (of.grain === 'day') return undefined;
      const isDay = unit === 'day' || unit === 'business day';
      const grain = isDay
        ? 'day'
        : unit === 'weekend'
          ? 'week'
          : unit === 'month' || unit === 'quarter' || unit === 'half'
            ? unit
            : 'week';
      return {kind: 'nth', ordinal, unit, of, grain};
    }),
  ),
);

const inMonth = join3(
  after(skip('the'), longest(digitOrdinal, spelledOrdinal)),
  optional(oneOf('of|in'), ''),
  container,
  (day, _, of): Day | undefined =>
    of.grain === 'month' && of.kind === 'period' ? {kind: 'day-in', day, of, grain: 'day'} : undefined,
);
/** "next month on the 15th", "next month, the 3rd" */
const monthThenDay = join3(
  container,
  join2(optional(oneOf(','), ''), optional(oneOf('on'), ''), () => ''),
  after(oneOf('the'), longest(digitOrdinal, spelledOrdinal)),
  (of, _, day): Day | undefined =>
    of.grain === 'month' && of.kind === 'period' ? {kind: 'day-in', day, of, grain: 'day'} : undefined,
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
    longest(after(skip(',|of|in|during'), longest(week, edgeWeek())), weeksAway),
    (number, found): Day => ({kind: 'weekday-in', weekday: number, week: found, grain: 'day'}),
  ),
  join3(week, optional(longest(oneOf(',|on')), ''), weekdayName, (found, _, number): Day | undefined =>
    found.kind === 'iso-week' || found.kind === 'period'
      ? {kind: 'weekday-in', weekday: number, week: found, grain: 'day'}
      : undefined,
  ),
);

function edgeWeek(): Parser<Day> {
  return map(edgeOrWeek, found => (found.kind === 'week-of' && found.edge === 'start' ? found : undefined));
}

function shifted(length: Amount, sign: 1 | -1, from?: Moment): Day {
  return {kind: 'shifted', amount: length, sign, grain: 'day', ...(from === undefined ? {} : {from})};
}

const isNotOf = <T>(parser: Parser<T>) =>
  followedBy(parser, following => !/^(?:of|a|an|per)$/.test(following?.text ?? ''));
const inWord = phrase('in|in about|after|in exactly|in just|in only|in roughly|in around', 'in approximately');
const weakShift = phrases<1 | -1>({
  later: 1,
  'earlier|back|before now': -1,
});
const nowShift = phrases<1 | -1>({
  'ago|ago today|before today|prior to today': -1,
  'from now|from right now|from today|after today|hence|time from now': 1,
});
const fromNow: Parser<Day> = longest(
  isNotOf(join3(inWord, amount, timeSuffix, (_, length) => shifted(length, 1))),
  join2(amount, nowShift, shifted),
  // "this day next week"
  join2(phrase('this day|the same day|same day'), namedPeriod, (_, period): Day | undefined =>
    period.kind === 'period' && period.offset !== 0 && period.unit !== 'weekend'
      ? shifted({parts: [{count: Math.abs(period.offset), unit: period.unit}]}, period.offset > 0 ? 1 : -1)
      : undefined,
  ),
  join2(amount, weakShift, (length, sign) => ({...shifted(length, sign), isWeak: true})),
);

const weekAmount = map(dayAmount, length => (length.parts.every(({unit}) => unit === 'week') ? length : undefined));
/** "a week tomorrow", "two weeks on friday", "monday week", "tomorrow fortnight" */
const weeksOn: Parser<Day> = longest(
  join3(weekAmount, skip('on|this|from'), longest(offsetDay, weekday), (length, _, day) =>
    day.kind === 'offset' && day.days < 0
      ? undefined
      : shifted(length, 1, {days: {kind: 'one', value: day}, strength: 'clear'}),
  ),
  join2(
    longest(offsetDay, weekday),
    phrases({
      week: 1,
      fortnight: 2,
    }),
    (day, count) => shifted({parts: [{count, unit: 'week'}]}, 1, {days: {kind: 'one', value: day}, strength: 'clear'}),
  ),
);

const relation = phrases<1 | -1>({
  'from|after|following|past': 1,
  'before|preceding|prior to|ahead of|in advance of': -1,
});
const single = phrases<Amount>({
  'the day|day': {parts: [{count: 1, unit: 'day'}]},
  'the week': {parts: [{count: 1, unit: 'week'}]},
  'the month': {parts: [{count: 1, unit: 'month'}]},
  'the year': {parts: [{count: 1, unit: 'year'}]},
  'the hour': {parts: [{count: 1, unit: 'hour'}]},
});
const weekdayOrPlural = longest(weekdayName, lookUp(weekdayPlurals));

/** Days counted from another moment: "3 days from next tuesday at noon", "4 mondays from now", "the friday before christmas". */
export function createAnchoredDay(moment: Parser<Moment>): Parser<Day> {
  return memoize(
    longest(
      fromNow,
      weeksOn,
      join3(after(skip('the|exactly|in'), amount), relation, moment, shifted),
      join3(single, relation, moment, (length, sign, from) =>
        from.days?.kind === 'one' || from.times === undefined
          ? {...shifted(length, sign, from), grain: grainOf(length)}
          : undefined,
      ),
      join3(
        wholeNumber,
        weekdayOrPlural,
        phrases<1 | -1>({
          'from now|from today|hence': 1,
          'ago|back': -1,
        }),
        (count, number, sign): Day | undefined => counted(sign * count, number),
      ),
      join4(
        after(skip('the'), optional(longest(wholeNumber, position), 1)),
        weekdayOrPlural,
        relation,
        moment,
        (count, number, sign, from): Day | undefined => (count > 0 ? counted(sign * count, number, from) : undefined),
      ),
    ),
  );
}

function counted(count: number, number: number, from?: Moment): Day | undefined {
  if (count === 0 || from?.times !== undefined) return undefined;
  return {kind: 'counted-weekday', count, weekday: number, grain: 'day', ...(from === undefined ? {} : {from})};
}

/** "the 15th of next month", "tuesday last week" and other days that are found within a period. */
export const dayWithin: Parser<Day> = memoize(longest(nthDay, inMonth, monthThenDay, weekdayInWeek));

/** "The week after christmas" names no day, "a week after christmas" does. */
function grainOf({parts}: Amount): Day['grain'] {
  const unit = parts[0]?.unit;
  return unit === 'week' || unit === 'month' || unit === 'year' ? unit : 'day';
}
