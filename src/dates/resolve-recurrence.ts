import {addAmount} from './add-amount.js';
import {maxRecurrences, openRecurrenceCount} from './assumptions.js';
import type {Recurrence} from './nodes.js';
import {exactMoments, holidayMoments, zonedMoments} from './recurrence-moments.js';
import {type Context, type Meaning, type Point, pointOn} from './resolve-context.js';
import {resolveSpan} from './resolve-days.js';
import {resolvePoint, toMoment} from './resolve-moments.js';
import {resolveTimes} from './resolve-time-lists.js';
import type {TimeOfDay} from './resolve-times.js';
import {resolveZone} from './resolve-zone.js';
import {one} from './several.js';
import {type PlainDate, Temporal, toUtcString, type ZonedDateTime} from './temporal.js';

const lastMoment = {hour: 23, minute: 59, second: 59};

/** The parts of the rule in RFC 5545 (3.3.10), without its beginning and its UNTIL. */
function ruleParts(
  {frequency, interval, parts}: Recurrence,
  times: readonly TimeOfDay[],
): readonly string[] | undefined {
  const minutes = new Set(times.map(({time}) => time.minute));
  const isSimple = minutes.size === 1 && times.every(({time, addDays}) => time.second === 0 && addDays === 0);
  if (times.length > 1 && !isSimple) return undefined;
  const hours = [...new Set(times.map(({time}) => time.hour))].toSorted((a, b) => a - b);
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...parts,
    ...(times.length > 1 ? [`BYHOUR=${hours.join(',')}`] : []),
  ];
}

/** The times of each date; of a range only its start. */
function readTimes({times, part}: Recurrence, context: Context): readonly TimeOfDay[] | undefined {
  const named = times ?? (part && one({kind: 'part', part, grain: 'part'}));
  const found = named ? resolveTimes(named, {part, isToday: false}, context) : [];
  return named?.kind === 'range' ? found?.slice(0, 1) : found;
}

/** The last instant that belongs to the recurrence; undefined where it has no end, false where its end cannot be. */
function findEnd(
  recurrence: Recurrence,
  from: Point | undefined,
  start: ZonedDateTime,
  context: Context,
): ZonedDateTime | undefined | false {
  const {now, use} = context;
  if (recurrence.length !== undefined) {
    const end = addAmount(from ? start : now, recurrence.length, 1, use);
    return end ? (from ? end.subtract({seconds: 1}) : end) : false;
  }
  const zone = now.timeZoneId;
  if (recurrence.during !== undefined) {
    const span = resolveSpan(recurrence.during, context);
    return span ? endOfDay(span.end, zone) : false;
  }
  if (recurrence.until === undefined) return undefined;
  const {moment, isThrough} = recurrence.until;
  const point = resolvePoint(
    moment,
    from && Temporal.PlainDate.compare(from.date, context.today) > 0 ? {...context, following: from.date} : context,
  );
  if (!point) return false;
  use('until day');
  if (point.time !== undefined || point.instant !== undefined) return toMoment(point, context);
  if (point.isDateNamed) return endOfDay(point.date, point.zone);
  return isThrough ? endOfDay(point.lastDate, point.zone) : point.date.toZonedDateTime(point.zone);
}

function endOfDay(date: PlainDate, zone: string): ZonedDateTime {
  return date.toPlainDateTime(lastMoment).toZonedDateTime(zone);
}

/** The recurrence with its first dates after now; `undefined` where its rule, start or end cannot be. */
export function resolveRecurrence(recurrence: Recurrence, context: Context): Meaning | undefined {
  const {now, use} = context;
  if (recurrence.interval < 1 || recurrence.interval > 10_000) return undefined;
  const from = readStart(recurrence, context);
  const times = readTimes(recurrence, context);
  const zone = resolveZone(recurrence.zone, context);
  if (from === false || !times || zone === undefined) return undefined;
  const parts = ruleParts(recurrence, times);
  if (!parts) return undefined;
  use('recurrence start');
  if (recurrence.isEverySecond === true) use('every second');
  const isOfHours = recurrence.frequency === 'HOURLY' || recurrence.frequency === 'MINUTELY';
  const [time] = times;
  if (!time && from?.time === undefined && !isOfHours) use('default time');
  const here = now.withTimeZone(zone);
  const clock =
    time?.time ?? from?.time ?? (isOfHours ? here.toPlainTime().round('second') : Temporal.PlainTime.from({hour: 12}));
  const startDate = (from?.date ?? here.toPlainDate()).add({days: time?.addDays ?? 0});
  const start = startDate.toPlainDateTime(clock);
  const end = findEnd(recurrence, from, start.toZonedDateTime(zone), context);
  if (end === false) return undefined;
  const rule = parts.join(';');
  const chain = recurrence.count === undefined ? rule : `${rule};COUNT=${recurrence.count}`;
  const isBounded = end !== undefined || recurrence.count !== undefined;
  const dates: string[] = [];
  const wanted = isBounded ? maxRecurrences : openRecurrenceCount;
  // A number of times counts from the start that is named, else from now.
  const isAhead = Temporal.PlainDateTime.compare(start, here.toPlainDateTime()) > 0;
  const earliest = from && (isAhead || recurrence.count !== undefined) ? start : here.toPlainDateTime();
  let left = recurrence.count ?? Number.POSITIVE_INFINITY;
  for (const moment of isOfHours && parts.length <= 2
    ? exactMoments(recurrence, start.toZonedDateTime(zone), now)
    : recurrence.holiday === undefined
      ? zonedMoments(rule, start, earliest, zone)
      : holidayMoments(recurrence.holiday, start, zone)) {
    if (left <= 0 || dates.length >= wanted || (end && Temporal.ZonedDateTime.compare(moment, end) > 0)) break;
    const text = toUtcString(moment);
    const isFuture = Temporal.ZonedDateTime.compare(moment, now) > 0;
    if (isFuture && dates.at(-1) !== text) dates.push(text);
    if (isFuture || from) left -= 1;
  }
  if (dates.length === 0) return undefined;
  return {
    dates,
    chain: recurrence.holiday === undefined ? chain : 'LIST',
    isDateInferred: !recurrence.isDayNamed,
    isTimeInferred: (time ? !time.isNamed : !(from?.isTimeNamed ?? false)) && !isOfHours,
    isRecurring: true,
    ...(end === undefined ? {} : {until: toUtcString(end)}),
  };
}

function readStart({from, during}: Recurrence, context: Context): Point | undefined | false {
  if (from !== undefined) return resolvePoint(from, context) ?? false;
  if (during === undefined) return undefined;
  const span = resolveSpan(during, context);
  if (!span) return false;
  return pointOn(span.start, context.now.timeZoneId, {lastDate: span.end, isDateNamed: false});
}
