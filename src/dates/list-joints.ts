import {followedBy, join2, longest} from './combinators.js';
import {oneOf} from './word-parsers.js';

export const listJoint = longest(
  join2(oneOf(','), oneOf('and|or|&'), () => ''),
  oneOf(',|and|or|&|+'),
  followedBy(oneOf('/'), following => following?.kind === 'word'),
);
export const rangeJoint = longest(
  oneOf('-|–|—|to|until|till|til|through|thru'),
  join2(oneOf('up'), oneOf('to'), () => ''),
);
