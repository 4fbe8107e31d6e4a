import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const titles = ['A', 'B', 'C', 'D', 'E'];
const headers = [undefined, undefined, 'G', 'G', 'H'];

/** Distributes the choices of all titles to groups with some of the headers. */
function distribute(places: readonly number[], shift: number, toChoice: (title: string) => JsonObject) {
  const groups = headers.map((header, group) => ({
    ...(header === undefined ? {} : {header}),
    options: titles.filter((_title, index) => places[index] === group).map(toChoice),
  }));
  return {display_type: 'RADIO', groups: [...groups.slice(shift), ...groups.slice(0, shift)]};
}

const places = fc.array(fc.nat(headers.length - 1), {minLength: titles.length, maxLength: titles.length});

test('choices keep their ids and what nobody declares, however a file regroups them (rows 148, 149, 154)', () =>
  fc.assert(
    fc.asyncProperty(places, places, fc.nat(headers.length - 1), fc.boolean(), async (before, after, shift, hasIds) => {
      const own = (title: string) => ({id: `id-${title}`, title, subtitle: `of ${title}`, extra: {of: title}});
      const tenant = createTenant([field('a', {options: distribute(before, 0, own)})]);
      const declared = distribute(after, shift, title => (hasIds ? {id: `id-${title}`, title} : {title}));
      const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: declared}]})};
      const {exitCode} = await run('fields apply -f f.json --yes', tenant, {files});
      const options = JSON.parse(tenant.fields()[0] ?? '{}').options;
      expect({exitCode, options}).toEqual({exitCode: 0, options: distribute(after, shift, own)});
    }),
    {numRuns: 60},
  ));

const none = (id: string) => ({id, title: 'None'});
const twoGroups = (first: JsonObject, high: JsonObject, second: JsonObject) => ({
  display_type: 'RADIO',
  groups: [{options: [first]}, {options: [high, second]}],
});

test('choices of equal groups do not change places by ids of another tenant (row 149)', async () => {
  const current = twoGroups(none('1'), {id: '2', title: 'High'}, none('3'));
  const declared = twoGroups(none('3'), {id: '4', title: 'High'}, none('5'));
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: declared}]})};
  const tenant = createTenant([field('a', {options: current})]);
  expect((await run('fields plan -f f.yaml --check', tenant, {files})).exitCode).toBe(0);
  const moved = twoGroups(none('3'), {id: '2', title: 'High'}, none('1'));
  const own = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: moved}]})};
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files: own});
  expect(JSON.parse(stdout).changes[0].body.options).toEqual(moved);
});

test('groups that declare no header keep those of the groups whose choices they have', async () => {
  const colours = [
    {id: '1', title: 'red'},
    {id: '2', title: 'blue'},
  ];
  const tenant = createTenant([
    field('a', {options: {display_type: 'RADIO', groups: [{header: 'Colours', options: colours}]}}),
  ]);
  const groups = [{options: [{title: 'none'}]}, {options: [{title: 'red'}, {title: 'blue'}]}];
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options.groups).toEqual([
    {options: [{id: expect.any(String), title: 'none'}]},
    {header: 'Colours', options: colours},
  ]);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('groups without a header keep their choices where another group shares some of them', async () => {
  const current = {
    display_type: 'RADIO',
    groups: [
      {
        header: 'H',
        options: [
          {id: '1', title: 'A'},
          {id: '2', title: 'B'},
        ],
      },
      {
        options: [
          {id: '3', title: 'A'},
          {id: '4', title: 'C'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options: current})]);
  const groups = [{options: [{title: 'A'}, {title: 'B'}]}, {options: [{title: 'A'}, {title: 'C'}]}];
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})};
  expect((await run('fields plan -f f.yaml --check', tenant, {files})).exitCode).toBe(0);
});

test('a plan says that a choice which moves to another group is not removed', async () => {
  const choice = (title: string) => ({id: `id-${title}`, title});
  const current = [{header: 'Warm', options: [choice('red'), choice('blue')]}, {options: [choice('green')]}];
  const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups: current}})]);
  const groups = [{header: 'Warm', options: [choice('red'), choice('green')]}, {options: [choice('blue')]}];
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})};
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout).changes[0].notes).toEqual([
    'the choice "green" is not removed: it moves from a group without a header to group "Warm"',
    'the choice "blue" is not removed: it moves from group "Warm" to a group without a header',
  ]);
});

test.each<[string, readonly (readonly [string, string])[], boolean]>([
  [
    'all of several are renamed',
    [
      ['1', 'Small'],
      ['2', 'Medium'],
    ],
    true,
  ],
  [
    'one keeps its title',
    [
      ['1', 'Red'],
      ['2', 'Medium'],
    ],
    false,
  ],
  [
    'one of three keeps its title',
    [
      ['1', 'Small'],
      ['2', 'Medium'],
      ['3', 'Blue'],
    ],
    false,
  ],
  ['there is one', [['1', 'Small']], false],
  [
    'only case and spaces differ',
    [
      ['1', 'red '],
      ['2', 'Green '],
    ],
    false,
  ],
])('warns that ids of choices may be those of another tenant, if %s (row 149)', async (_what, declared, warns) => {
  const toOptions = (choices: readonly (readonly [string, string])[]) => ({
    display_type: 'RADIO',
    groups: [{options: choices.map(([id, title]) => ({id, title}))}],
  });
  const titles = [
    ['1', 'Red'],
    ['2', 'Green'],
    ['3', 'Blue'],
  ] as const;
  const tenant = createTenant([field('a', {options: toOptions(titles.slice(0, declared.length))})]);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options: toOptions(declared)}]})};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files});
  const warning =
    'warning: f.yaml:1:19: "a": these choices have the ids of existing ones, and would rename them: "Red" to "Small", "Green" to "Medium"; if the input comes from a different tenant, remove its choice ids\n';
  expect({exitCode, warns: stderr.startsWith(warning)}).toEqual({exitCode: 0, warns});
});

test('where ids are unique within a group only, a choice that moves to another group is a loss (row 149)', async () => {
  const group = (header: string, ...ids: readonly string[]) => ({
    header,
    options: ids.map(text => ({id: text.split(' ')[0] ?? '', title: text.split(' ')[1] ?? ''})),
  });
  const toOptions = (...groups: readonly JsonObject[]) => ({display_type: 'RADIO', groups});
  const tenant = createTenant([field('a', {options: toOptions(group('Open', '1 A', '2 B'), group('Closed', '1 C'))})]);
  const options = toOptions(group('Open', '1 A'), group('Closed', '1 C', '2 B'));
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toContain(
    'the choice "B" would be removed: it moves to another group, where its id "2" may be that of another choice. ' +
      'To keep the values stored for it, leave it in its group.',
  );
  const titles = {
    groups: [
      {header: 'Open', options: [{title: 'A'}]},
      {header: 'Closed', options: [{title: 'C'}, {title: 'B'}]},
    ],
  };
  const withoutIds = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options: titles}]})};
  expect((await run('fields plan -f f.yaml', tenant, {files: withoutIds})).stdout).toContain(
    'the choice "B" would be removed: it moves to another group',
  );
  expect((await run('fields apply -f f.yaml --yes --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options.groups).toEqual([
    group('Open', '1 A'),
    {
      header: 'Closed',
      options: [
        {id: '1', title: 'C'},
        {id: expect.not.stringMatching(/^[12]$/), title: 'B'},
      ],
    },
  ]);
});
