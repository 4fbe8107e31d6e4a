import type {Amount} from './nodes.js';
import type {Context} from './resolve-context.js';
import type {ZonedDateTime} from './temporal.js';

/** Beyond this many years dates are of no use, and Temporal's own range is near. */
const maxYears = 4000;

const unitsPerYear = {
  second: 31_557_600,
  minute: 525_960,
  hour: 8766,
  day: 366,
  'business day': 262,
  week: 53,
  month: 12,
  quarter: 4,
  half: 2,
  year: 1,
};

/** Adds by the calendar, clamping to the end of a shorter month; `undefined` out of range. */
export function addAmount(
  start: ZonedDateTime,
  amount: Amount,
  sign: 1 | -1,
  use: Context['use'],
): ZonedDateTime | undefined {
  let moment = start;
  for (const {count, unit} of amount.parts) {
    if (count / unitsPerYear[unit] > maxYears) return undefined;
    const many = sign * count;
    if (unit === 'business day') {
      use('business days');
      moment = addBusinessDays(moment, many);
    } else if (unit === 'quarter' || unit === 'half' || unit === 'month' || unit === 'year') {
      const months = unit === 'year' ? 12 : unit === 'half' ? 6 : unit === 'quarter' ? 3 : 1;
      const next = moment.add({months: many * months});
      if (next.day !== moment.day) use('month end');
      moment = next;
    } else if (unit === 'day') moment = moment.add({days: many});
    else if (unit === 'week') moment = moment.add({weeks: many});
    else
      moment = moment.add({
        hours: unit === 'hour' ? many : 0,
        minutes: unit === 'minute' ? many : 0,
        seconds: unit === 'second' ? many : 0,
      });
  }
  return moment;
}

function addBusinessDays(start: ZonedDateTime, count: number): ZonedDateTime {
  const step = count < 0 ? -1 : 1;
  let day = start;
  // From a weekend, counting starts at the nearest working day on the other side.
  while (day.dayOfWeek > 5) day = day.subtract({days: step});
  const weeks = Math.trunc(count / 5);
  day = day.add({weeks});
  for (let left = Math.abs(count % 5); left > 0; ) {
    day = day.add({days: step});
    if (day.dayOfWeek <= 5) left -= 1;
  }
  return day;
}
