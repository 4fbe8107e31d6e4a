import {readWallTime} from './clock.js';

const weekdayNames = new Map([
  ['MO', 'Monday'],
  ['TU', 'Tuesday'],
  ['WE', 'Wednesday'],
  ['TH', 'Thursday'],
  ['FR', 'Friday'],
  ['SA', 'Saturday'],
  ['SU', 'Sunday'],
]);
const periods = new Map([
  ['MINUTELY', 'minute'],
  ['HOURLY', 'hour'],
  ['DAILY', 'day'],
  ['WEEKLY', 'week'],
  ['MONTHLY', 'month'],
  ['YEARLY', 'year'],
]);
const ordinals = new Map([
  ['1', 'first'],
  ['2', 'second'],
  ['3', 'third'],
  ['4', 'fourth'],
  ['-1', 'last'],
]);
const workdays = 'MO,TU,WE,TH,FR';

function inWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function readPart(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=');
  return [name.toUpperCase(), value];
}

function describeDays(byDay: string): readonly string[] {
  return byDay.split(',').flatMap(code => {
    const [, position = '', day = ''] = /^(-?\d)?([A-Z]{2})$/.exec(code) ?? [];
    const name = weekdayNames.get(day);
    if (name === undefined) return [];
    return ordinals.has(position) ? [`the ${ordinals.get(position)} ${name}`] : [name];
  });
}

/** An RFC 5545 rule in words, `undefined` when the text is none. */
function describeRule(text: string): string | undefined {
  const parts = new Map(
    text
      .replace(/^RRULE:/i, '')
      .split(';')
      .map(readPart),
  );
  const period = periods.get(parts.get('FREQ') ?? '');
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (period === undefined || !Number.isInteger(interval) || interval < 1) return undefined;
  const byDay = parts.get('BYDAY') ?? '';
  const days = describeDays(byDay);
  if (period === 'week' && interval === 1 && byDay === workdays) return 'every weekday';
  if (period === 'week' && interval === 1 && days.length > 0) return `every ${inWords(days)}`;
  const every = interval === 1 ? `every ${period}` : `every ${interval} ${period}s`;
  const monthDays = parts.get('BYMONTHDAY');
  if (days.length > 0) return `${every} on ${inWords(days)}`;
  return monthDays === undefined ? every : `${every} on day ${inWords(monthDays.split(','))}`;
}

const dayMs = 86_400_000;

/** What even distances between the dates say, by the calendar of the zone. */
function describeSpacing(dates: readonly Date[], zone: string): string | undefined {
  const steps = dates
    .slice(1)
    .map((date, index) => Math.round((date.getTime() - (dates[index]?.getTime() ?? 0)) / dayMs));
  const [step] = steps;
  const [first] = dates;
  if (step === undefined || first === undefined || step < 1 || steps.some(other => other !== step)) return undefined;
  const weekday = weekdayNames.get(readWallTime(first, zone).weekday.slice(0, 2).toUpperCase()) ?? '';
  if (step === 1) return 'every day';
  if (step === 7) return `every ${weekday}`;
  return step % 7 === 0 ? `every ${step / 7} weeks on ${weekday}` : `every ${step} days`;
}

/** The one time of day of all dates, on the clock of the zone; empty when they differ. */
function describeTime(dates: readonly Date[], zone: string): string {
  const times = new Set(dates.map(date => readWallTime(date, zone).time));
  const [time] = times;
  return time === undefined || times.size > 1 || dates.length < 2 ? '' : ` at ${time}`;
}

/**
 * How something recurs, in words. The reference does not show what `chain` holds (2.5): a rule is put into words, else the
 * distances between the dates are, and any other text of the chain is shown as it came.
 */
export function describeRecurrence(chain: string | undefined, dates: readonly Date[], zone: string): string {
  const valid = dates.filter(date => Math.abs(date.getTime()) < 8.6e15);
  const rule = chain === undefined ? undefined : describeRule(chain);
  const time = describeTime(valid, zone);
  if (rule !== undefined) return `${rule}${time}`;
  const shown = chain === undefined || chain === '' ? '' : ` (${chain})`;
  return `${describeSpacing(valid, zone) ?? 'yes'}${time}${shown}`;
}
