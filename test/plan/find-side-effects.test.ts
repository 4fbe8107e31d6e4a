import {expect, test} from 'vitest';
import type {JsonObject} from '../../src/json/json.js';
import {findSideEffects} from '../../src/plan/find-side-effects.js';

test.each<[string, JsonObject, readonly string[]]>([
  ['nothing', {label: 'A', description: 'x'}, []],
  ['a member that is gone', {label: 'A'}, ['description']],
  ['another value', {label: 'A', description: 'y'}, ['description']],
  ['a member that was sent', {label: 'C', description: 'x'}, []],
  ['a new member', {label: 'A', description: 'x', helper_text: 'h'}, ['helper_text']],
  ['an undocumented member', {label: 'A', description: 'x', uses: 2}, []],
  ['an id alone', {label: 'A', description: 'x', validators: [{id: 'v2', size: {size: 1, size_type: 'MIN'}}]}, []],
])('an update that had the side effect: %s', (_what, answered, expected) => {
  const before = {
    id: 'a',
    label: 'B',
    description: 'x',
    ...(answered['validators'] ? {validators: [{id: 'v1', size: {size: 1, size_type: 'MIN'}}]} : {}),
  };
  expect(
    findSideEffects([{id: 'a', body: {label: 'A'}, before}], [{id: 'a', ...answered}]).flatMap(({members}) => members),
  ).toEqual(expected);
});

test('only members that had a value and have none now are lost', () => {
  const before = {id: 'a', label: 'B', description: 'x', helper_text: 'h', options: null};
  const after = {id: 'a', label: 'A', description: 'y', helper_text: '', default_value: {}};
  const [effect] = findSideEffects([{id: 'a', body: {label: 'A'}, before}], [after]);
  expect(effect?.lost).toEqual(['helper_text']);
});
