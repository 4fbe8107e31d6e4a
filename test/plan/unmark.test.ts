import {expect, test} from 'vitest';
import type {Json} from '../../src/json/json.js';
import {type Change, isUnmarkOnly} from '../../src/plan/plan.js';

const differ = (path: string, before: Json | undefined, after: Json | undefined) => ({
  path,
  label: path,
  before,
  after,
});

test.each<[string, Change['action'], ReturnType<typeof differ>[], boolean]>([
  ['takes a mark off a field that shows none', 'update', [differ('deleted', undefined, false)], true],
  ['takes a mark off a field that shows null', 'update', [differ('deleted', null, false)], true],
  ['takes off a mark', 'update', [differ('deleted', true, false)], false],
  ['sets a mark', 'update', [differ('deleted', undefined, true)], false],
  ['sets another member to false', 'update', [differ('hidden', undefined, false)], false],
  ['changes a label as well', 'update', [differ('deleted', null, false), differ('label', 'a', 'b')], false],
  ['changes nothing', 'update', [], false],
  ['creates a field', 'create', [differ('deleted', undefined, false)], false],
])('a change that %s', (_what, action, differences, expected) => {
  expect(isUnmarkOnly({action, id: 'cf_a', name: 'a', differences, notes: []})).toBe(expected);
});
