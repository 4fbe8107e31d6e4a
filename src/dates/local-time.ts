import type {ParsedComponents} from 'chrono-node';
import {Temporal} from 'temporal-polyfill';

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The hour that is meant when a phrase names none. */
export const inferredTime: TimeOfDay = {hour: 12, minute: 0, second: 0};

export function toZoned(now: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
}

/** How far the zone is from UTC at this instant, in minutes, as chrono wants it. */
export function offsetMinutes(now: Date, zone: string): number {
  return toZoned(now, zone).offsetNanoseconds / 60_000_000_000;
}

export function timeOf(components: ParsedComponents): TimeOfDay {
  return {
    hour: components.get('hour') ?? 12,
    minute: components.get('minute') ?? 0,
    second: components.get('second') ?? 0,
  };
}

/**
 * The instant that chrono's components mean on the clock of the zone. A time that the clock skips is moved forward by the skip; of one
 * that comes twice the first is taken.
 */
export function toInstant(components: ParsedComponents, zone: string, time = timeOf(components)): string {
  // "in 90 minutes" counts on from now, and "3pm UTC" names its own offset: both are instants already.
  if (components.tags().has('result/relativeDateAndTime') || components.isCertain('timezoneOffset'))
    return showInstant(components.date());
  const local = Temporal.PlainDateTime.from({
    year: components.get('year') ?? 1970,
    month: components.get('month') ?? 1,
    day: components.get('day') ?? 1,
    ...time,
  });
  return local.toZonedDateTime(zone, {disambiguation: 'compatible'}).toInstant().toString();
}

/** ISO 8601 without needless zeros. */
function showInstant(date: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(date.getTime() / 1000) * 1000).toString();
}
