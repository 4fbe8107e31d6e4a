import {followedBy, join2, longest, map, optional} from './combinators.js';
import {type Input, type Parser, token, withStarts} from './parser.js';
import {wordStarts} from './starts.js';
import type {Token} from './tokens.js';
import {learnWords} from './vocabulary.js';

/** One of several words or symbols, each of one token; a text may list several with `|` between them. */
export function oneOf(...texts: readonly string[]): Parser<string> {
  const set = new Set(texts.flatMap(text => text.split('|')));
  return token(({text}) => (set.has(text) ? text : undefined), wordStarts(set));
}

/** A word of a table, its possessive included ("friday's"). */
export function lookUp<T>(table: ReadonlyMap<string, T>): Parser<T> {
  return token(({text, stem}) => table.get(stem) ?? table.get(text), wordStarts(table.keys()));
}

/**
 * One of several sequences of words, the longest that fits. Each text lists them with `|` between them. A hyphen may
 * stand in for a space, and the last word may be possessive.
 */
export function phrase(...texts: readonly string[]): Parser<string> {
  const sequences = texts.flatMap(text => text.split('|')).map(text => text.split(' '));
  sequences.sort((a, b) => b.length - a.length);
  learnWords(sequences.flat());
  const byFirst = Map.groupBy(sequences, ([first = '']) => first);
  const sequencesFrom = (first: Token | undefined) =>
    byFirst.get(first?.text ?? '') ?? byFirst.get(first?.stem ?? '') ?? [];
  return withStarts(
    (input, at) => {
      for (const words of sequencesFrom(input.tokens[at])) {
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

/** A parser for phrases and their values; a key may list several, separated by `|`. */
export function phrases<T>(table: Readonly<Record<string, T>>): Parser<T> {
  const values = new Map(
    Object.entries(table).flatMap(([key, value]) => key.split('|').map(text => [text, value] as const)),
  );
  return map(phrase(...values.keys()), text => values.get(text));
}

/** Skips one of the phrases, if it is there. */
export function skip(...texts: readonly string[]): Parser<string> {
  return optional(phrase(...texts), '');
}

/** Between the members of a list. */
export const listJoint = longest(
  join2(oneOf(','), oneOf('and|or|&'), () => ''),
  oneOf(',|and|or|&|+'),
  followedBy(oneOf('/'), following => following?.kind === 'word'),
);
/** Between the ends of a range. */
export const rangeJoint = longest(
  oneOf('-|–|—|to|until|till|til|through|thru'),
  join2(oneOf('up'), oneOf('to'), () => ''),
);
