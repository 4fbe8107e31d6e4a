import {after, join2, join3, longest, map, optional} from './combinators.js';
import {smallNumbers, smallOrdinals, tens, tensOrdinals} from './lexicon.js';
import {memoize, type Parser, startingLike, token} from './parser.js';
import {numberStart} from './starts.js';
import {lookUp, oneOf, phrases} from './word-parsers.js';

/** Digits without a sign, at most nine. */
export const digits: Parser<number> = token(
  ({kind, text}) => (kind === 'number' && text.length <= 9 ? Number(text) : undefined),
  numberStart,
);

export function digitsOfLength(...lengths: readonly number[]): Parser<number> {
  return token(
    ({kind, text}) => (kind === 'number' && lengths.includes(text.length) ? Number(text) : undefined),
    numberStart,
  );
}

const dash = optional(oneOf('-'), '');
const belowHundred = longest(
  lookUp(smallNumbers),
  join2(lookUp(tens), optional(after(dash, lookUp(smallNumbers)), 0), (ten, one) => (one > 9 ? undefined : ten + one)),
  lookUp(tens),
);
const hundreds = join3(
  longest(
    lookUp(smallNumbers),
    map(oneOf('a'), () => 1),
  ),
  oneOf('hundred'),
  optional(after(optional(oneOf('and'), ''), belowHundred), 0),
  (hundred, _, rest) => hundred * 100 + rest,
);

/** A number in words below 2,000. */
export const spelledNumber = memoize(longest(belowHundred, hundreds));

export const wholeNumber: Parser<number> = longest(digits, spelledNumber);

/** A number with decimals, with the length of its fraction in tenths of thousands. */
export const decimalNumber: Parser<number> = startingLike([digits], (input, at) => {
  const whole = digits(input, at);
  const [point, fraction] = [input.tokens[at + 1], input.tokens[at + 2]];
  if (!whole || point?.text !== '.' || !point.isGlued || fraction?.kind !== 'number' || !fraction.isGlued)
    return undefined;
  return {value: Number(`${whole.value}.${fraction.text}`), next: at + 3};
});

const suffixes = new Set(['st', 'nd', 'rd', 'th']);

/** `1st`, `22nd`. */
export const digitOrdinal: Parser<number> = startingLike([digits], (input, at) => {
  const number = digits(input, at);
  const suffix = input.tokens[at + 1];
  return number && suffix?.isGlued === true && suffixes.has(suffix.text) && number.value <= 366
    ? {value: number.value, next: at + 2}
    : undefined;
});

/** `first` to `thirty-first`. */
export const spelledOrdinal: Parser<number> = longest(
  lookUp(smallOrdinals),
  lookUp(tensOrdinals),
  join3(lookUp(tens), dash, lookUp(smallOrdinals), (ten, _, one) => (ten <= 30 && one < 10 ? ten + one : undefined)),
);

export const ordinal: Parser<number> = longest(digitOrdinal, spelledOrdinal);

/** An ordinal, or "last" and "second to last", which count from the end as negative numbers. */
export const position: Parser<number> = longest(
  ordinal,
  map(oneOf('last|final'), () => -1),
  phrases({
    'second to last|next to last|second last|penultimate': -2,
    'third to last': -3,
  }),
);
