import {amount, dayAmount} from './amounts.js';
import {after, join2, join3, join4, longest, map, optional} from './combinators.js';
import {fromNow} from './days-from-now.js';
import {weekdayPlurals} from './lexicon.js';
import {offsetDay, weekday, weekdayName} from './named-days.js';
import {type Amount, amountOf, type Day, type Moment, onDay, shifted} from './nodes.js';
import {position, wholeNumber} from './numbers.js';
import {memoize, type Parser} from './parser.js';
import {lookUp, oneOf, phrase, phrases, skip} from './word-parsers.js';

const workingDay = phrase('business day|working day|work day|workday');
/** "the next business day", "the last working day" */
const nextWorkingDay = join3(
  skip('the|on the'),
  phrases<1 | -1>({'next|following': 1, 'last|previous|preceding': -1}),
  workingDay,
  (_, sign) => shifted(amountOf(1, 'business day'), sign),
);

const weekAmount = map(dayAmount, length => (length.parts.every(({unit}) => unit === 'week') ? length : undefined));
/** "a week tomorrow", "two weeks on friday", "monday week", "tomorrow fortnight" */
const weeksOn: Parser<Day> = longest(
  join3(weekAmount, skip('on|this|from'), longest(offsetDay, weekday), (length, link, day) =>
    isPast(day) && link !== 'from' ? undefined : shifted(length, 1, onDay(day)),
  ),
  join2(
    longest(offsetDay, weekday),
    phrases({
      week: 1,
      fortnight: 2,
    }),
    (day, count) => (isPast(day) ? undefined : shifted(amountOf(count, 'week'), 1, onDay(day))),
  ),
);

/** "A week last tuesday" is counted back in some places and ahead in others. */
function isPast(day: Day): boolean {
  return day.kind === 'offset' ? day.days < 0 : day.kind === 'weekday' && /last/.test(day.which ?? '');
}

const relation = phrases<1 | -1>({
  'from|after|following|past': 1,
  'before|preceding|prior to|ahead of|in advance of': -1,
});
const single = phrases<Amount>({
  'the day|day': amountOf(1, 'day'),
  'the week': amountOf(1, 'week'),
  'the month': amountOf(1, 'month'),
  'the year': amountOf(1, 'year'),
  'the hour': amountOf(1, 'hour'),
});
const weekdayOrPlural = longest(weekdayName, lookUp(weekdayPlurals));

/**
 * Days counted from another moment: "3 days from next tuesday at noon", "4 mondays from now", "the friday before
 * christmas".
 */
export function createAnchoredDay(moment: Parser<Moment>): Parser<Day> {
  return memoize(
    longest(
      fromNow,
      nextWorkingDay,
      join3(
        after(skip('the'), oneOf('weekend')),
        phrases<1 | -1>({'after|following': 1, 'before|preceding': -1}),
        moment,
        weekendBeside,
      ),
      weeksOn,
      join3(after(skip('the|exactly|in'), amount), relation, moment, (length, sign, from) =>
        // "A quarter past ten" is a time of day.
        length.parts[0]?.unit === 'quarter' && from.times !== undefined ? undefined : shifted(length, sign, from),
      ),
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

/** "the weekend after thanksgiving" */
function weekendBeside(_: string, sign: 1 | -1, from: Moment): Day | undefined {
  if (from.days?.kind !== 'one' || from.days.value.grain !== 'day') return undefined;
  if (sign > 0) {
    const saturday = counted(1, 6, from);
    return saturday && {...saturday, grain: 'week'};
  }
  // A Sunday's own weekend begins before it.
  const sunday = counted(-1, 7, from);
  return (
    sunday && {
      ...shifted(amountOf(1, 'day'), -1, onDay(sunday)),
      grain: 'week',
    }
  );
}

function counted(count: number, number: number, from?: Moment): Day | undefined {
  if (count === 0 || from?.times !== undefined) return undefined;
  return {kind: 'counted-weekday', count, weekday: number, from, grain: 'day'};
}

/** "The week after christmas" is not a day; "a week after christmas" is. */
function grainOf({parts}: Amount): Day['grain'] {
  const unit = parts[0]?.unit;
  return unit === 'week' || unit === 'month' || unit === 'year' ? unit : 'day';
}
