import type {Part} from './assumptions.js';
import {bareHour, clearTime, fourDigits, looseTime} from './clock-times.js';
import {after, followedBy, join2, join3, longest, map, separated} from './combinators.js';
import {safeFollowers} from './lexicon.js';
import type {Time} from './nodes.js';
import {memoize, type Parser} from './parser.js';
import {one, type Several} from './several.js';
import type {Token} from './tokens.js';
import {listJoint, oneOf, phrase, phrases, rangeJoint, skip} from './word-parsers.js';
import {isZoneAbbreviation} from './zone-abbreviations.js';

/** After an hour without am or pm: "at 5 locations" is not a time. */
function isFreeHour(following: Token | undefined): boolean {
  return (
    following === undefined ||
    safeFollowers.has(following.text) ||
    isZoneAbbreviation(following.text) ||
    (following.kind === 'symbol' && !/^[%$€£°]$/.test(following.text))
  );
}

const free = followedBy(bareHour, isFreeHour);
const anyTime: Parser<Time> = longest<Time>(clearTime, bareHour);
const strict: Parser<Time> = longest<Time>(clearTime, free);
const second: Parser<Time> = after(skip('at'), strict);

function toRange(from: Time, to: Time): Several<Time> {
  return {kind: 'range', from, to};
}

/** "2-4pm", "from 9 to 5", "between 2 and 4pm", "10pm until midnight". */
const timeRange: Parser<Several<Time>> = memoize(
  longest(
    join3(after(skip('from'), anyTime), rangeJoint, second, (from, _, to) => toRange(from, to)),
    join3(after(skip('from'), fourDigits), rangeJoint, fourDigits, (from, _, to) => toRange(from, to)),
    join3(after(oneOf('between'), anyTime), oneOf('and|&|-|to'), second, (from, _, to) => toRange(from, to)),
  ),
);

/** "3pm and 5pm", "9, 11 and 3pm". */
const timeList: Parser<Several<Time>> = memoize(
  map(separated(anyTime, after(listJoint, skip('at|again at')), 24), (values): Several<Time> | undefined => {
    const last = values.at(-1);
    return values.length > 1 && last && last.isWeak !== true ? {kind: 'list', values} : undefined;
  }),
);
/** "at 9 and 5" */
const bareTimeList: Parser<Several<Time>> = map(
  separated(strict, after(listJoint, skip('at')), 24),
  (values): Several<Time> | undefined => (values.length > 1 ? {kind: 'list', values} : undefined),
);

export const clearTimes = memoize(longest(map(clearTime, one), timeRange, timeList));
/** Times that may follow "at" or a day. */
export const freeTime: Parser<Time> = longest<Time>(followedBy(looseTime, isFreeHour), clearTime);
export const freeTimes = memoize(longest(map(freeTime, one), timeRange, timeList, bareTimeList));

const partNames: Readonly<Record<string, Part>> = {
  'dawn|day break': 'dawn',
  'early morning|early in the morning': 'early morning',
  'first thing in the morning|first thing': 'first thing',
  morning: 'morning',
  'mid morning|late morning|late in the morning': 'late morning',
  'lunchtime|lunch time|lunch': 'lunchtime',
  'early afternoon|early in the afternoon': 'early afternoon',
  'afternoon|mid afternoon': 'afternoon',
  'late afternoon|late in the afternoon': 'late afternoon',
  'early evening': 'early evening',
  evening: 'evening',
  'late evening|late in the evening': 'late evening',
  'night|night time|nighttime': 'night',
  'late night|late at night': 'late night',
};
const businessEdges: Readonly<Record<string, Part>> = {
  'eod|end of day|end of the day|the end of the day|end of business|end of business day': 'end of day',
  'end of the business day|end of play|close of business|close of play|cob|eob|cop': 'end of day',
  'start of business|start of day|start of the day|opening of business': 'start of business',
};

export const partName: Parser<Part> = phrases(partNames);
export const partPlural: Parser<Part> = phrases<Part>({
  mornings: 'morning',
  afternoons: 'afternoon',
  evenings: 'evening',
  nights: 'night',
});
export const businessEdge: Parser<Part> = phrases(businessEdges);

/** "in the morning", "at night", "during the evening". */
export const partBehind: Parser<Part> = longest(
  join2(phrase('in the|during the|at|by|over|in|on the|the'), partName, (_, part) => part),
  join2(skip('by|at|before|the|by the|at the|around'), businessEdge, (_, part) => part),
  partName,
);
