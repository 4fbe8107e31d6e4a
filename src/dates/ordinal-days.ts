import {after, join3, longest, map, separated} from './combinators.js';
import {monthNumbers, safeFollowers} from './lexicon.js';
import {listJoint, rangeJoint} from './list-joints.js';
import {severalDays, toDate} from './month-days.js';
import {type Day, type Several} from './nodes.js';
import {ordinal} from './numbers.js';
import {type Parser, startingLike} from './parser.js';
import {type Token} from './tokens.js';
import {oneOf, skip} from './word-parsers.js';
import {type DayNumbers} from './written-dates.js';

/** Behind the number of a day alone: "the 15th floor" is no date. */
function isFreeOrdinal(following: Token | undefined): boolean {
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
  // "The second or second" counts something else.
  if (new Set(match.value.days).size < match.value.days.length) return undefined;
  const isWeak = isSpelled || !article;
  const toDay = (day: number): Day => ({
    ...toDate({day}, isWeak),
    isNeverAlone: isSpelled && match.value.days.length === 1,
  });
  const {days, to} = match.value;
  const value = severalDays(days, to, toDay);
  return value && {value, next: match.next};
});
