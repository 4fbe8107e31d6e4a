import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createScreen} from '../../../harness/screen.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

test('applies the plan, reads back, and has nothing to do the next time (row 41)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const {exitCode, stdout, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect({exitCode, lines: stdout.split('\n').length}).toEqual({exitCode: 0, lines: 4});
  expect(stderr).toContain('note: verified: the tenant matches the files\n');
  expect(writesOf(tenant)).toEqual([
    'POST /v2/customFields {"name":"new","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"},"label":"New","example_value":{"x":1}}',
    'PATCH /v2/customFields/cf_a {"label":"New label"}',
  ]);
  expect(await run('fields apply -f f.yaml --yes', tenant)).toEqual({
    exitCode: 0,
    stdout:
      'no changes; 2 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "new"); 1 not declared, left alone ("b")\n',
    stderr: '',
  });
  expect(writesOf(tenant)).toHaveLength(2);
});

test('shows the plan and asks for confirmation', async () => {
  const tenant = createTenant([field('a')]);
  const refused = await run('fields apply -f f.yaml', tenant, {answer: 'no'});
  expect(refused.exitCode).toBe(9);
  expect(refused.stdout).toContain('+ create  new');
  expect(writesOf(tenant)).toEqual([]);
  expect((await run('fields apply -f f.yaml', tenant)).exitCode).toBe(2);
  expect((await run('fields apply -f f.yaml', tenant, {answer: 'yes'})).exitCode).toBe(0);
});

test('names the change that fails, carries on with the rest, and converges the next time (row 31)', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields#1': () => reply({message: 'no room'}, {status: 422}),
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('create "new": HTTP 422: no room');
  expect(stderr).toContain('If the files are the cause, correct them, then apply them again.');
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(writesOf(tenant).filter(each => each.startsWith('PATCH'))).toHaveLength(1);
  expect((await run('fields plan -f f.yaml --check', tenant)).exitCode).toBe(0);
});

test('names the path of a value that the API does not keep (rows 25, 26)', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields': () => reply({...field('a'), label: 'New label'}),
  });
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a" still differs in label: "Label of a" -> "New label"');
});

test('names a field that is still listed after the API has confirmed its deletion (row 25)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields': () => reply('', {status: 204, type: 'text/plain'}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a}]'};
  const line = 'fields apply -f f.yaml --prune --expect-deletes 1 --yes';
  const {exitCode, stderr} = await run(line, tenant, {files});
  expect({exitCode, isNamed: stderr.includes('"b" is still listed')}).toEqual({exitCode: 7, isNamed: true});
});

test('names everything that the API did not keep (row 25)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields/cf_a': () => reply(field('a', {label: 'A'})),
    'PATCH /v2/customFields/cf_b': () => reply(field('b', {label: 'B'})),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: A}, {name: b, label: B}]'};
  const outcome = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect({...outcome, stderr: outcome.stderr.replaceAll(/\d{8}T\d+-\w+/g, 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "note: run RUN: 0 to create, 2 to update, 0 to replace, 0 to delete; 0 unchanged; on https://api.example.com/
    warning: "a" still differs in label: "Label of a" -> "A"
    warning: "b" still differs in label: "Label of b" -> "B"
    error: all writes succeeded, but the tenant does not match the files: "a" still differs in label: "Label of a" -> "A" (and 1 more)
    hint: The API may have dropped or changed part of what was sent. To see what differs, plan the same files again. If the API insists on its own value, put that value in the files.
    ",
      "stdout": "ACTION  NAME  ID    OUTCOME
    update  a     cf_a  done
    update  b     cf_b  done
    ",
    }
  `);
});

test('names the only thing that the API did not keep once, in the error', async () => {
  const tenant = createTenant([field('a')], {'PATCH ': () => reply(field('a', {label: 'A'}))});
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {
    files: {'f.yaml': 'custom_fields: [{name: a, label: A}]'},
  });
  expect({exitCode, warnings: stderr.match(/^warning:.*$/gm)}).toEqual({exitCode: 7, warnings: null});
  expect(stderr.match(/"a" still differs in label/g)).toHaveLength(1);
});

test('shows progress on one line at a terminal and removes it at the end', async () => {
  const screen = createScreen(60, 20);
  const frames: string[] = [];
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': async () => {
      await screen.shows('0 of 2 done');
      frames.push(screen.lines().at(-1) ?? '');
      return reply({message: 'not here'}, {status: 422});
    },
    'PATCH /v2/customFields': async () => {
      await screen.shows('1 failed');
      frames.push(screen.lines().at(-1) ?? '');
      return reply({message: 'no'}, {status: 422});
    },
  });
  const {exitCode} = await run('fields apply -f f.yaml --yes --concurrency 1', tenant, {screen});
  expect(frames).toEqual([
    '0 of 2 done; + create new',
    expect.stringMatching(/^0 of 2 done; 1 failed; about \d+ s left; ~ update a$/),
  ]);
  expect(exitCode).toBe(5);
  expect(screen.lines().filter(line => / of 2 done/.test(line))).toEqual([]);
  expect(screen.lines().join('')).toContain('error: update "a": HTTP 422: no');
});

test.each(['fields apply -f f.yaml --yes', 'fields create --name new --type decimal', 'fields delete name:a --yes'])(
  'the first Ctrl-C says that the writes in progress are awaited: %s (row 37)',
  async line => {
    const screen = createScreen(80, 20);
    const interruption = new AbortController();
    const tenant = createTenant([field('a')]);
    const slow = {
      fetch: async (request: Request) => {
        if (request.method === 'GET') return tenant.fetch(request);
        interruption.abort(new InterruptedError());
        await screen.shows('stopping after the writes in progress; press Ctrl-C again to quit now');
        return tenant.fetch(request);
      },
    };
    const files = {'f.yaml': 'custom_fields: [{name: new, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const {exitCode} = await run(line, slow, {files, screen, signal: interruption.signal});
    expect({exitCode, isDone: tenant.fields().length !== 1}).toEqual({exitCode: 130, isDone: true});
    expect(screen.lines().filter(text => text.startsWith('stopping'))).toEqual([]);
  },
);

test.each([
  ['{name: a, label: New}', '', 'Apply this change to https://api.example.com/?'],
  ['{name: a, label: New}, {name: b, label: New}', '', 'Apply these 2 changes to https://api.example.com/?'],
  ['{name: a}', '--prune', 'Apply this change to https://api.example.com/?', '1 field would be deleted.\n'],
])('asks before it applies %s %s', async (fields, option, question, losses = '') => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': `custom_fields: [${fields}]`};
  const {exitCode, stderr} = await run(`fields apply -f f.yaml ${option}`, tenant, {
    files,
    terminal: 120,
    answer: 'no',
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: `${losses}? ${question}\nCancelled; nothing was changed.\n`,
  });
  expect(writesOf(tenant)).toEqual([]);
});

test.each([400, 401, 404, 503])(
  'ends with 7 when all is written and reading it back ends with HTTP %i (rows 26, 138)',
  async status => {
    const tenant = createTenant([field('a')], {'GET /#2': () => reply({message: 'no'}, {status})});
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --retries 0', tenant);
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(
      new RegExp(
        `\\nerror: all writes succeeded, but the result could not be verified: HTTP ${status}\\b.*\\nhint: .*--resume`,
      ),
    );
    expect(writesOf(tenant)).toHaveLength(2);
  },
);

test.each([
  ['at the start', `a${'x'.repeat(200)}`, `b${'x'.repeat(200)}`, `"a${'x'.repeat(20)}… -> "b${'x'.repeat(20)}…`],
  ['far behind', `${'x'.repeat(200)}a`, `${'x'.repeat(200)}b`, `…${'x'.repeat(20)}a" -> …${'x'.repeat(20)}b"`],
])('shows where two long values differ: %s', async (_where, description, declared, shown) => {
  const stored = field('a', {description});
  const tenant = createTenant([stored], {PATCH: () => reply({...stored, description: declared})});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', description: declared}]})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, {files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(`"a" still differs in description: ${shown}\n`),
  });
});

test('a list in a value is replaced as a whole, but for elements that have all that is declared', async () => {
  const rules = [
    {if: 'x', do: 1, else: 2},
    {if: 'y', do: 3},
    {if: 'z', do: 4, added: true},
  ];
  const tenant = createTenant([field('a', {default_value: {rules}})]);
  const files = {
    'f.json': JSON.stringify({custom_fields: [{name: 'a', default_value: {rules: [{if: 'y', do: 5}, {if: 'z'}]}}]}),
  };
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').default_value).toEqual({rules: [{if: 'y', do: 5}, rules[2]]});
});

test('what a replaced element of a value loses is in the plan, and no element takes over the members of another', async () => {
  const tenant = createTenant([
    field('a', {default_value: {rows: [{kind: 'text', value: 'A'}], cells: [{property: 'x', width: 5, bold: true}]}}),
  ]);
  const rows = [{kind: 'text'}, {kind: 'text', value: 'A'}];
  const cells = [{property: 'x', bold: false}];
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', default_value: {rows, cells}}]})};
  const {stdout} = await run('fields plan -f f.json', tenant, {files});
  expect(stdout).toContain('- default_value.cells[0].width: 5\n');
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').default_value).toEqual({rows, cells});
});

test('an apply with nothing to do names the tenant to a machine too', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'};
  const tenant = createTenant([field('a')]);
  expect(await run('fields apply -f f.yaml --yes --json', tenant, {files})).toEqual({
    exitCode: 0,
    stdout: '[]\n',
    stderr: '{"note":{"message":"no changes; 1 unchanged; on https://api.example.com/"}}\n',
  });
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toEqual({
    exitCode: 0,
    stdout: 'no changes; 1 unchanged\n',
    stderr: '',
  });
});
