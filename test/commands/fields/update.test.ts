import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply, reset} from '../../harness/tenant.js';

test('sends just what is given', async () => {
  const tenant = createTenant([field('budget')]);
  const run = await bizctl("fields update cf_budget --label 'New label' --hint h --deleted --null description", {
    tenant,
  });
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "outcome      updated
    id           cf_budget
    name         budget
    type         decimal
    label        New label
    description  –
    ",
    }
  `);
  expect(tenant.requests).toEqual([
    'PATCH /v2/customFields/cf_budget {"hint":"h","deleted":true,"label":"New label","description":null}',
  ]);
});

test('finds the field by its name, and refuses a name that two have', async () => {
  const tenant = createTenant([field('a'), field('b1', {name: 'b'}), field('b2', {name: 'b'})]);
  expect(await bizctl('fields update name:a --no-deleted --output ndjson --columns id', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{"id":"cf_a"}\n',
    stderr: '',
  });
  expect(tenant.requests.slice(1)).toEqual(['PATCH /v2/customFields/cf_a {"deleted":false}']);
  expect(await bizctl('fields update name:b --label x', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: "b" names 2 fields: "cf_b1" and "cf_b2"\nhint: Name the one you mean by its id.\n',
  });
});

test('percent-encodes the id (row 114)', async () => {
  const tenant = createTenant([field('a', {id: 'a b?c#d%2f'})]);
  expect((await bizctl(['fields', 'update', 'a b?c#d%2f', '--label', 'x'], {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['PATCH /v2/customFields/a%20b%3Fc%23d%252f {"label":"x"}']);
});

test.each([
  ['--name other', '--name: the name of a field cannot change'],
  ['--type phone', '--type: the type of a field cannot change'],
  ['--file name.json', 'name.json: the name of a field cannot change'],
  ['--file type.yaml', 'type.yaml:2:7: the type of a field cannot change'],
  ['--file list.json', 'list.json holds 2 objects, and an update takes one'],
  ['', 'there is nothing to update'],
  ['--label x --deleted maybe', "too many arguments for 'update'"],
])('refuses %j before any request, with the reason', async (flags, message) => {
  const tenant = createTenant([field('budget')]);
  const files = {
    'name.json': '{"name":"x"}',
    'type.yaml': 'label: x\ntype: {discriminator: SIMPLE, primitive_type: PHONE}\n',
    'list.json': '[{"label":"a"},{"label":"b"}]',
  };
  const {exitCode, stdout, stderr} = await bizctl(`fields update cf_budget ${flags}`, {tenant, files});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toContain(`error: ${message}`);
});

test('says that there is no such field', async () => {
  expect(await bizctl('fields update cf_none --label x', {tenant: createTenant()})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'error: HTTP 404: There is no custom field with the id "cf_none". (PATCH /v2/customFields/cf_none)\nhint: Check the id, and that the base URL is right.\n',
  });
});

const lose: Fault = async (_request, carryOut) => {
  await carryOut();
  return reset();
};

test('confirms by reading back when the answer was lost (row 27)', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': lose});
  expect(await bizctl('fields update cf_a --label New --output ndjson --columns label', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{"label":"New"}\n',
    stderr: '{"note":{"message":"cf_a: updated; the answer was lost, confirmed by reading back"}}\n',
  });
});

test('calls the outcome unknown when reading back cannot show it', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': lose});
  const {exitCode, stderr} = await bizctl('fields update cf_a --hint x', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr:
      'error: the outcome is unknown: cannot reach https://api.example.com: the connection was reset\nhint: Look before you repeat it: it may have been carried out.\n',
  });
});

test('repeats a PATCH that met 503, as repeating it is harmless', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields#1': () => reply('', {status: 503})});
  expect((await bizctl('fields update cf_a --label x --quiet', {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toHaveLength(2);
});
