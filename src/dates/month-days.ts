import {after, before, followedBy, glued, join3, longest, map, optional, separated} from './combinators.js';
import {monthNumbers, safeFollowers, unitWords} from './lexicon.js';
import type {Day, Which, Year} from './nodes.js';
import {digits, ordinal, spelledNumber} from './numbers.js';
import {memoize, type Parser, startingLike, token} from './parser.js';
import {oneOrList, type Several} from './several.js';
import {wordStarts} from './starts.js';
import type {Token} from './tokens.js';
import {listJoint, oneOf, rangeJoint, skip} from './word-parsers.js';

export const month = before(
  token(({text, stem}) => {
    const number = monthNumbers.get(stem);
    return number === undefined ? undefined : {text, number};
  }, wordStarts(monthNumbers.keys())),
  optional(
    followedBy(glued(oneOf('.')), following => following !== undefined),
    '',
  ),
);
export const monthNumber = map(month, ({number}) => number);

/** True for what cannot follow the number of a day: a time, an amount, a decimal. */
function continuesNumber(following: Token | undefined): boolean {
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
export const spelledDay = map(spelledNumber, number => (number >= 1 && number <= 31 ? number : undefined));
const ordinalDay = followedBy(ordinal, following => following?.isGlued !== true || following.kind === 'symbol');
export const anyDay = longest(ordinalDay, dayNumber);
export const theDay = memoize(after(skip('the'), anyDay));

/** The days of a list, or the first and last of a range. */
export interface DayNumbers {
  readonly days: readonly number[];
  readonly to: number | undefined;
}

/** A date without its weekday, or a month without a day. */
export function toDate(
  fields: {day?: number; month?: number; year?: Year | undefined; which?: Which},
  isWeak = false,
): Day {
  return {kind: 'date', ...fields, grain: fields.day === undefined ? 'month' : 'day', isWeak};
}

/** The days of a list, or both ends of a range where `to` is its last one. */
function severalDays(
  days: readonly number[],
  to: number | undefined,
  toDay: (day: number) => Day,
): Several<Day> | undefined {
  const [first] = days;
  if (to === undefined || first === undefined) return oneOrList(days.map(toDay));
  return {kind: 'range', from: toDay(first), to: toDay(to)};
}

export function toDays(
  days: readonly number[],
  to: number | undefined,
  rest: {month: number; year?: Year | undefined},
): Several<Day> | undefined {
  return severalDays(days, to, day => toDate({day, ...rest}));
}

/** After the number of a day alone: "the 15th floor" is not a date. */
function isFreeOrdinal(following: Token | undefined): boolean {
  return (
    following === undefined ||
    following.kind === 'symbol' ||
    safeFollowers.has(following.text) ||
    monthNumbers.has(following.text)
  );
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
  // "The second or second" counts something else.
  if (new Set(match.value.days).size < match.value.days.length) return undefined;
  const isWeak = isSpelled || !article;
  const toDay = (day: number): Day => ({...toDate({day}, isWeak), isNeverAlone: isSpelled});
  const {days, to} = match.value;
  const value = severalDays(days, to, toDay);
  return value && {value, next: match.next};
});
