import {amount, oneUnit} from './amounts.js';
import {join2, join3, longest, map} from './combinators.js';
import type {Expression} from './nodes.js';
import type {Parser} from './parser.js';
import {phrase, phrases, skip} from './word-parsers.js';

/** What may precede a span of time. */
export const lead = skip(
  'in|in the|over|over the|for|for the|during|during the|within|within the|the|across the',
  'throughout the',
);

const ahead = phrases<'next' | 'last'>({
  'next|coming|following|upcoming': 'next',
  'last|past|previous|preceding|trailing': 'last',
});

const pastOne = phrase('past|trailing');

const nextHour = map(oneUnit, length =>
  length.parts.every(({unit: name}) => name === 'hour' || name === 'minute') ? length : undefined,
);

/** "next 3 days", "over the past week", "within 2 weeks". */
export const counted: Parser<Expression> = longest(
  join2(
    phrase('within|within the next|in under|in less than'),
    amount,
    (_, length): Expression => ({
      kind: 'counted',
      amount: length,
      direction: 'within',
    }),
  ),
  join3(lead, ahead, amount, (_, direction, length): Expression => ({kind: 'counted', amount: length, direction})),
  join3(lead, pastOne, oneUnit, (_, __, length): Expression => ({kind: 'counted', amount: length, direction: 'last'})),
  join3(lead, ahead, nextHour, (_, direction, length): Expression => ({kind: 'counted', amount: length, direction})),
);
