import {after, join2, join3, longest, optional} from './combinators.js';
import {monthDays} from './month-days.js';
import {holiday, offsetDay, weekday} from './named-days.js';
import type {Day} from './nodes.js';
import {numericDate} from './numeric-dates.js';
import type {Parser} from './parser.js';
import {single} from './periods.js';
import {oneOf, skip} from './word-parsers.js';
import {writtenDates} from './written-dates.js';

/** A day with its month, in words or digits. */
export const dated = longest(single(writtenDates), numericDate);

/** "the 3rd": a day without its month. */
export const dayInMonth = after(skip('the'), single(monthDays));

function inParentheses(parser: Parser<Day>): Parser<Day> {
  return join3(oneOf('('), parser, oneOf(')'), (_, day) => day);
}

/** "monday, 23 november", "november 23 (monday)", "tomorrow, 22 november": both must mean one day. */
export const agreeing: Parser<Day> = longest(
  join3(
    weekday,
    optional(oneOf(',|on'), ''),
    longest(after(skip('the'), dated), dayInMonth, holiday),
    (first, _, second) => agree(first, second),
  ),
  join3(longest(dated, holiday), skip(',|-|–'), weekday, (first, _, second) =>
    second.kind === 'weekday' && second.which === undefined && second.isWeak !== true
      ? agree(first, second)
      : undefined,
  ),
  join2(longest(dated, holiday, offsetDay), inParentheses(weekday), agree),
  join3(longest(offsetDay, weekday), skip(',|-|–'), longest(dated, dayInMonth), (first, _, second) =>
    agree(first, second),
  ),
  join2(longest(offsetDay, weekday), inParentheses(longest(dated, dayInMonth)), agree),
  join2(offsetDay, weekday, agree),
);

function agree(first: Day, second: Day): Day | undefined {
  return first.grain === 'day' && second.grain === 'day'
    ? {kind: 'agreeing', days: [first, second], grain: 'day'}
    : undefined;
}
