import {lastAfternoonHour, type Part, partHours} from './assumptions.js';
import type {Time} from './nodes.js';
import type {Context} from './resolve-context.js';
import {type PlainTime, Temporal} from './temporal.js';

export type ClockTime = Extract<Time, {kind: 'clock'}>;

/** A time of day; `addDays` moves it to a day after the one that was named. */
export interface TimeOfDay {
  readonly time: PlainTime;
  readonly addDays: number;
  readonly isNamed: boolean;
}

/** The context that a time depends on. */
export interface TimeSetting {
  readonly part: Part | undefined;
  /** True where the day is today, or none was named. */
  readonly isToday: boolean;
}

export function at(hour: number, minute = 0, second = 0, addDays = 0): TimeOfDay {
  return {time: Temporal.PlainTime.from({hour, minute, second}), addDays, isNamed: true};
}

const evenings = new Set<Part>(['night', 'tonight', 'late night', 'late evening', 'evening', 'early evening']);
const afternoons = new Set<Part>(['afternoon', 'early afternoon', 'late afternoon', 'lunchtime', 'end of day']);

/** The hour from 0 to 23 with the days to add, `undefined` where none is meant by both. */
function toHour(time: ClockTime, part: Part | undefined, use: Context['use']): readonly [number, number] | undefined {
  const {hour, half, isCertain} = time;
  if (half !== undefined) {
    if (hour > 12) return half === 'pm' && hour < 24 ? [hour, 0] : undefined;
    return [(hour % 12) + (half === 'pm' ? 12 : 0), 0];
  }
  if (hour === 24) return time.minute === 0 && time.second === 0 ? [0, 1] : undefined;
  if (hour > 24) return undefined;
  if (isCertain || hour > 12) return [hour, 0];
  if (part !== undefined && evenings.has(part)) {
    const isSmall = hour < 5 && part !== 'evening' && part !== 'early evening';
    return hour === 12 ? [0, 1] : isSmall ? [hour, part === 'night' ? 0 : 1] : [hour + 12, 0];
  }
  if (part !== undefined && afternoons.has(part)) return [hour === 12 ? 12 : hour + 12, 0];
  if (part !== undefined) return [hour % 12, 0];
  use('afternoon hours');
  return [hour >= 1 && hour <= lastAfternoonHour ? hour + 12 : hour, 0];
}

/** `undefined` for what no clock shows, such as 25:00 or 9:75. */
export function resolveTime(time: Time, {part, isToday}: TimeSetting, {now, use}: Context): TimeOfDay | undefined {
  switch (time.kind) {
    case 'current':
      return {time: now.toPlainTime(), addDays: 0, isNamed: true};
    case 'midnight':
      use('midnight');
      return at(0, 0, 0, isToday || part !== undefined ? 1 : 0);
    case 'part':
      use('part of day');
      return {...at(partHours[time.part]), isNamed: false};
    case 'clock': {
      if (time.minute > 59 || time.second > 59) return undefined;
      const [hour, addDays] = toHour(time, part, use) ?? [];
      return hour === undefined ? undefined : at(hour, time.minute, time.second, addDays);
    }
    default:
      return undefined;
  }
}
