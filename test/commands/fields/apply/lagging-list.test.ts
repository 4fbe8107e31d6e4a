import {expect, test} from 'vitest';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, decimal, field, reply, type Tenant} from '../../../harness/tenant.js';

const {inHome, journals, run} = useFieldsAsCode();
const lag = 'note: the list may not show all recent writes yet; waiting up to ';

const namesOf = (tenant: Tenant) => tenant.fields().map(text => JSON.parse(text).name);

test.each([
  ['fields delete name:a --yes --journal', 0],
  ['fields create --name b --label B --type decimal', 1],
])('the undo of %s waits for a list that lags (rows 138, 150)', async (line, deletes) => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  expect((await run(line, lagging)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes ${deletes}`, lagging);
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: true});
  expect(namesOf(tenant)).toEqual(['a']);
});

const labelOf = (tenant: Tenant) => JSON.parse(tenant.fields()[0] ?? '{}').label;

test('the undo of an update waits for a list that lags, and does not take the old value for an undo (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  expect((await run('fields update name:a --label B', lagging)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, lagging);
  expect({exitCode, notes: stderr.includes(lag), label: labelOf(tenant)}).toEqual({
    exitCode: 0,
    notes: true,
    label: 'Label of a',
  });
});

test('an update that completes a member waits for the update before it (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  await run('fields update name:a --hidden', lagging);
  const {exitCode, stderr} = await run('fields update name:a --display boolean:toggle', lagging);
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: true});
  expect(JSON.parse(tenant.fields()[0] ?? '{}').display_options).toMatchObject({type: 'BOOLEAN', hidden: true});
});

test('a plan waits until the list shows an update that only reorders choices (rows 138, 154)', async () => {
  const optionsOf = (...titles: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: titles.map(title => ({id: title, title}))}],
  });
  const lagging = behind(createTenant([field('a', {options: optionsOf('One', 'Two')})]), 3);
  const options = optionsOf('Two', 'One');
  const files = {
    'u.json': JSON.stringify({options}),
    'f.json': JSON.stringify({custom_fields: [{name: 'a', options}]}),
  };
  expect((await run('fields update name:a --file u.json', lagging, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run('fields plan -f f.json --check', lagging, {files});
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: true});
});

test('an update does not wait for one of another field, nor for one that was taken back', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  await run('fields update name:a --label B', tenant);
  await run('fields update name:a --label "Label of a"', tenant);
  expect((await run('fields update name:a --label C', tenant)).stderr).not.toContain(lag);
  const lagging = behind(tenant, 3);
  expect((await run('fields update name:b --label C', lagging)).stderr).not.toContain(lag);
});

const stillBehind = 'warning: the list may still not show all recent writes\n';

test.each([
  ['a hint by id', 'fields update cf_a --hint h'],
  ['another member by id', 'fields update cf_a --description d'],
  ['a refused update by id', 'fields update cf_a --label refused'],
])('an update waits for the one before the last, which was %s (row 138)', async (_what, between) => {
  const tenant = createTenant([field('a')]);
  const behindBy = behind(tenant, 3);
  const lagging: Pick<Tenant, 'fetch'> = {
    fetch: async request =>
      (await request.clone().text()).includes('refused') ? reply('{}', {status: 422}) : behindBy.fetch(request),
  };
  await run('fields update name:a --option A', lagging);
  await run(between, lagging);
  const {exitCode, stderr} = await run('fields update name:a --option B', lagging);
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: true});
  const [{options}] = JSON.parse(tenant.fields()[0] ?? '{}').options.groups;
  expect(options.map(({title}: {title: string}) => title)).toEqual(['A', 'B']);
});

test.each([
  ['removes', {type: 'DURATION', duration: {duration_units: ['DAYS']}}, {type: 'DURATION'}],
  [
    'reorders',
    {type: 'DURATION', duration: {duration_units: ['DAYS', 'HOURS']}},
    {type: 'DURATION', duration: {duration_units: ['HOURS', 'DAYS']}},
  ],
])('the undo of an update that only %s waits for it (row 150)', async (_how, before, after) => {
  const tenant = createTenant([field('a', {display_options: before})]);
  const lagging = behind(tenant, 3);
  const update = {stdin: JSON.stringify({display_options: after})};
  expect((await run('fields update name:a --file -', lagging, update)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, lagging)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '{}').display_options).toEqual(before);
});

test.each(['update name:b --label B2', 'delete name:b --yes'])(
  '%s finds a field that was just created (row 138)',
  async line => {
    const lagging = behind(createTenant([field('a')]), 3);
    await run('fields create --name b --label B --type decimal', lagging);
    expect((await run(`fields ${line}`, lagging)).exitCode).toBe(0);
  },
);

test('the undo of a create waits for it although the field was updated since (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 4);
  await run('fields create --name b --label B --type decimal', lagging);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {id: created} = JSON.parse(tenant.fields()[1] ?? '{}');
  await run(`fields update ${created} --label C`, lagging);
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, lagging)).exitCode).toBe(0);
  expect(namesOf(tenant)).toEqual(['a']);
});

test('where the reply still had the old value, the list is waited for, but not as long', async () => {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  const tenant = createTenant([field('a')], {PATCH: () => reply(field('a'))});
  await run('fields update name:a --label B', tenant);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant, {sleep})).stderr).toContain(lag);
  expect(waits).toEqual([1, 1, 1]);
});

test('the undo of an update whose reply and list still had the old value waits for it (rows 138, 150)', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH#1': async (_request, carryOut) => {
      await carryOut();
      return reply(field('a'));
    },
  });
  const lagging = behind(tenant, 3);
  await run('fields update name:a --label B', lagging);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, lagging)).exitCode).toBe(0);
  expect(labelOf(tenant)).toBe('Label of a');
});

test('an update that someone else has taken back is waited for no longer than a list may lag', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields update name:a --label B', tenant);
  const {exitCode, stderr} = await run('fields update name:a --label C', createTenant([field('a')]));
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: `${lag}1 s\n${stillBehind}`});
});

test('a list that has not caught up within the longest lag is warned of', async () => {
  await run('fields update name:a --label B', createTenant([field('a')]));
  const unchanged = createTenant([field('a')]);
  const clock = () => new Date(now.getTime() + 4 * unchanged.requests.length);
  const {stderr} = await run('fields update name:a --label C', unchanged, {clock});
  expect(stderr).toBe(`${lag}1 s\n${stillBehind}`);
});

test.each(['fields create --name a --label A --type decimal --if-exists skip', 'fields apply -f f.json --yes'])(
  'after a delete, %s waits until the field is no longer listed (row 138)',
  async line => {
    const tenant = createTenant([field('a')]);
    const lagging = behind(tenant, 3);
    await run('fields delete name:a --yes --journal', lagging);
    const {exitCode, stderr} = await run(line, lagging, declaring('a'));
    expect({exitCode, notes: stderr.includes(lag), names: namesOf(tenant)}).toEqual({
      exitCode: 0,
      notes: true,
      names: ['a'],
    });
  },
);

test('an apply waits for an update that it would seem to repeat (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  await run('fields update name:a --label B', lagging);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'Label of a'}]})};
  expect((await run('fields apply -f f.json --yes', lagging, {files})).exitCode).toBe(0);
  expect(labelOf(tenant)).toBe('Label of a');
});

test('an undo does not take a field for deleted that no list has shown yet (rows 138, 150)', async () => {
  const tenant = createTenant();
  expect((await run('fields create --name a --label A --type decimal', tenant)).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[0] ?? '');
  await tenant.fetch(new Request(`https://api.example.com/v2/customFields/${id}`, {method: 'DELETE'}));
  const [[{run: created} = {run: ''}] = []] = journals();
  const undo = `fields undo ${created} --yes --expect-deletes 0`;
  expect(await run(undo, tenant)).toEqual({
    exitCode: 7,
    stdout: 'no changes; 0 unchanged\n',
    stderr: expect.stringContaining(
      `"a" was created as ${id}, but is not listed yet (after ten minutes, it counts as deleted); to delete it, run: bizctl fields delete ${id}`,
    ),
  });
  // Ten minutes later, somebody has deleted it.
  expect((await run(undo, tenant, {clock: () => new Date(now.getTime() + 601_000)})).exitCode).toBe(0);
});

const number = (name: string) => ({name, label: name, type: decimal});
const declaring = (...names: readonly string[]) => ({
  files: {'f.json': JSON.stringify({custom_fields: names.map(number)})},
});

/** The tenant, which refuses to create a field that is named b. */
function refusing({fetch}: Pick<Tenant, 'fetch'>): Pick<Tenant, 'fetch'> {
  return {
    fetch: async request =>
      (await request.clone().text()).includes('"b"') ? reply('{"message":"no"}', {status: 422}) : fetch(request),
  };
}

test('what a run has created before it failed is not created again, not even by another machine (row 138)', async () => {
  const tenant = createTenant();
  const server = refusing(behind(tenant, 3));
  const first = await run('fields apply -f f.json --yes', server, declaring('a', 'b', 'c'));
  expect({exitCode: first.exitCode, notes: first.stderr.includes(lag)}).toEqual({exitCode: 7, notes: true});
  const elsewhere = {...declaring('a', 'b', 'c'), home: inHome('elsewhere')};
  expect((await run('fields apply -f f.json --yes', server, elsewhere)).exitCode).toBe(5);
  expect(namesOf(tenant)).toEqual(['a', 'c']);
});

test.each(['fields create --name a --label A --type decimal', 'fields apply -f f.json --yes'])(
  'after a create, %s waits for a list that lags (rows 24, 138)',
  async line => {
    const tenant = createTenant();
    const lagging = behind(tenant, 3);
    await run('fields create --name a --label A --type decimal', lagging);
    const {exitCode, stderr} = await run(line, lagging, declaring('a'));
    expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: line.includes('create') ? 9 : 0, notes: true});
    expect(namesOf(tenant)).toEqual(['a']);
  },
);

/** A tenant whose list stays as it was. */
function frozen(tenant: Tenant): Tenant {
  const list = reply({custom_fields: tenant.fields().map(text => JSON.parse(text))});
  return {...tenant, fetch: async request => (request.method === 'GET' ? list.clone() : tenant.fetch(request))};
}

test.each([
  [
    'fields create --name a --label A --type decimal',
    'fields create --name a --label A --type decimal --if-exists skip',
  ],
  ['fields create --name a --label A --type decimal', 'fields apply -f f.json --yes'],
  ['fields apply -f f.json --yes', 'fields create --name a --label A --type decimal --if-exists update'],
  ['fields apply -f f.json --yes', 'fields apply -f f.json --yes'],
])('what %s has created, and no list has shown, is not created again by %s (row 138)', async (first, second) => {
  const tenant = createTenant();
  const server = frozen(tenant);
  const created = await run(first, server, declaring('a'));
  const [[{run: id} = {run: ''}] = []] = journals();
  const field = JSON.parse(tenant.fields()[0] ?? '').id;
  expect(await run(second, server, declaring('a'))).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: expect.stringContaining(
      `error: "a" was created as ${field} by run ${id}, but is not listed\nhint: The list may lag behind; run the command again later. If the field has since been deleted, use fields create with --if-exists allow.\n`,
    ),
  });
  expect({first: created.exitCode, names: namesOf(tenant)}).toEqual({
    first: first.includes('apply') ? 7 : 0,
    names: ['a'],
  });
  const plan = await run('fields plan -f f.json', server, declaring('a'));
  expect({exitCode: plan.exitCode, plan: plan.stdout}).toEqual({
    exitCode: 0,
    plan: expect.stringContaining(`warning   "a" was created as ${field} by run ${id}, but is not listed\n`),
  });
  const after = (seconds: number) => () => new Date(now.getTime() + seconds * 1000);
  expect((await run(second, server, {...declaring('a'), clock: after(599)})).exitCode).toBe(10);
  // Ten minutes later, the field counts as deleted.
  expect((await run(second, createTenant(), {...declaring('a'), clock: after(601)})).exitCode).toBe(0);
  const allowed = await run('fields create --name a --label A --type decimal --if-exists allow', server);
  expect({exitCode: allowed.exitCode, names: namesOf(tenant)}).toEqual({exitCode: 0, names: ['a', 'a']});
});

test('a create does not wait for a field that a run has deleted again, or that another tenant has', async () => {
  const tenant = createTenant();
  const create = 'fields create --name a --label A --type decimal';
  await run(create, tenant);
  await run('fields delete name:a --yes --journal', tenant);
  expect((await run(create, tenant)).stderr).not.toContain(lag);
  expect(
    (await run(create, createTenant(), {env: {BIZCTL_BASE_URL: 'https://another.example.com'}})).stderr,
  ).not.toContain(lag);
});

test('an apply waits until what it has deleted is no longer listed (row 138)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const {exitCode} = await run('fields apply -f f.json --yes --prune --expect-deletes 1', behind(tenant, 6), {
    files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'Label of a'}]})},
  });
  expect({exitCode, names: namesOf(tenant)}).toEqual({exitCode: 0, names: ['a']});
});

test('accepts that a field that an earlier run deleted is still listed (row 28)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'Label of a'}]})};
  const line = 'fields apply -f f.json --yes --prune --expect-deletes 1';
  await run(line, tenant, {files});
  const lagging = behind(tenant, 0);
  const stale = {
    fetch: async (request: Request) =>
      request.method === 'GET' && tenant.requests.filter(each => each.startsWith('DELETE')).length < 2
        ? reply({custom_fields: [field('a'), field('b')]})
        : lagging.fetch(request),
  };
  const {exitCode, stderr} = await run(line, stale, {files});
  expect(exitCode).toBe(0);
  expect(stderr).toContain('delete "b": deleted by an earlier run\n');
});

const numbers = (count: number) => Array.from({length: count}, (_none, index) => number(`n${index}`));

test('a create waits for the list to show what another has just created, however much (row 138)', async () => {
  const stdin = numbers(25)
    .map(each => JSON.stringify(each))
    .join('\n');
  const tenant = createTenant();
  const lagging = behind(tenant, 3);
  expect((await run('fields create --file -', lagging, {stdin})).exitCode).toBe(0);
  const {exitCode, stderr} = await run('fields create --file - --if-exists skip', lagging, {stdin});
  expect({exitCode, waits: stderr.includes(lag), count: tenant.fields().length}).toEqual({
    exitCode: 0,
    waits: true,
    count: 25,
  });
});

test('no choice is lost on a list that lags, however many the field has (row 138)', async () => {
  const choices = Array.from({length: 1000}, (_none, index) => ({id: `c${index}`, title: `Choice ${index}`}));
  const tenant = createTenant([field('a', {options: {display_type: 'DROPDOWN', groups: [{options: choices}]}})]);
  const lagging = behind(tenant, 3);
  expect((await run('fields update name:a --option P', lagging)).exitCode).toBe(0);
  expect((await run('fields update name:a --option Q', lagging)).exitCode).toBe(0);
  const [{options}] = tenant.fields().map(text => JSON.parse(text));
  expect(options.groups[0].options.slice(1000).map(({title}: {title: string}) => title)).toEqual(['P', 'Q']);
});

test.each([
  [20, true],
  [21, false],
])(
  'a plan waits for %i fields that an apply has created and verified: %s, as without many the tenant was reset',
  async (count, waits) => {
    const files = {'f.json': JSON.stringify({custom_fields: numbers(count)})};
    expect((await run('fields apply -f f.json --yes', createTenant(), {files})).exitCode).toBe(0);
    const {exitCode, stderr} = await run('fields plan -f f.json', createTenant(), {files});
    expect({exitCode, waits: stderr.includes(lag)}).toEqual({exitCode: 0, waits});
  },
);

test('an apply does not wait for an update of a field that it leaves alone', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const lagging = behind(tenant, 3);
  await run('fields update name:b --label B', lagging);
  const files = {'f.yaml': 'custom_fields: [{name: a, description: D}]'};
  const {exitCode, stderr} = await run('fields plan -f f.yaml', lagging, {files});
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: false});
  const declared = {'f.yaml': 'custom_fields: [{name: b, description: D}]'};
  expect((await run('fields plan -f f.yaml', lagging, {files: declared})).stderr).toContain(lag);
});

test('a diff waits for the writes of an apply that a list does not show yet (row 138)', async () => {
  const lagging = behind(createTenant([field('a')]), 3);
  const world = {files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'B'}]})}};
  expect((await run('fields update name:a --label B', lagging)).exitCode).toBe(0);
  const {exitCode, stderr} = await run('fields diff f.json --check', lagging, world);
  expect({exitCode, notes: stderr.includes(lag)}).toEqual({exitCode: 0, notes: true});
});
