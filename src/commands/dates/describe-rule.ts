import {inSeries} from '../../base/in-series.js';

export const weekdayNames: ReadonlyMap<string, string> = new Map([
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
const positions = new Map([
  ['1', 'first'],
  ['2', 'second'],
  ['3', 'third'],
  ['4', 'fourth'],
  ['5', 'fifth'],
  ['-1', 'last'],
  ['-2', 'second to last'],
]);
export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);
const workdays = 'MO,TU,WE,TH,FR';

/** Parts that may occur in a rule; the time of day and the end are not described, but shown with the dates. */
const knownParts = new Set(
  'FREQ INTERVAL BYDAY BYMONTHDAY BYMONTH BYSETPOS COUNT UNTIL BYHOUR BYMINUTE BYSECOND WKST'.split(' '),
);

/**
 * Describes an RFC 5545 rule in English, without its end; `undefined` for text that is neither a rule covered here nor
 * LIST.
 */
export function describeRule(text: string): string | undefined {
  // Easter and the days counted from it recur without an RFC 5545 rule.
  if (text === 'LIST') return 'on varying dates';
  const parts = new Map(
    text
      .replace(/^RRULE:/i, '')
      .split(';')
      .map(readPart),
  );
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const period = periods.get(parts.get('FREQ') ?? '');
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (period === undefined || !Number.isInteger(interval) || interval < 1) return undefined;
  if ([...parts.keys()].some(name => !knownParts.has(name))) return undefined;
  const days = describeDays(parts.get('BYDAY'), parts.get('BYSETPOS'));
  const monthDays = list('BYMONTHDAY').map(describeMonthDay);
  const months = list('BYMONTH').map(month => monthNames[Number(month) - 1]);
  const all = [...monthDays, ...days];
  if (!all.every(day => day !== undefined) || !months.every(month => month !== undefined)) return undefined;
  const isEachWeek = period === 'week' && interval === 1 && days.length > 0;
  const every = isEachWeek ? '' : interval === 1 ? `every ${period}` : `every ${interval} ${period}s`;
  const on = inSeries(all, 'and');
  const inMonths = months.length === 0 ? '' : ` ${on === '' ? 'in' : 'of'} ${inSeries(months, 'and')}`;
  const rest = isEachWeek ? `every ${on}` : on === '' ? '' : ` on ${on}`;
  return `${every}${rest}${inMonths}`;
}

/** The COUNT of a rule, `undefined` when it has none. */
export function countOf(rule: string): string | undefined {
  return /\bCOUNT=(\d+)/i.exec(rule)?.[1];
}

function readPart(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=');
  return [name.toUpperCase(), value];
}

/** @param position the BYSETPOS of the rule: which of the days in each period */
function describeDays(byDay: string | undefined, position: string | undefined): readonly (string | undefined)[] {
  if (byDay === undefined) return [];
  if (position !== undefined) {
    const days = byDay === workdays ? ['weekday'] : describeDays(byDay, undefined);
    return positions.has(position) ? [`the ${positions.get(position)} ${days.join(' or ')}`] : [undefined];
  }
  if (byDay === workdays) return ['weekday'];
  return byDay.split(',').map(code => {
    const [, ordinal = '', day = ''] = /^(-?\d+)?([A-Z]{2})$/.exec(code) ?? [];
    const name = weekdayNames.get(day);
    if (name === undefined || ordinal === '') return name;
    return positions.has(ordinal) ? `the ${positions.get(ordinal)} ${name}` : undefined;
  });
}

function describeMonthDay(day: string): string | undefined {
  if (day === '-1') return 'the last day';
  const number = Number(day);
  if (!Number.isInteger(number) || number < 1 || number > 31) return undefined;
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `the ${number}${ending}`;
}
