import {type ParsedComponents, type ParsedResult, parse} from 'chrono-node';
import {inferredTime, offsetMinutes, timeOf, toInstant} from './local-time.js';
import type {Reading} from './parse-date-expression.js';

const joint = /^\s*(?:,|,?\s*and|,?\s*or|&|\+|\/)\s*$/i;

/** Words that look back: "last monday" is no monday to come. */
const past = /\b(?:last|past|previous|ago|yesterday|was)\b/i;

/** Finds stretches that mean dates, as the clock of the zone reads at `now`; days that are past mean those to come, unless the phrase looks back. */
export function parsePhrase(phrase: string, now: Date, zone: string): readonly ParsedResult[] {
  return parse(phrase, {instant: now, timezone: offsetMinutes(now, zone)}, {forwardDate: !past.test(phrase)});
}

/** Where a result ends, without the comma that chrono may have taken in. */
export function endOf({index, text}: ParsedResult): number {
  return index + text.replace(/[\s,.;]+$/, '').length;
}

export function isDayCertain(components: ParsedComponents): boolean {
  return components.isCertain('day') || components.isCertain('weekday');
}

/** Single dates, spans ("from monday to friday") and lists ("monday and wednesday at 3pm"). */
export function findDates(phrase: string, now: Date, zone: string): readonly Reading[] {
  return group(phrase, parsePhrase(phrase, now, zone)).map(results => toReading(results, zone));
}

/** Results with nothing but a joint between them belong together. */
function group(phrase: string, results: readonly ParsedResult[]): readonly (readonly ParsedResult[])[] {
  const groups: ParsedResult[][] = [];
  for (const result of results) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    const between = last ? phrase.slice(endOf(last), result.index) : '';
    if (open && last && joint.test(between) && !last.end && !result.end) open.push(result);
    else groups.push([result]);
  }
  return groups;
}

function toReading(results: readonly ParsedResult[], zone: string): Reading {
  const starts = results.map(({start}) => start);
  // The time that one of them names holds for those that name none.
  const named = starts.find(start => start.isCertain('hour'));
  const time = named ? timeOf(named) : inferredTime;
  const dates = starts.map((start, index) => {
    // "tomorrow at 3pm and 5pm": a time without a day is of the day before it.
    const day = isDayCertain(start) ? start : (starts.slice(0, index).findLast(isDayCertain) ?? start);
    return toInstant(day, zone, start.isCertain('hour') ? timeOf(start) : time);
  });
  const [first] = results;
  const last = results.at(-1) ?? first;
  const end = results.length === 1 ? first?.end : undefined;
  const endDates = end ? [toInstant(end, zone, end.isCertain('hour') ? timeOf(end) : inferredTime)] : [];
  return {
    start: first?.index ?? 0,
    end: last ? endOf(last) : 0,
    date_inferred: !starts.some(isDayCertain),
    time_inferred: named === undefined,
    result: {dates: [...dates, ...endDates], chain: end ? 'RANGE' : dates.length > 1 ? 'LIST' : 'SINGLE'},
  };
}
