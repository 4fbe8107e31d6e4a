import {expect, test} from 'vitest';
import {flattenFirst, flattenLines} from '../../src/output/detail-lines.js';

const lines = ['a', 'b', 'c'].map(label => ({label, value: [{text: label}]}));

test('a view with as many lines as are wanted is whole, and one with more says so', () => {
  expect(flattenFirst(lines, 3, 100)).toEqual(flattenLines(lines));
  const cut = flattenFirst(lines, 2, 100);
  expect(cut.slice(0, 2)).toEqual(flattenLines(lines).slice(0, 2));
  expect(cut.slice(2).map(({value}) => value.map(({text}) => text))).toEqual([
    ['only the first 2 lines; to see all, use get'],
  ]);
});
