import {expect, test} from 'vitest';
import {findDifferentMembers} from '../../src/plan/compare-plans.js';

test('names the members that differ, the counts last, since they differ wherever something else does', () => {
  const fresh = {summary: {create: 1}, base_url: 'a', changes: [], permissions: {}};
  expect(findDifferentMembers({...fresh, summary: {create: 2}, permissions: {x: 1}}, fresh)).toEqual([
    '"permissions"',
    '"summary"',
  ]);
  expect(findDifferentMembers({permissions: {x: 1}, summary: {create: 2}, base_url: 'a', changes: []}, fresh)).toEqual([
    '"permissions"',
    '"summary"',
  ]);
  expect(findDifferentMembers(fresh, fresh)).toEqual([]);
  expect(findDifferentMembers({...fresh, later: 1}, fresh)).toEqual(['"later"']);
  const compare = (before: readonly string[], now: readonly string[]) =>
    findDifferentMembers({...fresh, undeclared: before}, {...fresh, undeclared: now});
  expect([compare(['a', 'b'], ['a', 'c', 'b']), compare(['a', 'b', 'c'], ['a', 'c'])]).toEqual([
    ['the undeclared fields, such as "c"'],
    ['the undeclared fields, such as "b"'],
  ]);
  expect(compare(['a', 'b'], ['b', 'a'])).toEqual(['the undeclared fields']);
});

test.each([
  ['the tenant in a suggested command', 'run: bizctl fields undo R --profile acme', 'run: bizctl fields undo R', []],
  ['its quoted address', "run: bizctl fields runs --base-url 'https://a b'", 'run: bizctl fields runs', []],
  ['the place of a member', 'f.yaml:1:2: "x" is new', '"x" is new', []],
  ['another run', 'run: bizctl fields undo R --profile acme', 'run: bizctl fields undo S', ['"warnings"']],
])('a plan may differ in %s of a warning, or not: %s', (_what, saved, now, differing) => {
  expect(findDifferentMembers({warnings: [saved]}, {warnings: [now]})).toEqual(differing);
});
