import {expect, test} from 'vitest';
import {adoptOptions} from '../../src/plan/choices/adopt-options.js';
import {resolveOpenWrites} from '../../src/plan/resolve-open-writes.js';
import type {WriteState} from '../../src/plan/run.js';
import {runOf} from '../harness/run-of.js';

const at = '2026-11-29T12:00:00Z';

test.each<[string, WriteState, readonly object[]]>([
  ['an update', {action: 'update', name: 'a', id: 'a1', state: 'open', at}, [{event: 'done', id: 'a1'}]],
  ['a deletion', {action: 'delete', name: 'b', id: 'b1', state: 'open', at}, [{event: 'done', id: 'b1'}]],
  ['a deletion of what is marked as deleted', {action: 'delete', name: 'c', id: 'c1', state: 'open', at}, [{id: 'c1'}]],
  ['a create of a name that a deleted field has', {action: 'create', name: 'c', id: undefined, state: 'open', at}, []],
  ['a create of a name that a field had before', {action: 'create', name: 'a', id: undefined, state: 'open', at}, []],
  ['a deletion of what is still there', {action: 'delete', name: 'a', id: 'a1', state: 'open', at}, []],
  ['a write whose outcome is known', {action: 'update', name: 'a', id: 'a1', state: 'done', at}, []],
  ['a second update', {action: 'update', name: 'a', id: 'a1', state: 'open', at, body: {}}, []],
])('a resumed run records once how open writes ended: %s (row 138)', (_what, write, entries) => {
  const current = [
    {id: 'a1', name: 'a'},
    {id: 'c1', name: 'c', deleted: true},
  ];
  const state = {current, remaining: [], foreignIds: new Set<string>()};
  const {plan} = runOf();
  const run = runOf({writes: [write], plan: {...plan, seen: [{id: 'a1', name: 'a'}]}});
  expect(resolveOpenWrites(run, state, at)).toMatchObject(entries);
});

test('a new field has no default that null could remove (row 149)', () => {
  const options = {groups: [{options: [{title: 'Low'}]}]};
  expect(adoptOptions({...options, default_option_id: null}, undefined).options).toEqual(options);
  expect(adoptOptions({...options, default_option_id: null}, options).options).toEqual({
    ...options,
    default_option_id: null,
  });
});

test('an undo counts a choice that moves back as lost where ids were unique within a group only (row 150)', () => {
  const toOptions = (other: readonly string[], open: string) => ({
    groups: [
      {header: 'Other', options: other.map(title => ({id: '1', title}))},
      {header: 'Open', options: [{id: '1', title: open}]},
    ],
  });
  const {lost} = adoptOptions(toOptions(['X'], 'T'), toOptions([], 'X'), {isExact: true});
  expect(lost).toEqual(['X']);
});
