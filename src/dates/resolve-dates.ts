import {twoDigitYearsAhead} from './assumptions.js';
import {holidayRules} from './holidays.js';
import type {Day, Which, Year} from './nodes.js';
import {nthWeekdayOf} from './parts-of-span.js';
import {type Context, toDate} from './resolve-context.js';
import {dayOnly, monthSpan, type Span, yearSpan} from './resolve-periods.js';
import {type PlainDate, Temporal} from './temporal.js';

function resolveYear(year: Year, {today, use}: Context): number {
  if (year.kind === 'named') return year.year;
  if (year.kind === 'relative') return today.year + year.offset;
  use('two-digit year');
  const century = today.year - (today.year % 100);
  const candidate = century + year.year;
  if (candidate > today.year + twoDigitYearsAhead) return candidate - 100;
  return candidate <= today.year - (99 - twoDigitYearsAhead + 1) ? candidate + 100 : candidate;
}

/** The year for which `find` gives the coming date, or the latest one before today where the past is meant. */
function findYear(
  find: (year: number) => Span | undefined,
  which: Which | undefined,
  context: Context,
): Span | undefined {
  const {today, following, use} = context;
  const isPast = which === 'last' || which === 'before last' || (which === undefined && context.isPast);
  use(following !== undefined && which === undefined ? 'following item' : isPast ? 'past date' : 'coming date');
  const from = which === undefined && following !== undefined ? following : today;
  if (which === 'this') return find(today.year);
  const step = isPast ? -1 : 1;
  const skipped = which === 'after next' || which === 'before last' ? 1 : 0;
  let left = skipped;
  // A date exists at least once in nine years: 29 February is skipped in 2100.
  for (let year = from.year - step; Math.abs(year - from.year) <= 9; year += step) {
    const span = find(year);
    if (span === undefined) continue;
    const isNext = which === 'next' || which === 'after next';
    const isRight = isPast
      ? Temporal.PlainDate.compare(span.end, from) < 0
      : isNext
        ? Temporal.PlainDate.compare(span.start, from) > 0
        : Temporal.PlainDate.compare(span.end, from) >= 0;
    if (isRight && left === 0) return span;
    if (isRight) left -= 1;
  }
  return undefined;
}

/** The span in the year that is named, else that of the year for which `findYear` looks. */
export function findInYear(
  year: Year | undefined,
  find: (year: number) => Span | undefined,
  which: Which | undefined,
  context: Context,
): Span | undefined {
  return year === undefined ? findYear(find, which, context) : find(resolveYear(year, context));
}

export function resolveDate(day: Extract<Day, {kind: 'date'}>, context: Context): Span | undefined {
  const {day: number, month, which, year} = day;
  const at = (found: number): Span | undefined => {
    if (month === undefined) return yearSpan(found);
    if (number === undefined) return monthSpan(found, month);
    const date = toDate(found, month, number);
    return date && dayOnly(date);
  };
  if (year === undefined && month === undefined) return number === undefined ? undefined : findMonth(number, context);
  if (year === undefined && month === 2 && number === 29) context.use('leap day');
  return findInYear(year, at, which, context);
}

/** The next month that has the day, the current one while the day is not past. */
function findMonth(day: number, {today, following, isPast, use}: Context): Span | undefined {
  use(isPast ? 'past date' : 'coming date');
  const from = following ?? today;
  for (let offset = 0; offset <= 3; offset += 1) {
    const months = from.year * 12 + from.month - 1 + (isPast ? -offset : offset);
    const date = toDate(Math.floor(months / 12), (months % 12) + 1, day);
    if (date && (isPast ? Temporal.PlainDate.compare(date, today) <= 0 : Temporal.PlainDate.compare(date, from) >= 0))
      return dayOnly(date);
  }
  return undefined;
}

export function resolveNumeric(
  {first, second, year, isDotted}: Extract<Day, {kind: 'numeric'}>,
  context: Context,
): Span | undefined {
  context.use('day-month order');
  const isDayFirst = isDotted || context.order === 'day-first';
  const usual = isDayFirst ? {day: first, month: second} : {day: second, month: first};
  const other = {day: usual.month, month: usual.day};
  const {day, month} = usual.month > 12 ? other : usual;
  return resolveDate({kind: 'date', day, month, year, grain: 'day'}, context);
}

/** Easter Sunday by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterOf(year: number): PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({year, month: Math.floor(days / 31), day: (days % 31) + 1});
}

/** The date of a holiday in a year, `undefined` for 29 February in most years. */
export function resolveHoliday(name: string, year: number): PlainDate | undefined {
  const rule = holidayRules.get(name);
  if (rule === undefined || year < 1583 || year > 9999) return undefined;
  if (rule.kind === 'fixed') return toDate(year, rule.month, rule.day);
  if (rule.kind === 'easter') return easterOf(year).add({days: rule.days});
  return nthWeekdayOf(monthSpan(year, rule.month), rule.weekday, rule.ordinal)?.add({days: rule.plus ?? 0});
}
