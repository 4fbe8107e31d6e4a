import {before, followedBy, glued, join2, join3, longest, map, nothing, optional, separated} from './combinators.js';
import {andAPart, count, more} from './counts.js';
import {type Unit, unitLetters, unitWords} from './lexicon.js';
import {type Amount, amountOf, hasClockUnits} from './nodes.js';
import {decimalNumber, digits, wholeNumber} from './numbers.js';
import {memoize, type Parser, startingLike} from './parser.js';
import {lookUp, oneOf, phrase, phrases} from './word-parsers.js';

interface Unitary {
  readonly unit: Unit;
  readonly count: number;
}

const businessDay = phrases<Unitary>(
  Object.fromEntries(
    ['business', 'working', 'work', 'week', 'trading', 'banking'].flatMap(word =>
      ['day', 'days'].map(day => [`${word} ${day}`, {unit: 'business day', count: 1}]),
    ),
  ),
);
const unit: Parser<Unitary> = memoize(longest(businessDay, lookUp(unitWords)));

/** Half of one unit, in whole smaller ones. */
const halves: Partial<Record<Unit, Amount>> = {
  minute: amountOf(30, 'second'),
  hour: amountOf(30, 'minute'),
  day: amountOf(12, 'hour'),
  week: amountOf(3, 'day'),
  month: amountOf(15, 'day'),
  quarter: amountOf(45, 'day'),
  year: amountOf(6, 'month'),
};

function times(number: number, {unit, count}: Unitary): Amount | undefined {
  const total = number * count;
  const whole = Math.floor(total);
  const rest = total - whole;
  const base = whole > 0 || rest === 0 ? [{count: whole, unit}] : [];
  if (rest === 0) return {parts: base};
  if (rest === 0.5) {
    const half = halves[unit];
    return half && {parts: [...base, ...half.parts]};
  }
  const minutes = Math.round(rest * 60);
  return unit === 'hour' && minutes === rest * 60 ? {parts: [...base, {count: minutes, unit: 'minute'}]} : undefined;
}
const hyphen = optional(glued(oneOf('-')), '');

const plain = join3(before(count, more), hyphen, unit, (number, _, of) => times(number, of));
/** "an hour and a half", "an hour and a quarter". */
const unitAndHalf = join3(count, unit, andAPart, (number, of, half) => times(number + half, of));
/** "two and a half hours", "1 1/2 hours" and "2½ days". */
const numberAndHalf = join3(
  wholeNumber,
  longest(
    andAPart,
    map(oneOf('½'), () => 0.5),
  ),
  unit,
  (number, half, of) => times(number + half, of),
);
/** "hour and a half", after "every". */
export const oneAndAHalf: Parser<Amount> = join2(unit, andAPart, (of, half) => times(1 + half, of));
export const oneUnit: Parser<Amount> = map(unit, ({unit: name, count: many}) => amountOf(many, name));
const halfOf = join2(phrase('half a|half an|a half|half|one half of a'), unit, (_, of) => times(0.5, of));
const quarterOf = join2(
  phrases({
    'a quarter of an|quarter of an|a quarter': 15,
    'three quarters of an|three quarters of a': 45,
  }),
  oneOf('hour'),
  (minutes): Amount => amountOf(minutes, 'minute'),
);
const short = join2(longest(decimalNumber, digits), glued(lookUp(unitLetters)), (number, of) => times(number, of));

const part = memoize(longest(plain, unitAndHalf, numberAndHalf, halfOf, quarterOf, short));
const joint = longest(phrase(', and|and|,|&'), nothing);

const order: readonly Unit[] = ['year', 'quarter', 'month', 'week', 'business day', 'day', 'hour', 'minute', 'second'];

function isDescending({parts}: Amount): boolean {
  const places = parts.map(({unit}) => order.indexOf(unit));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
}

const parts = separated(part, joint, 6);
/** A length of time in one or more units, the largest first: "1 hour and 30 minutes", "2h30m", "a year and a half". */
export const amount: Parser<Amount> = memoize(
  startingLike([part], (input, at) => {
    const match = parts(input, at);
    if (!match) return undefined;
    const whole = {parts: match.value.flatMap(({parts}) => parts)};
    return isDescending(whole) ? {value: whole, next: match.next} : part(input, at);
  }),
);

/** The amount in "3 days" where only whole days and longer count. */
export const dayAmount: Parser<Amount> = map(amount, value => (hasClockUnits(value) ? undefined : value));

/** The two ends of "2 to 3 weeks" and "5-10 minutes". */
export const amountRange: Parser<readonly [Amount, Amount]> = join3(
  followedBy(
    wholeNumber,
    following => following?.kind !== 'word' || following.text === 'to' || following.text === 'or',
  ),
  oneOf('to|-|–|or'),
  amount,
  (low, _, high) => {
    const [only, ...rest] = high.parts;
    return only && rest.length === 0 && low < only.count ? [amountOf(low, only.unit), high] : undefined;
  },
);

/** "'s time" after an amount: "in two weeks' time". */
export const timeSuffix = optional(oneOf('time'), '');
