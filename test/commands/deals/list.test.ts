import {expect, test} from 'vitest';
import type {Json} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../../harness/tenant.js';

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
  ['the one array beside messages', {whatever: deals, messages: ['all is well']}],
  ['a member of a member', {data: {items: deals, next_page_token: ''}, meta: {took: 1}}],
  ['a member four levels deep', {a: {b: {c: {deals}}}}],
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
  ['two lists by name', {deals: [], entities: [{id: 2}]}],
  ['a list five levels deep', {a: {b: {c: {d: {deals}}}}}],
  ['no array', {total: 0}],
  ['deals that are not an array', {deals: 'none', other: [1]}],
  ['nothing', {}],
  ['null', null],
])('reports one clear error when the reply has %s (row 68)', async (_what, body) => {
  const {exitCode, stdout, stderr} = await bizctl('deals list --json', {tenant: answering(body)});
  expect({exitCode, stdout, message: JSON.parse(stderr).error.message}).toEqual({
    exitCode: 6,
    stdout: '',
    message: expect.stringContaining('the reply does not contain exactly one list of deals'),
  });
  expect(JSON.parse(stderr).error.hint).toMatch(/ To see the reply, run: bizctl api GET v2\/deals$/);
});

test('chooses the columns from the data, the most useful first', async () => {
  expect(await bizctl('deals list', {tenant: answering({deals})})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "ID  TITLE  AMOUNT    TAGS  NOTE  EXTRA
    d1  Roof   10.5 EUR  x
    d2  Wall   3 USD                 {"deep":{"er":1}}
    ",
    }
  `);
  expect((await bizctl('deals list', {tenant: answering({deals}), terminal: 60})).stdout).toMatchInlineSnapshot(`
    "[1mID  TITLE    AMOUNT  TAGS  NOTE  EXTRA[22m
    d1  Roof   10.5 EUR  x
    d2  Wall      3 USD              {"deep":{"er":1}}
    "
  `);
});

test('shows deals that are not objects', async () => {
  const odd = ['one', 2, null, [3]];
  expect((await bizctl('deals list', {tenant: answering(odd)})).stdout).toBe('VALUE\none\n2\nnull\n[3]\n');
  expect((await bizctl('deals list --output ndjson', {tenant: answering(odd)})).stdout).toBe('"one"\n2\nnull\n[3]\n');
});

test('prints an empty list', async () => {
  expect(await bizctl('deals list --json', {tenant: answering({deals: []})})).toMatchObject({
    exitCode: 0,
    stdout: '[]\n',
  });
});

test.each<[string, Json]>([
  ['beside the list', {data: {items: [{id: 1}], nextPageToken: 'n'}}],
  ['in an object beside the list, further in', {items: [{id: 1}], meta: {pagination: {next_page_token: 'n'}}}],
  ['in an object beside the list', {items: [{id: 1}], meta: {next_page_token: 'n'}}],
])('follows the page token %s', async (_where, first) => {
  const fetch = async (request: Request) =>
    reply(request.url.includes('page_token=n') ? {data: {items: [{id: 2}]}} : first);
  expect(await bizctl('deals list --output ndjson', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n{"id":2}\n',
    stderr: '',
  });
});

test('follows a page token that is a number', async () => {
  const fetch = async (request: Request) =>
    reply(request.url.includes('page_token=2') ? {deals: [{id: 2}]} : {deals: [{id: 1}], next_page_token: 2});
  expect(await bizctl('deals list --output ndjson', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n{"id":2}\n',
    stderr: '',
  });
});

test.each<[string, Json, {readonly [name: string]: string}]>([
  ['has_more', {deals: [{id: 1}], has_more: true}, {}],
  ['has_more as a word', {deals: [{id: 1}], has_more: 'true'}, {}],
  ['a cursor beside the list', {deals: [{id: 1}], paging: {next_cursor: 'x'}}, {}],
  ['a link', {deals: [{id: 1}], links: {next: '/v2/deals?p=2'}}, {}],
  ['a link in HAL', {deals: [{id: 1}], _links: {next: {href: '/v2/deals?p=2'}}}, {}],
  ['a link with its address', {deals: [{id: 1}], next: {url: '/v2/deals?p=2'}}, {}],
  ['a flag further in', {data: {deals: [{id: 1}], pageInfo: {hasNextPage: true}}}, {}],
  ['a total', {deals: [{id: 1}], total: 500}, {}],
  ['a number of pages', {deals: [{id: 1}], meta: {page: 1, total_pages: 9}}, {}],
  ['page_count', {deals: [{id: 1}], current_page: 1, page_count: 9}, {}],
  ['page_number', {deals: [{id: 1}], page_number: 1, total_pages: 9}, {}],
  ['a page number', {deals: [{id: 1}], next_page: 2}, {}],
  ['a list that calls itself partial', {deals: [{id: 1}], is_partial: true}, {}],
  ['the header X-Next-Page', [{id: 1}], {'x-next-page': '2'}],
  ['a total in Content-Range', [{id: 1}], {'content-range': 'items 0-0/2'}],
  ['the header X-Next-Page-Token', [{id: 1}], {'x-next-page-token': 'n'}],
  ['a total in a header', [{id: 1}], {'x-total-count': '200'}],
  ['a Link header', [{id: 1}], {link: '<https://api.example.com/v2/deals?p=2>; rel="next"'}],
])('exits with 7 when %s says that there is more', async (_how, body, headers) => {
  const {exitCode, stdout, stderr} = await bizctl('deals list --json --columns id', {
    tenant: answering(body, {headers}),
  });
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: '[\n  {\n    "id": 1\n  }'});
  expect(JSON.parse(stderr).error.message).toMatch(
    /^the list is incomplete: the reply shows .+; the API reference does not say how to continue from there$/,
  );
});

test('once a list has continued by a token, other signs do not count', async () => {
  const tenant = createTenant([], {
    'GET /v2/deals#1': () => reply({deals: [{id: 1}], next_page_token: 'p2'}),
    'GET /v2/deals#2': () => reply({deals: [{id: 2}], page: 1, pages: 2, next_offset: 4}),
  });
  const {exitCode, stdout} = await bizctl('deals list --output ndjson --columns id', {tenant});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '{"id":1}\n{"id":2}\n'});
});

test.each([202, 206])('exits with 7 when the status of a list is %i', async status => {
  const tenant = answering({deals: [{id: 1}]}, {status});
  const {exitCode, stderr} = await bizctl('deals list', {tenant});
  expect({exitCode, isNamed: stderr.includes(`the reply shows the status ${status}`)}).toEqual({
    exitCode: 7,
    isNamed: true,
  });
});

test.each([{has_more: true}, {total: 2}])(
  'a cut at --limit is stated where the reply has %j and no token',
  async more => {
    const tenant = answering({deals: [{id: 1}], ...more});
    expect(await bizctl('deals list --limit 1 --output ndjson', {tenant})).toEqual({
      exitCode: 0,
      stdout: '{"id":1}\n',
      stderr: '{"note":{"message":"stopped at --limit after 1 row; more rows are available"}}\n',
    });
  },
);

test('assumes no more rows than the reply says', async () => {
  const complete = {
    deals: [{id: 1}],
    has_more: 0,
    next: [],
    next_page: 0,
    hasNext: 'false',
    total: 1,
    page: 3,
    total_pages: 3,
  };
  expect(
    await bizctl('deals list --output ndjson', {
      tenant: answering(complete, {
        headers: {'x-next-page': '', 'x-next-page-token': '', 'content-range': 'items 0-0/*'},
      }),
    }),
  ).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n',
    stderr: '',
  });
  const filtered = {deals: [{id: 1}], total: 500};
  expect(await bizctl('deals list --output ndjson --filter x', {tenant: answering(filtered)})).toEqual({
    exitCode: 0,
    stdout: '{"id":1}\n',
    stderr: '',
  });
});

test('does not mistake an error for an empty list', async () => {
  for (const body of [
    {deals: [], errors: ['boom']},
    {deals: [], error: {message: 'boom'}},
  ]) {
    expect(await bizctl('deals list', {tenant: answering(body)})).toMatchObject({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringContaining('the reply contains an error instead of deals: boom'),
    });
  }
});

test('names the members of later deals that have no column', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('page_token=n') ? {deals: [{id: 2, late: 'x'}]} : {deals: [{id: 1}], next_page_token: 'n'},
    );
  expect(await bizctl('deals list', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: 'ID\n1\n2\n',
    stderr: 'note: not shown: late (see all with --json)\n',
  });
  expect(await bizctl('deals list --columns late', {tenant: {fetch}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown column "late"\nhint: Available columns: id\n',
  });
});

test('a column below a member that is null on the first page may be on a later one', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('page_token=n')
        ? {deals: [{id: 2, owner: {name: 'Ann'}}]}
        : {deals: [{id: 1, owner: null}], next_page_token: 'n'},
    );
  expect(await bizctl('deals list --output ndjson --columns id,owner.name', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: '{"id":1,"owner.name":null}\n{"id":2,"owner.name":"Ann"}\n',
    stderr: '',
  });
  expect(await bizctl('deals list --columns owner.name', {tenant: {fetch}})).toMatchObject({exitCode: 0, stderr: ''});
  expect(await bizctl('deals list --columns ownr.name', {tenant: {fetch}})).toMatchObject({exitCode: 2, stdout: ''});
});

test('a column that the reference does not have below a member that it has is unknown (row 144)', async () => {
  const tenant = createTenant([field('a', {options: null})]);
  expect(await bizctl('fields list --columns name,options.displaytype', {tenant})).toMatchObject({
    exitCode: 2,
    stderr: 'error: unknown column "options.displaytype"\nhint: Did you mean options.display_type?\n',
  });
});

test('keeps deals apart that share an id but differ elsewhere (row 136)', async () => {
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
    stderr:
      '{"note":{"message":"1 row changed while the list was being read; both versions are shown"}}\n{"note":{"message":"1 row appeared on two pages; the duplicate was left out, and the list may lack other rows"}}\n',
  });
});

test.each([
  ['in another order', '{"v":1,"id":1}'],
  ['with spaces', '{ "id": 1, "v": 1 }'],
])('a deal whose members come %s on the next page is shown once (row 136)', async (_what, again) => {
  const page = (rows: string, next: string) =>
    new Response(`{"deals":[${rows}]${next}}`, {headers: {'content-type': 'application/json'}});
  const fetch = async (request: Request) =>
    request.url.includes('page_token=n')
      ? page(`${again},{"id":2}`, '')
      : page('{"id":1,"v":1}', ',"next_page_token":"n"');
  expect(await bizctl('deals list --output ndjson', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: '{"id":1,"v":1}\n{"id":2}\n',
    stderr: expect.not.stringContaining('changed'),
  });
});

test('needs a token and says so before any request', async () => {
  const tenant = createTenant();
  expect(await bizctl('deals list', {tenant, env: {BIZCTL_TOKEN: ''}})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'error: this command needs a token, but none is configured\nhint: Set BIZCTL_TOKEN, add --sandbox to work without a tenant, or run: bizctl auth login\n',
  });
  expect(tenant.requests).toEqual([]);
});

test.each([
  ['{"data":{"deals":[{"id":1}]},"tags":[]}', 0, '{"id":1}\n'],
  ['{"data":{"deals":[{"id":1}]},"included":[{"id":9}]}', 0, '{"id":1}\n'],
  ['{"deals":{"a":1},"x":[{"id":2}]}', 6, ''],
  ['{"data":{"list":[{"id":1}]},"tags":[{"id":9}]}', 6, ''],
])('a second list next to the deals hides none of them: %s', async (body, exitCode, stdout) => {
  expect(await bizctl('deals list --output ndjson', {tenant: answering(body)})).toMatchObject({exitCode, stdout});
});

test('names some of very many columns, and shows no more than a table can hold', async () => {
  const deal = Object.fromEntries(Array.from({length: 20_000}, (_none, index) => [`m${index}`, index]));
  const tenant = answering({deals: [deal]});
  const unknown = await bizctl('deals list --columns nothing_like_it', {tenant});
  expect({exitCode: unknown.exitCode, isCut: unknown.stderr.endsWith(', m49 and 19950 more\n')}).toEqual({
    exitCode: 2,
    isCut: true,
  });
  const {exitCode, stdout, stderr} = await bizctl('deals list', {tenant});
  expect({exitCode, columns: stdout.split('\n')[0]?.split(/ +/).length, note: stderr.slice(-40)}).toEqual({
    exitCode: 0,
    columns: 200,
    note: expect.stringContaining('more (see all with --json)\n'),
  });
});

test('a currency without a value is a column of its own', async () => {
  const tenant = answering({deals: [{id: 'd1', amount: {value: 1, currency: 'EUR'}, tax: {currency: 'EUR'}}]});
  expect((await bizctl('deals list --output table', {tenant})).stdout).toBe(
    'ID  AMOUNT  TAX.CURRENCY\nd1  1 EUR   EUR\n',
  );
});

test('no column of an empty list is unknown, as the reference does not show the members of deals (row 144)', async () => {
  const {exitCode, stderr} = await bizctl('deals list --columns anything', {tenant: answering({deals: []})});
  expect({exitCode, isUnknown: stderr.includes('unknown column')}).toEqual({exitCode: 0, isUnknown: false});
});
