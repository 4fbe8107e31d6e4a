import type {Time} from './nodes.js';
import type {Context} from './resolve-context.js';
import {at, type ClockTime, resolveTime, type TimeOfDay, type TimeSetting} from './resolve-times.js';
import type {Several} from './several.js';

function isOpen(time: Time): time is ClockTime {
  return time.kind === 'clock' && !time.isCertain && time.half === undefined && time.hour <= 12;
}

function minutesOf({time, addDays}: TimeOfDay): number {
  return time.hour * 60 + time.minute + time.second / 60 + addDays * 1440;
}

/** The times that an open hour means before and after noon; none for what no clock shows. */
function halvesOf({hour, minute, second}: ClockTime): readonly TimeOfDay[] {
  if (minute > 59 || second > 59) return [];
  return [hour % 12, (hour % 12) + 12].map(half => at(half, minute, second));
}

/** The half of the day of an open hour that lies closest before a time that is known: "2-4pm", "11-2pm". */
function before(time: ClockTime, limit: TimeOfDay): TimeOfDay | undefined {
  const halves = halvesOf(time);
  return halves.findLast(one => minutesOf(one) < minutesOf(limit)) ?? halves[1];
}

/** The half of the day of an open hour that lies next after a time: "10am to 3", "6-8". */
function after(time: ClockTime, start: TimeOfDay): TimeOfDay | undefined {
  const halves = halvesOf(time);
  return halves.find(one => minutesOf(one) > minutesOf(start)) ?? (halves[0] && {...halves[0], addDays: 1});
}

/** Both ends of a span of hours; one that ends before it starts ends on the next day. */
function resolveTimeRange(
  from: Time,
  to: Time,
  setting: TimeSetting,
  context: Context,
): readonly [TimeOfDay, TimeOfDay] | undefined {
  const {part} = setting;
  let start: TimeOfDay | undefined;
  let end: TimeOfDay | undefined;
  if (isOpen(from) && !isOpen(to) && part === undefined) {
    end = resolveTime(to, setting, context);
    start = end && before(from, end);
  } else {
    start = resolveTime(from, setting, context);
    end = start && (isOpen(to) ? after(to, start) : resolveTime(to, {...setting, isToday: false}, context));
  }
  if (!start || !end) return undefined;
  if (minutesOf(end) > minutesOf(start)) return [start, end];
  context.use('next day end');
  return [start, {...end, addDays: start.addDays + 1}];
}

/** Several times of one day; an open hour goes with the half of the day of the one after it. */
function resolveTimeList(
  times: readonly Time[],
  setting: TimeSetting,
  context: Context,
): readonly TimeOfDay[] | undefined {
  const found: TimeOfDay[] = [];
  for (const time of times.toReversed()) {
    const next = found[0];
    const isShared =
      isOpen(time) && next !== undefined && setting.part === undefined && times.some(one => !isOpen(one));
    const resolved = isShared ? before(time, next) : resolveTime(time, setting, context);
    if (!resolved) return undefined;
    found.unshift(resolved);
  }
  return found;
}

/** The times of a phrase, `undefined` where one of them is on no clock; of a range both ends. */
export function resolveTimes(
  times: Several<Time>,
  setting: TimeSetting,
  context: Context,
): readonly TimeOfDay[] | undefined {
  if (times.kind === 'list') return resolveTimeList(times.values, setting, context);
  if (times.kind === 'range') return resolveTimeRange(times.from, times.to, setting, context);
  const time = resolveTime(times.value, setting, context);
  return time && [time];
}
