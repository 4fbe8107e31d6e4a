import {type DayMonthOrder, dayMonthOrderOf, type PolicyName} from './assumptions.js';
import type {Amount, Moment} from './nodes.js';
import {type PlainDate, type PlainTime, Temporal, type ZonedDateTime} from './temporal.js';

/** A point of time with what the phrase named of it. */
export interface Point {
  readonly date: PlainDate;
  /** The last day of a period, the day itself otherwise. */
  readonly lastDate: PlainDate;
  readonly time: PlainTime | undefined;
  /** The exact instant where hours were counted, which an hour that comes twice needs. */
  readonly instant?: ZonedDateTime;
  readonly zone: string;
  readonly isDateNamed: boolean;
  readonly isTimeNamed: boolean;
}

/** A day without a time, and what else is known of it. */
export function pointOn(date: PlainDate, zone: string, more: Partial<Point> = {}): Point {
  return {date, lastDate: date, time: undefined, zone, isDateNamed: true, isTimeNamed: false, ...more};
}

/** The meaning of part of the phrase, without its position. */
export interface Meaning {
  readonly dates: readonly string[];
  readonly chain: string;
  readonly isDateInferred: boolean;
  readonly isTimeInferred: boolean;
  readonly isRecurring: boolean;
  readonly until?: string;
}

/** The context of the resolution of a tree. */
export interface Context {
  readonly now: ZonedDateTime;
  readonly today: PlainDate;
  readonly order: DayMonthOrder;
  /** The earliest date for what follows another date in a list or range. */
  readonly following: PlainDate | undefined;
  /** True where a date without a year is past. */
  readonly isPast: boolean;
  readonly use: (policy: PolicyName) => void;
  readonly resolveAnchor: (moment: Moment, context: Context) => Point | undefined;
}

export function createContext(
  now: ZonedDateTime,
  order: DayMonthOrder | undefined,
  use: Context['use'],
  resolveAnchor: Context['resolveAnchor'],
): Context {
  return {
    now,
    today: now.toPlainDate(),
    order: order ?? dayMonthOrderOf(now.timeZoneId),
    following: undefined,
    isPast: false,
    use,
    resolveAnchor,
  };
}

const hours = ['hour', 'minute', 'second'];

export function hasClockUnits({parts}: Amount): boolean {
  return parts.some(({unit}) => hours.includes(unit));
}

/** Beyond this many years dates are of no use, and Temporal's own range is near. */
const mostYears = 4000;
const unitsPerYear = {
  second: 31_557_600,
  minute: 525_960,
  hour: 8766,
  day: 366,
  'business day': 262,
  week: 53,
  weekend: 53,
  month: 12,
  quarter: 4,
  half: 2,
  year: 1,
};

/** Adds by the calendar, clamping to the end of a shorter month; `undefined` out of range. */
export function addAmount(
  start: ZonedDateTime,
  amount: Amount,
  sign: 1 | -1,
  use: Context['use'],
): ZonedDateTime | undefined {
  let moment = start;
  for (const {count, unit} of amount.parts) {
    if (count / unitsPerYear[unit] > mostYears) return undefined;
    const many = sign * count;
    if (unit === 'business day') {
      use('business days');
      moment = addBusinessDays(moment, many);
    } else if (unit === 'quarter' || unit === 'half' || unit === 'month' || unit === 'year') {
      const months = unit === 'year' ? 12 : unit === 'half' ? 6 : unit === 'quarter' ? 3 : 1;
      const next = moment.add({months: many * months});
      if (next.day !== moment.day) use('month end');
      moment = next;
    } else if (unit === 'day' || unit === 'weekend') moment = moment.add({days: many});
    else if (unit === 'week') moment = moment.add({weeks: many});
    else
      moment = moment.add({
        hours: unit === 'hour' ? many : 0,
        minutes: unit === 'minute' ? many : 0,
        seconds: unit === 'second' ? many : 0,
      });
  }
  return moment;
}

function addBusinessDays(start: ZonedDateTime, count: number): ZonedDateTime {
  const step = count < 0 ? -1 : 1;
  let day = start;
  // From a weekend, counting begins at the working day before it.
  while (day.dayOfWeek > 5) day = day.subtract({days: step});
  const weeks = Math.trunc(count / 5);
  day = day.add({weeks});
  for (let left = Math.abs(count % 5); left > 0; ) {
    day = day.add({days: step});
    if (day.dayOfWeek <= 5) left -= 1;
  }
  return day;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** `undefined` for a date that the calendar lacks. Temporal would throw, or build the date twice to compare. */
export function toDate(year: number, month: number, day: number): PlainDate | undefined {
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = monthLengths[month - 1] ?? 0;
  if (day < 1 || (day > length && !isLeapDay) || year < 1 || year > 9999) return undefined;
  return new Temporal.PlainDate(year, month, day);
}
