import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {loseReply} from '../../../harness/lost-replies.js';
import {createTenant, field, reply, type Tenant, withAnyToken} from '../../../harness/tenant.js';

const {inHome, run, journals} = useFieldsAsCode();

const files = {'f.yaml': `custom_fields: [{name: new, label: New, type: ${declaredType}}]`};

test.each([
  ['the same token', {}, {}, [field('a')], 0, ''],
  ['another token, and the fields that the plan saw', {}, {BIZCTL_TOKEN: 'b'}, [field('a')], 0, ''],
  [
    'another token, and none of the fields that the plan saw',
    {},
    {BIZCTL_TOKEN: 'b'},
    [field('b')],
    10,
    'the token is different, and none of the fields in the plan exist here',
  ],
  [
    'the same token, and an id of another field',
    {},
    {},
    [field('x', {id: 'cf_a'})],
    10,
    'the field with id cf_a was named "a"',
  ],
  [
    'the same name, and another token',
    {BIZCTL_TENANT: 'acme'},
    {BIZCTL_TENANT: 'acme', BIZCTL_TOKEN: 'b'},
    [field('a')],
    0,
    '',
  ],
  [
    'another name',
    {BIZCTL_TENANT: 'acme'},
    {BIZCTL_TENANT: 'other'},
    [field('a')],
    10,
    'it was made for acme, not other',
  ],
  [
    'the same name, and an id of another field',
    {BIZCTL_TENANT: 'a'},
    {BIZCTL_TENANT: 'a'},
    [field('x', {id: 'cf_a'})],
    10,
    'the field with id cf_a was named "a"',
  ],
  ['another spelling of the address', {}, {BIZCTL_BASE_URL: 'https://API.example.com:443'}, [field('a')], 0, ''],
  [
    'another address',
    {},
    {BIZCTL_BASE_URL: 'https://api.example.com/rest'},
    [field('a')],
    10,
    'the plan is for https://api.example.com/, but this is https://api.example.com/rest',
  ],
])('a saved plan meets %s (row 156)', async (_what, planned, applied, fields, exitCode, reason) => {
  const path = inHome('plan.json');
  expect(
    (await run(`fields plan -f f.yaml --out ${path}`, createTenant([field('a')]), {files, env: planned})).exitCode,
  ).toBe(0);
  const tenant = withAnyToken(createTenant(fields));
  const world = {env: applied, files: {'plan.json': readFileSync(path, 'utf8')}};
  const outcome = await run('fields apply plan.json', tenant, world);
  expect([outcome.exitCode, outcome.stderr]).toEqual([exitCode, expect.stringContaining(reason)]);
  expect(writesOf(tenant)).toHaveLength(exitCode === 0 ? 1 : 0);
});

test('a plan of an empty tenant needs the same token, and its run is known by what it created (row 156)', async () => {
  const path = inHome('plan.json');
  const tenant = withAnyToken(createTenant());
  expect((await run(`fields plan -f f.yaml --out ${path}`, tenant, {files})).exitCode).toBe(0);
  const world = {files: {'plan.json': readFileSync(path, 'utf8')}};
  const rotated = {env: {BIZCTL_TOKEN: 'rotated'}};
  expect(await run('fields apply plan.json', tenant, {...world, ...rotated})).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('the token is different, and the plan has no fields that identify the tenant'),
  });
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
  const line = `fields undo ${journals()[0]?.[0].run} --yes --expect-deletes 1`;
  expect(
    (await run(line, withAnyToken(createTenant([field('x', {id: JSON.parse(tenant.fields()[0] ?? '').id})])), rotated))
      .exitCode,
  ).toBe(10);
  expect((await run(line, tenant, rotated)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test('a create whose outcome is unknown is recognized after its token was rotated (rows 18, 156)', async () => {
  const tenant = withAnyToken(createTenant([field('a')], {'POST /v2/customFields#1': loseReply}));
  let reads = 0;
  // The list does not show the field until its outcome was given up.
  const lagging = {
    fetch: async (request: Request) =>
      request.method === 'GET' && reads++ < 12 ? reply({custom_fields: [field('a')]}) : tenant.fetch(request),
  };
  const line = 'fields create --name x --type decimal --retries 0';
  expect((await run(line, lagging)).exitCode).toBe(7);
  reads = 10;
  expect((await run(line, lagging, {env: {BIZCTL_TOKEN: 'rotated'}})).exitCode).toBe(9);
  expect(tenant.fields()).toHaveLength(2);
});

test('a large tenant is known by the fields that the plan changes, wherever they are listed (row 156)', async () => {
  const many = Array.from({length: 80}, (_none, index) => field(`f${index}`));
  const files = {'f.yaml': 'custom_fields: [{name: f79, label: New}]'};
  const refusing = createTenant(many, {'PATCH /v2/customFields': () => reply({message: 'no'}, {status: 422})});
  expect((await run('fields apply -f f.yaml --yes', refusing, {files})).exitCode).toBe(5);
  const tenant = withAnyToken(createTenant(many.slice(60)));
  const world = {env: {BIZCTL_TOKEN: 'rotated'}};
  expect((await run(`fields apply --resume ${journals()[0]?.[0].run}`, tenant, world)).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual(['PATCH /v2/customFields/cf_f79 {"label":"New"}']);
});

test('a run that was cut off is known after its token was rotated (rows 152, 156)', async () => {
  const replaced = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a';
  const refusing = createTenant([field('a', {description: 'D'}), field('b')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  expect((await run(`${line} --expect-deletes 1`, refusing, {files: replaced})).exitCode).toBe(7);
  const rotated = {files: replaced, env: {BIZCTL_TOKEN: 'rotated'}};
  // Nothing shows that another tenant is the one of the run.
  const other = withAnyToken(createTenant([field('c')]));
  const atOther = {files: replaced, env: {BIZCTL_TOKEN: 'other'}};
  expect((await run(line.replace('--replace a', '').trim(), other, atOther)).exitCode).toBe(0);
  expect(other.fields().map(text => JSON.parse(text))[1]).not.toHaveProperty('description');
  const tenant = withAnyToken(createTenant([field('b')]));
  expect((await run(line, tenant, rotated)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))[1]).toMatchObject({name: 'a', description: 'D'});
});

test.each([
  ['no name', 'acme', true],
  ['acme', 'no name', true],
  ['acme', 'other', false],
])(
  'a run cut off on a tenant with %s is known on one with %s after its token was rotated: %s (row 156)',
  async (before, after, isKnown) => {
    const named = (name: string) => (name === 'no name' ? {} : {BIZCTL_TENANT: name});
    const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const refusing = createTenant([field('a', {description: 'D'}), field('b')], {
      'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
    });
    const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
    expect((await run(line, refusing, {files, env: named(before)})).exitCode).toBe(7);
    const tenant = withAnyToken(createTenant([field('b')]));
    const world = {files, env: {BIZCTL_TOKEN: 'rotated', ...named(after)}};
    expect((await run('fields apply -f f.yaml --yes', tenant, world)).exitCode).toBe(0);
    expect(JSON.parse(tenant.fields()[1] ?? '').description).toBe(isKnown ? 'D' : undefined);
  },
);

/** A run that deleted field 2 and was refused its successor, on a tenant whose ids are numbers that others have too. */
async function cutOffOnNumberedTenant(env: {readonly [variable: string]: string} = {}) {
  const numbered = [field('keep', {id: '1'}), field('a', {id: '2', description: 'Secret'})];
  const tenant = createTenant(numbered, {
    'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files, env})).exitCode).toBe(7);
  return {tenant: withAnyToken(tenant), files};
}

const rotatedToken = {BIZCTL_TOKEN: 'rotated'};

test('numbers that every tenant has as ids do not carry over what a run deleted on another (rows 152, 156)', async () => {
  const {files} = await cutOffOnNumberedTenant();
  const id = journals()[0]?.[0].run;
  const other = withAnyToken(createTenant([field('keep', {id: '1'})]));
  const outcome = await run('fields apply -f f.yaml --yes', other, {files, env: rotatedToken});
  expect(outcome).toEqual({
    exitCode: 9,
    stdout: expect.any(String),
    stderr: `error: f.yaml:1:17: run ${id} deleted "a" to replace it, but with a different token, possibly on another tenant\nhint: If that was another tenant, set BIZCTL_TENANT to a name for this one. If it was this one, run: bizctl fields apply --resume ${id}\n`,
  });
  expect(writesOf(other)).toEqual([]);
  const env = {...rotatedToken, BIZCTL_TENANT: 'other'};
  const named = await run('fields apply -f f.yaml --yes', other, {files, env});
  expect([named.exitCode, named.stderr]).toEqual([
    0,
    expect.stringContaining(`warning: f.yaml:1:17: run ${id} deleted "a"`),
  ]);
  expect(writesOf(other).join()).not.toContain('Secret');
});

test('the same holds where the API lists the replaced field as deleted (rows 152, 156)', async () => {
  const {files} = await cutOffOnNumberedTenant();
  const marked = [field('keep', {id: '1'}), field('a', {id: '2', deleted: true})];
  const outcome = await run('fields plan -f f.yaml', withAnyToken(createTenant(marked)), {files, env: rotatedToken});
  expect([outcome.exitCode, outcome.stderr]).toEqual([
    9,
    expect.stringContaining('but with a different token, possibly on another tenant'),
  ]);
});

test('a run is resumed with a rotated token where only such numbers recognize its tenant, with a warning (row 156)', async () => {
  const {tenant} = await cutOffOnNumberedTenant();
  const line = `fields apply --resume ${journals()[0]?.[0].run} --yes`;
  const {exitCode, stderr} = await run(line, tenant, {env: rotatedToken});
  expect({exitCode, warnings: stderr.split('\n').filter(each => each.startsWith('warning'))}).toEqual({
    exitCode: 0,
    warnings: [
      'warning: this may be a different tenant: the plan was made with a different token, and the matching ids are too common to identify a tenant',
    ],
  });
  expect(tenant.fields().join()).toContain('Secret');
});

test('two tenants at one address do not block each other (row 156)', async () => {
  const outcomes: number[] = [];
  const other = withAnyToken(createTenant());
  const first = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      outcomes.push((await run('fields apply -f f.yaml --yes', other, {files, env: {BIZCTL_TOKEN: 'b'}})).exitCode);
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', first, {files})).exitCode).toBe(0);
  expect(outcomes).toEqual([0]);
});

test('reads directories with their subdirectories, and no dot files (row 157)', async () => {
  const nested = {
    'd/a.yaml': `custom_fields: [{name: a, type: ${declaredType}}]`,
    'd/deep/er/b.yml': `custom_fields: [{name: b, type: ${declaredType}}]`,
    'd/.git/c.yaml': 'custom_fields: [{name: c}]',
    'd/.hidden.yaml': 'custom_fields: [{name: d}]',
  };
  const {stdout} = await run('fields plan -f d --json', createTenant(), {files: nested});
  expect(JSON.parse(stdout).changes.map(({name}: {name: string}) => name)).toEqual(['a', 'b']);
});

test('refuses files beside a saved plan that differ from it (row 157)', async () => {
  const path = inHome('plan.json');
  const tenant = createTenant([field('a')]);
  expect((await run(`fields plan -f f.yaml --out ${path}`, tenant, {files})).exitCode).toBe(0);
  const saved = {'plan.json': readFileSync(path, 'utf8')};
  const changed = {...saved, 'f.yaml': files['f.yaml'].replace('label: New', 'label: Newer')};
  expect(await run('fields apply plan.json -f f.yaml', tenant, {files: changed})).toMatchObject({
    exitCode: 10,
    stderr: expect.stringMatching(
      /^error: the files and plan \S+ differ in "new"\nhint: Plan again from these files\.\n$/,
    ),
  });
  expect(writesOf(tenant)).toEqual([]);
  expect((await run('fields apply plan.json -f f.yaml', tenant, {files: {...saved, ...files}})).exitCode).toBe(0);
});

test('lists runs latest first without a base URL, from the directory that is set (row 158)', async () => {
  const env = {BIZCTL_STATE_DIR: inHome('state')};
  const tenant = createTenant();
  for (const name of ['a', 'b', 'c'])
    await run('fields apply -f f.yaml --yes', tenant, {
      env,
      files: {'f.yaml': `custom_fields: [{name: ${name}, type: ${declaredType}}]`},
    });
  const world = {env: {...env, BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined}};
  const {exitCode, stdout} = await run('fields runs --json --columns run', tenant, world);
  const runs = JSON.parse(stdout).map(({run}: {run: string}) => run);
  expect({exitCode, runs}).toEqual({exitCode: 0, runs: runs.toSorted().toReversed()});
  expect(runs).toHaveLength(3);
  expect(runs[0]).toMatch(/^\d{8}T\d{9}-[0-9a-f]{8}$/);
});

test('lists the runs of one tenant where the line names one', async () => {
  const one = (name: string) => ({files: {'f.yaml': `custom_fields: [{name: ${name}, type: ${declaredType}}]`}});
  await run('fields apply -f f.yaml --yes', createTenant(), one('a'));
  await run('fields apply -f f.yaml --yes --base-url https://other.example.com', createTenant(), one('b'));
  const list = async (line: string) =>
    JSON.parse((await run(`fields runs --json --columns base_url ${line}`, createTenant())).stdout);
  expect(await list('')).toHaveLength(2);
  expect(await list('--base-url https://other.example.com/')).toEqual([{base_url: 'https://other.example.com/'}]);
  expect(await run('fields runs --base-url https://third.example.com', createTenant())).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'note: no runs recorded for this tenant on this machine\n',
  });
  expect(await list('--sandbox')).toEqual([]);
});

test('a run is not undone by looking for it on a tenant that may be another one (row 156)', async () => {
  const tenant = createTenant([field('a', {id: '101', label: 'Old'})]);
  expect((await run('fields update name:a --label New', tenant)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const other = withAnyToken(createTenant([field('a', {id: '101', label: 'Old'})]));
  const elsewhere = await run(`fields undo ${id} --yes`, other, {env: {BIZCTL_TOKEN: 'other'}});
  expect({exitCode: elsewhere.exitCode, stderr: elsewhere.stderr.split('\n').slice(-3)}).toEqual({
    exitCode: 10,
    stderr: [
      `error: run ${id} has nothing left to undo here; this may be a different tenant`,
      'hint: Use the token that the run was made with.',
      '',
    ],
  });
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe('PATCH /v2/customFields/101 {"label":"Old"}');
});

test('an undo deletes nothing that may be of another tenant with the same ids (row 156)', async () => {
  const created: JsonObject[] = [];
  const numbered = createTenant([], {
    'POST /v2/customFields': async request => {
      created.push({id: String(8 + created.length), ...JSON.parse(await request.text())});
      return reply(created.at(-1) ?? null, {status: 201});
    },
    'GET /v2/customFields': () => reply({custom_fields: created}),
    'DELETE /v2/customFields': () => reply('', {status: 204, type: 'text/plain'}),
  });
  const two = {'f.yaml': `custom_fields: [{name: m, type: ${declaredType}}, {name: n, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', numbered, {files: two})).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const undo = (tenant: Tenant) =>
    run(`fields undo ${id} --yes --expect-deletes 2`, tenant, {env: {BIZCTL_TOKEN: 'other'}});
  const other = withAnyToken(createTenant([field('m', {id: '8', label: 'Theirs'})]));
  const {exitCode, stderr} = await undo(other);
  expect({exitCode, writes: writesOf(other)}).toEqual({exitCode: 7, writes: []});
  expect(stderr).toContain(
    `"m" differs from what the run would have created; it may be someone else's and is left alone`,
  );
  expect(stderr).toContain('"n" (9) is not listed here; this may be a different tenant');
  // The token of the tenant was rotated.
  await undo(withAnyToken(numbered));
  expect(writesOf(numbered).filter(request => request.startsWith('DELETE'))).toEqual([
    'DELETE /v2/customFields/8',
    'DELETE /v2/customFields/9',
  ]);
});
