import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, decimal, field} from '../../harness/tenant.js';

/*
 * Files that were made for another tenant, or from one.
 */

const optionsOf = (...choices: readonly JsonObject[]) => ({
  options: {display_type: 'RADIO', groups: [{header: 'H', options: choices}]},
});

test.each(['create --file f.yaml --if-exists update', 'update cf_a --file f.yaml'])(
  'a file that names another tenant is refused by fields %s',
  async line => {
    const tenant = createTenant([field('a')]);
    const files = {'f.yaml': 'tenant: other.example.com\ncustom_fields: [{label: New}]'};
    expect(await bizctl(`fields ${line}`, {tenant, files})).toEqual({
      exitCode: 9,
      stdout: '',
      stderr:
        'error: f.yaml:1:9: the files are for tenant other.example.com, but this is https://api.example.com/\nhint: Choose the profile or the base URL of that tenant.\n',
    });
    expect(tenant.requests).toEqual([]);
  },
);

test('a file whose tenant is not a host name is refused', async () => {
  const files = {'f.yaml': 'tenant: 1\ncustom_fields: [{label: New}]'};
  expect(await bizctl('fields update cf_a --file f.yaml', {tenant: createTenant([field('a')]), files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: f.yaml:1:9: the tenant is not a host name\nhint: Use a host name such as api.example.com.\n',
  });
});

test('a field whose options are null gets none of the ids in a file (row 149)', async () => {
  const tenant = createTenant([field('a', {options: null})]);
  const {options} = optionsOf({id: 'x1', title: 'A'}, {id: 'x2', title: 'B'});
  const stdin = JSON.stringify({options: {...options, default_option_id: 'x2'}});
  expect(await bizctl('fields update cf_a --file -', {tenant, stdin})).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('the default choice is not set yet'),
  });
  expect(tenant.requests[1]).toBe(
    `PATCH /v2/customFields/cf_a ${JSON.stringify(optionsOf({title: 'A'}, {title: 'B'}))}`,
  );
});

test.each([
  ['create --file - --if-exists update', {name: 'a', type: decimal}],
  ['update cf_a --file -', {}],
])('says that the ids in a file would rename choices: fields %s (row 149)', async (line, members) => {
  const tenant = createTenant([field('a', optionsOf({id: '1', title: 'Low'}, {id: '2', title: 'High'}))]);
  const stdin = JSON.stringify({...members, ...optionsOf({id: '1', title: 'Red'}, {id: '2', title: 'Blue'})});
  const {stderr} = await bizctl(`fields ${line} --dry-run`, {tenant, stdin});
  expect(stderr).toContain(
    ': these choices have the ids of existing ones, and would rename them: "Low" to "Red", "High" to "Blue"; if the input comes from a different tenant, remove its choice ids\n',
  );
});

test('a choice is not added again in another spelling of its title', async () => {
  const before = optionsOf({id: '1', title: 'Caf\u00e9', sort_order: '7'});
  const tenant = createTenant([field('a', before)]);
  const add = (title: string) => bizctl(['fields', 'update', 'cf_a', '--option', title], {tenant});
  for (const title of ['Cafe\u0301', ' Caf\u00e9']) expect((await add(title)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options).toEqual(before.options);
  expect((await bizctl("fields update cf_a --option Tea --option 'Tea '", {tenant})).stderr).toContain(
    'error: --option "Tea" appears twice\n',
  );
});
