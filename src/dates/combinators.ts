import {firstOf, type Input, like, type Match, memoize, type Parser, sequence, withStarts} from './parser.js';
import {canStart, noStart, unite} from './starts.js';
import type {Token} from './tokens.js';

/** Changes the value; `undefined` means no match. */
export function map<T, R>(parser: Parser<T>, change: (value: T) => R | undefined): Parser<R> {
  return like(parser, (input, at) => {
    const match = parser(input, at);
    const value = match && change(match.value);
    return match === undefined || value === undefined ? undefined : {value, next: match.next};
  });
}

/** Matches both parsers, one after the other. */
export function join2<A, B, R>(a: Parser<A>, b: Parser<B>, build: (a: A, b: B) => R | undefined): Parser<R> {
  return sequence(a, b, (input, at) => {
    const first = a(input, at);
    const second = first && b(input, first.next);
    const value = first && second && build(first.value, second.value);
    return second === undefined || value === undefined ? undefined : {value, next: second.next};
  });
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

/** Matches both; returns the second value. */
export function after<T>(lead: Parser<unknown>, parser: Parser<T>): Parser<T> {
  return sequence(lead, parser, (input, at) => {
    const first = lead(input, at);
    return first && parser(input, first.next);
  });
}

/** Matches both; returns the first value. */
export function before<T>(parser: Parser<T>, behind: Parser<unknown>): Parser<T> {
  return sequence(parser, behind, (input, at) => {
    const match = parser(input, at);
    const end = match && behind(input, match.next);
    return match && end && {value: match.value, next: end.next};
  });
}

/** Takes no token where the parser does not match, and gives the fallback. */
export function optional<T, F>(parser: Parser<T>, fallback: F): Parser<T | F> {
  return withStarts<T | F>(
    (input, at) => parser(input, at) ?? {value: fallback, next: at},
    () => ({...firstOf(parser), isEmpty: true}),
  );
}

/** Matches without taking a token. */
export const nothing: Parser<''> = withStarts(
  (_, at) => ({value: '', next: at}),
  () => noStart,
);

/** The longest match; of equally long ones the first. */
export function longest<T>(...parsers: readonly Parser<T>[]): Parser<T> {
  const byKey = new Map<string, readonly Parser<T>[]>();
  const candidatesFor = (key: string, found: Token | undefined) => {
    const ready = byKey.get(key);
    if (ready) return ready;
    const candidates = parsers.filter(parser => canStart(firstOf(parser), found));
    byKey.set(key, candidates);
    return candidates;
  };
  return withStarts(
    (input, at) => {
      let best: Match<T> | undefined;
      for (const parser of candidatesFor(input.keys[at] ?? '', input.tokens[at])) {
        const match = parser(input, at);
        if (match && (best === undefined || match.next > best.next)) best = match;
      }
      return best;
    },
    () => unite(parsers.map(firstOf)),
  );
}

/** One or more with separators between them, at most `maxCount`. */
export function separated<T>(parser: Parser<T>, separator: Parser<unknown>, maxCount = 100): Parser<readonly T[]> {
  const another = memoize(after(separator, parser));
  return sequence(parser, optional(another, undefined), (input, at) => {
    const first = parser(input, at);
    if (!first) return undefined;
    const values = [first.value];
    let {next} = first;
    while (values.length < maxCount) {
      const match = another(input, next);
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
  return like(parser, (input, at) => {
    const match = parser(input, at);
    return match && passes(input.tokens[match.next], input, match.next) ? match : undefined;
  });
}

/** Only directly after the token before, without a space. */
export function glued<T>(parser: Parser<T>): Parser<T> {
  return like(parser, (input, at) => (input.tokens[at]?.isGlued === true ? parser(input, at) : undefined));
}
