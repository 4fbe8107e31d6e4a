import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareCells} from '../../src/output/compare-cells.js';

const sort = (texts: readonly string[], isDescending = false) =>
  texts.toSorted((a, b) => compareCells(a, b, isDescending));

test('sorts numbers by size, then texts in natural order, then nothing', () => {
  const sorted = [
    '-10',
    '-10%',
    '-5.5 EUR',
    '0',
    '007',
    '12.25%',
    '12.5%',
    '100.25 EUR',
    '100.25 USD',
    '100.5 EUR',
    '1e3',
    '2,000',
    '2026-11-23',
    'v1.9',
    'v1.10',
    '',
  ];
  expect(sort(sorted.toReversed())).toEqual(sorted);
  expect(sort(sorted, true)).toEqual([...sorted.slice(0, -1).toReversed(), '']);
});

test('the order of any texts does not depend on the order they come in', () => {
  const word = fc.constantFrom('-', '-5', '3', '12.50', '1.10.2', ' EUR', 'x', '!', '1e400', '9007199254740993', '');
  const text = fc.array(word, {maxLength: 3}).map(words => words.join(''));
  fc.assert(
    fc.property(fc.array(text), texts => {
      const same = (list: readonly string[]) =>
        list.map((each, index) => compareCells(each, list[index + 1] ?? each, false));
      expect(same(sort(texts)).every(order => order <= 0)).toBe(true);
      expect(same(sort(texts.toReversed()))).toEqual(same(sort(texts)));
    }),
  );
});

test('numbers that are equal as doubles are sorted by all their digits', () => {
  const sorted = [
    '-1234567890123456789.22',
    '-1234567890123456789.13',
    '-1234567890123456789.10',
    '1234567890123456789.10',
    '1234567890123456789.9',
    '0001234567890123456790 EUR',
  ];
  expect(sort(sorted.toReversed())).toEqual(sorted);
});
