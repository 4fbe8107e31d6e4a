import {beforeEach, expect, test} from 'vitest';
import type {Sandbox} from '../../src/sandbox/sandbox.js';
import {type Asked, askSandbox, createSandboxTenant} from '../harness/sandbox-tenant.js';
import {decimal} from '../harness/tenant.js';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandboxTenant().fetch;
});

const ask = (method: string, path: string, asked?: Asked) => askSandbox(sandbox, method, path, asked);

test.each([
  ['default_value.rank < 2', ['a', 'b']],
  ['default_value.rank <= 2', ['a', 'b', 'c']],
  ['default_value.rank > 2', ['d']],
  ['default_value.rank >= 2', ['c', 'd']],
  ['default_value.rank = 2', ['c']],
  ['default_value.rank != 2', ['a', 'b', 'd']],
  ['default_value.rank <= 1.5 and default_value.rank >= 1', ['a', 'b']],
])('filters by %s', async (filter, names) => {
  for (const [index, rank] of [1, 1.5, 2, 10].entries())
    await ask('POST', '/v2/customFields', {body: {name: 'abcd'[index], type: decimal, default_value: {rank}}});
  const {body} = await ask('GET', `/v2/customFields?filter=${encodeURIComponent(filter)}`);
  const found = body.custom_fields.map(({name}: {name: string}) => name);
  // The fields of the seed have no rank, which differs from every number.
  expect(filter.includes('!=') ? found.slice(-3) : found).toEqual(names);
});

test('sorts what is missing before numbers, and these before texts', async () => {
  for (const [name, rank] of Object.entries({b: 'x', c: 5, d: '4', e: 10}))
    await ask('POST', '/v2/customFields', {body: {name, type: decimal, default_value: {rank}}});
  const {body} = await ask('GET', '/v2/customFields?order_by=default_value.rank&page_size=500');
  expect(body.custom_fields.slice(-4).map(({name}: {name: string}) => name)).toEqual(['c', 'e', 'd', 'b']);
});

test.each(['', 'name desc', 'type.primitive_type, label desc'])(
  'page tokens stay valid while rows come and go, ordered by %j',
  async order => {
    const query = `page_size=5&order_by=${encodeURIComponent(order)}`;
    const first = await ask('GET', `/v2/customFields?${query}`);
    const seen: string[] = first.body.custom_fields.map(({name}: {name: string}) => name);
    const whole = await ask('GET', `/v2/customFields?page_size=500&order_by=${encodeURIComponent(order)}`);
    const expected: string[] = whole.body.custom_fields.map(({name}: {name: string}) => name);
    // Deleting the row the token names, or one before it, must not shift what follows.
    for (const {id} of [first.body.custom_fields[4], first.body.custom_fields[0]])
      await ask('DELETE', `/v2/customFields/${id}`);
    for (let token = first.body.next_page_token; token !== undefined; ) {
      const page = await ask('GET', `/v2/customFields?${query}&page_token=${token}`);
      seen.push(...page.body.custom_fields.map(({name}: {name: string}) => name));
      token = page.body.next_page_token;
    }
    expect(seen).toEqual(expected);
    expect(
      (
        await ask(
          'GET',
          `/v2/customFields?page_size=5&filter=name+%3D+x&page_token=${first.body.next_page_token ?? ''}`,
        )
      ).status,
    ).toBe(400);
  },
);

const known = 'id, name, type, label, description, helper_text, default_value, display_options, options, validators';

test.each<[string, string, string, string]>([
  ['customFields', 'filter', 'rank = 2', `has the unknown member "rank"; use one of: ${known}`],
  ['customFields', 'filter', 'name = x and nam = y', `has the unknown member "nam"; use one of: ${known}`],
  [
    'customFields',
    'filter',
    'type.array.list_type.primitiv_type = PHONE',
    'has the unknown member "type.array.list_type.primitiv_type"; use one of: type.array.list_type.discriminator, type.array.list_type.primitive_type, type.array.list_type.array, type.array.list_type.ref',
  ],
  ['customFields', 'filter', 'label.text = x', 'has the unknown member "label.text"; label has no members'],
  ['customFields', 'order_by', 'name, constructor desc', `has the unknown member "constructor"; use one of: ${known}`],
  [
    'deals',
    'filter',
    'amount.currncy = EUR',
    'has the unknown member "amount.currncy"; use one of: amount.value, amount.currency',
  ],
  [
    'deals',
    'order_by',
    'name',
    'has the unknown member "name"; use one of: id, title, stage, amount, owner, probability, expected_close, created_at, tags',
  ],
  ['deals', 'filter', 'amount > 9000', 'compares amount, which is an object: name a member, such as amount.value'],
  ['deals', 'filter', 'tags = "key account"', 'compares tags, which is a list: use tags ~ TEXT'],
  ['deals', 'filter', "stage = 'LEAD'", 'contains a string in single quotes; use double quotes'],
])('the list of %s refuses what it does not know in %s: %s', async (list, parameter, expression, message) => {
  expect(await ask('GET', `/v2/${list}?${parameter}=${encodeURIComponent(expression)}`)).toEqual({
    status: 400,
    type: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: `${parameter} ${message}`,
      errors: [{path: parameter, message}],
    },
  });
});

test.each([
  'type.ref.reference_type.category = CRM',
  'display_options.reference_type_display_options.empty_state.title ~ contact',
  'default_value.anything.goes = null',
  'options.option_source.name = CostCentre',
  'validators ~ x',
  'validators = null',
  'type != null',
])('the list of fields knows every member of the reference, and any below a default value: %s', async filter => {
  expect((await ask('GET', `/v2/customFields?filter=${encodeURIComponent(filter)}`)).status).toBe(200);
});

test('orders values of any kind, numbers digit for digit, and leaves out none (rows 56, 123)', async () => {
  const values = [
    '"4.12.0"',
    '9',
    '10',
    '1e400',
    '-1e400',
    '2e400',
    '9007199254740993',
    '9007199254740992',
    'true',
    '-5',
    '-7',
    '0',
  ];
  for (const [index, value] of values.entries()) {
    const body = {name: `n${index}`, type: decimal, default_value: {w: JSON.rawJSON(value)}};
    expect((await ask('POST', '/v2/customFields', {body})).status).toBe(201);
  }
  const seen: string[] = [];
  for (let token = ''; ; ) {
    const query = `order_by=default_value.w%20desc&page_size=1&page_token=${token}`;
    const {body} = await ask('GET', `/v2/customFields?${query}`);
    seen.push(...body.custom_fields.map(({name}: {name: string}) => name));
    token = body.next_page_token ?? '';
    if (token === '') break;
  }
  expect(seen.slice(0, values.length)).toEqual([
    'n8',
    'n0',
    'n5',
    'n3',
    'n6',
    'n7',
    'n2',
    'n1',
    'n11',
    'n9',
    'n10',
    'n4',
  ]);
  expect(new Set(seen).size).toBe(seen.length);
  const filter = encodeURIComponent('default_value.w = 9007199254740992');
  const {body} = await ask('GET', `/v2/customFields?filter=${filter}`);
  expect(body.custom_fields.map(({name}: {name: string}) => name)).toEqual(['n7']);
});
