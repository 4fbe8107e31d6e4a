import {anyStart, type Starts, unite} from './starts.js';
import type {Token} from './tokens.js';

/** The tokens of one phrase; the object itself is the key of the memo of each parser. */
export interface Input {
  readonly tokens: readonly Token[];
}

export interface Match<T> {
  readonly value: T;
  /** The index of the token after the match. */
  readonly next: number;
}

export interface Parser<T> {
  (input: Input, at: number): Match<T> | undefined;
  /** What it can begin with; anything where this is absent. */
  readonly starts?: () => Starts;
}

export function startsOf({starts}: {readonly starts?: () => Starts}): Starts {
  return starts?.() ?? anyStart;
}

/** Adds to a new parser what it can begin with, worked out when it is first asked for, as rules refer to each other. */
export function withStarts<T>(parser: Parser<T>, find: () => Starts): Parser<T> {
  let found: Starts | undefined;
  const starts = () => {
    found ??= find();
    return found;
  };
  return Object.assign(parser, {starts});
}

/** A parser that can only begin with what one of the others begins with. */
export function startingLike<T>(others: readonly Parser<unknown>[], parser: Parser<T>): Parser<T> {
  return withStarts(parser, () => unite(others.map(startsOf)));
}

/** One token for which `read` gives a value. */
export function token<T>(read: (token: Token) => T | undefined, starts: Starts = anyStart): Parser<T> {
  return withStarts(
    ({tokens}, at) => {
      const found = tokens[at];
      const value = found && read(found);
      return value === undefined ? undefined : {value, next: at + 1};
    },
    () => ({...starts, isEmpty: false}),
  );
}

/** A parser of a rule that refers to itself. */
export function defer<T>(get: () => Parser<T>): Parser<T> {
  return withStarts(
    (input, at) => get()(input, at),
    () => startsOf(get()),
  );
}

const depths = new WeakMap<Input, number>();
const deepest = 12;

/** Remembers its matches per phrase, which keeps nested rules linear, and gives up where they are nested too deep. */
export function memoize<T>(parser: Parser<T>): Parser<T> {
  let owner: Input | undefined;
  let memo = new Map<number, Match<T> | undefined>();
  return startingLike([parser], (input, at) => {
    if (owner !== input) {
      owner = input;
      memo = new Map();
    }
    if (memo.has(at)) return memo.get(at);
    const depth = depths.get(input) ?? 0;
    if (depth >= deepest) return undefined;
    depths.set(input, depth + 1);
    const match = parser(input, at);
    depths.set(input, depth);
    memo.set(at, match);
    return match;
  });
}
