import {anyStart, follow, type Starts, unite} from './starts.js';
import {type Token, tokenize} from './tokens.js';
import {keyOf, learnWords} from './vocabulary.js';

/** The tokens of one phrase; the object itself is the key of the memo of each parser. */
export interface Input {
  readonly tokens: readonly Token[];
  /** The keys that each token can match, for `longest`. */
  readonly keys: readonly string[];
  /** How many memoized rules are being tried within one another. */
  depth: number;
}

export interface Match<T> {
  readonly value: T;
  /** The index of the token after the match. */
  readonly next: number;
}

export interface Parser<T> {
  (input: Input, at: number): Match<T> | undefined;
  /** The tokens that can begin a match; any where this is absent. */
  readonly first?: () => Starts;
}

export function firstOf({first}: Parser<unknown>): Starts {
  return first?.() ?? anyStart;
}

/** Adds to a new parser what its first token can be, worked out when asked for, as rules refer to each other. */
export function withStarts<T>(parser: Parser<T>, findFirst: () => Starts): Parser<T> {
  let found: Starts | undefined;
  const first = () => {
    found ??= findFirst();
    return found;
  };
  return Object.assign(parser, {first});
}

/** A parser whose first tokens are those of another. */
export function like<T>(other: Parser<unknown>, parser: Parser<T>): Parser<T> {
  return withStarts(parser, () => firstOf(other));
}

/** A parser that can only begin with what one of the others begins with. */
export function startingLike<T>(others: readonly Parser<unknown>[], parser: Parser<T>): Parser<T> {
  return withStarts(parser, () => unite(others.map(firstOf)));
}

/** A parser of one thing and then another. */
export function sequence<T>(a: Parser<unknown>, b: Parser<unknown>, parser: Parser<T>): Parser<T> {
  return withStarts(parser, () => follow(firstOf(a), () => firstOf(b)));
}

/** One token for which `read` gives a value. */
export function token<T>(read: (token: Token) => T | undefined, starts: Starts = anyStart): Parser<T> {
  const own = {...starts, isEmpty: false};
  learnWords(own.words);
  return withStarts(
    ({tokens}, at) => {
      const found = tokens[at];
      const value = found && read(found);
      return value === undefined ? undefined : {value, next: at + 1};
    },
    () => own,
  );
}

/** A parser of a rule that refers to itself. */
export function defer<T>(get: () => Parser<T>): Parser<T> {
  return withStarts(
    (input, at) => get()(input, at),
    () => firstOf(get()),
  );
}

const deepest = 12;

/** Remembers its matches per phrase, which keeps nested rules linear, and gives up where they are nested too deep. */
export function memoize<T>(parser: Parser<T>): Parser<T> {
  let owner: Input | undefined;
  // By position; `false` for no match.
  let memo: (Match<T> | false)[] = [];
  return like(parser, (input, at) => {
    if (owner !== input) {
      owner = input;
      memo = [];
      memo.length = input.tokens.length;
    }
    const known = memo[at];
    if (known !== undefined) return known || undefined;
    if (input.depth >= deepest) return undefined;
    input.depth += 1;
    const match = parser(input, at);
    input.depth -= 1;
    memo[at] = match ?? false;
    return match;
  });
}

export function readInput(phrase: string): Input {
  return createInput(tokenize(phrase));
}

export function createInput(tokens: readonly Token[]): Input {
  return {tokens, keys: tokens.map(keyOf), depth: 0};
}
