import {addAmount} from './add-amount.js';
import {type Amount, type Expression, hasClockUnits, type Moment, onDay, shifted} from './nodes.js';
import {type Context, type Meaning, type Point, pointOn} from './resolve-context.js';
import {resolveSpan} from './resolve-days.js';
import {type Points, resolveMoment, resolvePoint, toMoment} from './resolve-moments.js';
import {contains} from './resolve-periods.js';
import {resolveRecurrence} from './resolve-recurrence.js';
import {one} from './several.js';
import {type PlainDate, Temporal, toUtcString, type ZonedDateTime} from './temporal.js';

function toMeaning(
  chain: 'SINGLE' | 'LIST' | 'RANGE',
  points: readonly Point[],
  context: Context,
): Meaning | undefined {
  const moments = points.map(point => toMoment(point, context));
  const [first, second] = moments;
  if (chain === 'RANGE' && (!first || !second || moments.length !== 2 || !isBefore(first, second))) return undefined;
  // A list has what one of its members names; both ends of a range must name it.
  const isNamed = (named: readonly boolean[]) => (chain === 'RANGE' ? named.every(Boolean) : named.some(Boolean));
  return {
    dates: moments.map(toUtcString),
    chain,
    isDateInferred: !isNamed(points.map(({isDateNamed}) => isDateNamed)),
    isTimeInferred: !isNamed(points.map(({isTimeNamed}) => isTimeNamed)),
    isRecurring: false,
  };
}

function isBefore(first: ZonedDateTime, second: ZonedDateTime): boolean {
  return Temporal.ZonedDateTime.compare(first, second) < 0;
}

const chains = {one: 'SINGLE', list: 'LIST', range: 'RANGE'} as const;

function fromPoints(found: Points | undefined, context: Context): Meaning | undefined {
  return found && toMeaning(chains[found.kind], found.points, context);
}

/** Gives points without a time the time of the first that has one. */
function shareTime(points: readonly Point[], {use}: Context): readonly Point[] {
  const timed = points.find(({time, instant}) => time !== undefined && instant === undefined);
  if (timed?.time === undefined || points.every(({time}) => time !== undefined)) return points;
  use('shared time');
  return points.map(point =>
    point.time === undefined ? {...point, time: timed.time, zone: timed.zone, isTimeNamed: timed.isTimeNamed} : point,
  );
}

function resolveRange(from: Moment, to: Moment, context: Context): Meaning | undefined {
  const start = resolvePoint(shareYear(from, to), context);
  if (!start) return undefined;
  const rest = {...context, following: start.date};
  const isTimeOnly = to.days === undefined && !isNow(to);
  const found = isTimeOnly ? resolveOn(to, start, context) : resolvePoint(to, rest);
  if (!found) return undefined;
  const end = to.days === undefined ? found : {...found, date: found.lastDate};
  return toMeaning('RANGE', shareTime([start, end], context), context);
}

function isNow({times}: Moment): boolean {
  return times?.kind === 'one' && times.value.kind === 'current';
}

/** A time without a day, on the day where the range began or the one after it. */
function resolveOn(to: Moment, start: Point, context: Context): Point | undefined {
  const end = resolvePoint(to, context);
  if (!end) return undefined;
  const onDay = {...end, date: start.date, isDateNamed: start.isDateNamed};
  if (isBefore(toMoment(start, context), toMoment(onDay, context))) return onDay;
  context.use('next day end');
  return {...onDay, date: start.date.add({days: 1})};
}

function shareYear(from: Moment, to: Moment): Moment {
  const day = from.days?.kind === 'one' ? from.days.value : undefined;
  const last = to.days?.kind === 'one' ? to.days.value : undefined;
  if (day?.kind !== 'date' || day.year !== undefined || day.month === undefined) return from;
  return last?.kind === 'date' && last.year !== undefined ? {...from, days: one({...day, year: last.year})} : from;
}

function resolveList(moments: readonly Moment[], context: Context): Meaning | undefined {
  const points: Point[] = [];
  for (const moment of moments) {
    const last = points.at(-1);
    if (last && moment.days === undefined) {
      const found = resolveMoment(moment, context);
      if (!found) return undefined;
      points.push(...found.points.map(point => ({...point, date: last.date})));
      continue;
    }
    const found = resolveMoment(moment, last ? {...context, following: last.date} : context);
    if (!found || found.kind === 'range') return undefined;
    points.push(...found.points);
  }
  return toMeaning('LIST', shareTime(points, context), context);
}

/** "next 3 days" begins tomorrow and "last 3 days" ends yesterday; hours count from now. */
function resolveCounted(amount: Amount, direction: 'next' | 'last' | 'within', context: Context): Meaning | undefined {
  const {now, use} = context;
  if (amount.parts.every(({count}) => count === 0)) return undefined;
  use('counted range');
  const far = addAmount(now, amount, direction === 'last' ? -1 : 1, use);
  if (!far) return undefined;
  const isExact = hasClockUnits(amount);
  const near = isExact || direction === 'within' ? now : now.add({days: direction === 'last' ? -1 : 1});
  const ends = direction === 'last' ? [far, near] : [near, far];
  const points = ends.map((moment, index) =>
    pointOn(moment.toPlainDate(), now.timeZoneId, {
      ...(isExact || (direction === 'within' && index === 0) ? {instant: moment} : {}),
      isTimeNamed: isExact,
    }),
  );
  const [first, second] = points;
  // "next day" and "last 1 day" are one day long.
  if (first && second && !isExact && first.date.equals(second.date)) return toMeaning('SINGLE', [first], context);
  return toMeaning('RANGE', points, context);
}

/** A part of a period: what is left of it, what is over, or its first or last days. */
function resolvePart(part: Extract<Expression, {kind: 'span' | 'slice'}>, context: Context): Meaning | undefined {
  const span = resolveSpan(part.of, context);
  if (!span) return undefined;
  const {start, end} = span;
  const {today, now, use} = context;
  const toRange = (from: PlainDate, to: PlainDate) =>
    toMeaning('RANGE', [pointOn(from, now.timeZoneId), pointOn(to, now.timeZoneId)], context);
  if (part.kind === 'span') {
    if (part.part === 'to date') return toRange(start, today);
    return toRange(Temporal.PlainDate.compare(start, today) > 0 ? start : today, end);
  }
  const edge = (part.edge === 'first' ? start : end).toZonedDateTime(now.timeZoneId);
  const far = addAmount(edge, part.amount, part.edge === 'first' ? 1 : -1, use)?.toPlainDate();
  if (!far) return undefined;
  const [from, to] = part.edge === 'first' ? [start, far.subtract({days: 1})] : [far.add({days: 1}), end];
  return contains(span, {start: from, end: to}) ? toRange(from, to) : undefined;
}

/** The dates that an expression means, `undefined` where it contradicts itself or the calendar. */
export function resolveExpression(expression: Expression, context: Context): Meaning | undefined {
  switch (expression.kind) {
    case 'moment':
      return fromPoints(resolveMoment(expression.moment, context), context);
    case 'list':
      return resolveList(expression.moments, context);
    case 'range':
      return resolveRange(expression.from, expression.to, context);
    case 'counted':
      return resolveCounted(expression.amount, expression.direction, context);
    case 'since': {
      const from = resolvePoint(expression.from, {...context, isPast: true});
      const now = resolvePoint(
        {times: one({kind: 'current', isNow: true, grain: 'second'}), strength: 'clear'},
        context,
      );
      return from && now && toMeaning('RANGE', [from, now], context);
    }
    case 'span':
    case 'slice':
      return resolvePart(expression, context);
    case 'shift-range': {
      const points = [expression.from, expression.to].map(amount =>
        resolvePoint(onDay(shifted(amount, expression.sign)), context),
      );
      const found = points.flatMap(point => point ?? []);
      return found.length === 2
        ? toMeaning('RANGE', expression.sign > 0 ? found : found.toReversed(), context)
        : undefined;
    }
    case 'recurrence':
      return resolveRecurrence(expression.recurrence, context);
    default:
      return undefined;
  }
}
