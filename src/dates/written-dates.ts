import {after, before, glued, join2, join3, join4, longest, map, nothing, separated} from './combinators.js';
import {safeFollowers, smallOrdinals} from './lexicon.js';
import {type DayNumbers, month, monthNumber, spelledDay, theDay, toDays} from './month-days.js';
import {monthAlone} from './months-alone.js';
import type {Day} from './nodes.js';
import {digits} from './numbers.js';
import {memoize, type Parser, startingLike} from './parser.js';
import {type Several, valuesOf} from './several.js';
import type {Token} from './tokens.js';
import {listJoint, oneOf, rangeJoint, skip} from './word-parsers.js';
import {fullYear, optionalYear, twoDigitYear} from './years.js';

/** "I may second that" does not contain a date. */
const doubtfulOrdinals = new Set(['first', 'second', 'third']);
const ambiguousMonths = new Set(['may', 'march', 'mar']);
/** "may 5 people come" and "march 3 miles" are not dates: no noun may follow. */
function isSafe(following: Token | undefined): boolean {
  return (
    following === undefined ||
    following.kind === 'symbol' ||
    safeFollowers.has(following.text) ||
    /^(?:19|20)\d\d$/.test(following.text) ||
    (following.kind === 'number' && following.text.length <= 2)
  );
}
const firstDay = before(month, skip('the'));
const daysBehind = memoize(
  longest<DayNumbers>(
    map(separated(theDay, listJoint, 31), days => ({days, to: undefined})),
    join3(theDay, rangeJoint, theDay, (from, _, to) => (to > from ? {days: [from], to} : undefined)),
  ),
);

/** "june 3", "june 3rd, 2027", "june 3, 4 and 5", "june 3 to 5". */
const monthFirst: Parser<Several<Day>> = startingLike([firstDay], (input, at) => {
  const name = firstDay(input, at);
  const days = name && daysBehind(input, name.next);
  if (!days) return undefined;
  const year = optionalYear(input, days.next);
  const end = input.tokens[days.next - 1];
  const isAmbiguous = ambiguousMonths.has(name.value.text);
  if (isAmbiguous && end?.kind === 'number' && !isSafe(input.tokens[days.next])) return undefined;
  if (isAmbiguous && doubtfulOrdinals.has(input.tokens[name.next]?.text ?? '')) return undefined;
  const value = toDays(days.value.days, days.value.to, {month: name.value.number, year: year?.value});
  return value && {value, next: year?.next ?? days.next};
});
const monthSpelled = join3(firstDay, spelledDay, optionalYear, ({number, text}, day, year) =>
  text === 'may' || text === 'march' ? undefined : toDays([day], undefined, {month: number, year}),
);

const ofMonth = join2(skip('of|in'), skip('the month of'), () => '');
/** "3 june", "the 3rd of june 2027", "3rd, 4th and 5th of june", "3-5 june". */
const dayFirst: Parser<Several<Day>> = startingLike([daysBehind], (input, at) => {
  const days = daysBehind(input, at);
  const name = days && month(input, ofMonth(input, days.next)?.next ?? days.next);
  if (!name) return undefined;
  const year = optionalYear(input, name.next);
  const isBare = input.tokens[days.next - 1]?.kind === 'number';
  const isBehind = ofMonth(input, days.next)?.next !== days.next;
  const isAmbiguous = ambiguousMonths.has(name.value.text) && !isBehind;
  if (isAmbiguous && isBare && !isSafe(input.tokens[name.next])) return undefined;
  if (isAmbiguous && smallOrdinals.has(input.tokens[days.next - 1]?.text ?? '')) return undefined;
  const value = toDays(days.value.days, days.value.to, {month: name.value.number, year: year?.value});
  return value && {value, next: year?.next ?? name.next};
});

const dateInMonth = memoize(longest(monthFirst, monthSpelled, dayFirst));

const separators = ['-', '/', '.', ' '] as const;
/** `3-Jun-2027`, `03/Jun/27`, `3jun2027`, `jun-3-2027`, `2027-Jun-03`. */
const compact: Parser<Several<Day>> = longest(
  ...separators.flatMap(separator => {
    const mark = separator === ' ' ? nothing : glued(oneOf(separator));
    const year = glued(longest(fullYear, twoDigitYear));
    const shortDay = map(digits, number => (number >= 1 && number <= 99 ? number : undefined));
    return [
      join4(shortDay, mark, glued(monthNumber), after(mark, year), (day, _, number, which) =>
        toDays([day], undefined, {month: number, year: which}),
      ),
      join4(
        monthNumber,
        mark,
        glued(shortDay),
        after(separator === ' ' ? oneOf('') : mark, year),
        (number, _, day, which) => toDays([day], undefined, {month: number, year: which}),
      ),
      join4(fullYear, mark, glued(monthNumber), after(mark, glued(shortDay)), (which, _, number, day) =>
        toDays([day], undefined, {month: number, year: which}),
      ),
    ];
  }),
);

/** Dates with the name of their month. */
export const writtenDates: Parser<Several<Day>> = memoize(longest(dateInMonth, compact, monthAlone));

export const monthDay: Parser<{readonly month: number; readonly days: readonly number[]}> = map(dateInMonth, found => {
  const days = found.kind === 'range' ? [] : valuesOf(found);
  const [first] = days;
  const numbers = days.flatMap(day => (day.kind === 'date' && day.year === undefined ? (day.day ?? []) : []));
  return first?.kind === 'date' && first.month !== undefined && numbers.length === days.length
    ? {month: first.month, days: numbers}
    : undefined;
});
