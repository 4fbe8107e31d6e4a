import {expect, test} from 'vitest';
import {checkExchanges} from '../harness/check-exchange.js';
import {token} from '../harness/fixed.js';
import {createSandboxTenant} from '../harness/sandbox-tenant.js';
import {decimal, reply} from '../harness/tenant.js';
import {takeViolations} from '../harness/violations.js';

const origin = 'https://api.example.com';
const json = {'content-type': 'application/json'};
const bearer = {authorization: `Bearer ${token}`};

function write(method: string, path: string, body: unknown, headers: {readonly [name: string]: string} = json) {
  return new Request(`${origin}${path}`, {method, headers, body: JSON.stringify(body)});
}

/** What the harness holds against an exchange; forgets it. */
async function violationsOf(request: Request, answer: () => Response): Promise<readonly string[]> {
  await checkExchanges(async () => answer())(request);
  return takeViolations();
}

const created = () => reply({id: 'cf_1', name: 'a', type: decimal}, {status: 201});
const listed = () => reply({custom_fields: []});

test.each<[string, Request, () => Response, readonly string[]]>([
  ['a create', write('POST', '/v2/customFields', {name: 'a', type: decimal, extra: 1}), created, []],
  [
    'a create without a discriminator, with a number as its default value',
    write('POST', '/v2/customFields', {name: 'a', type: {primitive_type: 'X'}, default_value: 3}),
    created,
    [
      "POST /v2/customFields: request: /type must have required property 'discriminator'",
      'POST /v2/customFields: request: /type must be null',
      'POST /v2/customFields: request: /type must match a schema in anyOf',
      'POST /v2/customFields: request: /default_value must be object,null',
    ],
  ],
  [
    'an update that is not JSON by its type',
    write('PATCH', '/v2/customFields/cf_1', {label: 'x'}, {'content-type': 'text/plain'}),
    () => reply({}),
    ['PATCH /v2/customFields/cf_1: request: the body is "text/plain"'],
  ],
  [
    'parameters that are unknown or no number',
    new Request(`${origin}/v2/customFields?page_size=ten&limit=3`),
    listed,
    [
      'GET /v2/customFields: request: query: page_size must be integer',
      'GET /v2/customFields: request: query: limit is not documented',
    ],
  ],
  [
    'deals without a token',
    new Request(`${origin}/v2/deals`),
    () => reply([]),
    ['GET /v2/deals: request: no bearer token'],
  ],
  ['deals of any form', new Request(`${origin}/v2/deals`, {headers: bearer}), () => reply([1, null]), []],
  [
    'an operation that is not documented',
    new Request(`${origin}/v2/undocumented`),
    () => reply({}),
    ['GET /v2/undocumented: not in the document'],
  ],
  [
    'a list whose fields have a number as id',
    new Request(`${origin}/v2/customFields`),
    () => reply({custom_fields: [{id: 1}]}),
    ['GET /v2/customFields: reply: /custom_fields/0/id must be string'],
  ],
  [
    'an invalid date',
    new Request(`${origin}/v2/dateExpressions?query=now`, {headers: bearer}),
    () => reply({results: [{result: {dates: ['today']}}]}),
    [
      'GET /v2/dateExpressions: reply: /results/0/result/dates/0 must match format "date-time"',
      'GET /v2/dateExpressions: reply: /results/0/result/dates must be null',
      'GET /v2/dateExpressions: reply: /results/0/result/dates must match a schema in anyOf',
      'GET /v2/dateExpressions: reply: /results/0/result must be null',
      'GET /v2/dateExpressions: reply: /results/0/result must match a schema in anyOf',
    ],
  ],
  [
    'a success status that is not documented',
    new Request(`${origin}/v2/customFields/cf_1`, {method: 'DELETE'}),
    () => reply({}, {status: 202}),
    ['DELETE /v2/customFields/cf_1: reply: status 202'],
  ],
  [
    'a page of HTML',
    new Request(`${origin}/v2/customFields`),
    () => reply('<html>', {type: 'text/html'}),
    ['GET /v2/customFields: reply: the type text/html'],
  ],
  [
    'a reply that is cut off',
    new Request(`${origin}/v2/customFields`),
    () => reply('{"custom_fields": ['),
    ['GET /v2/customFields: reply: the body is not JSON'],
  ],
  [
    'a refusal of any form',
    new Request(`${origin}/v2/customFields`),
    () => reply('no', {status: 418, type: 'x/y'}),
    [],
  ],
])('the harness judges %s', async (_what, request, answer, violations) => {
  expect(await violationsOf(request, answer)).toEqual(violations);
});

test('the sandbox keeps to the document in all six operations', async () => {
  const {fetch} = createSandboxTenant();
  const ask = async (request: Request) => (await fetch(request)).status;
  const all = {label: 'L', description: null, default_value: {n: 1}, validators: []};
  expect([
    await ask(new Request(`${origin}/v2/customFields?page_size=500&filter=name+!%3D+x&order_by=name+desc`)),
    await ask(write('POST', '/v2/customFields', {name: 'a', type: decimal, example_value: {n: 1}, ...all})),
    await ask(write('PATCH', '/v2/customFields/cf_000000000001', {...all, hint: 'h', deleted: false})),
    await ask(new Request(`${origin}/v2/customFields/cf_000000000001`, {method: 'DELETE'})),
    await ask(
      new Request(`${origin}/v2/dateExpressions?query=every+friday+until+march&time_zone=UTC`, {headers: bearer}),
    ),
    await ask(new Request(`${origin}/v2/deals?page_size=500`, {headers: bearer})),
  ]).toEqual([200, 201, 200, 204, 200, 200]);
  expect(takeViolations()).toEqual([]);
});
