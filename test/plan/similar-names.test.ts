import {expect, test} from 'vitest';
import {createLookalikeFinder, describeSpelling, toPlainName} from '../../src/plan/similar-names.js';

test.each([
  ['été', 'été'.normalize('NFD'), 'Unicode normalization'],
  ['size', ' size ', 'leading or trailing spaces'],
  ['deal size', 'deal\u00a0size', 'spaces'],
  ['été', ' été'.normalize('NFD'), 'leading or trailing spaces'],
  ['été 1', 'été\u00a01'.normalize('NFD'), 'spaces'],
  ['été', 'Été'.normalize('NFD'), 'case'],
  ['Deal size', 'deal\u00a0size ', 'case and spaces'],
  ['Deal size (€)', 'deal_size', 'case, accents, spaces or punctuation'],
])('%j and %j differ in %s', (one, other, words) => {
  expect([describeSpelling(one, other), describeSpelling(other, one)]).toEqual([words, words]);
});

test('a plain name has no case, no odd spaces and no spaces around it, in any normalization', () => {
  expect(toPlainName(' Été\u00a0deux '.normalize('NFD'))).toBe('été deux');
});

test.each([
  ['Größe (cm)', 'grosse_cm', []],
  ['Größe (cm)', 'größe_cm', ['größe_cm']],
  ['Größe (cm)', 'große_cm', ['große_cm']],
  ['deal-size', 'deal_size', ['deal_size']],
  ['Deal Size', 'deal size', ['deal size']],
  ['(€)', '', []],
])('a field declared as %j may be listed as %j', (declared, listed, found) => {
  const find = createLookalikeFinder([{id: 'x', name: listed, label: 'L'}], [declared]);
  expect(find(declared, {label: 'L'}).map(({name}) => name)).toEqual(found);
  const isPlain = toPlainName(declared) === toPlainName(listed);
  expect(find(declared, {label: 'Other'})).toHaveLength(isPlain ? 1 : 0);
});
