import {expect, test} from 'vitest';
import {findNearNames} from '../../src/base/near-names.js';

test('names the nearest first, whatever their order', () => {
  const names = ['labels', 'label', 'description'];
  expect(findNearNames('labe', names)).toEqual(['label', 'labels']);
  expect(findNearNames('labe', names.toReversed())).toEqual(['label', 'labels']);
});

test('two letters that have changed places are one mistake', () => {
  expect(findNearNames('lsit', ['list', 'get'])).toEqual(['list']);
  expect(findNearNames('gte', ['get', 'set'])).toEqual(['get']);
  expect(findNearNames('egt', ['get', 'set'])).toEqual(['get']);
  expect(findNearNames('', ['get'])).toEqual([]);
  expect(findNearNames('aa', ['aa', 'ab'])).toEqual(['aa', 'ab']);
});
