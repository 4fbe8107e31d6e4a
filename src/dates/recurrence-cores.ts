import {longest} from './combinators.js';
import {type Recurrence} from './nodes.js';
import {memoize, type Parser} from './parser.js';
import {adverb, everyAmount, everyUnit, fortnight, once} from './recurrence-intervals.js';
import {monthlyOn, ofMonthly, quarterly} from './recurrence-months.js';
import {everyPart, onWeekdays} from './recurrence-weeks.js';
import {onYear} from './recurrence-years.js';

/** What recurs, without its times, beginning and end. */
export const recurrenceCore: Parser<Recurrence> = memoize(
  longest<Recurrence>(
    ofMonthly,
    monthlyOn,
    quarterly,
    onYear,
    onWeekdays,
    everyPart,
    everyAmount,
    everyUnit,
    fortnight,
    once,
    adverb,
  ),
);
