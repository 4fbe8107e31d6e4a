import {RRuleTemporal} from 'rrule-temporal';
import type {Recurrence} from './nodes.js';
import {resolveHoliday} from './resolve-dates.js';
import {type PlainDateTime, Temporal, type ZonedDateTime} from './temporal.js';

/** Dates by the wall clock: the rule runs on UTC, and each date is then put on the clock of the zone. */
function* wallDates(rule: string, start: PlainDateTime, after: PlainDateTime): Generator<PlainDateTime> {
  const recurrence = new RRuleTemporal({rruleString: rule, dtstart: start.toZonedDateTime('UTC')});
  for (let date = recurrence.next(after.toZonedDateTime('UTC'), true); date; date = recurrence.next(date, false))
    yield toPlain(date);
}

function toPlain({epochMilliseconds}: {readonly epochMilliseconds: number}): PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO('UTC').toPlainDateTime();
}

/** The moments of a rule by the clock of a zone, from `after` on. */
export function* zonedMoments(
  rule: string,
  start: PlainDateTime,
  after: PlainDateTime,
  zone: string,
): Generator<ZonedDateTime> {
  for (const date of wallDates(rule, start, after)) yield date.toZonedDateTime(zone, {disambiguation: 'compatible'});
}

/** The moments of a holiday in each year, from `start` on. */
export function* holidayMoments(name: string, start: PlainDateTime, zone: string): Generator<ZonedDateTime> {
  for (let year = start.year; ; year += 1) {
    const date = resolveHoliday(name, year);
    if (date === undefined) return;
    const moment = date.toPlainDateTime(start.toPlainTime());
    if (Temporal.PlainDateTime.compare(moment, start) >= 0)
      yield moment.toZonedDateTime(zone, {disambiguation: 'compatible'});
  }
}

/** Counts elapsed hours or minutes, so a clock change does not shift them. */
export function* exactMoments(
  {frequency, interval, count}: Recurrence,
  start: ZonedDateTime,
  now: ZonedDateTime,
): Generator<ZonedDateTime> {
  const unit = frequency === 'HOURLY' ? 'hours' : 'minutes';
  const elapsed = start.until(now, {largestUnit: unit})[unit];
  const first = count === undefined ? Math.max(0, Math.floor(elapsed / interval)) : 0;
  for (let index = first; ; index += 1) yield start.add({[unit]: index * interval});
}
