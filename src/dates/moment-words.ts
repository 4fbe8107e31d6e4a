import {optional} from './combinators.js';
import {oneOf, phrase} from './word-parsers.js';

/** Words before a time. */
export const at = phrase(
  'at|@|at about|at around|at approximately|at exactly|from|around|about|approximately',
  'approx|circa|by|by about|for|at roughly|roughly',
);

/** The day or time is where something ends or begins. */
export const bound = phrase(
  'until|till|til|up to|up until|no later than|not later than|at the latest by|on or before',
  'starting|starting on|starting from|starting at|beginning|beginning on|beginning at|commencing|as of|as from',
  'no earlier than|not earlier than|effective|effective from|effective as of|with effect from|on or after',
);

/** The dates do not show on which side of the day or time the meaning lies. */
export const side = phrase('before|not before|after|prior to|not until|any time before|any time after');

/** Words before a day. */
export const on = phrase(
  'on|in|of|by|on the|for|the|around|about|on or about|on or around|during|over|at',
  'all day|all day on|sometime|sometime on|sometime in|sometime during|some time on|some time in',
  'any time|anytime|any time on|anytime on|any time in|anytime in',
);

/** Marks between a day and a time. */
export const comma = optional(oneOf(',', '-', '–', '—', '(', '|', '/'), '');

export const onOf = oneOf('on|of');
