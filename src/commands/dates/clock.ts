import {type PlainDateTime, Temporal, type ZonedDateTime} from '../../dates/temporal.js';
import {monthNames, weekdayNames} from './describe-rule.js';

/** An instant on the wall clock of a zone. */
export function readWallTime(instant: Date, zone: string): ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}

/** Such as `Monday`. */
export function weekdayOf({dayOfWeek}: ZonedDateTime): string {
  return [...weekdayNames.values()][dayOfWeek - 1] ?? '';
}

/** `15:00`, with seconds unless they are zero. */
export function timeOfDay(time: ZonedDateTime): string {
  return time.toPlainTime().toString({smallestUnit: time.second === 0 ? 'minute' : 'second'});
}

/** `Mon  3 Nov 2025 15:00 +01:00` */
export function showWallTime(time: ZonedDateTime): string {
  const month = monthNames[time.month - 1] ?? '';
  const date = `${weekdayOf(time).slice(0, 3)} ${String(time.day).padStart(2)} ${month.slice(0, 3)} ${time.year}`;
  return `${date} ${timeOfDay(time)} ${time.offset}`;
}

/** The instants that a wall time may mean: two when the clock was set back, or skips it; else the same one twice. */
function readingsOf(wall: PlainDateTime, zone: string): readonly [ZonedDateTime, ZonedDateTime] {
  return [
    wall.toZonedDateTime(zone, {disambiguation: 'earlier'}),
    wall.toZonedDateTime(zone, {disambiguation: 'later'}),
  ];
}

/** Says which of two equal clock times this is when the clock was set back; empty otherwise. */
export function describeOverlap(time: ZonedDateTime): string {
  const [earlier, later] = readingsOf(time.toPlainDateTime(), time.timeZoneId);
  if (earlier.equals(later)) return '';
  return `the ${time.equals(earlier) ? 'first' : 'second'} ${timeOfDay(time)} of that day`;
}

/** Such as 02:30, 2:30am and 2 a.m.; an hour alone may be any number. */
const clockPattern = /(?<![\d:])([01]?\d|2[0-3])(?::([0-5]\d)(?!\d)|(?=\s*[ap]\.?m\b))(?:\s*([ap])\.?m\b\.?)?/i;

/** Says when the phrase names a time that the clock skipped on that day; empty otherwise. */
export function describeGap(phrase: string, time: ZonedDateTime): string {
  const [clockTime, hours, minutes = '0', half] = clockPattern.exec(phrase) ?? [];
  if (clockTime === undefined) return '';
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const named = time.toPlainDate().toPlainDateTime({hour, minute: Number(minutes)});
  const [earlier, later] = readingsOf(named, time.timeZoneId);
  const exists = later.toPlainDateTime().equals(named);
  const shown = time.round({smallestUnit: 'minute', roundingMode: 'floor'});
  // The server moves a skipped time by at most the length of the gap; anything further off is another time.
  const isOther =
    Temporal.ZonedDateTime.compare(shown, earlier) < 0 || Temporal.ZonedDateTime.compare(shown, later) > 0;
  return exists || isOther ? '' : `${clockTime} does not exist on that day: the clocks go forward`;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Each unit, its length, and the smallest distance it is used for. */
const units = [
  ['year', 365.25 * dayMs, 700 * dayMs],
  ['month', 30.4375 * dayMs, 60 * dayMs],
  ['day', dayMs, 1.5 * dayMs],
  ['hour', hourMs, 0.99 * hourMs],
  ['minute', hourMs / 60, 0.99 * (hourMs / 60)],
] as const;

/** `in 6 days`, `3 hours ago`. */
export function describeDistance(instant: Date, now: Date): string {
  const distance = instant.getTime() - now.getTime();
  const [unit, length] = units.find(([, , minimum]) => Math.abs(distance) >= minimum) ?? ['second', 1000];
  return new Intl.RelativeTimeFormat('en-US', {numeric: 'always'}).format(Math.round(distance / length), unit);
}
