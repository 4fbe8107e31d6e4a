import {expect, test} from 'vitest';
import type {CustomField} from '../../src/api/schemas.js';
import {findUnsetDefaults} from '../../src/plan/carried-default.js';
import type {Run, WriteState} from '../../src/plan/run.js';
import {runOf as emptyRun} from '../harness/run-of.js';

const at = '2026-11-25T08:00:00Z';
const titled = (...titles: readonly string[]) => ({groups: [{header: 'G', options: titles.map(title => ({title}))}]});
const before = {id: 'old', name: 'a', options: {...titled('p', 'q'), default_option_id: 'o_q'}};
const created = {id: 'new', name: 'a', options: titled('p', 'q')};
const writes: readonly WriteState[] = [
  {action: 'delete', name: 'a', id: 'old', state: 'done', at},
  {action: 'create', name: 'a', id: 'new', state: 'done', at},
];

const replacement = {action: 'replace', name: 'a', id: 'old'};

/** A run that has replaced the field. */
const runOf = (more: Partial<Run> = {}, changes: Run['plan']['changes'] = [replacement]) =>
  emptyRun({before: [before], writes, ...more}, changes);

test('a replacement that did not get to set the default is found', () => {
  expect(findUnsetDefaults([runOf()], [created])).toEqual([before]);
});

const cutOff: readonly WriteState[] = [
  {action: 'delete', name: 'a', id: 'old', state: 'done', at},
  {action: 'create', name: 'a', state: 'open', at},
];
const update: WriteState = {action: 'update', name: 'a', id: 'new', state: 'done', at};

test.each<[string, readonly Run[], CustomField]>([
  ['another name', [runOf()], {...created, name: 'b'}],
  ['no name', [runOf()], {...created, name: null}],
  ['a mark of deletion', [runOf()], {...created, deleted: true}],
  ['a default', [runOf()], {...created, options: {...titled('p', 'q'), default_option_id: 'x'}}],
  ['other choices', [runOf()], {...created, options: titled('p', 'r')}],
  ['another id than the run created', [runOf()], {...created, id: 'third'}],
  ['a default that the run has set', [runOf({writes: [...writes, update]})], created],
  ['an update by a later run', [runOf({writes: [update]}, []), runOf()], created],
  ['no replacement in its run', [runOf({}, [{action: 'update', name: 'a', id: 'old'}])], created],
  ['a create that failed', [runOf({writes: writes.map(write => ({...write, state: 'failed'}))})], created],
  ['an id from before a create that was cut off', [runOf({writes: cutOff})], {...created, id: 'old'}],
  [
    'a run that declared no default',
    [runOf({document: {declared: [{name: 'a', members: {options: {default_option_id: null}}}]}})],
    created,
  ],
  ['a run that has converged', [runOf({outcome: 'converged'})], created],
  ['no default before', [runOf({before: [{...before, options: titled('p', 'q')}]})], created],
  ['no record of before', [runOf({before: []})], created],
  ['no run', [], created],
])('a field with %s is left alone', (_what, runs, field) => {
  expect(findUnsetDefaults(runs, [field])).toEqual([]);
});

test('an empty text is no default', () => {
  const empty = {...created, options: {...titled('p', 'q'), default_option_id: ''}};
  expect(findUnsetDefaults([runOf()], [empty])).toEqual([before]);
});

test('the choices that the replacement has sent are compared, not those before it', () => {
  const body = {name: 'a', options: titled('q', 'p', 'r')};
  const changed = {...created, options: titled('q', 'p', 'r')};
  const changes = [{action: 'replace', name: 'a', id: 'old', body}];
  expect(findUnsetDefaults([runOf({}, changes)], [changed])).toEqual([before]);
  expect(findUnsetDefaults([runOf({}, changes)], [{...created, options: titled('q', 'x', 'r')}])).toEqual([]);
});

test('titles that an API has trimmed are those that were sent', () => {
  const changes = [{action: 'replace', name: 'a', id: 'old', body: {name: 'a', options: titled('q ', 'p')}}];
  expect(findUnsetDefaults([runOf({}, changes)], [{...created, options: titled('q', 'p')}])).toEqual([before]);
});

test('a create that was cut off counts on an API that numbers the choices itself', () => {
  const numbered = (sort_order: number) => ({groups: [{header: 'G', options: [{title: 'p', sort_order}]}]});
  const changes = [{action: 'replace', name: 'a', id: 'old', body: {name: 'a', options: numbered(1)}}];
  const was = {...before, options: {...numbered(1), default_option_id: 'o_p'}};
  const run = runOf({writes: cutOff, before: [was]}, changes);
  expect(findUnsetDefaults([run], [{...created, options: numbered(10)}])).toEqual([was]);
});

test('a field counts as created by a run that was cut off while it created one like it', () => {
  expect(findUnsetDefaults([runOf({writes: cutOff})], [created])).toEqual([before]);
});

test('writes for other fields and failed updates do not count', () => {
  const others: readonly WriteState[] = [
    {...update, name: 'b'},
    {...update, state: 'failed'},
    {...update, state: 'open'},
  ];
  expect(findUnsetDefaults([runOf({writes: [...writes, ...others]})], [created])).toEqual([before]);
  const later = runOf({writes: others}, []);
  expect(findUnsetDefaults([later, runOf()], [created])).toEqual([before]);
});
