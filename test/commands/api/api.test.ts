import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../../harness/tenant.js';

test('prints a response unchanged in a pipe and indented at a terminal, numbers exact and members in order', async () => {
  const body = '{"2": 1.10, "1": 12345678901234567890, "__proto__": {"b": 1, "a": [ ]}}';
  expect(await bizctl('api GET v2/any', {tenant: answering(body)})).toEqual({
    exitCode: 0,
    stdout: `${body}\n`,
    stderr: '',
  });
  const shown = await bizctl('api GET v2/any --columns __proto__.b', {tenant: answering(body), terminal: 80});
  expect(shown.stdout).toBe('{\n  "__proto__.b": 1\n}\n');
  expect((await bizctl('api GET v2/any --output yaml', {tenant: answering('{"a": 1.10}')})).stdout).toBe('a: 1.10\n');
});

test.each([
  [400, 5],
  [401, 3],
  [404, 4],
  [429, 6],
  [503, 6],
])('prints the body of a %i as well and exits with %i', async (status, exitCode) => {
  const tenant = answering({message: 'no', status}, {status});
  const {stdout, ...rest} = await bizctl('api GET v2/any --retries 0', {tenant});
  expect({stdout, exitCode: rest.exitCode}).toEqual({stdout: `{"message":"no","status":${status}}\n`, exitCode});
  expect(rest.stderr).toMatch(/^error: HTTP \d+: no \(GET \/v2\/any\)\n/);
});

test('says when the outcome of a write is unknown, and does not send it again', async () => {
  const tenant = answering({message: 'oops'}, {status: 500});
  const {exitCode, stdout, stderr} = await bizctl('api POST v2/customFields -f name=a', {tenant});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({
    exitCode: 7,
    stdout: '{"message":"oops"}\n',
    requests: ['POST /v2/customFields'],
  });
  expect(stderr).toContain('the outcome is unknown');
});

test('never calls the outcome of a HEAD unknown', async () => {
  const tenant = answering('', {status: 503});
  expect((await bizctl('api HEAD v2/any --retries 0', {tenant})).exitCode).toBe(6);
});

test('--include prints status and headers first; text that is not JSON is printed unchanged, escaped at a terminal', async () => {
  const tenant = answering('hello\u001b[2J', {type: 'text/plain', headers: {'x-a': 'b'}});
  expect((await bizctl('api GET v2/any --include', {tenant})).stdout).toBe(
    'HTTP 200\ncontent-type: text/plain\nx-a: b\n\nhello\u001b[2J',
  );
  expect((await bizctl('api GET v2/any', {tenant, terminal: 80})).stdout).toBe('hello\\u001b[2J\n');
  expect((await bizctl('api DELETE v2/any', {tenant: answering('', {status: 204})})).stdout).toBe('');
});

test('prints a body that should be JSON and is not unchanged, and fails', async () => {
  const cut = answering('{"a":', {status: 200});
  expect(await bizctl('api GET v2/any', {tenant: cut})).toEqual({
    exitCode: 6,
    stdout: '{"a":',
    stderr: 'error: the body is not valid JSON (GET /v2/any)\nhint: Check the output; it is the reply as received.\n',
  });
});

test('accepts an empty body only where none is expected', async () => {
  const empty = (status: number, type = 'application/json') => answering('', {status, type});
  expect((await bizctl('api GET v2/any', {tenant: empty(200)})).stderr).toContain('the body is empty');
  expect((await bizctl('api POST v2/any --json', {tenant: empty(201)})).exitCode).toBe(7);
  expect((await bizctl('api GET v2/any', {tenant: empty(200, 'text/plain')})).exitCode).toBe(0);
  for (const line of ['api DELETE v2/any', 'api HEAD v2/any', 'api PATCH v2/any --json'])
    expect((await bizctl(line, {tenant: empty(line.includes('PATCH') ? 204 : 200)})).exitCode).toBe(0);
});

/** The one request a command line sends, as `METHOD /path|header|…|body`. */
async function sent(line: string, world: World = {}): Promise<string> {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    const {pathname, search} = new URL(request.url);
    const headers = Array.from(request.headers, ([name, value]) => `${name}: ${value}`).filter(each =>
      /^(x-|if-|content-type|authorization)/.test(each),
    );
    requests.push([`${request.method} ${pathname}${search}`, ...headers, await request.text()].join('|'));
    return reply({});
  };
  const {exitCode, stderr} = await bizctl(line, {tenant: {fetch}, ...world});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(requests).toHaveLength(1);
  return requests[0] ?? '';
}

const authorized = `authorization: Bearer ${token}`;

test.each([
  ['api GET /v2/deals -q filter=a&b -q tag=1 -q tag=2', `GET /v2/deals?filter=a%26b&tag=1&tag=2|${authorized}|`],
  ['api GET v2/x?b=x&o=e&b=y -q o=l -q 2=b -q 1=a', `GET /v2/x?b=x&o=e&b=y&o=l&2=b&1=a|${authorized}|`],
  ['api get v2/deals?x=1 -q y=2', `GET /v2/deals?x=1&y=2|${authorized}|`],
  ['api GET https://api.example.com/v2/deals', `GET /v2/deals|${authorized}|`],
  ['api HEAD v2/deals', `HEAD /v2/deals|${authorized}|`],
  [
    "api PUT v2/x -f a=1 -F b=1 -F c=true -F d=null -F e=1.10 -F 'f=no number' -F g=12345678901234567890",
    `PUT /v2/x|${authorized}|content-type: application/json|{"a":"1","b":1,"c":true,"d":null,"e":1.10,"f":"no number","g":12345678901234567890}`,
  ],
  [
    'api POST v2/x -F options.groups[0].header=A -F options.groups[0].options[].title=x -F options.groups[0].options[].title=y -F options.groups[1].header=B -F tags[]=1 -F __proto__.x=2',
    `POST /v2/x|${authorized}|content-type: application/json|{"options":{"groups":[{"header":"A","options":[{"title":"x"},{"title":"y"}]},{"header":"B"}]},"tags":[1],"__proto__":{"x":2}}`,
  ],
  [
    'api POST v2/x -F a[]=1 -f a[]=x -F a[].b=2 -f a[2].c=y',
    'POST /v2/x|authorization: Bearer sandbox_test-token|content-type: application/json|{"a":[1,"x",{"b":2,"c":"y"}]}',
  ],
  [
    'api POST v2/x -F a={"b":[1.10]} -F c=[] -F d=null -F e="x"',
    `POST /v2/x|${authorized}|content-type: application/json|{"a":{"b":[1.10]},"c":[],"d":null,"e":"\\"x\\""}`,
  ],
  [
    "api PATCH v2/x -H 'If-Match: 7' -H 'X-A:b' -H 'x-a: c' -f a=@b",
    `PATCH /v2/x|${authorized}|content-type: application/json|if-match: 7|x-a: b, c|{"a":"@b"}`,
  ],
])('%s', async (line, request) => {
  expect(await sent(line)).toBe(request);
});

test('reads a body, or the text of a member, unchanged from a file or stdin', async () => {
  const files = {'body.json': '{"a": 1.10}', 'text.txt': 'line\n'};
  expect(await sent('api POST v2/x --input body.json', {files})).toMatch(/\|\{"a": 1\.10\}$/);
  expect(await sent('api POST v2/x --input -', {stdin: '[1]'})).toMatch(/\|\[1\]$/);
  expect(await sent('api POST v2/x -F a=@text.txt -F b=@-', {files, stdin: 'in'})).toMatch(
    /\|\{"a":"line\\n","b":"in"\}$/,
  );
});

test.each([
  ['api GET https://evil.example/v2/deals', 'is not on https://api.example.com, the only origin'],
  ['api GET //evil.example/v2', 'is not on https://api.example.com'],
  ['api GET http://api.example.com/v2', 'is not on https://api.example.com'],
  ['api GET https://me@api.example.com/v2', 'is not on https://api.example.com'],
  ['api GET ../other --base-url https://api.example.com/rest', 'contains the segment ".."'],
  ['api GET v2/deals?a=1&b=%FF%31', 'contains %FF%31, which is not UTF-8'],
  ['api DELETE v2/customFields/x/..', 'contains the segment ".."'],
  ['api DELETE v2/customFields/%2E?a=1', 'contains the segment "%2E"'],
  ['api GET https://api.example.com/rest/../v2 --base-url https://api.example.com/rest', 'contains the segment ".."'],
  ['api DELETE v2/deals/d#1', 'contains "#"; what follows it would not be sent'],
  ['api GET v2/deals#', 'contains "#"'],
  ['api GET https://api.example.com/restless --base-url https://api.example.com/rest', 'is not below'],
  ['api FETCH v2/x', 'unknown method "FETCH"'],
  ['api GET v2/x -f a=1', 'GET cannot have a body'],
  ['api POST v2/x -f a', '-f "a" is not name=value'],
  ['api POST v2/x -f a=1 -f a=2', '"a" was given twice'],
  ['api POST v2/x -f a=1 -f a.b=2', '"a.b" conflicts with an earlier member'],
  ['api POST v2/x -f a[1]=1', '"a[1]" leaves out element 0 of its list'],
  ['api POST v2/x -f a..b=1', '"a..b" is not a member path'],
  ['api POST v2/x -f a=1 -F b=2 --input body.json', '--input cannot be combined with -f or -F'],
  ["api GET v2/x -H 'Authorization: Bearer x'", 'the header Authorization cannot be set'],
  ["api GET v2/x -H 'Host: evil'", 'the header Host cannot be set'],
  ['api GET v2/x -H nonsense', '-H "nonsense" is not a header'],
  ['api GET v2/x -H X-U:漢', '-H "X-U…" contains characters that are not allowed in a header'],
  ['api POST v2/x --paginate', '--paginate works with GET'],
  ['api POST v2/x --input -', 'stdin is empty'],
  [`api POST v2/x -F 'a={"x":1,"x":2}'`, '-F a={"x":1,"x":2}: the key "x" appears twice in one object'],
  ['api POST v2/x --input empty.json', 'empty.json is empty'],
  [
    'api POST v2/x --input body.json --input empty.json',
    'invalid value for --input: "empty.json" (body.json was already given; run the command once for each file)',
  ],
  ['api POST v2/x --input missing.json', 'cannot read missing.json'],
])('refuses %s before anything is sent (rows 73, 74, 113)', async (line, message) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl(line, {tenant, files: {'empty.json': ''}});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toContain(message);
});

test('a backslash cannot reach another host, nor a line break another header', async () => {
  for (const args of [
    ['api', 'GET', '/\\evil.example'],
    ['api', 'GET', '\\\\evil.example'],
    ['api', 'GET', 'v2/x', '-H', 'X-A: b\r\nX-Evil: 1'],
  ]) {
    const tenant = createTenant();
    expect({exitCode: (await bizctl(args, {tenant})).exitCode, requests: tenant.requests}).toEqual({
      exitCode: 2,
      requests: [],
    });
  }
});

/** A tenant with a list of two pages. */
function inPages(first: object, second: object) {
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    const {search, searchParams} = new URL(request.url);
    requests.push(search);
    return reply(JSON.stringify(searchParams.has('page_token') ? second : first));
  };
  return {requests, fetch};
}

test('--paginate follows the page tokens and prints one list', async () => {
  const tenant = inPages({entities: [{id: 1}, {id: 2}], next_page_token: 't'}, {entities: [{id: 3}]});
  expect(await bizctl('api GET v2/any -q filter=x --paginate --columns id', {tenant})).toEqual({
    exitCode: 0,
    stdout: '[\n  {\n    "id": 1\n  },\n  {\n    "id": 2\n  },\n  {\n    "id": 3\n  }\n]\n',
    stderr: '',
  });
  expect(tenant.requests).toEqual(['?filter=x', '?filter=x&page_token=t']);
  // The hint of an interrupted list is appended to a command line that may have a token already.
  const resumed = inPages({}, {entities: [{id: 3}]});
  await bizctl('api GET v2/any?page_token=1 -q page_size=5 --paginate -q page_size=6 -q page_token=2', {
    tenant: resumed,
  });
  expect(resumed.requests).toEqual(['?page_size=6&page_token=2']);
  const ndjson = await bizctl('api GET v2/any --paginate --output ndjson --limit 1', {
    tenant: inPages({a: [{id: 1}, {id: 2}]}, {}),
  });
  expect(ndjson.stdout).toBe('{"id":1}\n');
  expect(ndjson.stderr).toContain('stopped at --limit after 1 row;');
});

test('--items names the list; two lists without it are an error', async () => {
  const reply = {a: {list: [1, 2]}, b: [3]};
  expect(
    (await bizctl('api GET v2/any --paginate --items a.list --output ndjson', {tenant: answering(reply)})).stdout,
  ).toBe('1\n2\n');
  expect(await bizctl('api GET v2/any --paginate', {tenant: answering({a: [1], b: [2]})})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('Pass the path of the list with --items.'),
  });
});

test('fails when the list breaks off or says there is more', async () => {
  const broken = inPages({data: [1], next_page_token: 't'}, {nothing: true});
  expect(await bizctl('api GET v2/any --paginate', {tenant: broken})).toMatchObject({
    exitCode: 7,
    stdout: '[\n  1',
    stderr: expect.stringContaining('Continue with -q page_token=t'),
  });
  // A sign beside the list that --items names counts as well.
  const nested = {data: {rows: [1], has_more: true}};
  expect((await bizctl('api GET v2/any --paginate --items data.rows', {tenant: answering(nested)})).exitCode).toBe(7);
  expect((await bizctl('api GET v2/any --paginate', {tenant: answering({data: [1], has_more: true})})).exitCode).toBe(
    7,
  );
});

test('works against the sandbox', async () => {
  const tenant = createTenant([field('a')]);
  expect((await bizctl('api GET v2/customFields --paginate --output ndjson --columns name', {tenant})).stdout).toBe(
    '{"name":"a"}\n',
  );
  expect((await bizctl('api DELETE v2/customFields/cf_a', {tenant})).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test.each(['type={bad', 'tags=[1,'])('refuses -F %s, which was meant to be JSON, before any request', async pair => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(['api', 'POST', 'v2/customFields', '-F', pair], {tenant});
  expect({exitCode, stderr, requests: tenant.requests}).toEqual({
    exitCode: 2,
    stderr: `error: -F ${pair}: the value is not valid JSON\nhint: Fix it, or use -f to send it as text.\n`,
    requests: [],
  });
});

test.each([
  'Connection',
  'Keep-Alive',
  'Proxy-Authorization',
  'Proxy-Connection',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Expect',
  'Via',
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'HTTP2-Settings',
])('refuses the header %s, which concerns a connection or a proxy (row 167)', async name => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(['api', 'GET', 'v2/x', '-H', `${name}: x`], {tenant});
  expect({exitCode, stderr, requests: tenant.requests}).toEqual({
    exitCode: 2,
    stderr: `error: the header ${name} cannot be set\nhint: Remove it; bizctl, the connection or a proxy sets it.\n`,
    requests: [],
  });
});

test.each([
  ['v2/contacts', {contacts: [{id: 'c1'}], deals: [{id: 'd1'}]}, '{"id":"c1"}\n'],
  ['v2/contacts', {result: {contacts: [{id: 'c1'}]}, items: []}, '{"id":"c1"}\n'],
  ['v2/contacts', {contacts: [{id: 'c1'}], items: []}, '{"id":"c1"}\n'],
  ['v2/contacts/', {contacts: [{id: 'c1'}], items: []}, '{"id":"c1"}\n'],
  ['v2/contacts', {items: [{id: 'c1'}], facets: [{id: 'f'}]}, undefined],
  ['v2/contacts', {items: [{id: 'c1'}], errors: []}, '{"id":"c1"}\n'],
])('--paginate of %s takes the list named like the path, else the only one: %j (row 68)', async (path, body, rows) => {
  const {exitCode, stdout, stderr} = await bizctl(`api GET ${path} --paginate --output ndjson`, {
    tenant: answering(body),
  });
  expect({exitCode, stdout}).toEqual(rows === undefined ? {exitCode: 6, stdout: ''} : {exitCode: 0, stdout: rows});
  expect(stderr.includes('Pass the path of the list with --items.')).toBe(rows === undefined);
});

test.each([
  ['contacts', ''],
  ['items', ''],
  ['tags', 'note: printed the elements of "tags"; to choose another list, pass --items\n'],
])('--paginate says whose elements it shows, unless %s is the usual name (row 68)', async (member, stderr) => {
  const tenant = answering({id: 1, [member]: ['x']});
  expect(await bizctl('api GET v2/contacts --paginate --output ndjson', {tenant, redirect: 'file'})).toMatchObject({
    exitCode: 0,
    stdout: '"x"\n',
  });
  expect((await bizctl('api GET v2/contacts --paginate', {tenant})).stderr).toBe(stderr);
});

test('--paginate with --limit says how to go on in its own options', async () => {
  const tenant = inPages({items: [{id: 1}], next_page_token: 't'}, {items: [{id: 2}]});
  expect((await bizctl('api GET v2/any --paginate --limit 1', {tenant})).stderr).toMatch(
    /continue with -q page_token=\S+\n/,
  );
});

test.each([
  ['--limit 1', '--limit'],
  ['--items custom_fields', '--items'],
])('refuses %s, which only --paginate uses', async (options, name) => {
  const tenant = createTenant([field('a')]);
  expect(await bizctl(`api GET v2/customFields ${options}`, {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${name} needs --paginate\nhint: Add --paginate.\n`,
  });
  expect(tenant.requests).toEqual([]);
});

test.each(['v2\n/deals', 'v2/\tdeals', 'v2/de\u0000als'])(
  'refuses the path %j, which a URL would change',
  async path => {
    const tenant = createTenant();
    expect(await bizctl(['api', 'GET', path], {tenant})).toMatchObject({exitCode: 2, stdout: ''});
    expect(tenant.requests).toEqual([]);
  },
);

test.each([
  ['GET', 200, 2, ''],
  ['GET', 404, 4, ''],
  ['POST', 409, 5, ''],
  ['POST', 201, 11, '; the request succeeded (HTTP 201)'],
])(
  'a jq program that fails on the reply to %s with %i ends with %i (row 142)',
  async (method, status, exitCode, more) => {
    const {stderr, ...rest} = await bizctl(['api', method, 'v2/x', '--jq', '.a.b', '--retries', '0'], {
      tenant: answering({a: 'text', message: 'no'}, {status}),
    });
    expect(rest).toEqual({exitCode, stdout: ''});
    const jqError = `--jq: Cannot index string with string ("b")${more}`;
    expect(JSON.parse(stderr).error.message).toBe(status < 400 ? jqError : `HTTP ${status}: no (${method} /v2/x)`);
  },
);

test('a path may contain a colon, and a write may not lack its id (row 114)', async () => {
  const tenant = answering({});
  expect((await bizctl('api POST /contacts:search', {tenant})).exitCode).toBe(0);
  for (const path of ['', '/', 'v2/customFields/', 'v2//customFields/x'])
    expect(await bizctl(['api', 'DELETE', path], {tenant})).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('has an empty segment, so DELETE would reach a different resource'),
    });
  expect(tenant.requests).toEqual(['POST /contacts:search']);
});

test('rows that are not objects have a column of their own in TSV and CSV', async () => {
  const tenant = answering({tags: ['a', 3, null]});
  const line = 'api GET v2/any --paginate --items tags --output';
  expect((await bizctl(`${line} tsv`, {tenant})).stdout).toBe('value\na\n3\n\n');
  expect((await bizctl(`${line} csv`, {tenant})).stdout).toBe('value\r\na\r\n3\r\n""\r\n');
});

test('a misspelled --items is a usage error, not an API that is unavailable', async () => {
  const tenant = createTenant([field('a')]);
  expect(await bizctl('api GET v2/customFields --paginate --items custom_field', {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: the path in --items does not lead to a list in the reply (members: custom_fields)\nhint: Pass the path of a list to --items instead of "custom_field"; it starts with one of these members.\n',
  });
});
