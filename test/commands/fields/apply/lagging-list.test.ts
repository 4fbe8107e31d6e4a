import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();
const lag = 'note: the list does not show all writes of the run yet; waiting for it';

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
  expect((await run('fields create --name a --label A --type decimal', tenant)).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[0] ?? '');
  await tenant.fetch(new Request(`https://api.example.com/v2/customFields/${id}`, {method: 'DELETE'}));
  const [[{run: created} = {run: ''}] = []] = journals();
  const {exitCode} = await run(`fields undo ${created} --yes --expect-deletes 0`, tenant);
  expect({exitCode, reads: tenant.requests.filter(each => each.startsWith('GET')).length > 5}).toEqual({
    exitCode: 0,
    reads: true,
  });
});
