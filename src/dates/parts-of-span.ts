import {lastDayOfWeek} from './assumptions.js';
import type {PeriodUnit} from './lexicon.js';
import type {Context} from './resolve-context.js';
import {contains, dayOnly, periodAround, type Span} from './resolve-periods.js';
import {type PlainDate, Temporal} from './temporal.js';

/** The edge of a period: its first or last day, its middle, or the beginning of its last third. */
export function edgeOf(
  span: Span,
  edge: 'start' | 'middle' | 'late' | 'end',
  {today, use}: Pick<Context, 'today' | 'use'>,
): PlainDate {
  const {start, end} = span;
  const length = start.until(end, {largestUnit: 'days'}).days + 1;
  if (edge === 'start') return start;
  if (edge === 'end') {
    if (length !== 7) return end;
    use('week end');
    const last = start.add({days: lastDayOfWeek - 1});
    const isOver = Temporal.PlainDate.compare(last, today) < 0 && Temporal.PlainDate.compare(end, today) >= 0;
    return isOver ? end : last;
  }
  use('middle of period');
  if (edge === 'late') return length === 7 ? start.add({days: 3}) : start.add({days: Math.floor((length * 2) / 3)});
  if (length === 7) return start.add({days: 2});
  if (length <= 31) return start.with({day: 15});
  return length > 360 ? start.with({month: 7, day: 1}) : start.add({days: Math.floor(length / 2)});
}

/** The nth day, week, month and so on of a period, from its end for negative numbers. */
export function nthOf(span: Span, unit: PeriodUnit, ordinal: number, use: Context['use']): Span | undefined {
  if (ordinal === 0) return undefined;
  if (unit === 'day') {
    const date = ordinal > 0 ? span.start.add({days: ordinal - 1}) : span.end.add({days: ordinal + 1});
    return contains(span, dayOnly(date)) ? dayOnly(date) : undefined;
  }
  if (unit === 'business day') {
    use('business days');
    let date = ordinal > 0 ? span.start : span.end;
    const step = ordinal > 0 ? 1 : -1;
    for (let left = Math.abs(ordinal); contains(span, dayOnly(date)); date = date.add({days: step})) {
      if (date.dayOfWeek <= 5) left -= 1;
      if (left === 0) return dayOnly(date);
    }
    return undefined;
  }
  if (unit === 'week') use('whole weeks');
  const edge = ordinal > 0 ? span.start : span.end;
  const around = periodAround(edge, unit, 0);
  const skip = around && contains(span, around) ? 0 : ordinal > 0 ? 1 : -1;
  const found = periodAround(edge, unit, skip + (ordinal > 0 ? ordinal - 1 : ordinal + 1));
  return found && contains(span, found) ? found : undefined;
}

/** The nth such weekday of a period, from its end for negative numbers. */
export function nthWeekdayOf(span: Span, weekday: number, ordinal: number): PlainDate | undefined {
  const edge = ordinal > 0 ? span.start : span.end;
  const first =
    ordinal > 0
      ? edge.add({days: ((weekday - edge.dayOfWeek + 7) % 7) + (ordinal - 1) * 7})
      : edge.subtract({days: (edge.dayOfWeek - weekday + 7) % 7}).add({days: (ordinal + 1) * 7});
  return ordinal !== 0 && contains(span, dayOnly(first)) ? first : undefined;
}
