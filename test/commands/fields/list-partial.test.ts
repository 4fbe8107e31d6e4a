import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, decimal, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test('leaves the array open when a later page fails, and says how to continue', async () => {
  const tenant = createTenant(
    ['a', 'b', 'c'].map(name => field(name)),
    {'GET /v2/customFields#2': () => reply({message: 'boom'}, {status: 400})},
  );
  const {exitCode, stdout, stderr} = await bizctl('fields list --json --page-size 1 --columns name', {tenant});
  const {error} = JSON.parse(stderr);
  expect({exitCode, stdout, message: error.message}).toEqual({
    exitCode: 7,
    stdout: '[\n  {\n    "name": "a"\n  }',
    message: 'the list is incomplete; it ends after 1 row: HTTP 400: boom (GET /v2/customFields)',
  });
  const [, rest = ''] = /Continue with (--page-token \S+)/.exec(error.hint) ?? [];
  expect((await bizctl(`fields list --columns name ${rest}`, {tenant})).stdout).toBe('NAME\nb\nc\n');
});

test('at a terminal, the error is not beside the last row of an open array', async () => {
  const tenant = createTenant(
    ['a', 'b'].map(name => field(name)),
    {'GET /v2/customFields#2': () => reply({message: 'boom'}, {status: 400})},
  );
  const line = 'fields list --json --page-size 1 --columns name';
  expect((await bizctl(line, {tenant, terminal: 80})).stdout).toMatch(/"name": "a"\n {2}\}\n$/);
});

test.each(["--json --jq '.[].name'", '--json --sort name'])(
  'prints nothing, and names no page to continue with, when %s was to get the whole list',
  async more => {
    const tenant = createTenant(
      ['a', 'b', 'c'].map(name => field(name)),
      {'GET /v2/customFields#2': () => reply({message: 'boom'}, {status: 400})},
    );
    const {exitCode, stdout, stderr} = await bizctl(`fields list --page-size 1 ${more}`, {tenant});
    const {error} = JSON.parse(stderr);
    expect({exitCode, stdout, message: error.message, hint: error.hint}).toEqual({
      exitCode: 7,
      stdout: '',
      message: 'the list is incomplete, so nothing was printed: HTTP 400: boom (GET /v2/customFields)',
      hint: 'Run the command again; the page token may have expired.',
    });
  },
);

test('reports a list that says there is more, or that something went wrong', async () => {
  const more = answering({custom_fields: [{id: '3'}], has_more: true});
  expect((await bizctl('fields list --output ndjson', {tenant: more})).exitCode).toBe(7);
  const wrong = answering({custom_fields: [{id: '3'}], errors: [{message: 'boom'}]});
  expect(await bizctl('fields list --columns id', {tenant: wrong})).toEqual({
    exitCode: 7,
    stdout: 'ID\n3\n',
    stderr:
      'error: the list may be incomplete: the reply also contains an error: boom\n' +
      'hint: Do not rely on this list; bizctl makes no changes based on it. To see the reply, run: bizctl api GET v2/customFields --include\n',
  });
});

test('the reply to see is that of the page where the list breaks off', async () => {
  const first = {custom_fields: [{id: '1'}], next_page_token: 'p 2'};
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply(first),
    'GET /v2/customFields': () => reply({custom_fields: [{id: '2'}], has_more: true}),
  });
  const {exitCode, stderr} = await bizctl('fields list --filter x --quiet', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining("run: bizctl api GET v2/customFields -q filter=x -q 'page_token=p 2' --include\n"),
  });
});

test.each([
  'fields create --name b --type decimal --if-exists skip',
  'fields apply -f f.yaml --yes',
  'fields plan -f f.yaml',
  'fields export',
  'fields get name:b',
  'fields delete name:a name:b --yes',
])('%s takes a partial list for no list, and writes nothing (row 30)', async line => {
  const list = [{id: '1', name: 'a', type: decimal, label: 'A'}];
  const tenant = answering({custom_fields: list, errors: [{message: 'shard 2 is down'}]});
  const files = {
    'f.yaml': 'custom_fields: [{name: b, label: B, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}]',
  };
  const {exitCode, stderr} = await bizctl(line, {tenant, files});
  expect({exitCode, writes: tenant.requests.filter(each => !each.startsWith('GET'))}).toEqual({
    exitCode: 7,
    writes: [],
  });
  expect(stderr).toContain('the list may be incomplete: the reply also contains an error: shard 2 is down');
});

test.each(
  [400, 404, 410].flatMap(status =>
    [
      'fields get name:b',
      'fields create --name b --type decimal',
      'fields update name:b --label B',
      'fields export',
    ].map(line => ({status, line})),
  ),
)('a page token that expires ($status) does not make $line find nothing (row 30)', async ({status, line}) => {
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields': request =>
      new URL(request.url).searchParams.has('page_token')
        ? reply({message: 'page token expired'}, {status})
        : reply({custom_fields: [field('a')], next_page_token: 'more'}),
  });
  const {exitCode, stderr} = await bizctl(line, {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 6,
    stderr: `error: HTTP ${status}: page token expired (GET /v2/customFields)\nhint: Run the command again; the page token may have expired.\n`,
  });
  expect(tenant.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
});

test.each([
  [{success: false}, 'the reply says that it failed'],
  [{ok: false, message: 'shard down'}, 'shard down'],
  [{status: 'error', message: 'shard down'}, 'shard down'],
  [{status: 'FAILED'}, 'the reply says that it failed'],
  [{meta: {success: false}}, 'the reply says that it failed'],
])('ignores a list in a reply that says it failed: %j', async (members, words) => {
  const tenant = answering({custom_fields: [{id: '3'}], ...members});
  const {exitCode, stderr} = await bizctl('fields plan -f f.yaml', {tenant, files: {'f.yaml': 'custom_fields: []'}});
  expect({exitCode, isNamed: stderr.includes(`the reply also contains an error: ${words}\n`)}).toEqual({
    exitCode: 7,
    isNamed: true,
  });
});

test('a list in a reply that says it succeeded is complete', async () => {
  const tenant = answering({
    custom_fields: [{id: '3'}],
    success: true,
    ok: true,
    status: 'ok',
    message: 'done',
    sync: {status: 'failed'},
  });
  expect(await bizctl('fields list --columns id', {tenant})).toEqual({exitCode: 0, stdout: 'ID\n3\n', stderr: ''});
});

test.each([
  [{total: 6}, 'a total of 6, but only 1 arrived'],
  [{meta: {total: 6}}, 'a total of 6, but only 1 arrived'],
  [{meta: {has_more: true}}, '"has_more": true'],
  [{nextPageToken: 'x'}, 'the page token "x"'],
  [{pagination: {next_page_token: 'x'}}, 'the page token "x"'],
  [{_links: {next: {href: '/p2'}}}, '"next": {"href":"/p2"}'],
  [{next_page: 1}, '"next_page": 1'],
])('a sign of more fields than arrived is an error: %j', async (members, sign) => {
  const tenant = answering({custom_fields: [{id: '3'}], ...members});
  const {exitCode, stderr} = await bizctl('fields list', {tenant});
  expect({exitCode, names: stderr.includes(`the reply shows ${sign}`)}).toEqual({exitCode: 7, names: true});
});

test('a total counts the whole list, so it says nothing of a filtered one', async () => {
  const tenant = answering({custom_fields: [{id: '3'}], total: 6});
  expect((await bizctl('fields list --filter x', {tenant})).exitCode).toBe(0);
  expect((await bizctl('fields list --limit 1', {tenant})).exitCode).toBe(0);
});

test.each([
  [503, 't', 'Continue with --page-token t'],
  [503, 'x'.repeat(10_001), 'The page token is too long to show. List again from the start.'],
  [
    401,
    't',
    'The API rejected the token from BIZCTL_TOKEN. Set BIZCTL_TOKEN to a valid token. Continue with --page-token t',
  ],
  [400, 't', 'If the page token has expired, list again from the start. Continue with --page-token t'],
])('a list that breaks off with %i says how to go on', async (status, next_page_token, hint) => {
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a')], next_page_token}),
    'GET /v2/customFields#2': () => reply({message: 'no'}, {status}),
  });
  const {exitCode, stderr} = await bizctl('fields list --output ndjson --retries 0', {tenant});
  expect({exitCode, hint: JSON.parse(stderr).error.hint}).toEqual({exitCode: 7, hint});
});

test('a row that comes twice does not stand for one that is missing (rows 61, 62)', async () => {
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a'), field('b')], total: 4, next_page_token: 't'}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('b'), field('c')], total: 4}),
  });
  const {exitCode, stderr} = await bizctl('fields list', {tenant});
  expect({exitCode, names: stderr.includes('a total of 4, but only 3 arrived')}).toEqual({exitCode: 7, names: true});
});

test('rows whose id is null have none, and none of them is left out (row 61)', async () => {
  allowViolations();
  const row = '{"id": null, "label": "same"}';
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply(`{"custom_fields": [${row}], "next_page_token": "t"}`),
    'GET /v2/customFields#2': () => reply(`{"custom_fields": [${row}, {"id":null,"label":"other"}]}`),
  });
  expect(await bizctl('fields list --columns label', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'LABEL\nsame\nsame\nother\n',
    stderr: '',
  });
});

test.each([
  ['[{"id":"a"}]', '{"id":"a"}\n'],
  ['[{"id":"a","#":0}]', '{"id":"a","#":0}\n'],
  ['[]', ''],
])('does not confuse a longer list with %s beside it', async (fields, stdout) => {
  // Only long replies are sliced.
  const others = JSON.stringify(Array.from({length: 2000}, (_none, index) => ({id: `other-${index}`})));
  for (const body of [
    `{"custom_fields":${fields},"tags":${others}}`,
    `{"tags":${others},"custom_fields":${fields}}`,
    `{"#":1,"custom_fields":${fields},"tags":${others},"##":[]}`,
  ])
    expect(await bizctl('fields list --output ndjson', {tenant: answering(body)})).toMatchObject({exitCode: 0, stdout});
});
