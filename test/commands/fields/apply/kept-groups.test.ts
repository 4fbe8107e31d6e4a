import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const high = {id: '1', title: 'High'};
const low = {id: '2', title: 'Low'};
const urgency = {id: 'g1', header: 'Urgency', options: [high, low]};
const current = {display_type: 'RADIO', default_option_id: '1', groups: [urgency]};

const declaring = (options: JsonObject) => ({
  'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options}]}),
});

/** Plans and applies options in which a group is declared without its choices. */
async function applyOptions(options: JsonObject) {
  const tenant = createTenant([field('a', {options: current})]);
  const files = declaring(options);
  const planned = await run('fields plan -f f.yaml --json', tenant, {files});
  const {summary, warnings} = JSON.parse(planned.stdout);
  const {exitCode} = await run('fields apply -f f.yaml --yes', tenant, {files});
  const again = await run('fields plan -f f.yaml --check', tenant, {files});
  return {
    losses: summary.losses,
    warnings,
    exitCode,
    again: again.exitCode,
    options: tenant.fields().map(text => JSON.parse(text).options)[0],
  };
}

test('a group that is declared without choices keeps them, and the plan counts no loss (rows 32, 149)', async () => {
  expect(await applyOptions({groups: [{header: 'Urgency', sort_order: 7}]})).toEqual({
    losses: 0,
    warnings: [],
    exitCode: 0,
    again: 0,
    options: {...current, groups: [{...urgency, sort_order: 7}]},
  });
});

test('a choice leaves a group that is declared without choices, and is there once (row 154)', async () => {
  const created = {header: 'New', options: [{title: 'High'}]};
  expect(await applyOptions({groups: [{header: 'Urgency'}, created]})).toMatchObject({
    losses: 0,
    exitCode: 0,
    again: 0,
    options: {
      groups: [
        {header: 'Urgency', options: [low]},
        {header: 'New', options: [high]},
      ],
    },
  });
});

test('a default may be a choice of a group that is declared without choices (row 149)', async () => {
  expect(await applyOptions({default_option_id: '2', groups: [{header: 'Urgency'}]})).toMatchObject({
    losses: 0,
    warnings: [],
    exitCode: 0,
    again: 0,
    options: {...current, default_option_id: '2'},
  });
});

test('only the choices of groups that are not declared are lost', async () => {
  const tenant = createTenant([
    field('a', {options: {...current, groups: [urgency, {header: 'Size', options: [{id: '3', title: 'Big'}]}]}}),
  ]);
  const files = declaring({groups: [{header: 'Urgency'}]});
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect(JSON.parse(stdout).summary.losses).toBe(1);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(9);
  expect(writesOf(tenant)).toEqual([]);
});

test.each([
  [{display_options: {type: 'DEFAULT', hiden: true}}, 'display_options: "hiden"'],
  [{options: {groups: [{header: 'Urgency', optionz: [{title: 'X'}]}]}}, 'options.groups[0]: "optionz"'],
  [{helper_txt: null}, '"helper_txt" is not in the API reference. Did you mean helper_text?'],
  [{validatrs: []}, '"validatrs" is not in the API reference. Did you mean validators?'],
])('a misspelt member is pointed out, whatever the tenant has: %j', async (members, named) => {
  const tenant = createTenant([field('a', {options: current, display_options: {type: 'DEFAULT', hidden: false}})]);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, ...members}]})};
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect(JSON.parse(stdout).warnings).toEqual([expect.stringContaining(named)]);
});

test('groups in their old order keep their numbers; a plan shows those that change because groups move (row 154)', async () => {
  const open = {header: 'Open', sort_order: 10, options: [high]};
  const closed = {header: 'Closed', sort_order: 5, options: [low]};
  const apply = async (...groups: readonly JsonObject[]) => {
    const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups: [open, closed]}})]);
    const files = declaring({groups});
    const {stdout} = await run('fields plan -f f.yaml', tenant, {files});
    await run('fields apply -f f.yaml --yes', tenant, {files});
    const sent = writesOf(tenant).map(write => JSON.parse(write.split(' ').slice(2).join(' ')).options.groups);
    return {numbers: stdout.split('\n').filter(line => line.includes('sort_order')), sent};
  };
  const changed = {header: 'Open', options: [{title: 'High', subtitle: 'S'}]};
  expect(await apply(changed, {header: 'Closed', options: [{title: 'Low'}]})).toEqual({
    numbers: [],
    sent: [[{...open, options: [{...high, subtitle: 'S'}]}, closed]],
  });
  expect(await apply({header: 'New', options: [{title: 'N'}]}, {header: 'Open'}, {header: 'Closed'})).toMatchObject({
    numbers: ['          ~ sort_order of groups: "New" (none) -> 5, "Closed" 5 -> 11'],
  });
});

test('choices that move to a new group are numbered in it, if they had numbers and the file has none (row 148)', async () => {
  const choice = (id: string, title: string, sort_order?: number) => ({id, title, subtitle: `of ${title}`, sort_order});
  const toGroups = (...numbers: readonly (number | undefined)[]) => [
    {header: 'Open', options: ['A', 'B', 'C'].map((title, index) => choice(`o${index}`, title, numbers[index]))},
  ];
  const apply = async (groups: readonly JsonObject[], declared: readonly JsonObject[]) => {
    const tenant = createTenant([field('a', {options: JSON.parse(JSON.stringify({display_type: 'RADIO', groups}))})]);
    const files = declaring({groups: declared});
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
    expect((await run('fields plan -f f.yaml --check', tenant, {files})).exitCode).toBe(0);
    const [sent] = writesOf(tenant).map(write => JSON.parse(write.split(' ').slice(2).join(' ')).options.groups);
    return sent.map(({options}: {options: readonly JsonObject[]}) =>
      options.map(({title, sort_order = null}) => [title, sort_order]),
    );
  };
  const split = (...first: readonly JsonObject[]) => [
    {header: 'New', options: [...first]},
    {header: 'Open', options: [{title: 'C'}]},
  ];
  const numbered = toGroups(1, 2, 3);
  expect(await apply(numbered, split({title: 'B'}, {title: 'N'}, {title: 'A'}))).toEqual([
    [
      ['B', 1],
      ['N', 2],
      ['A', 3],
    ],
    [['C', 3]],
  ]);
  expect(await apply(numbered, split({title: 'B', sort_order: 8}, {title: 'A'}))).toEqual([
    [
      ['B', 8],
      ['A', null],
    ],
    [['C', 3]],
  ]);
  // The reference does not say what these values are.
  const ranked = JSON.parse(JSON.stringify(numbered).replaceAll(/"sort_order":(\d)/g, '"sort_order":"0|$1"'));
  expect(await apply(ranked, split({title: 'B'}, {title: 'A'}))).toEqual([
    [
      ['B', null],
      ['A', null],
    ],
    [['C', '0|3']],
  ]);
  expect(await apply(toGroups(), split({title: 'B'}, {title: 'A'}))).toEqual([
    [
      ['B', null],
      ['A', null],
    ],
    [['C', null]],
  ]);
});

test('a plan shows numbers that are not declared: those of a choice from another group, but of no new one that has one', async () => {
  const numbered = (choice: JsonObject, sort_order: number) => ({...choice, sort_order});
  const groups = [
    {header: 'G', options: [numbered(high, 1), numbered(low, 2)]},
    {header: 'H', options: [numbered({id: '3', title: 'Other'}, 7)]},
  ];
  const showFrom = async (groups: readonly JsonObject[], ...declared: readonly JsonObject[]) => {
    const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups}})]);
    const {stdout} = await run('fields plan -f f.yaml', tenant, {files: declaring({groups: declared})});
    return stdout.split('\n').filter(line => line.includes('sort_order of'));
  };
  const show = (...declared: readonly JsonObject[]) => showFrom(groups, ...declared);
  const titles = (...all: readonly JsonObject[]) => all.map(({title = null}) => ({title}));
  const moved = [
    {header: 'G', options: titles(high)},
    {header: 'H', options: titles({title: 'Other'}, low)},
  ];
  expect(await show(...moved)).toEqual(['          ~ sort_order of choices: "Low" 2 -> 8']);
  const [first] = groups;
  expect(
    await showFrom([{...first}, {header: 'H', options: [numbered({id: '3', title: 'Other'}, 1)]}], ...moved),
  ).toEqual([]);
  const added = numbered({title: 'New'}, 9);
  expect(
    await show({header: 'G', options: [...titles(high, low), added]}, {header: 'H', options: titles({title: 'Other'})}),
  ).toEqual([]);
  expect(await show(...groups, {header: 'I', sort_order: 4, options: [added]})).toEqual([]);
});
