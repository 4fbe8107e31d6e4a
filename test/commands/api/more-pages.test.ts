import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, reply} from '../../harness/tenant.js';

test('says how to get more pages only for a list that was read and has more', async () => {
  const page = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: [], next_page_token: 't'}),
    'POST /v2/customFields': () => reply({id: 'cf_a', next_page_token: 't'}, {status: 201}),
    'GET /v2/deals': () => reply({deals: []}),
  });
  const notes = async (line: string) => (await bizctl(line, {tenant: page})).stderr;
  expect(await notes('api GET v2/customFields')).toBe('note: more pages follow; to get all rows, pass --paginate\n');
  expect(await notes('api POST v2/customFields -f name=a')).toBe('');
  expect(await notes('api GET v2/deals')).toBe('');
});

test.each([
  ['', 7],
  ['-q filter={}', 0],
  ['-q page_token=t', 0],
])(
  'a list is shorter than the total that a reply states, unless a part of it was asked for: %s',
  async (flags, exitCode) => {
    const part = createTenant([], {'GET /v2/customFields': () => reply({custom_fields: [{id: 'a'}], total: 3})});
    expect((await bizctl(`api GET v2/customFields --paginate ${flags}`, {tenant: part})).exitCode).toBe(exitCode);
  },
);
