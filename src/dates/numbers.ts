import {after, glued, join2, join3, longest, map, optional} from './combinators.js';
import {smallNumbers, smallOrdinals, tens, tensOrdinals} from './lexicon.js';
import {memoize, type Parser, token} from './parser.js';
import {numberStart, wordStarts} from './starts.js';
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
export const spelledNumber = longest(belowHundred, hundreds);

export const wholeNumber: Parser<number> = memoize(longest(digits, spelledNumber));

const fractionDigits = token(({kind, text}) => (kind === 'number' ? text : undefined), numberStart);

/** A number with decimals. */
export const decimalNumber: Parser<number> = join3(digits, glued(oneOf('.')), glued(fractionDigits), (whole, _, rest) =>
  Number(`${whole}.${rest}`),
);

/** `1st`, `22nd`. */
export const digitOrdinal: Parser<number> = token(
  ({kind, text}) => {
    const number = Number.parseInt(text, 10);
    return kind === 'ordinal' && number <= 366 ? number : undefined;
  },
  wordStarts(['th']),
);

/** `first` to `thirty-ninth`. */
export const spelledOrdinal: Parser<number> = longest(
  lookUp(smallOrdinals),
  lookUp(tensOrdinals),
  join3(lookUp(tens), dash, lookUp(smallOrdinals), (ten, _, one) => (ten <= 30 && one < 10 ? ten + one : undefined)),
);

export const ordinal: Parser<number> = memoize(longest(digitOrdinal, spelledOrdinal));

/** An ordinal, or "last" and "second to last", which count from the end as negative numbers. */
export const position: Parser<number> = memoize(
  longest(
    ordinal,
    map(oneOf('last|final'), () => -1),
    phrases({
      'second to last|2nd to last|next to last|second last|penultimate': -2,
      'third to last|3rd to last': -3,
    }),
  ),
);
