import {after, glued, longest, map, optional} from './combinators.js';

import type {Time} from './nodes.js';
import {digits, digitsOfLength} from './numbers.js';
import {type Parser, startingLike} from './parser.js';

import {oneOf} from './word-parsers.js';

export type Clock = Extract<Time, {kind: 'clock'}>;

/** `am`, `p.m.` and the like. */
export const dayHalf: Parser<'am' | 'pm'> = longest(
  map(oneOf('am|pm'), text => (text === 'am' ? 'am' : 'pm')),
  startingLike([oneOf('a|p')], (input, at) => {
    const texts = input.tokens.slice(at, at + 4).map(({text}) => text);
    const [letter, point, second, last] = texts;
    if ((letter !== 'a' && letter !== 'p') || point !== '.' || second !== 'm') return undefined;
    return {value: letter === 'a' ? 'am' : 'pm', next: at + (last === '.' && input.tokens[at + 3]?.isGlued ? 4 : 3)};
  }),
);

interface Fields {
  readonly hour: number;
  readonly minute?: number;
  readonly second?: number;
  readonly half?: 'am' | 'pm' | undefined;
  readonly isCertain?: boolean;
  readonly isWeak?: boolean;
}

/** A time of day; certain where am or pm or the 24-hour clock is named. */
export function clock({
  hour,
  minute = 0,
  second = 0,
  half,
  isCertain = half !== undefined,
  isWeak = false,
}: Fields): Clock {
  return {kind: 'clock', hour, minute, second, half, isCertain, isWeak, grain: 'minute'};
}

export const shortDigits = digitsOfLength(1, 2);
export const twoDigits = glued(digitsOfLength(2));
export const colon = glued(oneOf(':'));
export const seconds = after(colon, twoDigits);
export const fraction = optional(after(glued(oneOf('.|,')), glued(digits)), 0);
