import {after, before, followedBy, join2, join3, join4, longest, map, separated} from './combinators.js';
import {holidayRules} from './holidays.js';
import {monthNumbers, safeFollowers} from './lexicon.js';
import {weekdayName} from './named-days.js';
import type {Recurrence} from './nodes.js';
import {position} from './numbers.js';
import type {Parser} from './parser.js';
import {every, recur} from './recurrence-words.js';
import {weekdayCodes} from './weekday-lists.js';
import {listJoint, lookUp, oneOf, phrase, skip} from './word-parsers.js';
import {monthDay} from './written-dates.js';

const month = lookUp(monthNumbers);
function yearly(months: readonly number[], parts: readonly string[], isDayNamed = true): Recurrence {
  return recur('YEARLY', 1, [`BYMONTH=${months.join(',')}`, ...parts], isDayNamed);
}
const longMonths = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
interface MonthDays {
  readonly month: number;
  readonly days: readonly number[];
}
function onDates({month: number, days}: MonthDays): Recurrence | undefined {
  return days.every(day => day >= 1 && day <= (longMonths[number] ?? 0))
    ? yearly([number], [`BYMONTHDAY=${days.join(',')}`])
    : undefined;
}
const everyYear = phrase('every year|each year|yearly|annually|once a year|every single year');
const inMonth = after(skip('of|in'), month);
/** "april 15 and october 15": one rule needs the same days in each month. */
function onSharedDays(dates: readonly MonthDays[]): Recurrence | undefined {
  const [first, ...others] = dates.map(onDates);
  const days = first?.parts.at(-1);
  if (first === undefined || others.some(other => other?.parts.at(-1) !== days)) return undefined;
  const months = dates.map(({month: number}) => number).toSorted((a, b) => a - b);
  return yearly(months, days === undefined ? [] : [days]);
}
const yearlyDay: Parser<Recurrence> = longest(
  map(separated(after(skip('the|on the|on'), monthDay), listJoint, 12), onSharedDays),
  join4(skip('the|on the'), position, weekdayName, inMonth, (_, one, day, number) =>
    one !== 0 && one <= 5 ? yearly([number], [`BYDAY=${one}${weekdayCodes[day - 1]}`]) : undefined,
  ),
  join4(skip('the|on the'), position, oneOf('day'), inMonth, (_, one, __, number) =>
    yearly([number], [`BYMONTHDAY=${one}`]),
  ),
  map(after(skip('the|on'), phrase(...holidayRules.keys())), onHoliday),
);
function onHoliday(name: string): Recurrence | undefined {
  const rule = holidayRules.get(name);
  if (rule?.kind === 'fixed') return yearly([rule.month], [`BYMONTHDAY=${rule.day}`]);
  return rule?.kind === 'weekday' && rule.plus === 0
    ? yearly([rule.month], [`BYDAY=${rule.ordinal}${weekdayCodes[rule.weekday - 1]}`])
    : recur('YEARLY', 1, [], true, {holiday: name});
}
const isFreeMonth = (parser: Parser<readonly number[]>) =>
  followedBy(
    parser,
    following => following === undefined || following.kind === 'symbol' || safeFollowers.has(following.text),
  );

/** "every july 4th", "every year on march 3", "each christmas", "every june". */
export const onYear: Parser<Recurrence> = longest(
  join2(every, yearlyDay, (_, found) => found),
  join3(everyYear, skip('on|on the|,|in'), yearlyDay, (_, __, found) => found),
  join2(before(yearlyDay, skip(',')), everyYear, found => found),
  join2(every, isFreeMonth(separated(month, listJoint, 12)), (_, months) => yearly(months, ['BYMONTHDAY=1'], false)),
  join3(everyYear, oneOf('in'), isFreeMonth(separated(month, listJoint, 12)), (_, __, months) =>
    yearly(months, ['BYMONTHDAY=1'], false),
  ),
);
