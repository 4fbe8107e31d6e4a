import {type DayMonthOrder, dayMonthOrderOf, type PolicyName} from './assumptions.js';
import type {Moment} from './nodes.js';
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

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** `undefined` for a date that the calendar lacks. Temporal would throw, or build the date twice to compare. */
export function toDate(year: number, month: number, day: number): PlainDate | undefined {
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = monthLengths[month - 1] ?? 0;
  if (day < 1 || (day > length && !isLeapDay) || year < 1 || year > 9999) return undefined;
  return new Temporal.PlainDate(year, month, day);
}
