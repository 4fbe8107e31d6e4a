import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {alignLists} from '../../src/json/align-lists.js';

test.each<[string, string, readonly (number | undefined)[]]>([
  ['abc', 'abc', [0, 1, 2]],
  ['ac', 'abc', [0, 2]],
  ['abc', 'ac', [0, undefined, 1]],
  ['axc', 'abc', [0, 1, 2]],
  ['bc', 'abc', [1, 2]],
  ['ab', 'abc', [0, 1]],
  ['abcd', 'axyd', [0, 1, 2, 3]],
  ['axyzd', 'abd', [0, 1, undefined, undefined, 2]],
  ['aa', 'aaa', [0, 1]],
  ['', 'abc', []],
  ['abc', '', [undefined, undefined, undefined]],
])('%j has its elements in %j at the same ends', (list, other, places) => {
  expect(alignLists(list.split(''), other.split(''))).toEqual(places);
});

test('no two elements share a place, and only the inserted part has none', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), {maxLength: 6});
  fc.assert(
    fc.property(letters, letters, letters, (start, part, end) => {
      const list = [...start, ...part, ...end];
      const other = [...start, ...end];
      const places = alignLists(list, other).filter(place => place !== undefined);
      expect(places).toEqual([...other.keys()]);
      expect(alignLists(other, list)).toHaveLength(new Set(alignLists(other, list)).size);
    }),
  );
});
