import {addAmount} from './add-amount.js';
import {defaultHour, mostListed} from './assumptions.js';
import {amountOf, type Day, hasClockUnits, type Moment} from './nodes.js';
import {type Context, type Point, pointOn} from './resolve-context.js';
import {resolveSpan} from './resolve-days.js';
import {resolveTimes} from './resolve-time-lists.js';
import type {TimeOfDay} from './resolve-times.js';
import {resolveZone} from './resolve-zone.js';
import {type Several, valuesOf} from './several.js';
import {type PlainDate, Temporal, type ZonedDateTime} from './temporal.js';

/** Points in the order of the phrase. */
export interface Points {
  readonly kind: 'one' | 'list' | 'range';
  readonly points: readonly Point[];
}

const noon = Temporal.PlainTime.from({hour: defaultHour});

/** The instant of a point: a time that the clock skips moves forward, of one that it repeats the first is taken. */
export function toMoment({instant, date, time, zone}: Point, {use}: Context): ZonedDateTime {
  if (instant) return instant;
  if (time === undefined) use('default time');
  const wall = date.toPlainDateTime(time ?? noon);
  const moment = wall.toZonedDateTime(zone, {disambiguation: 'compatible'});
  if (moment.hour !== wall.hour || moment.minute !== wall.minute) use('clock change');
  return moment;
}

function toPoint(moment: ZonedDateTime): Point {
  const exact = {time: moment.toPlainTime(), instant: moment, isTimeNamed: true};
  return pointOn(moment.toPlainDate(), moment.timeZoneId, exact);
}

/** "3 days from tuesday at noon", "in 90 minutes": hours count on the clock's instants, days on the calendar. */
function resolveShifted(day: Extract<Day, {kind: 'shifted'}>, context: Context): Point | undefined {
  const {amount, sign, from} = day;
  const anchor = from === undefined ? toPoint(context.now) : resolvePoint(from, {...context, following: undefined});
  if (!anchor) return undefined;
  const start = toMoment(anchor, hasClockUnits(amount) ? context : {...context, use: () => undefined});
  const moment = addAmount(start, amount, sign, context.use);
  if (!moment) return undefined;
  if (hasClockUnits(amount)) return toPoint(moment);
  const isTimeKept = from !== undefined && anchor.time !== undefined;
  return pointOn(moment.toPlainDate(), anchor.zone, {
    time: isTimeKept ? anchor.time : undefined,
    isDateNamed: day.grain === 'day',
    isTimeNamed: isTimeKept && anchor.isTimeNamed,
  });
}

function resolveDay(day: Day, context: Context): Point | undefined {
  if (day.kind === 'shifted') return resolveShifted(day, context);
  const span = resolveSpan(day, context);
  if (!span) return undefined;
  const isDateNamed = day.grain === 'day';
  if (!isDateNamed) context.use('period start');
  return pointOn(span.start, context.now.timeZoneId, {lastDate: span.end, isDateNamed});
}

function isToday(day: Day): boolean {
  return day.kind === 'offset' && day.days === 0;
}

function withTime(point: Point, {time, addDays, isNamed}: TimeOfDay, zone: string): Point {
  const {instant: _, ...rest} = point;
  const date = point.date.add({days: addDays});
  return {...rest, date, lastDate: point.lastDate.add({days: addDays}), time, zone, isTimeNamed: isNamed};
}

/** The day of times without one: today while they lie ahead, else tomorrow. */
function comingPoint(first: TimeOfDay, zone: string, context: Context): Point {
  const now = context.now.withTimeZone(zone);
  const today = now.toPlainDate();
  const at = (date: PlainDate) => pointOn(date, zone, {isDateNamed: false});
  const moment = toMoment(withTime(at(today), first, zone), context);
  const isAhead = Temporal.ZonedDateTime.compare(moment, now) > 0;
  context.use('coming time');
  if (context.isPast) return at(isAhead ? today.subtract({days: 1}) : today);
  return at(isAhead ? today : today.add({days: 1}));
}

function resolveDays(days: Several<Day>, context: Context): readonly Point[] | undefined {
  const nodes = valuesOf(days);
  if (nodes.length > mostListed) return undefined;
  const points: Point[] = [];
  for (const [index, node] of shareEnd(nodes).entries()) {
    const last = points.at(-1);
    const point = resolveDay(node, last === undefined ? context : {...context, following: last.date});
    if (!point) return undefined;
    const isEnd = days.kind === 'range' && index === 1;
    points.push(isEnd ? {...point, date: point.lastDate} : point);
  }
  return points;
}

/**
 * "13 july to 15 august 2027", "thursday or friday next week": the year or week of the last one holds for all that name
 * none.
 */
function shareEnd(nodes: readonly Day[]): readonly Day[] {
  const last = nodes.at(-1);
  if (last?.kind === 'weekday-in') {
    const {week} = last;
    return nodes.map(node =>
      node.kind === 'weekday' && node.which === undefined
        ? {kind: 'weekday-in', weekday: node.weekday, week, grain: 'day'}
        : node,
    );
  }
  const year = last && 'year' in last && typeof last.year === 'object' ? last.year : undefined;
  if (year === undefined || nodes.length < 2) return nodes;
  return nodes.map(node => {
    const isOpen =
      (node.kind === 'date' && node.month !== undefined) || node.kind === 'numeric' || node.kind === 'year-part';
    return isOpen && node.year === undefined ? {...node, year} : node;
  });
}

/** The points that a moment means, `undefined` where it contradicts itself or the calendar. */
export function resolveMoment(moment: Moment, context: Context): Points | undefined {
  const {days, times} = moment;
  if (moment.isBound === true) context.use('bound');
  if (times?.kind === 'one' && times.value.kind === 'current' && days === undefined)
    return times.value.isNow === true ? {kind: 'one', points: [toPoint(context.now)]} : undefined;
  const zone = resolveZone(moment.zone, context);
  if (zone === undefined) return undefined;
  const points = days && resolveDays(days, context);
  if (days && !points) return undefined;
  const period = days?.kind === 'one' && days.value.kind === 'period' ? days.value : undefined;
  if (times?.kind === 'one' && times.value.kind === 'current' && period && period.unit !== 'weekend') {
    // "This time next week" is a week from now, not at the beginning of the week.
    const {unit, offset} = period;
    const moment = addAmount(context.now, amountOf(Math.abs(offset), unit), offset < 0 ? -1 : 1, context.use);
    return moment && {kind: 'one', points: [toPoint(moment)]};
  }
  const isTodayNamed = days === undefined || (days.kind === 'one' && isToday(days.value));
  const clocks = times && resolveTimes(times, {part: moment.part, isToday: isTodayNamed}, context);
  if (times && !clocks) return undefined;
  if (!clocks) return points && {kind: days?.kind ?? 'one', points};
  const [first] = clocks;
  if (!first || points?.some(({instant}) => instant !== undefined)) return undefined;
  const dates = points ?? [comingPoint(first, zone, context)];
  if (days?.kind === 'range' && times?.kind === 'range')
    return {
      kind: 'range',
      points: dates.flatMap((point, index) => (clocks[index] ? [withTime(point, clocks[index], zone)] : [])),
    };
  // Several ranges do not fit into one reading; the starts do, and the reading is not complete.
  const starts = days?.kind === 'list' && times?.kind === 'range' ? [first] : clocks;
  const all = dates.flatMap(point => starts.map(clock => withTime(point, clock, zone)));
  const kinds = [days?.kind, times?.kind];
  if (days?.kind === 'range' && times?.kind === 'list') return undefined;
  return {
    kind: kinds.includes('range') && starts.length === clocks.length ? 'range' : all.length > 1 ? 'list' : 'one',
    points: all,
  };
}

/** The only point of a moment. */
export function resolvePoint(moment: Moment, context: Context): Point | undefined {
  const found = resolveMoment(moment, context);
  return found?.kind === 'one' ? found.points[0] : undefined;
}
