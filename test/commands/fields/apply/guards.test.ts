import {expect, test} from 'vitest';
import {OutputError} from '../../../../src/base/errors.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

test('deletes nothing without --prune, nor without --expect-deletes when there is no terminal (row 32)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c')]);
  expect((await run('fields apply -f f.yaml --yes --prune', tenant)).exitCode).toBe(9);
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant)).exitCode).toBe(9);
  expect(writesOf(tenant)).toEqual([]);
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 2', tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'new']);
});

test('changes a type only with --replace NAME, and never that of a protected field (row 29)', async () => {
  const content = (more: string) => ({
    files: {'f.yaml': `custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}${more}}]`},
  });
  const tenant = createTenant([field('a')]);
  expect((await run('fields apply -f f.yaml --yes', tenant, content(''))).exitCode).toBe(9);
  const kept = await run('fields apply -f f.yaml --yes --replace a', tenant, content(', protect: true'));
  expect(kept).toEqual({exitCode: 0, stdout: 'no changes; 0 unchanged; 1 protected, left alone\n', stderr: ''});
  expect(writesOf(tenant)).toEqual([]);
  expect((await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, content(''))).exitCode).toBe(
    0,
  );
  expect(writesOf(tenant).map(each => each.slice(0, 6))).toEqual(['DELETE', 'POST /']);
});

test('refuses a name that two fields share, and names both (row 24)', async () => {
  const tenant = createTenant([field('a'), {...field('a'), id: 'cf_other'}]);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect(exitCode).toBe(9);
  expect(stderr).toContain('2 fields on this tenant have that name: cf_a and cf_other');
  expect(writesOf(tenant)).toEqual([]);
});

test('names the count to pass where nobody can be asked, before it asks for --yes (row 32)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --prune', tenant);
  expect(exitCode).toBe(9);
  expect(stderr).toContain('but --expect-deletes is missing\n');
});

test('a file without fields prunes nothing, as long as there is something', async () => {
  const files = {'f.yaml': 'custom_fields: []'};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --prune --yes', createTenant([field('a')]), {files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: 'error: no fields are declared\nhint: Declare at least one field, or omit --prune.\n',
  });
  expect(await run('fields apply -f f.yaml --prune --yes', createTenant(), {files})).toEqual({
    exitCode: 0,
    stdout: 'no changes; 0 unchanged\n',
    stderr: '',
  });
});

test('--yes at a terminal does not stand for --expect-deletes (row 32)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const world = {terminal: 100, answer: 'yes'} as const;
  expect(await run('fields apply -f f.yaml --yes --prune', tenant, world)).toMatchObject({exitCode: 9, stdout: ''});
  expect(writesOf(tenant)).toEqual([]);
  expect(await run('fields apply -f f.yaml --prune', tenant, world)).toMatchObject({exitCode: 0});
});

test('names the protected fields that it leaves unlike the files', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {
    'f.yaml': `custom_fields: [{name: a, type: ${phone}, protect: true}, {name: b, label: New}]`,
  };
  const planned = JSON.parse((await run('fields plan -f f.yaml --json', tenant, {files})).stdout);
  expect(planned.kept).toEqual([
    {
      name: 'a',
      action: 'replace',
      place: 'f.yaml:1:17',
      reason: 'would have to be replaced: the type of a field cannot change',
      differences: [{path: 'type.primitive_type', before: 'DECIMAL', after: 'PHONE'}],
    },
  ]);
  expect((await run('fields apply -f f.yaml --yes --replace a', tenant, {files})).stderr.split('\n').slice(1)).toEqual([
    'note: verified: the tenant matches the files, except for protected fields: a',
    '',
  ]);
});

test('refuses to replace a field that is not declared', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  expect(await run('fields apply -f f.yaml --yes --replace b', tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --replace "b": no field with that name is declared\nhint: Use the name of a declared field.\n',
  });
  expect(tenant.requests).toEqual([]);
});

test('plans to delete no field whose declaration is ambiguous', async () => {
  const tenant = createTenant([field('a'), {...field('a'), id: 'cf_other'}, field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect(await run('fields plan -f f.yaml --prune', tenant, {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 9,
      "stderr": "error: f.yaml:1:17: "a": 2 fields on this tenant have that name: cf_a and cf_other
    hint: Set the id of the one you mean, or delete the other.
    ",
      "stdout": "- delete  b
              its id and the values stored in it are lost
              id: cf_b
              type: decimal
              label: "Label of b"
    refused   f.yaml:1:17: "a": 2 fields on this tenant have that name: cf_a and cf_other. Set the id of the one you mean, or delete the other.
    tenant    https://api.example.com/
    losses    1: delete b; without a terminal or with --yes, pass --expect-deletes 1
    plan      0 to create, 0 to update, 0 to replace, 1 to delete; 0 unchanged; 1 refused
    ",
    }
  `);
});

test('refuses two declarations that turn out to mean one field', async () => {
  const content = `custom_fields:
  - {id: i1, name: a, label: X, type: ${declaredType}}
  - {id: i2, name: a, label: Y, type: ${declaredType}}
`;
  for (const tenant of [createTenant(), createTenant([field('a')])]) {
    expect((await run('fields apply -f f.yaml --yes', tenant, {files: {'f.yaml': content}})).exitCode).toBe(9);
    expect(writesOf(tenant)).toEqual([]);
  }
});

test('does not create a field from an unknown id without a name', async () => {
  const tenant = createTenant([field('keep')]);
  const files = {'f.yaml': 'custom_fields: [{name: keep}, {id: zz, protect: true}]'};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect(exitCode).toBe(9);
  expect(stderr).toContain('no field has the id zz on this tenant');
  expect(writesOf(tenant)).toEqual([]);
});

test('locks out a second apply on the same tenant, whatever its name for this host (row 35)', async () => {
  const outcomes: number[] = [];
  const base = (host: string) => ({env: {BIZCTL_BASE_URL: `http://${host}:8080/`}});
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': async (_request, carryOut) => {
      const {exitCode} = await run('fields apply -f f.yaml --yes', tenant, base('127.0.0.1'));
      outcomes.push(exitCode);
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant, base('localhost'))).exitCode).toBe(0);
  expect(outcomes).toEqual([10]);
});

test('names the process that another apply runs in (row 35)', async () => {
  const outcomes: unknown[] = [];
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': async (_request, carryOut) => {
      outcomes.push(await run('fields apply -f f.yaml --yes', tenant));
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(outcomes).toEqual([
    {
      exitCode: 10,
      stdout: '',
      stderr:
        'error: another command that writes to this tenant is running (process 1)\nhint: Wait for it to finish, or answer its question at its terminal.\n',
    },
  ]);
});

test('reads the tenant again after confirmation and refuses when it has changed', async () => {
  const shown = createTenant([field('a')]);
  const changed = createTenant([field('a', {label: 'in use'})]);
  let reads = 0;
  const fetch = (request: Request) => {
    reads += 1;
    return (reads === 1 ? shown : changed).fetch(request);
  };
  expect((await run('fields apply -f f.yaml', {fetch}, {answer: 'yes'})).exitCode).toBe(10);
  expect([...writesOf(shown), ...writesOf(changed)]).toEqual([]);
});

test.each([
  ['custom_fields: []', 'no fields are declared'],
  ['# nothing', 'f.yaml'],
  ['custom_fields: [{name: a}, {name: A}]', 'differs only in case'],
  [
    'custom_fields: [{name: a}, {name: a}]',
    'f.yaml:1:28: the name "a" appears twice in the files\nhint: Remove one, or give each the id of its field; the other is at f.yaml:1:17.\n',
  ],
  ['custom_fields: [{id: x, name: a}, {id: x, name: b}]', 'Remove one of the two; the other is at f.yaml:1:17.\n'],
  ['tenant: other.example.com\ncustom_fields: [{name: a}]', 'the files are for tenant other.example.com'],
])('applying %j writes nothing', async (content, words) => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --prune', tenant, {files: {'f.yaml': content}});
  expect([2, 9]).toContain(exitCode);
  expect(stderr).toContain(words);
  expect(writesOf(tenant)).toEqual([]);
});

test.each([
  ['api.example.com', 0],
  ['API.example.com', 0],
  ['api.example.com:443', 0],
  ['https://api.example.com/', 0],
  ['api.example.com/rest', 9],
  ['http://api.example.com', 9],
  ['example.com', 9],
  ['api example', 9],
])('a file for tenant %s', async (name, exitCode) => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': `tenant: ${name}\ncustom_fields: [{name: a}]`};
  expect((await run('fields plan -f f.yaml', tenant, {files})).exitCode).toBe(exitCode);
});

test('a file for one of several tenants on a host', async () => {
  const files = {'f.yaml': 'tenant: api.example.com/one\ncustom_fields: [{name: a}]'};
  const tenant = createTenant([field('a')]);
  const fetch = (request: Request) => tenant.fetch(new Request(request.url.replace(/\/(?:one|two)\//, '/'), request));
  const plan = (path: string) =>
    run(`fields plan -f f.yaml --base-url https://api.example.com/${path}`, {fetch}, {files});
  expect((await plan('one')).exitCode).toBe(0);
  expect(await plan('two')).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: f.yaml:1:9: the files are for tenant api.example.com/one, but this is https://api.example.com/two
hint: Choose the profile or the base URL of that tenant.
`,
  });
});

test('names only what would be lost in its refusal', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c'), field('d')]);
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {
    'f.yaml': `custom_fields: [{name: a, label: New}, {name: b, type: ${phone}}, {name: new, type: ${declaredType}}]`,
  };
  const line = 'fields apply -f f.yaml --yes --prune --replace b';
  expect(await run(line, tenant, {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 9,
      "stderr": "error: 2 fields would be deleted and 1 field replaced (replace b, delete c, delete d), but --expect-deletes is missing
    hint: If the plan is right, pass --expect-deletes 3.
    ",
      "stdout": "",
    }
  `);
  expect(await run(`${line} --expect-deletes 1`, tenant, {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 9,
      "stderr": "error: 2 fields would be deleted and 1 field replaced (replace b, delete c, delete d), but --expect-deletes is 1
    hint: Check the plan; if it is right, pass --expect-deletes 3.
    ",
      "stdout": "",
    }
  `);
  expect(writesOf(tenant)).toEqual([]);
});

test('creates no lookalike of a name that differs only in composed characters (row 43)', async () => {
  const tenant = createTenant([field('cafe\u0301')]);
  const files = {'f.yaml': `custom_fields: [{name: "caf\u00e9", type: ${declaredType}}]`};
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: f.yaml:1:17: "caf\u00e9": a field whose name differs only in Unicode normalization already exists: cf_cafe\u0301
hint: Use its exact spelling, or declare that field too.
`,
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('creates no second field for a name that another declaration means by its id (rows 24, 138)', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': `custom_fields: [{id: cf_a, label: X}, {name: a, type: ${declaredType}, label: Y}]`};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect({exitCode, error: stderr.split('\n')[0]}).toEqual({
    exitCode: 9,
    error:
      'error: f.yaml:1:17: "a": declared twice in the files, once by id; f.yaml:1:39: "a": declared twice in the files, once by id',
  });
  expect(tenant.fields()).toHaveLength(1);
});

test('names a field that is declared by its id alone', async () => {
  const files = {'f.yaml': 'custom_fields: [{id: cf_a, label: X}]'};
  expect((await run('fields plan -f f.yaml', createTenant([field('a')]), {files})).stdout).toContain(
    '~ update  a  f.yaml:1:17\n',
  );
});

test('gives the reason when it refuses a replacement (row 29)', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost
hint: If that is intended, pass --replace a.
`,
  });
});

test('names each value that the API stored differently, and ends with 7 (rows 25, 31)', async () => {
  const stored = [field('a', {label: 'mine'}), field('new', {label: 'yours'})];
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields': () => reply(stored[0] ?? null),
    'POST /v2/customFields': () => reply(stored[1] ?? null, {status: 201}),
    'GET /v2/customFields#2': () => reply({custom_fields: stored}),
    'GET /v2/customFields#3': () => reply({custom_fields: stored}),
    'GET /v2/customFields#4': () => reply({custom_fields: stored}),
    'GET /v2/customFields#5': () => reply({custom_fields: stored}),
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect({exitCode, lines: stderr.split('\n').slice(1, 4)}).toEqual({
    exitCode: 7,
    lines: [
      'warning: "a" still differs in label: "mine" -> "New label"',
      'warning: "new" still differs in label: "yours" -> "New"',
      'error: all writes succeeded, but the tenant does not match the files: "a" still differs in label: "mine" -> "New label" (and 1 more)',
    ],
  });
});

test('refuses --waves for one tenant, and --prune for a run that has its own', async () => {
  const tenant = createTenant();
  for (const line of ['fields apply -f f.yaml --waves 1,rest', 'fields apply --resume x --prune'])
    expect((await run(line, tenant)).exitCode).toBe(2);
  expect(tenant.requests).toEqual([]);
});

test('a job may be repeated with the --expect-deletes of its first run (row 32)', async () => {
  const tenant = createTenant([field('a'), field('old')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  for (const exitCode of [0, 0])
    expect(await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).toMatchObject({
      exitCode,
    });
  expect(tenant.fields()).toHaveLength(1);
});

test('a plan that could not be shown is not confirmed', async () => {
  const tenant = createTenant([field('a')]);
  const stdout = () => {
    throw new OutputError('cannot write output: ENOSPC');
  };
  expect(await run('fields apply -f f.yaml', tenant, {answer: 'yes', stdout})).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: 'error: cannot write output: ENOSPC\n',
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('how to write a type is said of the type alone', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, type: phone, label: 5, display_options: 7}]'};
  const {stderr} = await run('fields plan -f f.yaml', createTenant(), {files});
  expect(stderr.match(/Write it as .*/g)).toEqual(['Write it as {discriminator: SIMPLE, primitive_type: PHONE}.']);
});

test('a plan that refuses all it would change does not say that there are no changes', async () => {
  const files = {'f.yaml': 'custom_fields: [{id: nope, name: a}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml', createTenant([field('a')]), {files});
  expect({exitCode, last: stdout.trimEnd().split('\n').at(-1)}).toEqual({
    exitCode: 9,
    last: 'plan     0 unchanged; 1 refused',
  });
});

test('a field that a declared one may mean is not planned to be pruned', async () => {
  const files = {'f.yaml': `custom_fields: [{name: é, type: ${declaredType}, label: Label}, {name: a}]`};
  const tenant = createTenant([field('e', {label: 'Label'}), field('a')]);
  const {stdout} = await run('fields plan -f f.yaml --prune --json', tenant, {files});
  expect(JSON.parse(stdout)).toMatchObject({changes: [], refusals: [{message: expect.stringContaining('cf_e')}]});
});
