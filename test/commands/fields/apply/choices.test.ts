import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const choices = (...options: readonly JsonObject[]) => ({display_type: 'DROPDOWN', groups: [{options}]});

/** The body of the one change that is planned for field `a`. */
async function planOptions(current: JsonObject | undefined, declared: JsonObject, warned: unknown = '') {
  const tenant = createTenant(current ? [field('a', {options: current})] : []);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: declared}]})};
  const {exitCode, stdout, stderr} = await run('fields plan -f f.yaml --json', tenant, {files});
  const {changes, refusals} = JSON.parse(stdout);
  expect({exitCode, stderr, refusals, count: changes.length}).toEqual({
    exitCode: 0,
    stderr: warned,
    refusals: [],
    count: 1,
  });
  return changes[0].body.options;
}

test('gives the id of a choice to one of two declared with its title (row 149)', async () => {
  const low = {id: '1', title: 'Low'};
  for (const declared of [choices(low, {title: 'Low'}), choices({title: 'Low'}, low)])
    expect(await planOptions(choices(low), declared, expect.stringContaining('appears more than once'))).toEqual(
      declared,
    );
});

test('choices of one title keep their ids by the header of their group, in any order (row 149)', async () => {
  const group = (header: string, ...options: readonly JsonObject[]) => ({header, options});
  const grouped = (...groups: readonly JsonObject[]) => ({display_type: 'RADIO', groups});
  const current = grouped(group('A', {id: '1', title: 'Other'}), group('B', {id: '2', title: 'Other'}));
  const declared = grouped(group('B', {title: 'Other'}), group('A', {title: 'Other'}, {title: 'New'}));
  expect(await planOptions(current, declared)).toEqual(
    grouped(group('B', {id: '2', title: 'Other'}), group('A', {id: '1', title: 'Other'}, {title: 'New'})),
  );
});

test('numbers choices as they are declared: moved, inserted and at the end (row 154)', async () => {
  const choice = (id: string, sort_order: number) => ({id, title: `T${id}`, sort_order});
  const group = (header: string, ...options: readonly JsonObject[]) => ({header, options});
  const grouped = (...groups: readonly JsonObject[]) => ({display_type: 'RADIO', groups});
  const current = grouped(group('A', choice('1', 1), choice('2', 2)), group('B', choice('3', 1), choice('4', 2)));
  const declared = grouped(
    group('A', {title: 'T1'}, {title: 'new'}, {title: 'T2'}),
    group('B', {title: 'T3'}, {title: 'T4'}),
  );
  expect(await planOptions(current, declared)).toEqual(
    grouped(group('A', choice('1', 1), {title: 'new', sort_order: 2}, choice('2', 3)), current.groups[1] ?? {}),
  );
  const moved = grouped(group('A', {title: 'T2'}), group('B', {title: 'T1'}, {title: 'T3'}, {title: 'T4'}));
  expect(await planOptions(current, moved)).toEqual(
    grouped(group('A', choice('2', 2)), group('B', choice('1', 1), choice('3', 2), choice('4', 3))),
  );
});

test('where a file numbers a choice itself, none is renumbered (row 154)', async () => {
  const choice = (id: string, sort_order: number) => ({id, title: `T${id}`, sort_order});
  const declared = choices({title: 'T2', sort_order: 9}, {title: 'T1'}, {title: 'new'});
  expect(await planOptions(choices(choice('1', 1), choice('2', 2)), declared)).toEqual(
    choices(choice('2', 9), choice('1', 1), {title: 'new'}),
  );
});

test('names the default by the declared id on a tenant that gives choices no ids (row 149)', async () => {
  const declared = {...choices({id: '1', title: 'Low'}, {id: '2', title: 'High'}), default_option_id: '2'};
  expect(await planOptions(choices({title: 'Low'}, {title: 'High'}), declared)).toEqual({
    ...choices({title: 'Low'}, {id: '2', title: 'High'}),
    default_option_id: '2',
  });
});

const low = {id: '1', title: 'Low'};
const high = {id: '2', title: 'High'};

test.each<[string, JsonObject | undefined, JsonObject, string]>([
  ['of another tenant', undefined, choices({title: 'Low'}), 'elsewhere'],
  ['that does not exist', choices(low, high), choices(low, high), 'nope'],
  ['that does not exist, in a file without choices', choices(low, high), {display_type: 'RADIO'}, 'nope'],
  ['that the file removes', {...choices(low, high), default_option_id: '2'}, choices(low), '2'],
])('a default is not set to a choice %s, and a warning says so (row 149)', async (_what, current, declared, id) => {
  const tenant = createTenant(current ? [field('a', {options: current})] : []);
  const options = {...declared, default_option_id: id};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options}]})};
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  const {changes, warnings} = JSON.parse(stdout);
  expect(warnings).toEqual([
    `f.yaml:1:19: "a": no choice has the id "${id}", so it is not set as the default; add that id to the choice that should be the default`,
  ]);
  for (const {body} of changes) expect(body.options).not.toHaveProperty('default_option_id');
});

test('a default may be a choice that comes from a source', async () => {
  const current = {display_type: 'DROPDOWN', option_source: {discriminator: 'COUNTRIES'}, groups: []};
  expect(await planOptions(current, {...current, default_option_id: 'ch'})).toEqual({
    ...current,
    default_option_id: 'ch',
  });
});

test('a replacement keeps what a group with another header and its choices had (rows 149, 152)', async () => {
  const group = {header: 'Old', sort_order: 3, options: [{id: 'x', title: 'T', subtitle: 'S'}]};
  const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups: [group]}})]);
  const type = {...decimal, primitive_type: 'PHONE'};
  const declared = {
    name: 'a',
    type,
    options: {display_type: 'RADIO', groups: [{header: 'New', options: [{title: 'T'}]}]},
  };
  const files = {'f.yaml': JSON.stringify({custom_fields: [declared]})};
  const {stdout} = await run('fields plan -f f.yaml --replace a --json', tenant, {files});
  expect(JSON.parse(stdout).changes.map(({body}: JsonObject) => body)).toEqual([
    {
      name: 'a',
      type,
      label: 'Label of a',
      options: {
        display_type: 'RADIO',
        groups: [{header: 'New', sort_order: 3, options: [{title: 'T', subtitle: 'S'}]}],
      },
    },
  ]);
});

test('gives the id of a choice to one of two with its title in different groups (row 149)', async () => {
  const group = (header: string, ...options: readonly JsonObject[]) => ({header, options});
  const grouped = (...groups: readonly JsonObject[]) => ({display_type: 'RADIO', groups});
  const current = grouped(
    group('B', {id: '1', title: 'z', sort_order: 1}),
    group('C', {id: '2', title: 'x', sort_order: 1, color: 'red'}, {id: '3', title: 'y', sort_order: 2}),
  );
  const declared = grouped(group('B', {title: 'x'}), group('A', {title: 'x', subtitle: 's'}));
  expect(await planOptions(current, declared)).toEqual(
    grouped(group('B', {id: '2', title: 'x', color: 'red'}), group('A', {title: 'x', subtitle: 's'})),
  );
});

test.each([
  [
    ['0010', '0020'],
    ['0010', '0020', '0021'],
  ],
  [
    ['9', '10'],
    ['9', '10', '11'],
  ],
  [
    ['a|m', 'a|x'],
    ['a|m', 'a|x', undefined],
  ],
])('keeps the order of choices %j ascending when it is text', async (before, after) => {
  const [low, high] = before.map((sort_order, index) => ({id: String(index), title: `T${index}`, sort_order}));
  const declared = choices({title: 'T1'}, {title: 'T0'}, {title: 'new'});
  const sent = [
    {...high, sort_order: after[0]},
    {...low, sort_order: after[1]},
    {title: 'new', sort_order: after[2]},
  ];
  expect(await planOptions(choices(low ?? {}, high ?? {}), declared)).toEqual(choices(...sent));
});

test('sends numbers of choices that the file declares as they are (row 154)', async () => {
  const [low, high] = [
    {id: '1', title: 'Low'},
    {id: '2', title: 'High'},
  ];
  expect(
    await planOptions(
      choices({...low, sort_order: 1}, {...high, sort_order: 2}),
      choices({title: 'Low', sort_order: 20}, {title: 'High', sort_order: 10}),
    ),
  ).toEqual(choices({...low, sort_order: 20}, {...high, sort_order: 10}));
});

test('setting the default of a new field leaves alone what someone else has changed in it (row 149)', async () => {
  const options = {...choices({id: '1', title: 'Low'}), default_option_id: '1'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, label: 'Mine', options}]})};
  const tenant = createTenant([], {
    'POST /v2/customFields': async ({headers, url}, carryOut) => {
      const answer = await carryOut();
      const {id} = JSON.parse(await answer.clone().text());
      await tenant.fetch(new Request(`${url}/${id}`, {method: 'PATCH', headers, body: '{"label":"Theirs"}'}));
      return answer;
    },
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --quiet', tenant, {files});
  expect({exitCode, labels: tenant.fields().map(text => JSON.parse(text).label)}).toEqual({
    exitCode: 7,
    labels: ['Theirs'],
  });
  expect(stderr).toContain('"a" still differs in label: "Theirs" -> "Mine"');
});

/** What a plan says of field `a`, and what a create that updates it warns of. */
async function findLosses(current: JsonObject, declared: JsonObject | null) {
  const declaration = {name: 'a', type: decimal, options: declared};
  const files = {'f.yaml': JSON.stringify({custom_fields: [declaration]})};
  const plan = await run('fields plan -f f.yaml --json', createTenant([field('a', {options: current})]), {files});
  const stdin = JSON.stringify(declaration);
  const line = 'fields create --file - --if-exists update';
  const updated = await run(line, createTenant([field('a', {options: current})]), {stdin});
  const {changes, warnings} = JSON.parse(plan.stdout);
  return {
    lost: changes[0].lost_choices ?? [],
    warnings,
    warned: /values stored for (?:it|them): (.*)\n/.exec(updated.stderr)?.[1],
  };
}

test.each([
  ['renamed under its id', choices({id: '1', title: 'Lowest'}, {id: '2', title: 'High'}), []],
  ['left out', choices({id: '2', title: 'High'}), ['Low']],
  ['gone with all groups', {display_type: 'DROPDOWN', groups: null}, ['Low', 'High']],
  ['gone with the options', null, ['Low', 'High']],
])('a choice that is %s counts as lost or not, in a plan and in an update (row 149)', async (_what, declared, lost) => {
  const found = await findLosses(choices({id: '1', title: 'Low'}, {id: '2', title: 'High'}), declared);
  const warned = lost.length === 0 ? undefined : lost.map(title => JSON.stringify(title)).join(', ');
  expect(found).toEqual({lost, warnings: [], warned});
});

test('distinguishes two choices with the same title when one of them goes', async () => {
  const [first, second] = [
    {id: '1', title: 'Other'},
    {id: '2', title: 'Other'},
  ];
  const found = await findLosses(choices(first, second), choices(second));
  expect(found).toMatchObject({lost: ['Other'], warned: '"Other"'});
});

test.each([
  ['wherever its group is now', 'Goods', 1],
  ['whatever the header of its group is now', 'Products', 0],
])('a new choice in the place of an old one may be a rename, %s (row 149)', async (_where, header, place) => {
  const group = (header: string, ...titles: readonly string[]) => ({header, options: titles.map(title => ({title}))});
  const services = group('Services', 'Repair');
  const current = {display_type: 'RADIO', groups: [group('Goods', 'Machines', 'Tools'), services]};
  const declared = {display_type: 'RADIO', groups: [services].toSpliced(place, 0, group(header, 'Machinery', 'Tools'))};
  const {lost, warnings} = await findLosses(current, declared);
  expect({lost, warnings}).toEqual({lost: ['Machines'], warnings: [expect.stringContaining('"Machinery"')]});
});

test('the default follows its choice where the ids of choices are numbers (row 149)', async () => {
  const declared = {...choices({id: 1, title: 'Draft'}, {id: 2, title: 'Won'}), default_option_id: '2'};
  const current = choices({id: 1, title: 'Won'}, {id: 2, title: 'Draft'});
  const warned = expect.stringContaining('choices are matched by title, so these are not renamed');
  expect(await planOptions(current, declared, warned)).toMatchObject({default_option_id: '1'});
  expect(await planOptions(undefined, declared)).toEqual(choices({title: 'Draft'}, {title: 'Won'}));
});

test('a default is not sent once its choice is removed, and comes back by undo', async () => {
  const current = {...choices(low, high), default_option_id: '2'};
  expect(await planOptions(current, choices(low))).toEqual(choices(low));
  expect(await planOptions(current, choices(high))).toEqual({...choices(high), default_option_id: '2'});
  const tenant = createTenant([field('a', {options: current})]);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: choices(low)}]})};
  const {stdout} = await run('fields plan -f f.yaml', tenant, {files});
  expect(stdout).toContain('removes the default choice "High" without setting another');
  const applied = await run('fields apply -f f.yaml --yes --expect-deletes 1', tenant, {files});
  expect({...applied, stdout: ''}).toMatchObject({exitCode: 0, stderr: expect.stringContaining('verified')});
  const undone = await run(`fields undo ${/run (\S+):/.exec(applied.stderr)?.[1]} --yes`, tenant);
  const [restored] = tenant.fields().map(text => JSON.parse(text).options);
  const choice = restored.groups[0].options.find(({title}: JsonObject) => title === 'High');
  expect({exitCode: undone.exitCode, default: restored.default_option_id}).toEqual({exitCode: 0, default: choice.id});
});

test('choices without a title are matched in order', async () => {
  const current = choices({id: '1', title: 'Low'}, {id: '2', title: ''});
  expect(await planOptions(current, choices({title: 'Low'}, {title: ''}, {title: 'New'}))).toEqual(
    choices({id: '1', title: 'Low'}, {id: '2', title: ''}, {title: 'New'}),
  );
  const declared = {...choices({id: 'x', title: 'Low'}, {id: 'y', title: ''}), default_option_id: 'y'};
  expect(await planOptions({...current, default_option_id: '1'}, declared)).toEqual({
    ...current,
    default_option_id: '2',
  });
  const blank = choices({id: '1', title: 'Low'}, {id: '2'}, {id: '3'});
  expect(await planOptions(blank, choices({title: 'Low'}, {subtitle: 'a'}, {subtitle: 'b'}))).toEqual(
    choices({id: '1', title: 'Low'}, {id: '2', subtitle: 'a'}, {id: '3', subtitle: 'b'}),
  );
});

test('ids that collide with those of another tenant do not swap choices (row 149)', async () => {
  const current = choices({id: '1', title: 'Low'}, {id: '2', title: 'High'}, {id: '3', title: 'Mid'});
  const foreign = choices(
    {id: '2', title: 'Low'},
    {id: '1', title: 'High'},
    {id: '4', title: 'Mid'},
    {id: '3', title: 'Max'},
  );
  expect(await planOptions(current, foreign)).toEqual(
    choices({id: '1', title: 'Low'}, {id: '2', title: 'High'}, {id: '3', title: 'Mid'}, {title: 'Max'}),
  );
});

test('a group without choices is sent as it is declared, and a known default takes one request', async () => {
  const current = {display_type: 'RADIO', groups: [{header: 'A', options: [{id: '1', title: 'Low'}]}]};
  const declared = {...current, groups: [...current.groups, {header: 'B'}]};
  expect(await planOptions(current, declared)).toEqual(declared);
  const tenant = createTenant([field('a', {options: current})]);
  const options = {...current, default_option_id: '1'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options}]})};
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect(JSON.parse(stdout).changes[0].notes).toEqual([]);
});

test.each([
  ['an update that adds the choices', decimal, ''],
  ['a replacement that adds the choices', {...decimal, primitive_type: 'PHONE'}, ' --replace a --expect-deletes 1'],
])('a plan tells of the second request of %s, and it is sent at once (rows 149, 152)', async (_what, type, words) => {
  const tenant = createTenant([field('a')]);
  const waits: number[] = [];
  const options = {...choices({id: 'x', title: 'Low'}, {id: 'y', title: 'High'}), default_option_id: 'y'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{id: 'cf_a', name: 'a', type, options}]})};
  const plan = await run(`fields plan -f f.yaml --json${words.replace(/ --expect.*/, '')}`, tenant, {files});
  expect(JSON.parse(plan.stdout).changes[0].notes).toContain(
    'the default choice "High" is set by a second request, once the choices have ids',
  );
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const {exitCode} = await run(`fields apply -f f.yaml --yes${words}`, tenant, {files, sleep});
  const stored = JSON.parse(tenant.fields()[0] ?? '').options;
  expect({exitCode, waits, default: stored.default_option_id}).toEqual({
    exitCode: 0,
    waits: [],
    default: stored.groups[0].options[1].id,
  });
});

test('renames the one of two choices with the same title whose id is declared (row 149)', async () => {
  const current = choices({id: '1', title: 'A'}, {id: '2', title: 'A', subtitle: 'S'});
  expect(await planOptions(current, choices({id: '1', title: 'A'}, {id: '2', title: 'Ax'}))).toEqual(
    choices({id: '1', title: 'A'}, {id: '2', title: 'Ax', subtitle: 'S'}),
  );
});

test('one of two choices with the same title stays if the file declares one (row 149)', async () => {
  const low = (id: string) => ({id, title: 'Low'});
  expect(await planOptions(choices(low('1'), low('2')), choices({title: 'Low'}))).toEqual(choices(low('1')));
});

const chain = [
  {id: '1', title: 'B'},
  {id: '2', title: 'C'},
];
const doubt = 'the choice "A" would be removed: the input uses its id "1" for "B", but another choice is titled "B"';
const advice =
  'To reuse a title, rename one choice at a time, starting with the last in the chain. To match by title alone, omit the ids.';

test('ids declared for the titles of other choices may be a chain of renames: a plan warns, and an update is refused', async () => {
  const current = choices({id: '1', title: 'A'}, {id: '2', title: 'B'});
  const tenant = createTenant([field('a', {options: current})]);
  const files = {
    'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: choices(...chain)}]}),
    'u.json': JSON.stringify({options: choices(...chain)}),
  };
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect(JSON.parse(stdout)).toMatchObject({
    changes: [{lost_choices: ['A']}],
    warnings: [`f.yaml:1:19: "a": ${doubt}. ${advice}`],
  });
  expect(await run('fields update name:a --file u.json --output table', tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: ${doubt}\nhint: ${advice}\n`,
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('a plan shows where a new choice moves others, and all numbers that are sent (row 154)', async () => {
  const food = {id: '1', title: 'Food', sort_order: 1};
  const tech = {id: '2', title: 'Tech', sort_order: 2};
  const show = async (...declared: readonly JsonObject[]) => {
    const files = {
      'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type: decimal, options: choices(...declared)}]}),
    };
    const tenant = createTenant([field('a', {options: choices(food, tech)})]);
    return (await run('fields plan -f f.yaml', tenant, {files})).stdout.split('\n').slice(1, -3);
  };
  const added = (title: string) => `          + options.groups[0].options[${title}]: {"title":"${title}"}`;
  expect(await show({title: 'First'}, {title: 'Food'}, {title: 'Tech'})).toEqual([
    added('First'),
    '          ~ order of options.groups[0].options: "Food", "Tech" -> "First", "Food", "Tech"',
    '          ~ sort_order of choices: "First" (none) -> 1, "Food" 1 -> 2, "Tech" 2 -> 3',
  ]);
  expect(await show({title: 'Tech'}, {title: 'Mid'}, {title: 'Food'})).toEqual([
    added('Mid'),
    '          ~ order of options.groups[0].options: "Food", "Tech" -> "Tech", "Mid", "Food"',
    '          ~ sort_order of choices: "Tech" 2 -> 1, "Mid" (none) -> 2, "Food" 1 -> 3',
  ]);
  expect(await show({title: 'Food'}, {title: 'Tech'}, {title: 'Last'})).toEqual([
    added('Last'),
    '          ~ sort_order of choices: "Last" (none) -> 3',
  ]);
});
