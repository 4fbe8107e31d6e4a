import type {DayMonthOrder, PolicyName} from './assumptions.js';
import {findReadings, type Reading} from './readings.js';
import {Temporal} from './temporal.js';

export {assumptions, type DayMonthOrder, type PolicyName} from './assumptions.js';

/**
 * DateChain (2.5): ISO 8601 instants in UTC; `chain` is SINGLE, LIST, RANGE (two dates, from and to) or an RFC 5545
 * rule. A holiday that no rule can express, such as Easter, recurs as a LIST of its next dates.
 */
export interface DateChain {
  readonly dates: readonly string[];
  readonly chain: string;
}

/** One reading of a phrase (2.5). Positions are UTF-16 units of the phrase. */
export interface DateExpressionResult {
  readonly query: string;
  readonly parse_start: number;
  readonly parse_end: number;
  /** True when every word that carries meaning was used by this one reading. */
  readonly complete_match: boolean;
  /** True when the day was not named: "5pm", "next month", "daily". */
  readonly date_inferred: boolean;
  /** True when the time of day was not named, a part of the day included: "friday", "tomorrow evening". */
  readonly time_inferred: boolean;
  readonly recurring: boolean;
  readonly result: DateChain;
  /** The last instant of a recurrence with an end in time; one with a number of times has COUNT in its rule. */
  readonly recurse_until?: DateChain;
}

export interface DateExpressionOptions {
  /** The order of day and month in `3/4/2027`; that of the zone's region by default. */
  readonly dayMonthOrder?: DayMonthOrder;
}

/** A reading with the policies of the table `assumptions` that it rests on. */
export interface ExplainedReading {
  readonly reading: DateExpressionResult;
  readonly policies: readonly PolicyName[];
}

/**
 * The readings of a phrase, in order of appearance; empty if it contains no date. Pure: the same phrase, instant and zone always
 * give the same readings. Follows 2.5 and 4.5 of the reference.
 *
 * @param zone an IANA name
 * @throws RangeError for a zone that does not exist or an invalid `now`
 */
export function parseDateExpression(
  phrase: string,
  now: Date,
  zone: string,
  options: DateExpressionOptions = {},
): readonly DateExpressionResult[] {
  return explainDateExpression(phrase, now, zone, options).map(({reading}) => reading);
}

/** Like `parseDateExpression`, with the policies behind each reading. */
export function explainDateExpression(
  phrase: string,
  now: Date,
  zone: string,
  options: DateExpressionOptions = {},
): readonly ExplainedReading[] {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  return findReadings(phrase, zoned, options.dayMonthOrder).map(reading => ({
    reading: toResult(phrase, reading),
    policies: reading.policies,
  }));
}

function toResult(phrase: string, {start, end, until, ...reading}: Reading): DateExpressionResult {
  return {
    query: phrase.slice(start, end),
    parse_start: start,
    parse_end: end,
    complete_match: reading.isComplete,
    date_inferred: reading.isDateInferred,
    time_inferred: reading.isTimeInferred,
    recurring: reading.isRecurring,
    result: {dates: reading.dates, chain: reading.chain},
    ...(until === undefined ? {} : {recurse_until: {dates: [until], chain: 'SINGLE'}}),
  };
}
