import {after, join3, longest, map, nothing, separated} from './combinators.js';
import {weekdayPlurals} from './lexicon.js';
import {weekdayName} from './named-days.js';
import type {Recurrence} from './nodes.js';
import {memoize, type Parser, token} from './parser.js';
import {wordStarts} from './starts.js';
import {listJoint, oneOf, phrases, rangeJoint, skip} from './word-parsers.js';

export const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

export function toCodes(numbers: readonly number[]): readonly string[] {
  return weekdayCodes.filter((_, index) => numbers.includes(index + 1));
}

const workdays = [1, 2, 3, 4, 5];
const weekend = [6, 7];
export const dayGroup: Parser<readonly number[]> = phrases<readonly number[]>({
  'weekday|week day|workday|work day|working day|business day': workdays,
  'weekend|weekend day': weekend,
});
const dayGroups: Parser<readonly number[]> = phrases<readonly number[]>({
  'weekdays|week days|workdays|work days|working days|business days': workdays,
  weekends: weekend,
});

export const pluralWeekday: Parser<number> = token(
  ({text, stem}) => (text === stem ? weekdayPlurals.get(text) : undefined),
  wordStarts(weekdayPlurals.keys()),
);
const anyWeekday = longest(weekdayName, pluralWeekday);

function between(from: number, to: number): readonly number[] {
  return Array.from({length: ((to - from + 7) % 7) + 1}, (_, index) => ((from - 1 + index) % 7) + 1);
}

/** "monday to friday" as days of the week. */
const weekdaySpan: Parser<readonly number[]> = join3(
  anyWeekday,
  oneOf('-|–|to|through|thru'),
  anyWeekday,
  (from, _, to) => (from === to ? undefined : between(from, to)),
);
const one = longest(
  weekdaySpan,
  map(anyWeekday, number => [number]),
  dayGroup,
  dayGroups,
);

/** "mon, wed and fri", "weekends", "tuesday to thursday". */
export const weekdayList: Parser<readonly number[]> = memoize(
  after(
    skip('the|on'),
    map(separated(one, longest(after(listJoint, skip('on|every|each')), nothing), 14), lists => [
      ...new Set(lists.flat()),
    ]),
  ),
);

/** Only names of weekdays in the plural, which recur without "every". */
export const pluralList: Parser<readonly number[]> = memoize(
  longest(
    map(
      separated(
        longest(
          map(pluralWeekday, number => [number]),
          phrases<readonly number[]>({weekdays: workdays, weekends: weekend}),
        ),
        after(listJoint, skip('on')),
        14,
      ),
      lists => [...new Set(lists.flat())],
    ),
    join3(pluralWeekday, rangeJoint, pluralWeekday, (from, _, to) => between(from, to)),
  ),
);

/** The recurrence without some weekdays, `undefined` where it does not name its days that way. */
export function removeDays(so: Recurrence, days: readonly number[]): Recurrence | undefined {
  const byDay = so.parts.find(part => part.startsWith('BYDAY='));
  const isDaily = so.frequency === 'DAILY' && so.interval === 1 && so.parts.length === 0;
  const isWeekly = so.frequency === 'WEEKLY' && byDay !== undefined && so.parts.length === 1;
  if (!isDaily && !isWeekly) return undefined;
  const codes = isDaily ? weekdayCodes : (byDay ?? '').slice('BYDAY='.length).split(',');
  const left = weekdayCodes.filter((code, index) => codes.includes(code) && !days.includes(index + 1));
  if (left.length === 0 || left.length === codes.length) return undefined;
  return {...so, frequency: 'WEEKLY', parts: [`BYDAY=${left.join(',')}`], isDayNamed: true};
}
