import {isSouthern, type Season, seasonStarts} from './assumptions.js';
import type {PeriodUnit} from './lexicon.js';
import type {Context} from './resolve-context.js';
import {type PlainDate, Temporal} from './temporal.js';

/** A period by its first and last day. */
export interface Span {
  readonly start: PlainDate;
  readonly end: PlainDate;
}

/** True if the inner period lies within the outer one. */
export function contains(outer: Span, inner: Span): boolean {
  return (
    Temporal.PlainDate.compare(inner.start, outer.start) >= 0 && Temporal.PlainDate.compare(inner.end, outer.end) <= 0
  );
}

export function dayOnly(date: PlainDate): Span {
  return {start: date, end: date};
}

export function startOfWeek(date: PlainDate): PlainDate {
  return date.subtract({days: date.dayOfWeek - 1});
}

function months(start: PlainDate, count: number): Span {
  return {start, end: start.add({months: count}).subtract({days: 1})};
}

export function monthSpan(year: number, month: number): Span {
  return months(Temporal.PlainDate.from({year, month, day: 1}), 1);
}

export function yearSpan(year: number): Span {
  return months(Temporal.PlainDate.from({year, month: 1, day: 1}), 12);
}

export function yearPartSpan(year: number, unit: 'quarter' | 'half', index: number): Span {
  const length = unit === 'quarter' ? 3 : 6;
  return months(Temporal.PlainDate.from({year, month: (index - 1) * length + 1, day: 1}), length);
}

/** The period of this unit that holds the date, moved by `offset` of them. */
export function periodAround(date: PlainDate, unit: PeriodUnit, offset: number): Span | undefined {
  switch (unit) {
    case 'week': {
      const start = startOfWeek(date).add({weeks: offset});
      return {start, end: start.add({days: 6})};
    }
    case 'weekend': {
      const start = startOfWeek(date).add({days: offset * 7 + 5});
      return {start, end: start.add({days: 1})};
    }
    case 'month':
      return months(date.with({day: 1}).add({months: offset}), 1);
    case 'quarter':
    case 'half': {
      const length = unit === 'quarter' ? 3 : 6;
      const first = Math.floor((date.month - 1) / length) * length + 1;
      return months(date.with({month: first, day: 1}).add({months: offset * length}), length);
    }
    case 'year':
      return yearSpan(date.year + offset);
    case 'second':
    case 'minute':
    case 'hour':
    case 'day':
    case 'business day':
    default:
      return undefined;
  }
}

export function isoWeekSpan(year: number, week: number): Span | undefined {
  // 4 January is always in week 1 (ISO 8601).
  const start = startOfWeek(Temporal.PlainDate.from({year, month: 1, day: 4})).add({weeks: week - 1});
  const end = start.add({days: 6});
  return week < 1 || start.add({days: 3}).year !== year ? undefined : {start, end};
}

export function seasonSpan(season: Season, year: number, zone: string, use: Context['use']): Span {
  use('season start');
  const opposite = {spring: 'autumn', summer: 'winter', autumn: 'spring', winter: 'summer'} as const;
  const northern = isSouthern(zone) ? opposite[season] : season;
  const order = ['spring', 'summer', 'autumn', 'winter'] as const;
  const following = order[(order.indexOf(northern) + 1) % 4] ?? 'spring';
  const [month, day] = seasonStarts[northern];
  const [nextMonth, nextDay] = seasonStarts[following];
  const start = Temporal.PlainDate.from({year, month, day});
  const next = Temporal.PlainDate.from({year: nextMonth < month ? year + 1 : year, month: nextMonth, day: nextDay});
  return {start, end: next.subtract({days: 1})};
}
