import {expect, test} from 'vitest';
import type {Json} from '../../../src/api/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, reply} from '../../harness/tenant.js';

const deals: readonly Json[] = [
  {id: 'd1', title: 'Roof', amount: {value: 10.5, currency: 'EUR'}, tags: ['x'], note: null},
  {id: 'd2', title: 'Wall', amount: {value: 3, currency: 'USD'}, extra: {deep: {er: 1}}},
];
const lines = deals.map(deal => `${JSON.stringify(deal)}\n`).join('');

test.each<[string, Json]>([
  ['deals', {deals}],
  ['entities', {count: 2, entities: deals, errors: []}],
  ['items', {items: deals, other: [1]}],
  ['data', {data: deals}],
  ['the one array member', {total: 2, whatever: deals}],
  ['a member of a member', {data: {items: deals, next_page_token: ''}, meta: {took: 1}}],
  ['a bare array', deals],
])('finds the list in %s (row 68)', async (_where, body) => {
  expect(await bizctl('deals list --output ndjson', {tenant: answering(body)})).toEqual({
    exitCode: 0,
    stdout: lines,
    stderr: '',
  });
});

test.each<[string, Json]>([
  ['two arrays', {one: [1], two: [2]}],
  ['no array', {total: 0}],
  ['deals that are no array', {deals: 'none', other: [1]}],
  ['nothing', {}],
  ['null', null],
])('is one clear error when the reply has %s (row 68)', async (_what, body) => {
  const {exitCode, stdout, stderr} = await bizctl('deals list --json', {tenant: answering(body)});
  expect({exitCode, stdout, message: JSON.parse(stderr).error.message}).toEqual({
    exitCode: 6,
    stdout: '',
    message: expect.stringContaining('there is no list of deals in the reply'),
  });
});

test('chooses the columns from the data, the telling ones first', async () => {
  expect(await bizctl('deals list', {tenant: answering({deals})})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "ID  TITLE  AMOUNT.VALUE  AMOUNT.CURRENCY  TAGS  NOTE  EXTRA
    d1  Roof   10.5          EUR              x
    d2  Wall   3             USD                          {"deep":{"er":1}}
    ",
    }
  `);
  expect((await bizctl('deals list', {tenant: answering({deals}), terminal: 60})).stdout).toMatchInlineSnapshot(`
    "[1mID  TITLE  AMOUNT.VALUE  AMOUNT.CURRE…  TAGS  NOTE  EXTRA[22m
    d1  Roof   10.5          EUR            x
    d2  Wall   3             USD                        {"deep"…
    "
  `);
});

test('shows deals that are not objects', async () => {
  const odd = ['one', 2, null, [3]];
  expect((await bizctl('deals list', {tenant: answering(odd)})).stdout).toBe('VALUE\none\n2\nnull\n[3]\n');
  expect((await bizctl('deals list --output ndjson', {tenant: answering(odd)})).stdout).toBe('"one"\n2\nnull\n[3]\n');
});

test('says that there are none', async () => {
  expect(await bizctl('deals list --json', {tenant: answering({deals: []})})).toMatchObject({
    exitCode: 0,
    stdout: '[]\n',
  });
});

test('follows the page token wherever it stands beside the list', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('page_token=n')
        ? {data: {items: [{id: 2}]}}
        : {data: {items: [{id: 1}], nextPageToken: 'n'}},
    );
  expect(await bizctl('deals list --output ndjson', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n{"id":2}\n',
    stderr: '',
  });
});

test('warns when the reply seems to say in other ways that there is more', async () => {
  expect(await bizctl('deals list --output ndjson', {tenant: answering({deals: [{id: 1}], has_more: true})})).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n',
    stderr:
      '{"warning":{"message":"the reply has \\"has_more\\": true, which the reference does not describe: the list may go on"}}\n',
  });
});

test('keeps deals apart that differ in anything but share an id', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('page_token=n')
        ? [
            {id: 1, v: 2},
            {id: 1, v: 1},
          ]
        : {deals: [{id: 1, v: 1}], next_page_token: 'n'},
    );
  const {stdout, stderr} = await bizctl('deals list --output ndjson', {tenant: {fetch}});
  expect({stdout, stderr}).toEqual({
    stdout: '{"id":1,"v":1}\n{"id":1,"v":2}\n',
    stderr: '{"note":{"message":"1 deals came twice while the list was read, and are shown once"}}\n',
  });
});

test('needs a token, and says so before any request', async () => {
  const tenant = createTenant();
  expect(await bizctl('deals list', {tenant, env: {BIZCTL_TOKEN: ''}})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'error: this needs a token and there is none\nhint: Put it into BIZCTL_TOKEN, or try it on the sandbox with --sandbox.\n',
  });
  expect(tenant.requests).toEqual([]);
});
