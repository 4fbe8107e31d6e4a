import {RRuleTemporal} from 'rrule-temporal';
import type {Temporal} from 'temporal-polyfill';
import {recurrenceCount} from '../assumptions.js';
import {endOf, isDayCertain, parsePhrase} from './find-dates.js';
import {inferredTime, type TimeOfDay, timeOf, toInstant, toZoned} from './local-time.js';
import type {DateChain, Reading} from './parse-date-expression.js';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const weekday = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?';
const joint = '(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*|\\s+or\\s+)';
const ordinals = ['first', 'second', 'third', 'fourth', 'last'];
const adverbs: {readonly [adverb: string]: string} = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
};
const frequencies: {readonly [unit: string]: string} = {
  hour: 'HOURLY',
  day: 'DAILY',
  week: 'WEEKLY',
  month: 'MONTHLY',
  year: 'YEARLY',
};

const patterns = {
  ordinal: new RegExp(
    `\\b(?:every|each)\\s+(${ordinals.join('|')})\\s+(${weekday})(?:\\s+of\\s+(?:the|each|every)\\s+month)?\\b`,
    'i',
  ),
  weekdays: new RegExp(`\\b(?:every|each)\\s+(other\\s+)?(${weekday}(?:${joint}${weekday})*)\\b`, 'i'),
  workday: /\b(?:every|each)\s+(?:weekday|workday|working day|business day)\b/i,
  weekend: /\b(?:every|each)\s+weekend\b/i,
  unit: /\b(?:every|each)\s+(?:(other|second|third|\d{1,3})\s+)?(hour|day|week|month|year)s?\b/i,
  adverb: /\b(hourly|daily|weekly|monthly|yearly|annually)\b/i,
};

interface Rule {
  readonly start: number;
  readonly end: number;
  /** The parts of an RFC 5545 rule, without its end. */
  readonly parts: readonly string[];
  readonly isDayNamed: boolean;
}

function codesOf(text: string): readonly string[] {
  return weekdays.filter(code => new RegExp(`\\b${code}`, 'i').test(text.replace(/\b(\w{2})\w*/g, '$1')));
}

function intervalOf(word: string | undefined): readonly string[] {
  const count = {other: 2, second: 2, third: 3}[word?.trim().toLowerCase() ?? ''] ?? Number(word ?? 1);
  return count > 1 ? [`INTERVAL=${count}`] : [];
}

/** The first pattern of a recurrence in the phrase. */
function findRule(phrase: string): Rule | undefined {
  const found = (match: RegExpExecArray, parts: readonly string[], isDayNamed: boolean) => ({
    start: match.index,
    end: match.index + match[0].length,
    parts,
    isDayNamed,
  });
  const ordinal = patterns.ordinal.exec(phrase);
  if (ordinal) {
    const position = ordinals.indexOf((ordinal[1] ?? '').toLowerCase());
    return found(
      ordinal,
      ['FREQ=MONTHLY', `BYDAY=${position === 4 ? -1 : position + 1}${codesOf(ordinal[2] ?? '').join('')}`],
      true,
    );
  }
  const named = patterns.weekdays.exec(phrase);
  if (named)
    return found(named, ['FREQ=WEEKLY', ...intervalOf(named[1]), `BYDAY=${codesOf(named[2] ?? '').join(',')}`], true);
  const workday = patterns.workday.exec(phrase);
  if (workday) return found(workday, ['FREQ=WEEKLY', 'BYDAY=MO,TU,WE,TH,FR'], true);
  const weekend = patterns.weekend.exec(phrase);
  if (weekend) return found(weekend, ['FREQ=WEEKLY', 'BYDAY=SA,SU'], true);
  const unit = patterns.unit.exec(phrase);
  if (unit) return found(unit, [`FREQ=${frequencies[(unit[2] ?? '').toLowerCase()]}`, ...intervalOf(unit[1])], false);
  const adverb = patterns.adverb.exec(phrase);
  return adverb
    ? found(adverb, [`FREQ=${frequencies[adverbs[(adverb[1] ?? '').toLowerCase()] ?? '']}`], false)
    : undefined;
}

/** What stands behind the rule: a time of day, where it begins, where it ends. */
interface Tail {
  readonly end: number;
  readonly time: TimeOfDay | undefined;
  readonly from: Temporal.ZonedDateTime | undefined;
  readonly until: string | undefined;
}

const limit = /\b(?:until|till|through|up to)\b/i;
const beginning = /\b(?:starting|beginning|from)\b/i;

function readTail(phrase: string, rule: Rule, now: Date, zone: string): Tail {
  const tail = phrase.slice(rule.end);
  const cut = limit.exec(tail);
  const head = cut ? tail.slice(0, cut.index) : tail;
  const [last] = cut ? parsePhrase(tail.slice(cut.index), now, zone) : [];
  const before = parsePhrase(phrase.slice(0, rule.start), now, zone).find(({start}) => start.isCertain('hour'));
  const [next] = parsePhrase(head, now, zone);
  const timed = next?.start.isCertain('hour') ? next : before;
  const begins =
    beginning.test(head) && next && isDayCertain(next.start)
      ? toZoned(new Date(toInstant(next.start, zone)), zone)
      : undefined;
  const isUsed = next && (next.start.isCertain('hour') || begins !== undefined);
  const ends = [
    rule.end,
    ...(isUsed ? [rule.end + endOf(next)] : []),
    ...(cut && last ? [rule.end + cut.index + endOf(last)] : []),
  ];
  return {end: Math.max(...ends), time: timed && timeOf(timed.start), from: begins, until: last && untilOf(last, zone)};
}

/** "until march" ends as march begins, "until 5 march" with the end of that day, "until 5 march 3pm" then. */
function untilOf({start}: ReturnType<typeof parsePhrase>[number], zone: string): string {
  if (start.isCertain('hour')) return toInstant(start, zone);
  return toInstant(
    start,
    zone,
    isDayCertain(start) ? {hour: 23, minute: 59, second: 59} : {hour: 0, minute: 0, second: 0},
  );
}

/** Finds what recurs: "every friday at 3pm until march", "every other week", "daily at noon". The dates are those to come. */
export function findRecurrence(phrase: string, now: Date, zone: string): Reading | undefined {
  const rule = findRule(phrase);
  if (!rule) return undefined;
  const {end, time, from, until} = readTail(phrase, rule, now, zone);
  const isHourly = rule.parts.includes('FREQ=HOURLY');
  const today = toZoned(now, zone);
  const begin = from ?? today;
  const clock = time ?? (isHourly ? {hour: today.hour, minute: 0, second: 0} : inferredTime);
  const dtstart = begin.with({...clock, millisecond: 0, microsecond: 0, nanosecond: 0});
  const recurrence = new RRuleTemporal({rruleString: rule.parts.join(';'), dtstart});
  const dates: string[] = [];
  for (const date of recurrence.all((_date, index) => index < recurrenceCount * 3)) {
    const instant = date.toInstant().toString();
    if (until !== undefined && Date.parse(instant) > Date.parse(until)) break;
    if (date.epochMilliseconds > now.getTime() && dates.length < recurrenceCount) dates.push(instant);
  }
  const recurse_until: DateChain | undefined = until === undefined ? undefined : {dates: [until], chain: 'SINGLE'};
  return {
    start: rule.start,
    end,
    date_inferred: !rule.isDayNamed,
    time_inferred: time === undefined && !isHourly,
    result: {dates, chain: rule.parts.join(';')},
    recurse_until,
  };
}
