import {type Day, onDay, type Which} from './nodes.js';
import {edgeOf, nthOf, nthWeekdayOf} from './parts-of-span.js';
import type {Context} from './resolve-context.js';
import {findInYear, resolveDate, resolveHoliday, resolveNumeric} from './resolve-dates.js';
import {
  dayOnly,
  isoWeekSpan,
  monthSpan,
  periodAround,
  type Span,
  seasonSpan,
  startOfWeek,
  yearPartSpan,
  yearSpan,
} from './resolve-periods.js';
import {type PlainDate, Temporal} from './temporal.js';

function resolveWeekday(weekday: number, which: Which | undefined, context: Context): PlainDate {
  const {today, following, isPast, use} = context;
  if (which === undefined && following !== undefined) {
    use('following item');
    return following.add({days: (weekday - following.dayOfWeek + 7) % 7 || 7});
  }
  const ahead = (weekday - today.dayOfWeek + 7) % 7;
  const back = (today.dayOfWeek - weekday + 7) % 7 || 7;
  switch (which) {
    case 'next':
    case 'after next':
      use('next weekday');
      return startOfWeek(today).add({weeks: which === 'next' ? 1 : 2, days: weekday - 1});
    case 'last':
    case 'before last':
      use('this weekday');
      return today.subtract({days: which === 'last' ? back : back + 7});
    case 'this':
      use('this weekday');
      return today.add({days: ahead});
    case 'coming':
    case undefined:
    default:
      use('coming weekday');
      return isPast && which === undefined ? today.subtract({days: back}) : today.add({days: ahead || 7});
  }
}

/** Days that must be one and the same; the weekday may choose the year. */
function resolveAgreeing(days: readonly Day[], context: Context): Span | undefined {
  const exact = days.map(day =>
    day.kind === 'weekday' && day.which === undefined ? undefined : resolveSpan(day, context),
  );
  const weekday = days.find(day => day.kind === 'weekday' && day.which === undefined);
  const dates = days.flatMap((day, index) => (day === weekday ? [] : [exact[index]]));
  const [date] = dates;
  if (date === undefined || dates.some(one => one === undefined || !one.start.equals(date.start))) return undefined;
  if (weekday?.kind !== 'weekday' || date.start.dayOfWeek === weekday.weekday) return date;
  const named = days.find(day => day.kind === 'date');
  if (named?.kind !== 'date' || named.year !== undefined || days.length > 2) return undefined;
  return findAgreeing(named, weekday.weekday, context);
}

/** "friday the 13th" is the next one, "friday 13 november" may have been within the last half year. */
function findAgreeing(day: Extract<Day, {kind: 'date'}>, weekday: number, context: Context): Span | undefined {
  if (day.month !== undefined) {
    const past = resolveSpan(day, {...context, isPast: true, following: undefined});
    const isNear = past && Temporal.PlainDate.compare(past.start, context.today.subtract({months: 6})) > 0;
    return isNear && past.start.dayOfWeek === weekday ? past : undefined;
  }
  if (day.day !== 13) return undefined;
  for (let month = 0; month < 15; month += 1) {
    const date = context.today.with({day: 1}).add({months: month, days: 12});
    if (date.dayOfWeek === weekday && Temporal.PlainDate.compare(date, context.today) >= 0) return dayOnly(date);
  }
  return undefined;
}

function isOpenMonth(day: Day): boolean {
  return day.kind === 'date' && day.year === undefined && day.which === undefined && day.day === undefined;
}

/** Finds the days in a period; if a month without a year is over, in that of the next year. */
function within(of: Day, context: Context, find: (span: Span) => Span | undefined): Span | undefined {
  const span = resolveSpan(of, context);
  const found = span && find(span);
  const isOpen = isOpenMonth(of) || (of.kind === 'period' && of.isOpen === true);
  const isAhead = found !== undefined && Temporal.PlainDate.compare(found.end, context.following ?? context.today) >= 0;
  if (!span || !isOpen || context.isPast || isAhead) return found;
  context.use('coming date');
  const next =
    of.kind === 'period' ? periodAround(context.today, of.unit, 1) : monthSpan(span.start.year + 1, span.start.month);
  return next && find(next);
}

/** The weekend with the holiday beside or within it; none for a holiday in the middle of the week. */
function longWeekend(date: PlainDate): Span | undefined {
  const days = {1: [-2, 0], 4: [0, 3], 5: [0, 2], 6: [0, 1], 7: [-1, 0]} as const;
  const [first, last] = Object.entries(days).find(([weekday]) => Number(weekday) === date.dayOfWeek)?.[1] ?? [];
  return first === undefined || last === undefined
    ? undefined
    : {start: date.add({days: first}), end: date.add({days: last})};
}

function resolveShifted(day: Extract<Day, {kind: 'shifted'}>, context: Context): Span | undefined {
  const point = context.resolveAnchor(onDay(day), context);
  return point && dayOnly(point.date);
}

function resolveCounted(
  {count, weekday, from}: Extract<Day, {kind: 'counted-weekday'}>,
  context: Context,
): Span | undefined {
  const anchor = from === undefined ? context.today : context.resolveAnchor(from, context);
  if (anchor === undefined || Math.abs(count) > 5000) return undefined;
  const date = 'date' in anchor ? (count > 0 ? anchor.lastDate : anchor.date) : anchor;
  const first = count > 0 ? (weekday - date.dayOfWeek + 7) % 7 || 7 : -((date.dayOfWeek - weekday + 7) % 7 || 7);
  return dayOnly(date.add({days: first + (count > 0 ? count - 1 : count + 1) * 7}));
}

/** The first and last day of what was written, `undefined` where the calendar has no such day. */
export function resolveSpan(day: Day, context: Context): Span | undefined {
  const {today, now, use} = context;
  switch (day.kind) {
    case 'offset':
      return dayOnly(today.add({days: day.days}));
    case 'weekday':
      return dayOnly(resolveWeekday(day.weekday, day.which, context));
    case 'weekday-in': {
      const week = resolveSpan(day.week, context);
      return week && dayOnly(startOfWeek(week.start).add({days: day.weekday - 1}));
    }
    case 'date':
      return resolveDate(day, context);
    case 'numeric':
      return resolveNumeric(day, context);
    case 'year-day': {
      const span = yearSpan(day.year);
      return day.day < 1 || day.day > span.start.daysInYear ? undefined : dayOnly(span.start.add({days: day.day - 1}));
    }
    case 'iso-week': {
      const span = findInYear(day.year, year => isoWeekSpan(year, day.week), undefined, context);
      if (day.weekday === 0 || !span) return span;
      return day.weekday > 7 ? undefined : dayOnly(span.start.add({days: day.weekday - 1}));
    }
    case 'period':
      return Math.abs(day.offset) > 5000 ? undefined : periodAround(today, day.unit, day.offset);
    case 'year-part':
      return findInYear(day.year, year => yearPartSpan(year, day.unit, day.index), undefined, context);
    case 'nth':
      return within(day.of, context, span => nthOf(span, day.unit, day.ordinal, use));
    case 'nth-weekday':
      return within(day.of, context, span => {
        const date = nthWeekdayOf(span, day.weekday, day.ordinal);
        return date && dayOnly(date);
      });
    case 'day-in':
      return within(day.of, context, span => nthOf(span, 'day', day.day, use));
    case 'edge':
      return within(day.of, context, span => dayOnly(edgeOf(span, day.edge, context)));
    case 'shifted':
      return resolveShifted(day, context);
    case 'counted-weekday':
      return resolveCounted(day, context);
    case 'holiday': {
      use('us holidays');
      const find = (year: number) => {
        const date = resolveHoliday(day.name, year);
        return date && (day.isWeekend === true ? longWeekend(date) : dayOnly(date));
      };
      return findInYear(day.year, find, day.which === 'next' ? 'coming' : day.which, context);
    }
    case 'season': {
      const find = (year: number) => seasonSpan(day.season, year, now.timeZoneId, use);
      return findInYear(day.year, find, day.which === 'this' ? undefined : day.which, context);
    }
    case 'week-of': {
      const span = resolveSpan(day.day, context);
      const week = span && periodAround(span.start, 'week', 0);
      return day.edge === 'end' ? span : week;
    }
    case 'agreeing':
      return resolveAgreeing(day.days, context);
    default:
      return undefined;
  }
}
