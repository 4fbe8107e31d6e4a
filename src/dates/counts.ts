import {fewCount} from './assumptions.js';
import {longest, map, optional} from './combinators.js';
import {decimalNumber, wholeNumber} from './numbers.js';
import {memoize} from './parser.js';
import {oneOf, phrase, phrases} from './word-parsers.js';

const article = map(oneOf('a|an|one|another'), () => 1);

const couple = map(phrase('a couple of|a couple|couple of|couple|a pair of'), () => 2);

const few = map(phrase('a few|few'), () => fewCount);

const dozen = phrases({
  'a dozen': 12,
  'half a dozen': 6,
  'two dozen': 24,
  'three dozen': 36,
  'a hundred': 100,
});

/** A part of a unit, after whole ones. */
export const andAPart = phrases({'and a half': 0.5, 'and a quarter': 0.25, 'and three quarters': 0.75});

/** How many: "three", "2.5", "a couple of", "half a dozen". */
export const count = memoize(longest(decimalNumber, wholeNumber, article, couple, few, dozen));

/** Words between a count and its unit that change nothing. */
export const more = optional(oneOf('more|full|whole|solid'), '');
