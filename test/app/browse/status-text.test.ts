import {expect, test} from 'vitest';
import type {BrowserEntry} from '../../../src/app/browse/entries.js';
import {type BrowseState, createState} from '../../../src/app/browse/state.js';
import {describeCounts, describeEmptyList, describeStatus} from '../../../src/app/browse/status-text.js';

const entry: BrowserEntry = {key: 'a', row: {id: 'a'}, cells: [], text: 'a'};
const state = (change: Partial<BrowseState>): BrowseState => ({
  ...createState({readOnly: undefined, forms: {}}),
  ...change,
});
const failed = {state: 'failed', message: 'HTTP 503'} as const;

test.each<[string, Partial<BrowseState>, string]>([
  ['a message before all else', {message: {text: 'copied a'}, reading: failed}, 'copied a'],
  ['what is being done', {mode: {kind: 'busy', text: 'Deleting 2…'}, reading: failed}, 'Deleting 2…'],
  ['a list that fails at once', {reading: failed}, 'Could not load the list: HTTP 503 (r to retry)'],
  [
    'its next attempt',
    {reading: {...failed, retryIn: 7, at: '14:05'}},
    'Could not load the list: HTTP 503 (retrying in 7 s, r to retry now)',
  ],
  [
    'a list that fails after some rows',
    {entries: [entry], reading: {...failed, at: '14:05', retryIn: 1}},
    'Incomplete: HTTP 503 (rows from 14:05; retrying in 1 s, r to continue now)',
  ],
  ['the same without a time', {entries: [entry], reading: failed}, 'Incomplete: HTTP 503 (r to continue)'],
  ['the first page', {reading: {state: 'reading'}}, 'Loading…'],
  ['a later page', {entries: [entry], reading: {state: 'reading'}}, '1 so far…'],
  ['a wait', {reading: {state: 'reading', message: 'waiting 3 s (HTTP 429)'}}, 'Loading… waiting 3 s (HTTP 429)'],
  [
    'the keys',
    {reading: {state: 'done'}},
    '? keys  q quit  / search  Enter details  e edit  d delete  Space mark  c change  s sort',
  ],
  [
    'the keys of the details',
    {reading: {state: 'done'}, mode: {kind: 'detail', top: 0}},
    'Esc list  Up/Down scroll  e edit  d delete  y copy id  ? keys  q quit',
  ],
  ['the keys of the search', {reading: {state: 'done'}, mode: {kind: 'search'}}, 'Enter list  Esc clear  Up/Down move'],
  [
    'the keys of the help',
    {reading: {state: 'done'}, mode: {kind: 'help', top: 0, back: {kind: 'list'}}},
    'Up/Down scroll  any other key closes the help',
  ],
  [
    'the keys of a list that cannot be changed',
    {reading: {state: 'done'}, readOnly: 'no'},
    '? keys  q quit  / search  Enter details  s sort',
  ],
])('the status line shows %s', (_what, change, text) => {
  expect(describeStatus(state(change), 100).text).toBe(text);
});

test('as many keys are shown as fit', () => {
  const hints = '? keys  q quit  / search  Enter details  e edit  d delete  Space mark  c change  s sort  ';
  for (let columns = 0; columns <= hints.length + 1; columns += 1) {
    const {text} = describeStatus(state({reading: {state: 'done'}}), columns);
    const next = hints.slice(text === '' ? 0 : text.length + 2).split('  ')[0] ?? '';
    expect(hints.startsWith(text)).toBe(true);
    expect(text === '' || text.length + 2 <= columns).toBe(true);
    expect(next === '' || (text === '' ? 0 : text.length + 2) + next.length + 2 > columns).toBe(true);
  }
});

test.each<[Partial<BrowseState>, string]>([
  [{entries: [entry, entry], visible: [entry, entry], cursor: 1}, '2/2'],
  [{entries: [entry, entry], visible: [entry], search: 'a'}, '1/1 of 2'],
  [{entries: [entry, entry], search: 'xyz'}, '0 of 2'],
  [{entries: [entry], visible: [entry], search: '  '}, '1/1'],
  [{entries: [entry], visible: [entry], marked: new Set(['a'])}, '1/1, 1 marked'],
  [{order: {column: 1, isDescending: false}}, '0, by label'],
  [
    {entries: [entry], visible: [entry], marked: new Set(['a']), order: {column: 0, isDescending: true}},
    '1/1, 1 marked, by name, descending',
  ],
  [{reading: failed}, ''],
  [{entries: [entry], visible: [entry], reading: failed}, '1/1, incomplete'],
  [{entries: [entry], visible: [entry], reading: {...failed, isReload: true}}, '1/1'],
])('the counts of %j are %j', (change, text) => {
  expect(describeCounts(state(change), ['name', 'label'])).toBe(text);
});

test.each<[Partial<BrowseState>, string]>([
  [{reading: {state: 'done'}}, 'This tenant has no deals. r reloads, q quits.'],
  [{reading: {state: 'done'}, entries: [entry], search: 'xyz'}, 'No deals match "xyz". Esc clears the search.'],
  [{reading: {state: 'reading'}}, ''],
  [{reading: failed}, ''],
])('in place of no rows, %j shows %j', (change, text) => {
  expect(describeEmptyList(state(change), 'deals')).toBe(text);
});
