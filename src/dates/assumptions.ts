/** The order of day and month in `3/4/2027`. */
export type DayMonthOrder = 'day-first' | 'month-first';

/** The hour of each part of the day, on the wall clock. */
export const partHours = {
  dawn: 6,
  'early morning': 6,
  'first thing': 9,
  morning: 9,
  'late morning': 11,
  lunchtime: 12,
  'early afternoon': 13,
  afternoon: 15,
  'late afternoon': 17,
  'early evening': 18,
  evening: 19,
  tonight: 20,
  night: 21,
  'late evening': 21,
  'late night': 23,
  'start of business': 9,
  'end of day': 17,
} as const;
export type Part = keyof typeof partHours;

export function isPart(name: string): name is Part {
  return Object.hasOwn(partHours, name);
}

/** The hour of a day without a time. */
export const defaultHour = 12;
/** `at 1` to `at 6` without am or pm are in the afternoon, from 7 on in the morning. */
export const lastAfternoonHour = 6;
/** ISO weekday that "the end of the week" means. */
export const lastDayOfWeek = 5;
/** Two-digit years up to this many years ahead of now are in this century, others in the last one. */
export const twoDigitYearsAhead = 30;
/** The number that "a few" means. */
export const fewCount = 3;
/** How many dates are given of a recurrence without an end, and at most of one with an end. */
export const openRecurrenceCount = 10;
export const maxRecurrences = 100;
/** A list of more days than this is not a list of dates. */
export const mostListed = 100;
/** How many readings are given of one text, to bound the work for a long one. */
export const mostReadings = 100;
/** First days of the seasons of the northern half of the world, as month and day. */
export const seasonStarts = {spring: [3, 20], summer: [6, 21], autumn: [9, 23], winter: [12, 21]} as const;
export type Season = keyof typeof seasonStarts;

/** Every policy for what English leaves open; a reading names those that it rests on. */
export const assumptions = {
  'default time': 'A day without a time means noon.',
  'part of day':
    'Morning is 9:00, afternoon 15:00, evening 19:00, tonight 20:00, night 21:00, end of day 17:00; "early" and "late" shift these times.',
  'afternoon hours': 'Hours 1 to 6 without am or pm are in the afternoon, 7 to 11 in the morning; 12 is noon.',
  midnight: 'Midnight on a named day is the start of that day; midnight "tonight" or "today" is the coming one.',
  'coming time': 'A time without a day is its next occurrence.',
  'coming weekday': 'A weekday without "this", "next" or "last" is the first one after today.',
  'next weekday': '"Next" with a weekday means that day of next week; weeks begin on Monday.',
  'this weekday': '"This" with a weekday is the first one after today; "last" is the most recent one before today.',
  'coming date': 'A day or month without a year is the next one, today and the current month included.',
  'past date': 'After "last", "since" and the like, a date without a year is the most recent one.',
  'leap day': '29 February without a year is that of the next leap year.',
  'two-digit year': 'Two-digit years reach from 69 years ago to 30 years ahead.',
  'day-month order':
    'In 3/4/2027 the month is first for zones of the United States, Canada, the Philippines and East Asia and for UTC, the day elsewhere; with dots the day is first.',
  'period start':
    'A week, weekend, month, quarter, season or year stands for its first day; as the end of a range, for its last.',
  'week end': 'The end of the week is Friday.',
  'middle of period':
    'The middle is the 15th of a month, Wednesday of a week, 1 July of a year; "late" is the last third.',
  'whole weeks': 'The first week of a month is its first full one from Monday to Sunday; likewise the last.',
  'business days': 'Business days are Monday to Friday; holidays count as business days.',
  'few is three': '"A few" is 3, "a couple" 2, half a week 3 days and half a month 15 days.',
  'month end': 'Adding months, quarters or years keeps the day of the month, or uses the last day of a shorter month.',
  'counted range': '"Next 3 days" begins tomorrow, "last 3 days" ends yesterday; hours count from now.',
  'following item':
    'In a list or range, a weekday, or a date without a year, is the first one after the item before it.',
  bound:
    '"By", "until", "no later than", "starting" and "as of" mean the day or time that follows; with "before" and "after", the phrase is only partly understood.',
  'shared time': 'A time given for one day of a list or range holds for the days without one.',
  'next day end': 'A range of times that ends before it starts ends on the next day.',
  'clock change': 'A time that the clock skips moves forward; if the clock repeats it, the first is used.',
  'us holidays': 'Holidays are those of the United States, and the movable Christian feasts.',
  'season start':
    'Seasons begin on 20 March, 21 June, 23 September and 21 December, half a year later in the southern hemisphere.',
  'every second': '"Every second friday" is every other one; "of the month" makes it the second of each month.',
  'recurrence start': 'Recurrences count from today, or from the start date given; only future dates are shown.',
  'until day': '"Until" a day includes that day; "until" a month or year stops at its beginning, "through" at its end.',
  'standard zones':
    'EST, PST and names with "standard" or "daylight" are fixed offsets; ET, CET and cities follow local daylight saving rules.',
} as const;

export type PolicyName = keyof typeof assumptions;

const monthFirstZones =
  /^(?:UTC|GMT|Etc\/.*|US\/.*|Canada\/.*|Asia\/(?:Manila|Tokyo|Seoul|Shanghai|Taipei|Hong_Kong)|Pacific\/(?:Honolulu|Guam|Saipan|Pago_Pago)|America\/(?:New_York|Detroit|Chicago|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|Yakutat|Metlakatla|Adak|Menominee|Puerto_Rico|St_Thomas|Indiana\/.*|Kentucky\/.*|North_Dakota\/.*|Indianapolis|Louisville|Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|St_Johns|Regina|Moncton|Whitehorse|Yellowknife|Iqaluit))$/;

/** The customary order of day and month where the zone is; month first for zones without a region. */
export function dayMonthOrderOf(zone: string): DayMonthOrder {
  return monthFirstZones.test(zone) ? 'month-first' : 'day-first';
}

const southernZones =
  /^(?:Australia\/|Antarctica\/|Pacific\/(?:Auckland|Chatham)|Africa\/(?:Johannesburg|Maputo|Harare|Windhoek|Gaborone)|America\/(?:Argentina\/|Buenos_Aires|Sao_Paulo|Santiago|Montevideo|Asuncion))/;

export function isSouthern(zone: string): boolean {
  return southernZones.test(zone);
}
