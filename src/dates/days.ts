import {agreeing, dated, dayInMonth} from './agreeing-days.js';
import {after, join2, join3, longest, map, nothing, separated} from './combinators.js';
import {dayWithin, namedMonth} from './days-within.js';
import {weekdayPlurals} from './lexicon.js';
import {monthDays} from './month-days.js';
import {holiday, offsetDay, weekday} from './named-days.js';
import type {Day} from './nodes.js';
import {ordinal, wholeNumber} from './numbers.js';
import {memoize, type Parser} from './parser.js';
import {edgeOrWeek} from './period-edges.js';
import {namedPeriod} from './periods.js';
import {one, type Several} from './several.js';
import {listJoint, lookUp, oneOf, phrases, rangeJoint, skip} from './word-parsers.js';
import {writtenDates} from './written-dates.js';

/** One day or period, apart from those that are counted from another moment. */
export function createSingleDay(anchored: Parser<Day>): Parser<Day> {
  return memoize(
    longest(offsetDay, weekday, holiday, dated, dayInMonth, namedPeriod, edgeOrWeek, dayWithin, agreeing, anchored),
  );
}

/** One day, several, or from one to another. */
export function createDays(day: Parser<Day>): Parser<Several<Day>> {
  const next = after(skip('on|the'), day);
  const list = map(separated(day, after(listJoint, skip('on')), 31), (values): Several<Day> | undefined =>
    values.length > 1 && isList(values) ? {kind: 'list', values} : undefined,
  );
  const bareList = map(separated(weekday, nothing, 7), (values): Several<Day> | undefined =>
    values.length > 1 && isList(values) ? {kind: 'list', values} : undefined,
  );
  const range = longest(
    join3(after(skip('from'), day), rangeJoint, next, (from, _, to) => toRange(from, to)),
    join3(after(oneOf('between'), day), oneOf('and|&|-|to'), next, (from, _, to) => toRange(from, to)),
  );
  const written = longest(writtenDates, monthDays);
  return memoize(
    longest(
      map(day, one),
      written,
      join2(oneOf('from|between'), written, (_, found) => (found.kind === 'range' ? found : undefined)),
      join2(oneOf('between'), written, (_, found) => betweenList(found)),
      range,
      list,
      bareList,
      countedWeekdays,
      countedDays,
      mixedList(written, day),
    ),
  );
}

/** "may" and "sun" are dates only among months and weekdays, and not by themselves. */
function isList(values: readonly Day[]): boolean {
  const odd = values.filter(({isNeverAlone}) => isNeverAlone === true);
  return odd.length < values.length && odd.every(({kind}) => values.every(other => other.kind === kind));
}

function toRange(from: Day, to: Day): Several<Day> | undefined {
  return from.isNeverAlone === true && to.isNeverAlone === true ? undefined : {kind: 'range', from, to};
}

/** "between the 3rd and 5th of june" */
function betweenList(found: Several<Day>): Several<Day> | undefined {
  if (found.kind !== 'list' || found.values.length !== 2) return undefined;
  const [from, to] = found.values;
  return from && to && toRange(from, to);
}

/** "the next three mondays", "last 2 fridays" */
const countedWeekdays: Parser<Several<Day>> = join3(
  after(
    skip('the|on the|for the|over the'),
    phrases<1 | -1>({'next|coming|following|upcoming': 1, 'last|past|previous|preceding': -1}),
  ),
  wholeNumber,
  lookUp(weekdayPlurals),
  (sign, count, weekday) => {
    if (count < 2 || count > 52) return undefined;
    const values = Array.from(
      {length: count},
      (_, index): Day => ({kind: 'counted-weekday', count: sign * (index + 1), weekday, grain: 'day'}),
    );
    return {kind: 'list', values: sign > 0 ? values : values.toReversed()};
  },
);

/** "the 1st and the 15th of the month" */
const countedDays: Parser<Several<Day>> = join3(
  after(skip('the'), separated(ordinal, after(listJoint, skip('the')), 31)),
  oneOf('of|in'),
  namedMonth,
  (numbers, _, of) =>
    numbers.length < 2
      ? undefined
      : {kind: 'list', values: numbers.map((number): Day => ({kind: 'day-in', day: number, of, grain: 'day'}))},
);

/** "june 3 and 4, july 5" */
function mixedList(written: Parser<Several<Day>>, day: Parser<Day>): Parser<Several<Day>> {
  const part = longest(
    map(written, found => (found.kind === 'list' ? found.values : undefined)),
    map(day, value => [value]),
  );
  return map(separated(part, listJoint, 31), (parts): Several<Day> | undefined => {
    const values = parts.flat();
    return parts.length > 1 && values.length > 1 && isList(values) ? {kind: 'list', values} : undefined;
  });
}
