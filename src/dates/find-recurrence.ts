import {RRuleTemporal} from 'rrule-temporal';
import type {Temporal} from 'temporal-polyfill';
import {mostRecurrences, openRecurrenceCount} from './assumptions.js';
import {endOf, isDayCertain, parsePhrase} from './find-dates.js';
import {findRule, type Rule} from './find-rule.js';
import {inferredTime, type TimeOfDay, timeOf, toInstant, toZoned} from './local-time.js';
import type {Reading} from './parse-date-expression.js';

/** What stands around the rule: a time of day, where it begins, where it ends. */
interface Frame {
  readonly end: number;
  readonly time: TimeOfDay | undefined;
  readonly from: Temporal.ZonedDateTime | undefined;
  readonly until: string | undefined;
}

const limit = /\b(?:until|till|through|up to)\b/i;
const span = /\bfor\s+(?:the\s+next\s+)?(\d{1,3}|a|one|two|three|four|five|six)\s+(day|week|month|year)s?\b/i;
const bareYear = /^(?:until|till|through|up to)\s+(\d{4})(?![-/.\d])/i;
const beginning = /\b(?:starting|beginning|from)\b/i;
const numbers = new Map(['zero', 'one', 'two', 'three', 'four', 'five', 'six'].map((word, number) => [word, number]));

function readFrame(phrase: string, rule: Rule, now: Date, zone: string): Frame {
  const tail = phrase.slice(rule.end);
  const cut = limit.exec(tail) ?? span.exec(tail);
  const head = cut ? tail.slice(0, cut.index) : tail;
  const before = parsePhrase(phrase.slice(0, rule.start), now, zone).find(({start}) => start.isCertain('hour'));
  const [next] = parsePhrase(head, now, zone);
  const timed = next?.start.isCertain('hour') ? next : before;
  const from =
    beginning.test(head) && next && isDayCertain(next.start)
      ? toZoned(new Date(toInstant(next.start, zone)), zone)
      : undefined;
  const isUsed = next && (next.start.isCertain('hour') || from !== undefined);
  const {until, length} = cut
    ? readEnd(tail.slice(cut.index), from ?? toZoned(now, zone), now, zone)
    : {until: undefined, length: 0};
  const ends = [
    rule.end,
    ...(isUsed ? [rule.end + endOf(next)] : []),
    ...(cut && until !== undefined ? [rule.end + cut.index + length] : []),
  ];
  return {end: Math.max(...ends), time: timed && timeOf(timed.start), from, until};
}

/** Where "until march" or "for 3 weeks" at the beginning of the text ends it all, and how far the words go. */
function readEnd(
  text: string,
  from: Temporal.ZonedDateTime,
  now: Date,
  zone: string,
): {readonly until: string | undefined; readonly length: number} {
  const [words = '', count = '', unit = ''] = span.exec(text) ?? [];
  if (text.startsWith(words) && words !== '') {
    const amount = numbers.get(count.toLowerCase()) ?? (count.toLowerCase() === 'a' ? 1 : Number(count));
    return {
      until: from
        .add({[`${unit.toLowerCase()}s`]: amount})
        .toInstant()
        .toString({smallestUnit: 'second'}),
      length: words.length,
    };
  }
  const [named = '', year] = bareYear.exec(text) ?? [];
  if (year !== undefined) {
    const begins = from.with({year: Number(year), month: 1, day: 1}).startOfDay();
    return {until: begins.toInstant().toString(), length: named.length};
  }
  const [last] = parsePhrase(text, now, zone);
  return last ? {until: untilOf(last, zone), length: endOf(last)} : {until: undefined, length: 0};
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

/** Finds what recurs: "every friday at 3pm until march", "every other week for 2 months", "daily at noon". The dates are those that lie ahead of now. */
export function findRecurrence(phrase: string, now: Date, zone: string): Reading | undefined {
  const rule = findRule(phrase);
  if (!rule) return undefined;
  const {end, time, from, until} = readFrame(phrase, rule, now, zone);
  const isOfHours = rule.parts.some(part => /^FREQ=(?:HOUR|MINUTE)LY$/.test(part));
  const today = toZoned(now, zone);
  const clock = time ?? (isOfHours ? {hour: today.hour, minute: today.minute, second: 0} : inferredTime);
  const dtstart = (from ?? today).with({...clock, millisecond: 0, microsecond: 0, nanosecond: 0});
  const recurrence = new RRuleTemporal({rruleString: rule.parts.join(';'), dtstart});
  const wanted = until === undefined ? openRecurrenceCount : mostRecurrences;
  const dates: string[] = [];
  for (let date = recurrence.next(now, false); date && dates.length < wanted; date = recurrence.next(date, false)) {
    const instant = date.toInstant().toString();
    if (until !== undefined && Date.parse(instant) > Date.parse(until)) break;
    dates.push(instant);
  }
  return {
    start: rule.start,
    end,
    date_inferred: !rule.isDayNamed,
    time_inferred: time === undefined && !isOfHours,
    result: {dates, chain: rule.parts.join(';')},
    recurse_until: until === undefined ? undefined : {dates: [until], chain: 'SINGLE'},
  };
}
