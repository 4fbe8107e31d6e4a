import {after, glued, join2, join3, join4, longest, optional} from './combinators.js';
import type {Day} from './nodes.js';
import {digits, digitsOfLength, ordinal, wholeNumber} from './numbers.js';
import type {Parser} from './parser.js';
import {oneOf, phrase, phrases, skip} from './word-parsers.js';
import {fullYear, optionalYear, yearAfter} from './years.js';

const yearPartUnit = phrases<'quarter' | 'half'>({
  'quarter|qtr': 'quarter',
  half: 'half',
});

const partLetter = phrases<'quarter' | 'half'>({q: 'quarter', h: 'half'});

function yearPart(
  unit: 'quarter' | 'half',
  index: number,
  year: Extract<Day, {kind: 'year-part'}>['year'],
): Day | undefined {
  if (index < 1 || index > (unit === 'quarter' ? 4 : 2)) return undefined;
  return {
    kind: 'year-part',
    unit,
    index,
    grain: unit,
    isWeak: year === undefined && unit === 'half',
    year,
  };
}

/** "Q1 2027", "the second half of next year", "2027 Q1", "1Q27". */
export const numberedPart: Parser<Day> = longest(
  join3(
    after(skip('the'), partLetter),
    glued(digitsOfLength(1)),
    optional(longest(yearAfter, after(skip('/|-'), fullYear)), undefined),
    (unit, index, year) => yearPart(unit, index, year),
  ),
  join4(fullYear, skip('-|/'), partLetter, glued(digitsOfLength(1)), (year, _, unit, index) =>
    yearPart(unit, index, year),
  ),
  join4(
    after(skip('the'), ordinal),
    yearPartUnit,
    optional(
      join2(oneOf('of|in'), phrase('the year|this year'), () => ''),
      '',
    ),
    optionalYear,
    (index, unit, _, year) => {
      const found = yearPart(unit, index, year);
      return found && {...found, isWeak: year === undefined};
    },
  ),
  join3(oneOf('quarter'), wholeNumber, optionalYear, (_, index, year) => yearPart('quarter', index, year)),
);

/** "week 12", "week 12 of 2027", "calendar week 7". */
export const numberedWeek: Parser<Day> = join3(
  phrase('week|calendar week|iso week|cw|wk|week no|week number'),
  digits,
  optionalYear,
  (_, week, year): Day | undefined =>
    week >= 1 && week <= 53
      ? {
          kind: 'iso-week',
          week,
          weekday: 0,
          grain: 'week',
          isWeak: year === undefined,
          year,
        }
      : undefined,
);
