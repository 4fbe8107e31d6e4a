import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const stored = [
  {id: 'o1', title: 'Draft'},
  {id: 'o2', title: 'Sent'},
  {id: 'o3', title: 'Won'},
];

const toOptions = (list: readonly JsonObject[]) => ({
  display_type: 'RADIO',
  groups: [
    {header: 'A', options: list.slice(0, 3)},
    ...(list.length > 3 ? [{header: 'B', options: list.slice(3)}] : []),
  ],
});

async function warningsOf(
  choices: readonly JsonObject[],
  current: readonly JsonObject[] = stored,
  members: JsonObject = {},
): Promise<readonly string[]> {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: toOptions(choices), ...members}]})};
  const {stdout} = await run(
    'fields plan -f f.json --json',
    createTenant([field('a', {options: toOptions(current)})]),
    {
      files,
    },
  );
  return JSON.parse(stdout).warnings;
}

test('choices that exchange titles are matched by title, which a warning says', async () => {
  expect(
    await warningsOf([
      {id: 'o1', title: 'Sent'},
      {id: 'o2', title: 'Draft'},
      {id: 'o3', title: 'Won'},
    ]),
  ).toEqual([
    'f.json:1:19: "a": choices are matched by title, so these are not renamed: "Sent" has the id o1 of "Draft", "Draft" has the id o2 of "Sent"; to swap titles, rename one choice at a time, using a temporary title first; otherwise, remove the ids',
  ]);
});

test.each([
  ['with their own ids', stored],
  ['without ids', stored.map(({title}) => ({title}))],
  ['with ids of another tenant', ['o2', 'o3', 'o1'].map((id, index) => ({...stored[index], id}))],
  [
    'with ids that no choice has',
    [
      {id: 'x1', title: 'Draft'},
      {id: 'x2', title: 'Sent'},
      {id: 'o3', title: 'Won'},
    ],
  ],
])('does not warn about choices %s', async (_what, choices) => {
  expect(await warningsOf(choices)).toEqual([]);
});

test('does not warn about ids that are unique only within a group, or that some choices lack', async () => {
  const twice = [...stored, ...stored.map(choice => ({...choice, title: `${choice.title} too`}))];
  expect(await warningsOf(twice, twice)).toEqual([]);
  const partly = [{id: 'o1', title: 'Draft'}, {title: 'Sent'}, {title: 'Won'}];
  expect(await warningsOf(partly, partly)).toEqual([]);
});

test('all titles may be exchanged as well, where the ids are in the order of the tenant', async () => {
  const [draft, sent] = stored;
  const exchanged = [
    {...draft, title: 'Sent'},
    {...sent, title: 'Draft'},
  ];
  const warning = expect.stringContaining(
    'choices are matched by title, so these are not renamed: "Sent" has the id o1 of "Draft"',
  );
  expect(await warningsOf(exchanged, stored.slice(0, 2))).toEqual([warning]);
  expect(await warningsOf(exchanged, stored.slice(0, 2), {id: 'cf_a'})).toEqual([warning]);
  expect(await warningsOf([...exchanged, {title: 'Won'}])).toEqual([warning]);
  // In the order of another tenant.
  expect(await warningsOf(exchanged.toReversed(), stored.slice(0, 2))).toEqual([]);
  // An API that numbers choices by position has given them other ids since.
  const moved = ['o3', 'o1', 'o2'].map((id, index) => ({...stored[index], id}));
  expect(await warningsOf(moved, stored, {id: 'cf_a'})).toEqual([]);
  const shifted = [{title: 'New'}, ...['o1', 'o2'].map((id, index) => ({...stored[index + 1], id}))];
  expect(await warningsOf(shifted, [{...draft, title: 'New'}, ...stored.slice(1)], {id: 'cf_a'})).toEqual([]);
});

test('fields update names exchanged titles as a plan does', async () => {
  const tenant = createTenant([field('a', {options: toOptions(stored)})]);
  const [draft, sent, won] = stored;
  const options = toOptions([{...draft, title: 'Sent'}, {...sent, title: 'Draft'}, {...won}]);
  const files = {'u.json': JSON.stringify({options})};
  expect(await run('fields update cf_a --file u.json', tenant, {files})).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(
      'note: cf_a: choices are matched by title, so these are not renamed: "Sent" has the id o1 of "Draft"',
    ),
  });
});
