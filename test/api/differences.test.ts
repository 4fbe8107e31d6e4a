import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {findDifferences, isSupersetOf} from '../../src/api/differences.js';
import {sameJson} from '../../src/json/json.js';
import {parseJson} from '../../src/json/parse-json.js';
import {anyJsonText} from '../harness/json-text.js';

const json = anyJsonText.map(text => parseJson(text));

test.each(['__proto__', 'constructor'])('a member named %s is not taken for an inherited one (row 58)', name => {
  const named = parseJson(`{"${name}":{}}`);
  expect(findDifferences({}, named, {isExact: true})).toMatchObject([{label: name, before: undefined, after: {}}]);
  expect(findDifferences(named, {}, {isExact: true})).toMatchObject([{label: name, before: {}, after: undefined}]);
});

test('an exact comparison finds a difference exactly where two values are not the same', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(findDifferences(a, a, {isExact: true})).toEqual([]);
      expect(findDifferences(a, b, {isExact: true}).length === 0).toBe(sameJson(a, b));
    }),
    {numRuns: 1000},
  );
});

test.each([
  [
    'what the API adds, leaves out or spells otherwise',
    {id: 'x', size: 1.5},
    {size: parseJson('1.50'), hint: null},
    [],
  ],
  ['elements in another order', [{id: 'a'}, {id: 'b'}], [{id: 'b'}, {id: 'a'}], []],
  ['a member that is absent', {}, {label: 'x'}, [{path: ['label'], before: undefined, after: 'x'}]],
  ['an empty element that is absent', [1], [1, null], [{path: [1], before: undefined, after: null}]],
  ['one of two equal elements too many', ['a', 'a'], ['a'], [{path: [1], before: 'a', after: undefined}]],
  [
    'an element that only one desired element can stand for',
    [{header: 'a'}, {header: 'b'}],
    [{header: 'b', title: 'x'}],
    [
      {path: [0, 'title'], before: undefined, after: 'x'},
      {path: [0], before: {header: 'a'}, after: undefined},
    ],
  ],
])('%s', (_what, current, desired, differences) => {
  const found = findDifferences(current, desired);
  expect(found.map(({label: _label, ...difference}) => difference)).toEqual(differences);
  expect(isSupersetOf(current, desired)).toBe(differences.length === 0);
});
