import {expect, test} from 'vitest';
import {findNearNames} from '../../src/base/near-names.js';

test('names the nearest first, whatever their order', () => {
  const names = ['labels', 'label', 'description'];
  expect(findNearNames('labe', names)).toEqual(['label', 'labels']);
  expect(findNearNames('labe', names.toReversed())).toEqual(['label', 'labels']);
});
