import {Temporal} from 'temporal-polyfill';
import {type DateExpressionOptions, parseDateExpression} from '../../src/dates/parse-date-expression.js';

/** What a phrase means: `[phrase, reading]`, the reading as `showReadings` writes it. */
export type Row = readonly [phrase: string, reading: string];

/** Saturday 21 November 2026, an hour after noon in UTC. */
export const now = new Date('2026-11-21T13:00:00Z');

/**
 * Readings in one line, on the clock of the zone: `D` and `T` for an inferred date and time, the date, `a, b` for a
 * list, `a to b` for a range, `RULE: a, b` with the first two dates for a recurrence and `until c` behind it, and the
 * query where it is not the whole phrase. Several readings have ` ; ` between them.
 */
export function showReadings(phrase: string, zone = 'UTC', at = now, options: DateExpressionOptions = {}): string {
  const show = (instant: string) => {
    const wall = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime();
    return wall.toString({smallestUnit: wall.second === 0 ? 'minute' : 'second'});
  };
  return parseDateExpression(phrase, at, zone, options)
    .map(({query, complete_match, date_inferred, time_inferred, result, recurring, recurse_until}) => {
      const dates = result.dates.map(show);
      const flags = `${date_inferred ? 'D' : ''}${time_inferred ? 'T' : ''}`;
      const until = recurse_until === undefined ? '' : ` until ${recurse_until.dates.map(show).join()}`;
      const body = recurring
        ? `${result.chain}: ${dates.slice(0, 2).join(', ')}${until}`
        : dates.join(result.chain === 'RANGE' ? ' to ' : ', ');
      return `${flags}${flags === '' ? '' : ' '}${body}${complete_match ? '' : ` in "${query}"`}`;
    })
    .join(' ; ');
}
