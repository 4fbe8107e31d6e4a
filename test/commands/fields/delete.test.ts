import {expect, test} from 'vitest';
import {describeField} from '../../../src/commands/fields/show/view.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply, reset} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const three = ['a', 'b', 'c'].map(name => field(name));

test('shows name and label and asks for confirmation at a terminal', async () => {
  const tenant = createTenant(three);
  expect(await bizctl('fields delete cf_a name:b', {tenant, terminal: 80, answer: 'yes'})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "a "Label of a" (cf_a)
    b "Label of b" (cf_b)
    ? Delete these 2 custom fields and the values stored in them from https://api.example.com/?
    [2mnote:[22m to recreate what was deleted (without stored values), run: bizctl fields undo 20261121T130000000-00000001
    ",
      "stdout": "[1mOUTCOME  ID    NAME  LABEL[22m
    deleted  cf_a  a     Label of a
    deleted  cf_b  b     Label of b
    ",
    }
  `);
  expect(tenant.fields()).toHaveLength(1);
});

test('cuts a long name in the question where it can still be recognized', async () => {
  const name = `first ${'x'.repeat(60)}`;
  const tenant = createTenant([field('a', {name, label: 'l'.repeat(60)})]);
  const {stderr} = await bizctl('fields delete cf_a', {tenant, terminal: 200, answer: 'no'});
  expect(stderr.split('\n')[0]).toBe(`first ${'x'.repeat(54)}… "${'l'.repeat(60)}" (cf_a)`);
});

test.each([
  ['no', 9],
  ['Ctrl-C', 130],
] as const)('deletes nothing when the answer is %s', async (answer, exitCode) => {
  const tenant = createTenant(three);
  expect(await bizctl('fields delete cf_a', {tenant, terminal: 80, answer})).toMatchObject({exitCode, stdout: ''});
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('refuses to delete without --yes when there is no terminal (row 99)', async () => {
  for (const line of ['fields delete cf_a', 'fields delete cf_a --no-input']) {
    const tenant = createTenant(three);
    const world = line.includes('--no-input') ? {tenant, answer: 'yes' as const} : {tenant};
    expect(await bizctl(line, world)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: cannot ask for confirmation ${line.includes('--no-input') ? 'with --no-input' : 'without a terminal'}\nhint: Pass --yes to confirm.\n`,
    });
    expect(tenant.requests).toEqual([]);
  }
});

test('names every field that does not exist, and deletes none', async () => {
  const tenant = createTenant(three);
  expect(await bizctl('fields delete name:fax cf_a name:aa cf_z name:vip name:vip --yes', {tenant})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'error: no custom field named "fax"; no custom field named "aa"; no custom field with the id "cf_z"; ' +
      'no custom field named "vip"\nhint: Run: bizctl fields list\n',
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('accepts 204 with an empty text/plain body (row 46)', async () => {
  const tenant = createTenant(three);
  expect(await bizctl('fields delete cf_a cf_b --yes --json', {tenant})).toEqual({
    exitCode: 0,
    stdout:
      '[\n  {\n    "id": "cf_a",\n    "deleted": true\n  },\n  {\n    "id": "cf_b",\n    "deleted": true\n  }\n]\n',
    stderr: '',
  });
  expect(tenant.requests).toEqual(['DELETE /v2/customFields/cf_a', 'DELETE /v2/customFields/cf_b']);
});

test('names each failure and carries on', async () => {
  const tenant = createTenant(three);
  const {exitCode, stdout, stderr} = await bizctl('fields delete cf_a cf_none cf_c --yes --concurrency 1', {tenant});
  expect({exitCode, stdout, stderr}).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: cf_none: HTTP 404: No custom field with the id "cf_none" (DELETE /v2/customFields/cf_none)
    hint: Check the id and the base URL. For a name, pass name:cf_none.
    error: 1 of 3 custom fields was not deleted
    hint: The API accepted the others. The causes are listed above.
    ",
      "stdout": "OUTCOME  ID
    deleted  cf_a
    deleted  cf_c
    ",
    }
  `);
  expect(tenant.fields()).toHaveLength(1);
});

test('deletes nothing when one of the names is unknown', async () => {
  const tenant = createTenant(three);
  expect(await bizctl('fields delete name:a name:d --yes', {tenant})).toMatchObject({exitCode: 4, stdout: ''});
  expect(tenant.fields()).toHaveLength(3);
});

test.each([['..'], ['.'], ['']])('never sends DELETE /customFields/%s (row 114)', async id => {
  const tenant = createTenant(three);
  expect(await bizctl(['fields', 'delete', '--yes', id], {tenant})).toMatchObject({exitCode: 2, stdout: ''});
  expect(tenant.requests).toEqual([]);
});

test('accepts an id that looks like a flag after --', async () => {
  const tenant = createTenant([field('x', {id: '--help'})]);
  expect((await bizctl('fields delete --yes -- --help', {tenant})).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test('escapes text from the API in the question (rows 91, 92)', async () => {
  const tenant = createTenant([field('a', {label: 'x\u001b[2K\r\u202e'})]);
  const {stderr} = await bizctl('fields delete cf_a', {tenant, answer: 'yes', terminal: 80});
  expect(stderr.replace(/undo \S+$/m, 'undo RUN')).toBe(
    'a "x\\u001b[2K\\r\\u202e" (cf_a)\n? Delete this custom field and the values stored in it from https://api.example.com/?\n\u001b[2mnote:\u001b[22m to recreate what was deleted (without stored values), run: bizctl fields undo RUN\n',
  );
});

test('the question names the tenant, since several may share a URL', async () => {
  const env = {BIZCTL_TENANT: 'acme\u001b[2K'};
  const tenant = createTenant([field('a')]);
  const {stderr} = await bizctl('fields delete cf_a', {tenant, answer: 'yes', terminal: 80, env});
  expect(stderr).toContain(
    '? Delete this custom field and the values stored in it from acme\\u001b[2K (https://api.example.com/)?\n',
  );
});

test('deletes a field only once when it is named twice', async () => {
  const tenant = createTenant(three);
  expect((await bizctl('fields delete cf_a name:a --yes', {tenant})).exitCode).toBe(0);
  expect(tenant.requests.slice(1)).toEqual(['DELETE /v2/customFields/cf_a']);
});

test('does not report a field as deleted that may never have existed', async () => {
  const tenant = createTenant(three, {'DELETE /v2/customFields': () => reply('', {status: 500})});
  expect(await bizctl('fields delete cf_none --yes --retries 0', {tenant})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('the outcome of deleting cf_none is unknown (HTTP 500'),
  });
});

test('reads back after a success status that the reference does not document', async () => {
  allowViolations();
  const tenant = createTenant(three, {'DELETE /v2/customFields': () => reply({}, {status: 202})});
  expect(await bizctl('fields delete cf_a --yes', {tenant})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('expected HTTP 204, got HTTP 202'),
  });
});

test.each(['', ' \n', '{}', '{"deleted":true}'])(
  'takes 200 with the body %j for done once the list no longer has the field',
  async body => {
    allowViolations();
    const tenant = createTenant(three, {
      'DELETE /v2/customFields': async (_request, carryOut) => {
        await carryOut();
        return reply(body, {status: 200});
      },
    });
    expect(await bizctl('fields delete name:a --yes', {tenant})).toMatchObject({
      exitCode: 0,
      stderr: 'note: a "Label of a" (cf_a): deleted; confirmed by reading back\n',
    });
  },
);

test.each([404, 410])('counts %i as done when an earlier attempt may have deleted it (row 28)', async status => {
  const tenant = createTenant(three, {
    'DELETE /v2/customFields#2': () => reply({message: 'no such field'}, {status}),
    'DELETE /v2/customFields#1': async (_request, carryOut) => {
      await carryOut();
      return reset();
    },
  });
  expect(await bizctl('fields delete cf_a --yes', {tenant})).toMatchObject({exitCode: 0});
  expect(tenant.requests).toEqual(['DELETE /v2/customFields/cf_a', 'DELETE /v2/customFields/cf_a']);
  expect(await bizctl('fields delete cf_none --yes', {tenant})).toMatchObject({exitCode: 4});
});

test('reads back after a redirect before reporting a failure (row 70)', async () => {
  const redirect = () => reply('', {status: 307, headers: {location: 'https://evil.example/x'}});
  const tenant = createTenant(three, {'DELETE /v2/customFields': redirect});
  expect(await bizctl('fields delete cf_a --yes', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: refused a redirect to https://evil.example (HTTP 307)\nhint: Nothing was sent there. If that is the right address, set the base URL to https://evil.example.\n',
  });
  const done = createTenant(three, {
    'DELETE /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      return redirect();
    },
  });
  expect(await bizctl('fields delete name:a --yes --columns outcome', {tenant: done})).toMatchObject({exitCode: 0});
});

test('an id is an id, even if another field has it as its name', async () => {
  const tenant = createTenant([field('b', {id: 'a'}), field('a', {id: 'z'}), field('c')]);
  expect((await bizctl('fields delete a --yes --journal', {tenant})).exitCode).toBe(0);
  expect(tenant.requests.filter(each => each.startsWith('DELETE'))).toEqual(['DELETE /v2/customFields/a']);
});

test('an id that only names a field is refused, whatever else there is', async () => {
  const tenant = createTenant([field('b'), field('a'), field('c')]);
  const {exitCode, stderr} = await bizctl('fields delete a --yes --journal', {tenant});
  expect({exitCode, isNamed: stderr.includes('Did you mean name:a?')}).toEqual({exitCode: 4, isNamed: true});
});

test('a dry run in a script takes a name for an id no more than the deletion does', async () => {
  const tenant = createTenant([field('a')]);
  for (const options of ['--dry-run', '--dry-run --yes --journal'])
    expect(await bizctl(`fields delete a ${options}`, {tenant})).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('hint: Did you mean name:a?'),
    });
});

test('a field that somebody changes while the question is open is not deleted (row 155)', async () => {
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields#2': () => reply({custom_fields: [field('a', {label: 'Theirs'})]}),
  });
  expect(await bizctl('fields delete a', {tenant, answer: 'yes'})).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('error: "a" was changed before you confirmed\n'),
  });
  expect(tenant.requests.filter(each => each.startsWith('DELETE'))).toEqual([]);
});

test('a field that somebody deletes while the question is open is gone, not changed (row 155)', async () => {
  let reads = 0;
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields': (_request, carryOut) => {
      reads += 1;
      return reads === 1 ? carryOut() : reply({custom_fields: []});
    },
  });
  expect(await bizctl('fields delete a', {tenant, answer: 'yes'})).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('error: "a" was deleted before you confirmed\n'),
  });
});

test('a dry run lists the requests as rows, with the columns that are picked', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const run = async (line: string) => (await bizctl(`fields ${line} --dry-run`, {tenant})).stdout;
  expect(await run('delete cf_a cf_b --yes --output tsv')).toBe(
    'method\tpath\tbody\nDELETE\t/v2/customFields/cf_a\t\nDELETE\t/v2/customFields/cf_b\t\n',
  );
  expect(await run('update cf_a --label L --output tsv')).toBe(
    'method\tpath\tbody\nPATCH\t/v2/customFields/cf_a\t{"label":"L"}\n',
  );
  expect(await run('update cf_a --label L --columns path')).toBe('PATH\n/v2/customFields/cf_a\n');
});

test.each([
  [{id: '1', name: 'a', label: 'A'}, 'a "A" (1)'],
  [{id: '1', name: 'a', label: null}, 'a (1)'],
  [{id: '1', name: 'a'}, 'a (1)'],
  [{id: '1'}, '1'],
])('names the field %j as %s', (given, named) => {
  expect(describeField(given)).toBe(named);
});

test('a field that one reading of a moving list lacks does not count as deleted (rows 61, 155)', async () => {
  const tenant = createTenant([field('a')], {'GET /v2/customFields#2': () => reply({custom_fields: []})});
  expect((await bizctl('fields delete a', {tenant, answer: 'yes'})).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});
