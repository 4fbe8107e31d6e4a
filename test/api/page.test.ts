import {expect, test} from 'vitest';
import {splitIndices} from '../../src/api/page.js';
import {sliceList} from '../../src/json/list-slicer.js';
import type {RawRows} from '../../src/json/raw-rows.js';

/** Rows of `size` bytes each, as they are cut out of a reply. */
function rowsOf(count: number, size: number): RawRows {
  const row = `{"id":"${'x'.repeat(size - 9)}"}`;
  const sliced = sliceList(Buffer.from(`{"rows":[${Array.from({length: count}, () => row).join(',')}]}`), new Set());
  if (!sliced) throw new Error('no list');
  return sliced.rows;
}

test.each([
  [10_000, 100, [undefined]],
  [10_001, 100, [10_000, 1]],
  [3, 3_200_000, [2, 1]],
  [4, 4_000_000, [2, 2]],
  [2, 5_000_000, [1, 1]],
])('%s rows of %s bytes are parsed in parts of bounded size', (count, size, lengths) => {
  const raw = rowsOf(count, size);
  const parts = splitIndices(
    {rows: [], raw, next: null, more: undefined, total: undefined, problem: undefined},
    undefined,
  );
  expect(parts.map(part => part?.length)).toEqual(lengths);
  expect(parts.flatMap(part => part ?? Array.from({length: count}, (_none, index) => index))).toEqual(
    Array.from({length: count}, (_none, index) => index),
  );
});
