import {anyStart, canStart, follow, type Starts, unite, wordStarts} from './starts.js';
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

function startsOf({starts}: {readonly starts?: () => Starts}): Starts {
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

const vocabulary = new Set<string>();

/** True for a word that some rule uses; the grammar is complete once its modules are loaded. */
export function isKnownWord({text, stem}: Token): boolean {
  return vocabulary.has(text) || vocabulary.has(stem);
}

function learn(words: Iterable<string>): void {
  for (const word of words) vocabulary.add(word);
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

/** One of several words or symbols, each of one token; a text may list several with `|` between them. */
export function oneOf(...texts: readonly string[]): Parser<string> {
  const set = new Set(texts.flatMap(text => text.split('|')));
  learn(set);
  return token(({text}) => (set.has(text) ? text : undefined), wordStarts(set));
}

/** A word of a table, its possessive included ("friday's"). */
export function lookUp<T>(table: ReadonlyMap<string, T>): Parser<T> {
  learn(table.keys());
  return token(({text, stem}) => table.get(stem) ?? table.get(text), wordStarts(table.keys()));
}

/**
 * One of several sequences of words, the longest that fits. Each text lists them with `|` between them. A hyphen may stand in for a
 * space, and the last word may be possessive.
 */
export function phrase(...texts: readonly string[]): Parser<string> {
  const sequences = texts.flatMap(text => text.split('|')).map(text => text.split(' '));
  sequences.sort((a, b) => b.length - a.length);
  learn(sequences.flat());
  const byFirst = Map.groupBy(sequences, ([first = '']) => first);
  return withStarts(
    (input, at) => {
      const first = input.tokens[at];
      for (const words of byFirst.get(first?.text ?? '') ?? byFirst.get(first?.stem ?? '') ?? []) {
        const next = matchWords(input, at, words);
        if (next !== undefined) return {value: words.join(' '), next};
      }
      return undefined;
    },
    () => wordStarts(byFirst.keys()),
  );
}

function matchWords({tokens}: Input, at: number, words: readonly string[]): number | undefined {
  let next = at;
  for (const [index, word] of words.entries()) {
    if (index > 0 && tokens[next]?.text === '-' && tokens[next + 1]?.text === word) next += 1;
    const found = tokens[next];
    if (found?.text !== word && found?.stem !== word) return undefined;
    next += 1;
  }
  return next;
}

/** A parser for phrases with the value that each stands for; a key may list several with `|` between them. */
export function phrases<T>(table: Readonly<Record<string, T>>): Parser<T> {
  const values = new Map(
    Object.entries(table).flatMap(([key, value]) => key.split('|').map(text => [text, value] as const)),
  );
  return map(phrase(...values.keys()), text => values.get(text));
}

/** Changes the value; `undefined` means no match. */
export function map<T, R>(parser: Parser<T>, change: (value: T) => R | undefined): Parser<R> {
  return startingLike([parser], (input, at) => {
    const match = parser(input, at);
    const value = match && change(match.value);
    return match === undefined || value === undefined ? undefined : {value, next: match.next};
  });
}

/** One parser behind another. */
export function join2<A, B, R>(a: Parser<A>, b: Parser<B>, build: (a: A, b: B) => R | undefined): Parser<R> {
  return withStarts(
    (input, at) => {
      const first = a(input, at);
      const second = first && b(input, first.next);
      const value = first && second && build(first.value, second.value);
      return second === undefined || value === undefined ? undefined : {value, next: second.next};
    },
    () => follow(startsOf(a), () => startsOf(b)),
  );
}

export function join3<A, B, C, R>(
  a: Parser<A>,
  b: Parser<B>,
  c: Parser<C>,
  build: (a: A, b: B, c: C) => R | undefined,
): Parser<R> {
  const pair = join2(a, b, (first, second) => ({first, second}));
  return join2(pair, c, ({first, second}, third) => build(first, second, third));
}

export function join4<A, B, C, D, R>(
  a: Parser<A>,
  b: Parser<B>,
  c: Parser<C>,
  d: Parser<D>,
  build: (a: A, b: B, c: C, d: D) => R | undefined,
): Parser<R> {
  const pair = join2(a, b, (first, second) => ({first, second}));
  return join3(pair, c, d, ({first, second}, third, fourth) => build(first, second, third, fourth));
}

/** The second of two. */
export function after<T>(lead: Parser<unknown>, parser: Parser<T>): Parser<T> {
  return withStarts(
    (input, at) => {
      const first = lead(input, at);
      return first && parser(input, first.next);
    },
    () => follow(startsOf(lead), () => startsOf(parser)),
  );
}

/** The first of two. */
export function before<T>(parser: Parser<T>, behind: Parser<unknown>): Parser<T> {
  return withStarts(
    (input, at) => {
      const match = parser(input, at);
      const end = match && behind(input, match.next);
      return match && end && {value: match.value, next: end.next};
    },
    () => follow(startsOf(parser), () => startsOf(behind)),
  );
}

/** Matches nothing where the parser does not match. */
export function optional<T, F>(parser: Parser<T>, fallback: F): Parser<T | F> {
  return withStarts<T | F>(
    (input, at) => parser(input, at) ?? {value: fallback, next: at},
    () => ({...startsOf(parser), isEmpty: true}),
  );
}

/** Matches without taking a token. */
export const nothing: Parser<''> = withStarts(
  (_, at) => ({value: '', next: at}),
  () => ({...wordStarts([]), isEmpty: true}),
);

/** Skips one of the phrases, if it is there. */
export function skip(...texts: readonly string[]): Parser<string> {
  return optional(phrase(...texts), '');
}

/** The longest match; of equally long ones the first. */
export function longest<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const byStart = new Map<string, readonly Parser<T>[]>();
  const all = () => unite(parsers.map(startsOf));
  let known: ReadonlySet<string> | undefined;
  const candidatesFor = (found: Token | undefined) => {
    if (found === undefined) return parsers;
    known ??= all().words;
    const key = found.kind === 'number' ? '0' : known.has(found.text) || known.has(found.stem) ? found.text : '';
    const candidates = byStart.get(key) ?? parsers.filter(parser => canStart(startsOf(parser), found));
    byStart.set(key, candidates);
    return candidates;
  };
  return withStarts((input, at) => {
    let best: Match<T> | undefined;
    for (const parser of candidatesFor(input.tokens[at])) {
      const match = parser(input, at);
      if (match && (best === undefined || match.next > best.next)) best = match;
    }
    return best;
  }, all);
}

/** One or more with separators between them, at most `most`. */
export function separated<T>(parser: Parser<T>, separator: Parser<unknown>, most = 100): Parser<readonly T[]> {
  return startingLike([parser], (input, at) => {
    const first = parser(input, at);
    if (!first) return undefined;
    const values = [first.value];
    let {next} = first;
    while (values.length < most) {
      const gap = separator(input, next);
      const match = gap && parser(input, gap.next);
      if (!match) break;
      values.push(match.value);
      next = match.next;
    }
    return {value: values, next};
  });
}

/** Matches only where the token at the end of the match passes. */
export function followedBy<T>(
  parser: Parser<T>,
  passes: (token: Token | undefined, input: Input, at: number) => boolean,
): Parser<T> {
  return startingLike([parser], (input, at) => {
    const match = parser(input, at);
    return match && passes(input.tokens[match.next], input, match.next) ? match : undefined;
  });
}

/** Only directly after the token before, without a space. */
export function glued<T>(parser: Parser<T>): Parser<T> {
  return startingLike([parser], (input, at) => (input.tokens[at]?.isGlued === true ? parser(input, at) : undefined));
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
