import {expect, test} from 'vitest';
import {createDeduplicator} from '../../src/json/deduplicate.js';

const pageOf = (ids: string) => ({rows: Array.from(ids, id => ({id})), raw: undefined});

test.each([
  ['starts with the last row of the one before', 'abcd', 'def', [1, 2], false],
  ['starts with the last rows of the one before', 'abcd', 'cdef', [2, 3], false],
  ['starts with a row from the middle of the one before', 'abcd', 'bef', [1, 2], true],
  ['has the last row of the one before further on', 'abcd', 'edf', [0, 2], true],
  ['has the last rows of the one before with another between', 'abcd', 'ced', [1], true],
  ['starts with the last rows of the one before in another order', 'abcd', 'dce', [2], true],
  ['has more rows of earlier pages than the one before is long', 'ab', 'abc', [2], false],
  ['has no row of the one before', 'abcd', 'ef', undefined, false],
])('a page that %s (row 61)', async (_what, first, second, rows, hasMoved) => {
  const compare = createDeduplicator(new AbortController().signal);
  expect(await compare(pageOf(first), false)).toEqual({rows: undefined, conflicting: 0, hasMoved: false});
  expect(await compare(pageOf(second), true)).toEqual({rows, conflicting: 0, hasMoved});
});

test('a row that an earlier page had with other content is shown, and counted (row 61)', async () => {
  const compare = createDeduplicator(new AbortController().signal);
  await compare({rows: [{id: 'a', label: 'x'}], raw: undefined}, false);
  const page = {rows: [{id: 'a', label: 'y'}, {id: 'b'}], raw: undefined};
  expect(await compare(page, true)).toEqual({rows: undefined, conflicting: 1, hasMoved: false});
});
