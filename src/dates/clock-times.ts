import {type Clock, clock, colon, dayHalf, fraction, seconds, shortDigits, twoDigits} from './clock-parts.js';
import {after, before, followedBy, glued, join2, join3, join4, longest, map, nothing, optional} from './combinators.js';
import {smallNumbers, tens} from './lexicon.js';
import type {Time} from './nodes.js';
import {digitsOfLength} from './numbers.js';
import {memoize, type Parser, startingLike, token} from './parser.js';
import {numberStart} from './starts.js';
import {lookUp, oneOf, phrase, phrases, skip} from './word-parsers.js';

/** An hour as it was written: a leading zero shows the 24-hour clock. */
const writtenHour = token(
  ({kind, text}) =>
    kind === 'number' && text.length <= 2
      ? {hour: Number(text), is24: text.startsWith('0') || Number(text) > 12}
      : undefined,
  numberStart,
);

/** `14:30`, `2:30 pm`, `09:15:30.5`. */
const digital = join4(
  before(writtenHour, colon),
  twoDigits,
  optional(before(seconds, fraction), 0),
  optional(dayHalf, undefined),
  ({hour, is24}, minute, second, half) => clock({hour, minute, second, half, isCertain: is24 || half !== undefined}),
);
/** `3.30pm` */
const dotted = join4(shortDigits, glued(oneOf('.')), twoDigits, dayHalf, (hour, _, minute, half) =>
  clock({hour, minute, half}),
);
/** `330pm`, `1045am` */
const packed = join2(digitsOfLength(3, 4), glued(dayHalf), (number, half) =>
  clock({hour: Math.floor(number / 100), minute: number % 100, half}),
);
/** `15h30`, `9h05` */
const withH = join3(shortDigits, glued(oneOf('h')), twoDigits, (hour, _, minute) =>
  clock({hour, minute, isCertain: true}),
);
/** `0900`, as one of two. */
export const fourDigits: Parser<Clock> = map(digitsOfLength(4), number =>
  number % 100 < 60 && number < 2400
    ? clock({hour: Math.floor(number / 100), minute: number % 100, isCertain: true, isWeak: true})
    : undefined,
);
/** `1500 hours`, `0900h` */
const military = map(before(fourDigits, oneOf('hours|hrs|h')), time => ({...time, isWeak: false}));
/** `15h`, `0900`: clear only beside a day or after "at". */
const shortMilitary = longest(
  join2(shortDigits, glued(oneOf('h')), hour => clock({hour, isCertain: true, isWeak: true})),
  fourDigits,
);
const oclock = join3(
  longest(shortDigits, lookUp(smallNumbers)),
  oneOf('oclock'),
  optional(dayHalf, undefined),
  (hour, _, half) => (hour <= 24 ? clock({hour, half}) : undefined),
);
const withHalf = join2(longest(shortDigits, lookUp(smallNumbers)), dayHalf, (hour, half) => clock({hour, half}));

/** `5p`, `3:15p`: clear with minutes, or beside another time or a day. */
const withLetter = join3(
  shortDigits,
  optional(after(colon, twoDigits), undefined),
  glued(phrases<'am' | 'pm'>({a: 'am', p: 'pm'})),
  (hour, minute, half) =>
    hour >= 1 && hour <= 12 ? clock({hour, minute: minute ?? 0, half, isWeak: minute === undefined}) : undefined,
);

const hourWord = map(lookUp(smallNumbers), hour => (hour >= 1 && hour <= 12 ? hour : undefined));
const minuteWord = longest(
  join2(
    oneOf('oh|o'),
    map(lookUp(smallNumbers), one => (one > 0 && one < 10 ? one : undefined)),
    (_, one) => one,
  ),
  join2(lookUp(tens), optional(after(skip('-'), lookUp(smallNumbers)), 0), (ten, one) =>
    ten < 60 && one < 10 ? ten + one : undefined,
  ),
  map(lookUp(smallNumbers), number => (number >= 10 ? number : undefined)),
);
/** `five thirty`, `nine-fifteen pm`; weak without am or pm. */
const spelled = join3(hourWord, after(skip('-'), minuteWord), optional(dayHalf, undefined), (hour, minute, half) =>
  clock({hour, minute, half, isWeak: half === undefined}),
);

const hourOfClock: Parser<Clock> = longest(
  map(oneOf('noon|midday'), () => clock({hour: 12, isCertain: true})),
  map(oneOf('midnight'), () => clock({hour: 24, isCertain: true})),
  join2(longest(shortDigits, lookUp(smallNumbers)), optional(dayHalf, undefined), (hour, half) =>
    hour >= 1 && hour <= 24 ? clock({hour, half, isCertain: half !== undefined || hour > 12}) : undefined,
  ),
);
const minutesBeside = longest(
  phrases({
    'half|a half': 30,
    'quarter|a quarter': 15,
  }),
  before(
    map(longest(shortDigits, lookUp(smallNumbers), minuteWord), number =>
      number > 0 && number < 60 ? number : undefined,
    ),
    skip('minutes|mins|min|minute'),
  ),
);
const side = phrases({
  'past|after': 1,
  'to|before|till|til|of': -1,
});
/** "half past 3", "quarter to nine", "ten to midnight"; digits are of a span ("5 to 9") unless minutes are named. */
const beside: Parser<Clock> = startingLike([minutesBeside], (input, at) => {
  const minutes = minutesBeside(input, at);
  const direction = minutes && side(input, minutes.next);
  const hour = direction && hourOfClock(input, direction.next);
  if (!hour) return undefined;
  const named = input.tokens[minutes.next - 1];
  const isBare = named?.kind === 'number' || (named !== undefined && smallNumbers.has(named.text));
  const isAmount = isBare && minutes.value % 5 !== 0;
  const isAmbiguous = named?.kind === 'number' && direction.value < 0;
  const word = input.tokens[direction.next - 1]?.text;
  const isHalf = minutes.value === 30 && !isBare;
  if (isAmount || isAmbiguous || (isHalf && direction.value < 0) || (word === 'of' && isBare)) return undefined;
  const {half, isCertain, hour: written, minute} = hour.value;
  const base = half === undefined ? written : (written % 12) + (half === 'pm' ? 12 : 0);
  const total = base * 60 + minute + direction.value * minutes.value;
  // "quarter to one" without am or pm is at 12:45.
  const wrapped = total < 60 && !isCertain ? total + 720 : total;
  const value = clock({
    hour: Math.floor(wrapped / 60) % 24,
    minute: wrapped % 60,
    isCertain: isCertain && written !== 12,
  });
  return {value, next: hour.next};
});
const halfHour = join2(oneOf('half'), hourWord, (_, hour) => clock({hour, minute: 30, isWeak: true}));

const named: Parser<Time> = longest<Time>(
  map(phrase('noon|midday|12 noon|twelve noon|high noon|noontime'), () => clock({hour: 12, isCertain: true})),
  map(phrase('midnight|12 midnight|twelve midnight'), (): Time => ({kind: 'midnight', grain: 'hour'})),
  map(
    phrase('this time|same time|the same time|this same time|this exact time'),
    (): Time => ({kind: 'current', grain: 'second', isWeak: true}),
  ),
);

const suffixIsh = longest(after(skip('-'), phrase('ish|sharp|on the dot|exactly|prompt')), nothing);

/** "5ish" */
const roughly = join2(longest(shortDigits, hourWord), after(skip('-'), glued(oneOf('ish'))), hour =>
  hour >= 1 && hour <= 12 ? clock({hour}) : undefined,
);

/** A time that shows itself to be one. */
export const clearTime: Parser<Time> = memoize(
  before(
    longest<Time>(
      digital,
      withLetter,
      roughly,
      dotted,
      packed,
      withH,
      military,
      oclock,
      withHalf,
      spelled,
      beside,
      named,
    ),
    suffixIsh,
  ),
);

/** A number that is an hour by its place: after "at", or beside another time. */
export const bareHour: Parser<Clock> = memoize(
  followedBy(
    longest(
      join2(writtenHour, suffixIsh, ({hour, is24}) => clock({hour, isCertain: is24, isWeak: true})),
      before(
        map(hourWord, hour => clock({hour, isWeak: true})),
        suffixIsh,
      ),
    ),
    following =>
      following === undefined ||
      !(following.isGlued && /^[\p{L}\d:.%/$€£]/u.test(following.text)) ||
      following.text === '.',
  ),
);

/** Times that may follow "at" or appear beside a day. */
export const looseTime: Parser<Time> = longest<Time>(clearTime, shortMilitary, halfHour, bareHour);
