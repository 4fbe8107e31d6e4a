import {expect, test} from 'vitest';
import type {Json, JsonObject} from '../../../src/json/json.js';
import {adoptOptions} from '../../../src/plan/choices/adopt-options.js';

const choices = (...ids: readonly Json[]): JsonObject => ({
  groups: [{options: ids.map((id, index) => ({id, title: `T${index}`}))}],
});
const withoutIds = {groups: [{options: [{title: 'T0'}, {title: 'T1'}]}]};

test.each<[string, Json, JsonObject, JsonObject | undefined, object]>([
  ['an id as text, of a tenant with numbers', '7', choices(6, 7), choices(1, 2), {id: '2'}],
  ['an id as a number, of a tenant with texts', 7, choices(6, 7), choices('a', 'b'), {id: 'b'}],
  ['a number, of a tenant with numbers', 7, choices(6, 7), choices(1, 2), {id: 2}],
  ['a choice of a new field', 'y', choices('x', 'y'), undefined, {newTitle: 'T1'}],
  ['no choice of a new field', 'z', choices('x', 'y'), undefined, {unknownId: 'z'}],
  ['no choice of the tenant', 'z', {}, choices('x', 'y'), {unknownId: 'z'}],
  ['a choice of the tenant', 'y', {}, choices('x', 'y'), {id: 'y'}],
  ['an id where the tenant shows none', 'z', {}, withoutIds, {id: 'z'}],
  ['a choice from a source of the file', 'z', {option_source: {name: 'S'}}, choices('x'), {id: 'z'}],
  ['a choice from a source of the tenant', 'z', {}, {...choices('x'), option_source: {name: 'S'}}, {id: 'z'}],
  ['a foreign choice, of a tenant without choices', 'z', choices('x'), {groups: []}, {unknownId: 'z'}],
  [
    'a foreign choice, where the file removes the source',
    'z',
    {option_source: null},
    {...choices('x'), option_source: {name: 'S'}},
    {unknownId: 'z'},
  ],
  ['what the tenant has as well', 'z', {}, {...choices('x'), default_option_id: 'z'}, {id: 'z'}],
  [
    'a choice that the file removes',
    'y',
    choices('x'),
    {...choices('x', 'y'), default_option_id: 'y'},
    {unknownId: 'y'},
  ],
  ['no default', null, {}, choices('x'), {id: null}],
  ['an empty text, as some APIs show for none', '', choices('x'), choices('x'), {id: ''}],
])('as the default, takes %s for what it is (row 149)', (_what, declared, options, current, adopted) => {
  expect(adoptOptions({...options, default_option_id: declared}, current).adoptedDefault).toEqual(adopted);
});

test.each<[string, readonly Json[], readonly string[], readonly object[]]>([
  ['a chain of renames', [1, 2], ['B', 'C'], [{id: 1, from: 'A', to: 'B', reason: 'taken'}]],
  [
    'ids of which another one is foreign',
    [2, 1, 3],
    ['A', 'B', 'New'],
    [{id: 3, from: 'Old', to: 'New', reason: 'foreign', foreign: expect.objectContaining({id: 2, title: 'A'})}],
  ],
  ['a rename beside twins', [null, 2, 1], ['B', 'C', 'A'], []],
  ['ids as texts of a tenant with numbers', ['1', '2'], ['New', 'B'], []],
  ['an id that the file has twice', [1, 1, 2], ['X', 'Y', 'B'], []],
])('for %s, names the ids that may be those of another tenant', (_what, ids, titles, doubtful) => {
  const group = (given: readonly Json[], named: readonly string[]) => ({
    groups: [{options: given.map((id, index) => ({id, title: named[index] ?? ''}))}],
  });
  const adopted = adoptOptions(group(ids, titles), group([1, 2, 3], ['A', 'B', 'Old']));
  expect(adopted.doubtful).toEqual(doubtful);
});

test('an id that the file has for none of its choices is not the default, whichever choice has it here (row 149)', () => {
  const group = (...choices: readonly JsonObject[]) => ({groups: [{options: choices}]});
  const current = group({id: '1', title: 'Won'}, {id: '2', title: 'Low'}, {id: '3', title: 'Mid'});
  const declared = group({id: '4', title: 'Won'}, {id: '3', title: 'Low'}, {id: '5', title: 'Mid'});
  expect(adoptOptions({...declared, default_option_id: '2'}, current).adoptedDefault).toEqual({unknownId: '2'});
  const untold = group({title: 'Won'}, {title: 'Low'}, {title: 'Mid'});
  expect(adoptOptions({...untold, default_option_id: '2'}, current).adoptedDefault).toEqual({id: '2'});
});

test('an id that was copied to another line is that of the choice with its title, also for the default', () => {
  const group = (...choices: readonly JsonObject[]) => ({groups: [{options: choices}], default_option_id: '2'});
  const [low, high] = [
    {id: '1', title: 'Low'},
    {id: '2', title: 'High'},
  ];
  const declared = group(low, {id: '2', title: 'New'}, high);
  expect(adoptOptions(declared, group(low, high)).adoptedDefault).toEqual({id: '2'});
  const elsewhere = {
    groups: [{options: ['Low', 'New', 'High'].map((title, index) => ({id: `${index + 11}`, title}))}],
    default_option_id: '13',
  };
  expect(adoptOptions(declared, elsewhere).adoptedDefault).toEqual({id: '13'});
});

test('a choice that moves to a group which has its id is named as lost, with the reason', () => {
  const grouped = (...groups: readonly (readonly JsonObject[])[]) => ({
    groups: groups.map((options, index) => ({header: `${index}`, options})),
  });
  const [a, b, c] = [
    {id: 1, title: 'A'},
    {id: 2, title: 'B'},
    {id: 1, title: 'C'},
  ];
  const {lost, doubtful, options} = adoptOptions(grouped([b], [a, c]), grouped([a, b], [c]));
  expect({lost, doubtful, options}).toEqual({
    lost: ['A'],
    doubtful: [{id: 1, from: 'A', to: 'A', reason: 'moved'}],
    options: grouped([b], [{title: 'A'}, c]),
  });
});

test('names the id for a rename whose old title is declared for a choice that may have moved', () => {
  const current = {
    groups: [
      {header: 'G', options: [{id: 1, title: 'x'}]},
      {header: 'H', options: [{id: 2, title: 'x'}]},
    ],
  };
  const declared = {
    groups: [
      {header: 'F', options: [{title: 'x'}]},
      {header: 'H', options: [{id: 2, title: 'y'}]},
    ],
  };
  expect(adoptOptions(declared, current).doubtful).toEqual([{id: 2, from: 'x', to: 'y', reason: 'declared'}]);
});
