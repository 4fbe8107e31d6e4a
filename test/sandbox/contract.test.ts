import {beforeEach, expect, test} from 'vitest';
import type {Sandbox} from '../../src/sandbox/sandbox.js';
import {token} from '../harness/fixed.js';
import {type Asked, askSandbox, createSandboxTenant} from '../harness/sandbox-tenant.js';
import {decimal} from '../harness/tenant.js';
import {allowViolations} from '../harness/violations.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandboxTenant().fetch;
});

const ask = (method: string, path: string, asked?: Asked) => askSandbox(sandbox, method, path, asked);

test('a new sandbox holds 26 fields of every type, display and form of choices, and 240 deals', async () => {
  const {body} = await ask('GET', '/v2/customFields');
  const text = JSON.stringify(body);
  expect(body.custom_fields).toHaveLength(26);
  for (const word of [
    'SIMPLE',
    'REF',
    'ARRAY',
    'DECIMAL',
    'DATETIME',
    'SEMVER',
    'PHONE',
    'DATE_TIME',
    'DEFAULT',
    'BOOLEAN',
    'TOGGLE',
    'TOGGLE_BUTTON',
    'CHECKBOX',
    'RADIO',
    'DROPDOWN',
    'CARD',
    'MIN',
    'MAX',
    'MINUTES',
    'HOURS',
    'DAYS',
    'MONTHS',
    'YEARS',
    'option_source',
    'empty_state',
  ]) {
    expect(text).toContain(`"${word}"`);
  }
  let count = 0;
  for (let token: string | undefined = ''; token !== undefined; ) {
    const page: {body: {deals: unknown[]; next_page_token?: string}} = await ask(
      'GET',
      `/v2/deals?page_size=100&page_token=${token}`,
    );
    count += page.body.deals.length;
    token = page.body.next_page_token;
  }
  expect(count).toBe(240);
});

/** The contract: requests and their replies. */
test.each<[string, string, string, Asked, number, unknown]>([
  [
    '4.1 lists',
    'GET',
    '/v2/customFields?page_size=1',
    {},
    200,
    {custom_fields: [expect.objectContaining({name: 'priority'})], next_page_token: expect.any(String)},
  ],
  ['4.1 works without a token', 'GET', '/v2/customFields?page_size=1', {headers: {}}, 200, expect.anything()],
  [
    '4.1 refuses a wrong token (row 124)',
    'GET',
    '/v2/customFields',
    {headers: {authorization: 'Bearer real-one'}},
    401,
    expect.objectContaining({status: 401}),
  ],
  [
    '4.1 takes the scheme of a token in any case',
    'GET',
    '/v2/customFields?page_size=1',
    {headers: {authorization: `bearer ${token}`}},
    200,
    expect.anything(),
  ],
  [
    '4.1 refuses a token without its scheme',
    'GET',
    '/v2/customFields',
    {headers: {authorization: token}},
    401,
    expect.objectContaining({status: 401}),
  ],
  [
    '4.1 refuses a page size',
    'GET',
    '/v2/customFields?page_size=501',
    {},
    400,
    expect.objectContaining({errors: [{path: 'page_size', message: 'must be a whole number from 1 to 500'}]}),
  ],
  [
    '4.1 refuses a page token of another list',
    'GET',
    '/v2/customFields?page_token=x',
    {},
    400,
    expect.objectContaining({errors: [{path: 'page_token', message: 'does not belong to this list'}]}),
  ],
  [
    '4.1 filters',
    'GET',
    '/v2/customFields?filter=type.primitive_type+%3D+PHONE+and+label+~+%22direct+line%22',
    {},
    200,
    {custom_fields: [expect.objectContaining({name: 'direct_line'})]},
  ],
  [
    '4.1 refuses a filter',
    'GET',
    '/v2/customFields?filter=name+is+x',
    {},
    400,
    expect.objectContaining({detail: expect.stringContaining('filter cannot be read at position 0')}),
  ],
  [
    '4.1 refuses an order',
    'GET',
    '/v2/customFields?order_by=name+upwards',
    {},
    400,
    expect.objectContaining({detail: expect.stringContaining('order_by cannot be read')}),
  ],
  [
    '4.2 creates',
    'POST',
    '/v2/customFields',
    {body: {name: 'x', type: decimal, example_value: {a: 1}, extra: [1]}},
    201,
    {id: expect.stringMatching(/^cf_/), name: 'x', type: decimal, extra: [1]},
  ],
  [
    '4.2 names every problem by its path',
    'POST',
    '/v2/customFields',
    {
      body: {
        type: {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: {discriminator: 5}}},
        validators: [{required: 'yes'}],
        options: {groups: [{sort_order: 1.5}]},
      },
    },
    400,
    expect.objectContaining({
      errors: [
        {path: 'name', message: 'is missing'},
        {path: 'type.array.list_type.discriminator', message: 'is not a string: 5'},
        {path: 'type.array.list_type.primitive_type', message: 'is missing'},
        {path: 'options.display_type', message: 'is missing'},
        {path: 'options.groups[0].sort_order', message: 'is not a whole number: 1.5'},
        {path: 'validators[0].required', message: 'is not true or false: "yes"'},
        {path: 'validators[0].size', message: 'is missing'},
      ],
    }),
  ],
  [
    '4.2 refuses values that are not objects',
    'POST',
    '/v2/customFields',
    {body: {name: 'x', type: decimal, default_value: 3, example_value: ['a']}},
    400,
    {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'example_value is not an object: ["a"]; default_value is not an object: 3',
      errors: [
        {path: 'example_value', message: 'is not an object: ["a"]'},
        {path: 'default_value', message: 'is not an object: 3'},
      ],
    },
  ],
  [
    '4.2 refuses what is not JSON',
    'POST',
    '/v2/customFields',
    {body: '{'},
    400,
    expect.objectContaining({detail: expect.stringContaining('The body is not JSON')}),
  ],
  [
    '4.2 refuses an array',
    'POST',
    '/v2/customFields',
    {body: []},
    400,
    expect.objectContaining({detail: 'The body is not an object.'}),
  ],
  [
    '4.2 insists on JSON (row 117)',
    'POST',
    '/v2/customFields',
    {body: '{}', headers: {'content-type': 'text/plain'}},
    415,
    expect.anything(),
  ],
  [
    '4.2 refuses a body over 1 MiB (row 119)',
    'POST',
    '/v2/customFields',
    {body: {name: 'x'.repeat(1024 * 1024)}},
    413,
    expect.anything(),
  ],
  [
    '4.2 reads a body of 1 MiB (row 119)',
    'POST',
    '/v2/customFields',
    {body: {name: 'x'.repeat(1024 * 1024 - '{"name":""}'.length)}},
    400,
    expect.anything(),
  ],
  ['4.3 deletes', 'DELETE', '/v2/customFields/cf_000000000001', {}, 204, ''],
  [
    '4.3 answers 404 for an unknown field',
    'DELETE',
    '/v2/customFields/nope',
    {},
    404,
    expect.objectContaining({title: 'Not Found'}),
  ],
  [
    '4.4 updates',
    'PATCH',
    '/v2/customFields/cf_000000000001',
    {body: {label: 'New', hint: 'h'}},
    200,
    expect.objectContaining({id: 'cf_000000000001', name: 'priority', label: 'New'}),
  ],
  [
    '4.4 refuses name and type',
    'PATCH',
    '/v2/customFields/cf_000000000001',
    {body: {name: 'x', type: decimal}},
    400,
    expect.objectContaining({
      errors: [
        {path: 'name', message: 'is not part of the update body'},
        {path: 'type', message: 'is not part of the update body'},
      ],
    }),
  ],
  [
    '4.4 refuses a value that is not an object',
    'PATCH',
    '/v2/customFields/cf_000000000001',
    {body: '{"default_value":12345678901234567890.10}'},
    400,
    {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'default_value is not an object: 12345678901234567890.10',
      errors: [{path: 'default_value', message: 'is not an object: 12345678901234567890.10'}],
    },
  ],
  [
    '4.4 takes null for a value that is an object',
    'PATCH',
    '/v2/customFields/cf_000000000001',
    {body: {default_value: null}},
    200,
    expect.objectContaining({id: 'cf_000000000001', default_value: null}),
  ],
  [
    '4.5 parses',
    'GET',
    '/v2/dateExpressions?query=tomorrow&time_zone=UTC',
    {},
    200,
    {
      results: [
        expect.objectContaining({query: 'tomorrow', result: {dates: ['2026-11-22T12:00:00Z'], chain: 'SINGLE'}}),
      ],
    },
  ],
  ['4.5 needs a token', 'GET', '/v2/dateExpressions?query=tomorrow', {headers: {}}, 401, expect.anything()],
  ['4.5 needs a query', 'GET', '/v2/dateExpressions', {}, 400, expect.objectContaining({detail: 'query is missing'})],
  [
    '4.5 refuses an unknown zone',
    'GET',
    '/v2/dateExpressions?query=x&time_zone=Mars',
    {},
    400,
    expect.objectContaining({detail: 'time_zone is not a time zone: "Mars"'}),
  ],
  [
    '4.6 lists deals',
    'GET',
    '/v2/deals?page_size=1&order_by=amount.value+desc',
    {},
    200,
    {deals: [expect.objectContaining({id: 'deal_0100'})], next_page_token: expect.any(String)},
  ],
  ['4.6 needs a token', 'GET', '/v2/deals', {headers: {}}, 401, expect.anything()],
  ['an unknown path', 'GET', '/v2/nothing', {}, 404, expect.anything()],
  ['a path that only looks like one', 'GET', '/openapiXjson', {}, 404, expect.anything()],
  ['an unknown method', 'PUT', '/v2/customFields', {body: {}}, 405, expect.anything()],
  ['OPTIONS (row 117)', 'OPTIONS', '/v2/customFields', {}, 405, expect.anything()],
])('%s', async (_what, method, path, asked, status, body) => {
  // What the sandbox refuses is often what the document refuses.
  if (status >= 400) allowViolations();
  const reply = await ask(method, path, asked);
  expect({status: reply.status, body: reply.body}).toEqual({status, body});
  expect(reply.type).toBe(
    status === 204 ? 'text/plain' : status < 300 ? 'application/json' : 'application/problem+json',
  );
});

test('leaves out what responses do not show, and keeps numbers digit for digit', async () => {
  const response = await sandbox(
    new Request('http://sandbox.localhost/v2/customFields', {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: `{"name":"x","type":${JSON.stringify(decimal)},"default_value":{"__proto__":{"n":12345678901234567890.10}},"example_value":{"n":1}}`,
    }),
  );
  const text = await response.text();
  expect(text).toContain('"default_value":{"__proto__":{"n":12345678901234567890.10}}');
  expect(text).not.toContain('example_value');
});

test('leaves deleted fields out of lists until they are restored', async () => {
  const ids = async () => (await ask('GET', '/v2/customFields')).body.custom_fields.map(({id}: {id: string}) => id);
  await ask('PATCH', '/v2/customFields/cf_000000000001', {body: {deleted: true}});
  expect(await ids()).not.toContain('cf_000000000001');
  await ask('PATCH', '/v2/customFields/cf_000000000001', {body: {deleted: false}});
  expect(await ids()).toContain('cf_000000000001');
});
