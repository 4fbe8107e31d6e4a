import {after, followedBy, glued, longest, map, optional} from './combinators.js';
import type {Year} from './nodes.js';
import {type Parser, token} from './parser.js';
import {numberStart} from './starts.js';
import {oneOf, phrases} from './word-parsers.js';

/** A year of four digits from 1900 to 2199. */
export const fullYear: Parser<Year> = token(
  ({kind, text}) =>
    kind === 'number' && /^(?:19|20|21)\d\d$/.test(text) ? {kind: 'named', year: Number(text)} : undefined,
  numberStart,
);

/** Two digits where a written date has its year: `3-Jun-27`. */
export const twoDigitYear: Parser<Year> = token(
  ({kind, text}) => (kind === 'number' && text.length === 2 ? {kind: 'short', year: Number(text)} : undefined),
  numberStart,
);

/** `'27` */
const shortYear = after(oneOf("'|’|‘"), glued(twoDigitYear));

/** "next year", and "next year's" before what it holds. */
export const relativeYear: Parser<Year> = map(
  phrases({
    'this year|the current year|the year': 0,
    'next year|the next year': 1,
    'last year|the previous year': -1,
    'the year after next|year after next': 2,
    'the year before last|year before last': -2,
  }),
  (offset): Year => ({kind: 'relative', offset}),
);

/** A four-digit number before the colon of a clock time, or at the start of a written date, is not a year. */
const clearYear = followedBy(
  fullYear,
  following => !(following?.isGlued === true && /^(?:[:\p{L}\d]|-$)/u.test(following.text)),
);
const link = optional(oneOf(',|of|in'), '');

/** The year after a day, month, quarter, season or holiday. */
export const yearAfter: Parser<Year> = after(link, longest(clearYear, shortYear, relativeYear));
export const optionalYear = optional(yearAfter, undefined);
