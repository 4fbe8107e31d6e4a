import {join3, longest} from './combinators.js';
import {neverAlone, weakNames} from './lexicon.js';
import {anyDay, month, monthNumber, toDate} from './month-days.js';
import type {Day, Which} from './nodes.js';
import type {Parser} from './parser.js';
import type {Several} from './several.js';
import {phrases, skip} from './word-parsers.js';
import {optionalYear} from './years.js';

const which = phrases<Which>({
  this: 'this',
  next: 'next',
  'last|past|previous|this past': 'last',
  'coming|this coming|upcoming': 'coming',
});

/** "june", "june 2027", "next june", "june next year", "the month of june". */
export const monthAlone: Parser<Several<Day>> = longest(
  join3(skip('the month of|month of'), month, optionalYear, (prefix, {number, text}, year): Several<Day> => {
    const isWeak = year === undefined && prefix === '' && weakNames.has(text);
    const value = toDate({month: number, year}, isWeak);
    return {kind: 'one', value: {...value, isNeverAlone: isWeak && neverAlone.has(text)}};
  }),
  join3(
    skip('the'),
    which,
    month,
    // In "this may be …", "may" is not a month.
    (_, name, {number, text}): Several<Day> => ({
      kind: 'one',
      value: {...toDate({month: number, which: name}), isNeverAlone: name === 'this' && neverAlone.has(text)},
    }),
  ),
  join3(which, monthNumber, anyDay, (name, number, day) => ({
    kind: 'one',
    value: toDate({month: number, day, which: name}),
  })),
);
