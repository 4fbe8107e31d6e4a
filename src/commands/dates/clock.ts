/** An instant on the wall clock of a zone. */
export interface WallTime {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  /** `15:00`, with seconds unless they are zero. */
  readonly time: string;
  /** `+01:00` */
  readonly offset: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
  formatters.set(timeZone, formatter);
  return formatter;
}

export function readWallTime(instant: Date, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatterFor(zone)
      .formatToParts(instant)
      .map(({type, value}) => [type, value]),
  );
  const {weekday = '', day = '', month = '', year = '', hour = '', minute = '', second = '', timeZoneName = ''} = parts;
  return {
    weekday,
    day,
    month,
    year,
    time: `${hour}:${minute}${second === '00' ? '' : `:${second}`}`,
    offset: timeZoneName.slice(3) || '+00:00',
  };
}

export function showWallTime({weekday, day, month, year, time, offset}: WallTime): string {
  return `${weekday} ${day.padStart(2)} ${month} ${year} ${time} ${offset}`;
}

const hourMs = 3_600_000;

/** Says which of two equal clock times this is when the clock was set back; empty otherwise. */
export function describeOverlap(instant: Date, zone: string): string {
  const {time, day} = readWallTime(instant, zone);
  const isSame = (other: number) => {
    const wall = readWallTime(new Date(other), zone);
    return wall.time === time && wall.day === day;
  };
  for (const shift of [hourMs, hourMs / 2, 2 * hourMs]) {
    if (isSame(instant.getTime() + shift)) return `the first ${time} of that day`;
    if (isSame(instant.getTime() - shift)) return `the second ${time} of that day`;
  }
  return '';
}

/** Such as 02:30, 2:30am and 2 a.m.; an hour alone may be any number. */
const clockPattern = /(?<![\d:])([01]?\d|2[0-3])(?::([0-5]\d)(?!\d)|(?=\s*[ap]\.?m\b))(?:\s*([ap])\.?m\b\.?)?/i;

/** Says when the phrase names a time that the clock skipped on that day; empty otherwise. */
export function describeGap(phrase: string, instant: Date, zone: string): string {
  const [clockTime, hours, minutes = '0', half] = clockPattern.exec(phrase) ?? [];
  if (clockTime === undefined) return '';
  const {time, year, month, day} = readWallTime(instant, zone);
  const named =
    toMinutes(half === undefined ? hours : String(Number(hours) % 12), minutes) + (/p/i.test(half ?? '') ? 12 * 60 : 0);
  const [shownHours, shownMinutes] = time.split(':');
  const moved = Math.abs(toMinutes(shownHours, shownMinutes) - named);
  const wall = Date.parse(`${month} ${day}, ${year} 00:00 UTC`) + (named * hourMs) / 60;
  const offsets = [-24, 24].map(shift => offsetMs(new Date(instant.getTime() + shift * hourMs), zone));
  // The server moves a skipped time by the length of the gap; anything further off is another time.
  const [before = 0, after = 0] = offsets;
  if (moved === 0 || (moved * hourMs) / 60 > after - before) return '';
  const exists = offsets.some(offset => offsetMs(new Date(wall - offset), zone) === offset);
  return exists ? '' : `${clockTime} does not exist on that day: the clocks go forward`;
}

function toMinutes(hours: string | undefined, minutes: string | undefined): number {
  return Number(hours) * 60 + Number(minutes);
}

function offsetMs(instant: Date, zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})/.exec(readWallTime(instant, zone).offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + (Number(minutes) * hourMs) / 60);
}

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
