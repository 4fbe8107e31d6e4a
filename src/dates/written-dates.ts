import {
  after,
  before,
  followedBy,
  glued,
  join2,
  join3,
  join4,
  longest,
  map,
  memoize,
  nothing,
  oneOf,
  optional,
  type Parser,
  phrases,
  separated,
  skip,
  startingLike,
  token,
} from './combinators.js';
import {monthNumbers, neverAlone, safeFollowers, unitWords, weakNames} from './lexicon.js';
import type {Day, Several, Which, Year} from './nodes.js';
import {digitOrdinal, digits, ordinal, spelledNumber, spelledOrdinal} from './numbers.js';
import {wordStarts} from './starts.js';
import type {Token} from './tokens.js';
import {fullYear, twoDigitYear, yearBehind} from './years.js';

const month = before(
  join2(
    token(
      ({kind, text, stem}) => (kind === 'word' ? {text, number: monthNumbers.get(stem)} : undefined),
      wordStarts(monthNumbers.keys()),
    ),
    nothing,
    ({text, number}) => (number === undefined ? undefined : {number, text}),
  ),
  optional(
    followedBy(glued(oneOf('.')), following => following !== undefined),
    '',
  ),
);
const monthNumber = map(month, ({number}) => number);

/** True for what cannot follow the number of a day: a time, an amount, a decimal. */
export function continuesNumber(following: Token | undefined): boolean {
  if (following === undefined) return false;
  const {text, isGlued, kind} = following;
  if (unitWords.has(text) || text === 'am' || text === 'pm' || text === 'oclock') return true;
  return isGlued && (kind !== 'symbol' || /^[:%$€£/]$/.test(text));
}

const dayNumber = followedBy(
  map(digits, number => (number >= 1 && number <= 99 ? number : undefined)),
  (following, input, at) => {
    if (continuesNumber(following)) return false;
    const isDecimal = following?.text === '.' && following.isGlued && input.tokens[at + 1]?.isGlued === true;
    return !isDecimal;
  },
);
const spelledDay = map(spelledNumber, number => (number >= 1 && number <= 31 ? number : undefined));
const ordinalDay = followedBy(
  longest(digitOrdinal, spelledOrdinal),
  following => following?.isGlued !== true || following.kind === 'symbol',
);
const anyDay = longest(ordinalDay, dayNumber);
const theDay = after(skip('the'), anyDay);

const optionalYear = optional(yearBehind, undefined);

function date(fields: {day?: number; month?: number; year?: Year | undefined; which?: Which}, isWeak = false): Day {
  const {year, ...rest} = fields;
  return {
    kind: 'date',
    ...rest,
    ...(year === undefined ? {} : {year}),
    grain: fields.day === undefined ? 'month' : 'day',
    isWeak,
  };
}

function toDays(
  days: readonly number[],
  range: number | undefined,
  rest: {month: number; year?: Year | undefined},
): Several<Day> | undefined {
  const [first] = days;
  if (first === undefined) return undefined;
  if (range !== undefined) return {kind: 'range', from: date({day: first, ...rest}), to: date({day: range, ...rest})};
  const values = days.map(day => date({day, ...rest}));
  const [only] = values;
  return values.length === 1 && only ? {kind: 'one', value: only} : {kind: 'list', values};
}

export const listJoint = longest(
  join2(oneOf(','), oneOf('and|or|&'), () => ''),
  oneOf(',|and|or|&|+'),
);
export const rangeJoint = longest(
  oneOf('-|–|—|to|until|till|til|through|thru'),
  join2(oneOf('up'), oneOf('to'), () => ''),
);

const ambiguousMonths = new Set(['may', 'march', 'mar']);
/** "may 5 people come" and "march 3 miles" are no dates: what follows must not be a noun. */
function isSafe(following: Token | undefined): boolean {
  return (
    following === undefined ||
    following.kind === 'symbol' ||
    safeFollowers.has(following.text) ||
    /^(?:19|20)\d\d$/.test(following.text) ||
    (following.kind === 'number' && following.text.length <= 2)
  );
}
const firstDay = join2(month, after(skip('the'), nothing), ({number, text}) => ({number, text}));
interface DayNumbers {
  readonly days: readonly number[];
  readonly to: number | undefined;
}
const daysBehind = longest<DayNumbers>(
  map(separated(theDay, listJoint, 31), days => ({days, to: undefined})),
  join3(theDay, rangeJoint, theDay, (from, _, to) => (to > from ? {days: [from], to} : undefined)),
);

/** "june 3", "june 3rd, 2027", "june 3, 4 and 5", "june 3 to 5". */
const monthFirst: Parser<Several<Day>> = startingLike([firstDay], (input, at) => {
  const name = firstDay(input, at);
  const days = name && daysBehind(input, name.next);
  if (!days) return undefined;
  const year = optionalYear(input, days.next);
  const end = input.tokens[days.next - 1];
  const isBare = end?.kind === 'number';
  if (ambiguousMonths.has(name.value.text) && isBare && !isSafe(input.tokens[days.next])) return undefined;
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
  if (ambiguousMonths.has(name.value.text) && isBare && !isBehind && !isSafe(input.tokens[name.next])) return undefined;
  const value = toDays(days.value.days, days.value.to, {month: name.value.number, year: year?.value});
  return value && {value, next: year?.next ?? name.next};
});

const separators = ['-', '/', '.', ' '] as const;
/** `3-Jun-2027`, `03/Jun/27`, `3jun2027`, `jun-3-2027`, `2027-Jun-03`. */
const compact: Parser<Several<Day>> = longest(
  ...separators.flatMap(separator => {
    const mark = separator === ' ' ? nothing : glued(oneOf(separator));
    const year = glued(longest(fullYear, twoDigitYear));
    const shortDay = map(digits, number => (number >= 1 && number <= 99 ? number : undefined));
    return [
      join4(shortDay, before(mark, nothing), glued(monthNumber), after(mark, year), (day, _, number, which) =>
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

const which = phrases<Which>({
  this: 'this',
  next: 'next',
  'last|past|previous|this past': 'last',
  'coming|this coming|upcoming': 'coming',
});
/** "june", "june 2027", "next june", "june next year", "the month of june". */
const monthAlone: Parser<Several<Day>> = longest(
  join3(skip('the month of|month of'), month, optionalYear, (prefix, {number, text}, year): Several<Day> => {
    const isWeak = year === undefined && prefix === '' && weakNames.has(text);
    const value = date({month: number, year}, isWeak);
    return {kind: 'one', value: {...value, isNeverAlone: isWeak && neverAlone.has(text)}};
  }),
  join3(
    skip('the'),
    which,
    monthNumber,
    (_, name, number): Several<Day> => ({
      kind: 'one',
      value: date({month: number, which: name}),
    }),
  ),
  join3(which, monthNumber, anyDay, (name, number, day) => ({
    kind: 'one',
    value: date({month: number, day, which: name}),
  })),
);

/** Dates with the name of their month. */
export const writtenDates: Parser<Several<Day>> = memoize(
  longest(monthFirst, monthSpelled, dayFirst, compact, monthAlone),
);

export const monthDay: Parser<{readonly month: number; readonly days: readonly number[]}> = map(
  longest(monthFirst, monthSpelled, dayFirst),
  found => {
    const days = found.kind === 'one' ? [found.value] : found.kind === 'list' ? found.values : [];
    const [first] = days;
    const numbers = days.flatMap(day => (day.kind === 'date' && day.year === undefined ? (day.day ?? []) : []));
    return first?.kind === 'date' && first.month !== undefined && numbers.length === days.length
      ? {month: first.month, days: numbers}
      : undefined;
  },
);

/** Behind the number of a day alone: "the 15th floor" is no date. */
export function isFreeOrdinal(following: Token | undefined): boolean {
  return (
    following === undefined ||
    following.kind === 'symbol' ||
    safeFollowers.has(following.text) ||
    lookUpMonth(following)
  );
}

function lookUpMonth({text}: Token): boolean {
  return monthNumbers.has(text);
}

const the = oneOf('the');
const theOrdinal = after(skip('the'), ordinal);
const ordinalDays = longest<DayNumbers>(
  map(separated(theOrdinal, listJoint, 31), days => ({days, to: undefined})),
  join3(theOrdinal, rangeJoint, theOrdinal, (from, _, to) => ({days: [from], to})),
);

/** "the 15th", "15th", "the 3rd and the 5th", "the 13th to the 15th"; weak without "the" or when spelled. */
export const monthDays: Parser<Several<Day>> = startingLike<Several<Day>>([the, ordinal], (input, at) => {
  const article = the(input, at);
  const start = article?.next ?? at;
  const match = ordinalDays(input, start);
  if (!match || !isFreeOrdinal(input.tokens[match.next])) return undefined;
  const isSpelled = input.tokens[start]?.kind === 'word';
  if (isSpelled && !article) return undefined;
  const isWeak = isSpelled || !article;
  const toDay = (day: number): Day => ({
    ...date({day}, isWeak),
    isNeverAlone: isSpelled && match.value.days.length === 1,
  });
  const {days, to} = match.value;
  const [first] = days;
  if (first === undefined) return undefined;
  if (to !== undefined) return {value: {kind: 'range', from: toDay(first), to: toDay(to)}, next: match.next};
  const value: Several<Day> =
    days.length === 1 ? {kind: 'one', value: toDay(first)} : {kind: 'list', values: days.map(toDay)};
  return {value, next: match.next};
});
