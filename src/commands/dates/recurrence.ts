import {readWallTime} from './clock.js';

const weekdayNames: {readonly [code: string]: string} = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const periods: {readonly [frequency: string]: string} = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const ordinals: {readonly [position: string]: string} = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function readPart(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=');
  return [name.toUpperCase(), value];
}

/** An RFC 5545 rule in words, `undefined` when the text is none. */
function describeRule(text: string): string | undefined {
  const parts = new Map(
    text
      .replace(/^RRULE:/i, '')
      .split(';')
      .map(readPart),
  );
  const period = periods[parts.get('FREQ') ?? ''];
  if (period === undefined) return undefined;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const weekdays = (parts.get('BYDAY') ?? '').split(',').flatMap(code => {
    const [, position = '', day = ''] = /^(-?\d)?([A-Z]{2})$/.exec(code) ?? [];
    const name = weekdayNames[day];
    return name === undefined ? [] : [ordinals[position] === undefined ? name : `the ${ordinals[position]} ${name}`];
  });
  if (period === 'week' && interval === 1 && weekdays.length > 0) return `every ${list(weekdays)}`;
  const every = interval === 1 ? `every ${period}` : `every ${interval} ${period}s`;
  const days = parts.get('BYMONTHDAY');
  const monthDays = days === undefined ? '' : ` on day ${list(days.split(','))}`;
  return `${every}${weekdays.length > 0 ? ` on ${list(weekdays)}` : monthDays}`;
}

/** What even distances between the dates say, by the calendar of the zone. */
function describeSpacing(dates: readonly Date[], zone: string): string | undefined {
  const steps = dates
    .slice(1)
    .map((date, index) => Math.round((date.getTime() - (dates[index]?.getTime() ?? 0)) / 86_400_000));
  const [step] = steps;
  const [first] = dates;
  if (step === undefined || first === undefined || step < 1 || steps.some(other => other !== step)) return undefined;
  const weekday = weekdayNames[readWallTime(first, zone).weekday.slice(0, 2).toUpperCase()] ?? '';
  if (step === 1) return 'every day';
  if (step === 7) return `every ${weekday}`;
  return step % 7 === 0 ? `every ${step / 7} weeks on ${weekday}` : `every ${step} days`;
}

/**
 * How something recurs, in words. The reference does not show what `chain` holds (2.5): a rule is put into words, else the
 * distances between the dates are, and any other text of the chain is shown as it came.
 */
export function describeRecurrence(chain: string | undefined, dates: readonly Date[], zone: string): string {
  const rule = chain === undefined ? undefined : describeRule(chain);
  if (rule !== undefined) return rule;
  const spacing = describeSpacing(dates, zone);
  const shown = chain === undefined || chain === '' ? '' : ` (${chain})`;
  return `${spacing ?? 'yes'}${shown}`;
}
