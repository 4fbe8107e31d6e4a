import type {Part, Season} from './assumptions.js';
import type {PeriodUnit, Unit} from './lexicon.js';
import {one, type Several} from './several.js';

/** How exact a node is: what it names, and nothing finer. */
export type Grain =
  | 'second'
  | 'minute'
  | 'hour'
  | 'part'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'half'
  | 'season'
  | 'year';

/** Which of several days or periods of one name is meant; if `undefined`, the next one. */
export type Which = 'this' | 'next' | 'last' | 'coming' | 'after next' | 'before last';

export interface Amount {
  readonly parts: readonly {readonly count: number; readonly unit: Unit}[];
}

export type Year =
  | {readonly kind: 'named'; readonly year: number}
  | {readonly kind: 'short'; readonly year: number}
  | {readonly kind: 'relative'; readonly offset: number};

type DayShape =
  | {readonly kind: 'offset'; readonly days: number}
  | {readonly kind: 'weekday'; readonly weekday: number; readonly which?: Which | undefined}
  | {readonly kind: 'weekday-in'; readonly weekday: number; readonly week: Day}
  | {
      readonly kind: 'date';
      readonly day?: number | undefined;
      readonly month?: number | undefined;
      readonly year?: Year | undefined;
      readonly which?: Which | undefined;
    }
  | {
      readonly kind: 'numeric';
      readonly first: number;
      readonly second: number;
      readonly year?: Year | undefined;
      readonly isDotted: boolean;
    }
  | {readonly kind: 'year-day'; readonly year: number; readonly day: number}
  | {readonly kind: 'iso-week'; readonly week: number; readonly year?: Year | undefined; readonly weekday: number}
  | {readonly kind: 'period'; readonly unit: PeriodUnit; readonly offset: number; readonly isOpen?: boolean}
  | {
      readonly kind: 'year-part';
      readonly unit: 'quarter' | 'half';
      readonly index: number;
      readonly year?: Year | undefined;
    }
  | {readonly kind: 'nth'; readonly ordinal: number; readonly unit: PeriodUnit; readonly of: Day}
  | {readonly kind: 'nth-weekday'; readonly ordinal: number; readonly weekday: number; readonly of: Day}
  | {readonly kind: 'day-in'; readonly day: number; readonly of: Day}
  | {readonly kind: 'edge'; readonly edge: 'start' | 'middle' | 'late' | 'end'; readonly of: Day}
  | {readonly kind: 'shifted'; readonly amount: Amount; readonly sign: 1 | -1; readonly from?: Moment | undefined}
  | {
      readonly kind: 'counted-weekday';
      readonly count: number;
      readonly weekday: number;
      readonly from?: Moment | undefined;
    }
  | {
      readonly kind: 'holiday';
      readonly name: string;
      readonly which?: Which | undefined;
      readonly year?: Year | undefined;
      /** True for the weekend that the holiday makes longer. */
      readonly isWeekend?: boolean;
    }
  | {
      readonly kind: 'season';
      readonly season: Season;
      readonly which?: Which | undefined;
      readonly year?: Year | undefined;
    }
  | {readonly kind: 'week-of'; readonly day: Day; readonly edge: 'start' | 'end'}
  | {readonly kind: 'agreeing'; readonly days: readonly Day[]};

/** A day or a period, as it was written. */
export type Day = DayShape & {
  readonly grain: Grain;
  /** True for a word that is a date only beside another part of one, or after a preposition. */
  readonly isWeak?: boolean;
  /** True if it is not a date on its own. */
  readonly isNeverAlone?: boolean;
};

export type Zone =
  | {readonly kind: 'offset'; readonly minutes: number}
  | {readonly kind: 'rules'; readonly name: string};

type TimeShape =
  | {
      readonly kind: 'clock';
      readonly hour: number;
      readonly minute: number;
      readonly second: number;
      readonly half?: 'am' | 'pm' | undefined;
      /** True where the form leaves no doubt about the half of the day. */
      readonly isCertain: boolean;
    }
  | {readonly kind: 'part'; readonly part: Part}
  | {readonly kind: 'midnight'}
  | {readonly kind: 'current'; readonly isNow?: boolean};

/** A time of day, as it was written. */
export type Time = TimeShape & {readonly grain: Grain; readonly isWeak?: boolean};

export function ruledZone(name: string): Zone {
  return {kind: 'rules', name};
}

export function fixedZone(hours: number): Zone {
  return {kind: 'offset', minutes: hours * 60};
}

export function amountOf(count: number, unit: Unit): Amount {
  return {parts: [{count, unit}]};
}

/** True for an amount that has hours, minutes or seconds. */
export function hasClockUnits({parts}: Amount): boolean {
  return parts.some(({unit}) => unit === 'hour' || unit === 'minute' || unit === 'second');
}

/** Counted from now where `from` is absent. */
export function shifted(amount: Amount, sign: 1 | -1, from?: Moment): Day {
  return {kind: 'shifted', amount, sign, from, grain: 'day'};
}

/** A moment of which only the day is named. */
export function onDay(day: Day): Moment {
  return {days: one(day), strength: 'clear'};
}

export interface Moment {
  readonly days?: Several<Day>;
  readonly times?: Several<Time>;
  /** A part of the day beside a clock time: "5 tomorrow evening". */
  readonly part?: Part;
  readonly zone?: Zone;
  /** True after "until", "as of" and the like, where it ends or begins something. */
  readonly isBound?: boolean;
  /** True where words such as "before" changed what was meant in a way that the dates do not show. */
  readonly isLossy?: boolean;
  /**
   * Whether it is a date on its own, only after a preposition or at the end of a phrase, or only beside another part.
   */
  readonly strength: 'clear' | 'weak' | 'never';
}

export interface Recurrence {
  readonly frequency: 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval: number;
  /** Parts of an RFC 5545 rule after the interval, in order. */
  readonly parts: readonly string[];
  readonly isDayNamed: boolean;
  readonly times?: Several<Time>;
  readonly part?: Part;
  readonly zone?: Zone;
  readonly from?: Moment;
  readonly until?: {readonly moment: Moment; readonly isThrough: boolean};
  readonly during?: Day;
  readonly length?: Amount;
  readonly count?: number;
  readonly isEverySecond?: boolean;
  /** A holiday whose dates no rule can tell. */
  readonly holiday?: string;
  readonly isLossy?: boolean;
}

export type Expression =
  | {readonly kind: 'slice'; readonly amount: Amount; readonly edge: 'first' | 'last'; readonly of: Day}
  | {readonly kind: 'moment'; readonly moment: Moment}
  | {readonly kind: 'list'; readonly moments: readonly Moment[]}
  | {readonly kind: 'range'; readonly from: Moment; readonly to: Moment}
  | {readonly kind: 'counted'; readonly amount: Amount; readonly direction: 'next' | 'last' | 'within'}
  | {readonly kind: 'since'; readonly from: Moment}
  | {readonly kind: 'span'; readonly of: Day; readonly part: 'rest' | 'to date'}
  | {readonly kind: 'shift-range'; readonly from: Amount; readonly to: Amount; readonly sign: 1 | -1}
  | {readonly kind: 'recurrence'; readonly recurrence: Recurrence};
