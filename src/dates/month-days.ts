import {after, before, followedBy, glued, longest, map, optional} from './combinators.js';
import {monthNumbers, unitWords} from './lexicon.js';
import {type Day, oneOrList, type Several, type Which, type Year} from './nodes.js';
import {digitOrdinal, digits, spelledNumber, spelledOrdinal} from './numbers.js';
import {memoize, token} from './parser.js';
import {wordStarts} from './starts.js';
import {type Token} from './tokens.js';
import {oneOf, skip} from './word-parsers.js';

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
const ordinalDay = followedBy(
  longest(digitOrdinal, spelledOrdinal),
  following => following?.isGlued !== true || following.kind === 'symbol',
);
export const anyDay = longest(ordinalDay, dayNumber);
export const theDay = memoize(after(skip('the'), anyDay));

/** A date without its weekday, or a month without a day. */
export function toDate(
  fields: {day?: number; month?: number; year?: Year | undefined; which?: Which},
  isWeak = false,
): Day {
  return {kind: 'date', ...fields, grain: fields.day === undefined ? 'month' : 'day', isWeak};
}

/** The days of a list, or both ends of a range where `to` is its last one. */
export function severalDays(
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
