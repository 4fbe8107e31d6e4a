import {findDates} from './find-dates.js';
import {findRecurrence} from './find-recurrence.js';

/** DateChain (2.5): ISO 8601 instants in UTC. What `chain` holds is an assumption, see assumptions.ts. */
export interface DateChain {
  readonly dates: readonly string[];
  readonly chain: string;
}

/** One reading of a phrase (2.5). Positions are UTF-16 units of the phrase. */
export interface DateExpressionResult {
  readonly query: string;
  readonly parse_start: number;
  readonly parse_end: number;
  readonly complete_match: boolean;
  readonly date_inferred: boolean;
  readonly time_inferred: boolean;
  readonly recurring: boolean;
  readonly result: DateChain;
  readonly recurse_until?: DateChain;
}

/** What one of the parsers found: a stretch of the phrase and what it means. */
export interface Reading {
  readonly start: number;
  readonly end: number;
  readonly date_inferred: boolean;
  readonly time_inferred: boolean;
  readonly result: DateChain;
  readonly recurse_until?: DateChain | undefined;
}

/**
 * The readings of a phrase, in its order; none when there is no date in it. Pure: the same phrase, instant and zone always give the
 * same readings.
 *
 * @param zone an IANA name
 */
export function parseDateExpression(phrase: string, now: Date, zone: string): readonly DateExpressionResult[] {
  const recurrence = findRecurrence(phrase, now, zone);
  const readings = recurrence ? [recurrence] : findDates(phrase, now, zone);
  return readings.map(({start, end, recurse_until, ...reading}) => ({
    query: phrase.slice(start, end),
    parse_start: start,
    parse_end: end,
    complete_match: readings.length === 1 && isAll(phrase, start, end),
    recurring: recurrence !== undefined,
    ...reading,
    ...(recurse_until === undefined ? {} : {recurse_until}),
  }));
}

/** True when nothing but spaces and punctuation stands around the stretch. */
function isAll(phrase: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]/u.test(phrase.slice(0, start) + phrase.slice(end));
}
