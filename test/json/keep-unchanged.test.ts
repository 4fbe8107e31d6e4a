import {expect, test} from 'vitest';
import type {Json} from '../../src/json/json.js';
import {keepUnchanged} from '../../src/json/keep-unchanged.js';

const bound = {size: {size: 1, size_type: 'MIN'}};

test.each<[string, Json, Json, boolean]>([
  ['has a member that the API adds', bound, {...bound, id: 'v1'}, true],
  ['lacks a member that is empty', {...bound, note: null}, bound, true],
  ['has null where nothing is declared', bound, {...bound, note: null}, true],
  ['lacks a member that is not empty', {...bound, note: 'x'}, bound, false],
  ['lacks a member that is false', {...bound, required: false}, bound, false],
  ['has another value', {...bound, required: true}, {...bound, required: false}, false],
  ['has the same number in another form', {size: 1}, {size: 1.0, id: 'v1'}, true],
  ['has a longer list', {list: [1]}, {list: [1, 2]}, false],
])('an element is kept as it is on the tenant if that %s: %#', (_what, desired, current, isKept) => {
  expect(keepUnchanged([desired], [current])).toEqual([isKept ? current : desired]);
});

test('an element that is kept already does not take the place of another', () => {
  const [one, more] = [{a: 1}, {a: 1, b: 2}];
  expect(keepUnchanged([one, one], [one, more])).toEqual([one, more]);
});

test('elements of a long list are kept in their own place only (row 161)', () => {
  const current = Array.from({length: 100_000}, (_, index) => ({title: `x${index}`, id: String(index)}));
  const desired = current.map(({title}) => ({title}));
  expect(keepUnchanged(desired, current)).toEqual(current);
  expect(keepUnchanged(desired.toReversed(), current)).toEqual(desired.toReversed());
});

test('an element that stays in its place is not matched with another one', () => {
  const current = [{a: 1, x: 9}, {a: 1}];
  expect(keepUnchanged([{a: 1}, {a: 1}], current)).toEqual(current);
});
