import {holidayRules} from './holidays.js';
import {toDate} from './resolve-context.js';
import {monthSpan, nthWeekdayOf} from './resolve-periods.js';
import {type PlainDate, Temporal} from './temporal.js';

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
