import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();
const lag = 'note: the list does not show the latest writes from this machine yet; waiting for it';

/** The tenant, whose list shows each write only after some more reads. */
function behind(tenant: Tenant, reads: number): Pick<Tenant, 'fetch'> {
  const shown: (readonly string[])[] = [];
  return {
    fetch: async request => {
      if (request.method !== 'GET') return tenant.fetch(request);
      shown.push(tenant.fields());
      const fields = shown.at(-1 - reads) ?? shown[0] ?? [];
      return reply(`{"custom_fields":[${fields.join()}]}`);
    },
  };
}

const namesOf = (tenant: Tenant) => tenant.fields().map(text => JSON.parse(text).name);

test('a field that was just created is not created again, though the list lags (row 138)', async () => {
  const tenant = createTenant();
  const lagging = behind(tenant, 4);
  const create = 'fields create --name a --label A --type decimal';
  expect((await run(create, lagging)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(create, lagging);
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({exitCode: 9, stderr: lag});
  expect((await run(`${create} --if-exists skip`, lagging)).exitCode).toBe(0);
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', lagging, {files})).exitCode).toBe(0);
  expect(namesOf(tenant)).toEqual(['a']);
});

test('an apply does not take a field that was just deleted for one that exists (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  const lagging = behind(tenant, 3);
  expect((await run('fields delete name:a --yes --journal', lagging)).exitCode).toBe(0);
  const files = {'f.yaml': `custom_fields: [{name: a, label: Label of a, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', lagging, {files})).exitCode).toBe(0);
  expect(namesOf(tenant)).toEqual(['a']);
});

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

test('a field that somebody else has deleted meanwhile is waited for no longer than a list may lag', async () => {
  const tenant = createTenant();
  const create = 'fields create --name a --label A --type decimal';
  expect((await run(create, tenant)).exitCode).toBe(0);
  await tenant.fetch(
    new Request(`https://api.example.com/v2/customFields/${JSON.parse(tenant.fields()[0] ?? '').id}`, {
      method: 'DELETE',
    }),
  );
  expect((await run(create, tenant)).exitCode).toBe(0);
  expect(namesOf(tenant)).toEqual(['a']);
  expect(writesOf(tenant)).toHaveLength(3);
});

test('another tenant at the same address is not waited for', async () => {
  const create = 'fields create --name a --label A --type decimal';
  await run(create, createTenant());
  const other = createTenant();
  const {exitCode, stderr} = await run(create, other, {env: {BIZCTL_TENANT: 'another'}});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
});
