import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

test.each([
  ['pots', 'Did you mean POST?'],
  ['PACTH', 'Did you mean PATCH?'],
  ['gte', 'Did you mean GET?'],
  ['options', 'Use one of: GET, POST, PUT, PATCH, DELETE, HEAD.'],
])('the method %s is refused before any request', async (method, hint) => {
  const tenant = createTenant();
  expect(await bizctl(`api ${method} v2/x`, {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: unknown method ${JSON.stringify(method)}\nhint: ${hint}\n`,
  });
  expect(tenant.requests).toEqual([]);
});

test.each(['get', 'Get', 'GET'])('the method %s is sent in capitals', async method => {
  const tenant = createTenant();
  await bizctl(`api ${method} v2/customFields`, {tenant});
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test.each([
  [
    ['api', 'GET', 'v2/x', '-H', 'If-None-Match: "a"'],
    'hint: The resource has not changed. To get it anyway, omit If-None-Match and If-Modified-Since.',
  ],
  [['fields', 'list'], 'hint: Try again later.'],
])('%j: says what a 304 means', async (words, hint) => {
  allowViolations();
  const tenant = createTenant([], {'GET ': () => new Response(null, {status: 304})});
  const {exitCode, stderr} = await bizctl(words, {tenant});
  expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 6, hint});
});

test.each([
  [
    ['PATCH', 'v2/deals//notes', '-f', 'a=1'],
    '"v2/deals//notes" has an empty segment, so PATCH would reach a different resource',
  ],
  [['POST', 'v2/deals//archive'], '"v2/deals//archive" has an empty segment, so POST would reach a different resource'],
  [['PATCH', '', '-f', 'a=1'], '"" has an empty segment, so PATCH would reach a different resource'],
  [['POST', 'v2/deals', '--input', '-'], 'stdin is empty'],
  [['GET', 'v2/x', '-f', 'a=1', '-H', 'Content-Type: text/plain'], 'GET cannot have a body'],
  [['PATCH', 'v2/x', '-f', 'a=1', '-H', 'Content-Type:'], '-f and -F build JSON, but Content-Type is empty'],
  [
    ['POST', 'v2/x', '-f', 'a=1', '-H', 'Content-Type: application/x-www-form-urlencoded'],
    '-f and -F build JSON, but Content-Type is application/x-www-form-urlencoded',
  ],
])('a write that an empty variable or a wrong header would change is refused: %j', async (words, message) => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(['api', ...words], {tenant, stdin: ' \n'});
  expect({exitCode, error: stderr.split('\n')[0], requests: tenant.requests}).toEqual({
    exitCode: 2,
    error: `error: ${message}`,
    requests: [],
  });
});

test('a create may go to a path that ends with a slash, or to the base URL itself', async () => {
  const tenant = answering({});
  for (const path of ['v2/deals/', '/', ''])
    expect((await bizctl(['api', 'POST', path, '-f', 'a=1'], {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['POST /v2/deals/', 'POST /', 'POST /']);
});

test('a body of white space that is not JSON is sent as it is', async () => {
  const tenant = answering({});
  const words = ['api', 'POST', 'v2/x', '--input', '-', '-H', 'Content-Type: text/plain'];
  expect((await bizctl(words, {tenant, stdin: ' \n'})).exitCode).toBe(0);
});

test.each([
  ['text/plain', {}, 0],
  ['application/json', {'content-length': '0'}, 0],
  ['application/json', {}, 7],
])(
  'an empty reply to a write, as %s with %j, ends with the same code in all formats',
  async (type, headers, exitCode) => {
    const tenant = answering('', {status: 201, headers: {'content-type': type, ...headers}});
    for (const format of ['', ' --json', ' --output yaml'])
      expect((await bizctl(`api POST v2/x${format}`, {tenant})).exitCode).toBe(exitCode);
  },
);

test.each([
  ['{"a":1,\n"a":2}', 'stdin:2:1: the key "a" appears twice in one object', 'Remove one of them.'],
  [
    'a,b\n1,2\n',
    'stdin:1:1: not valid JSON: expected a value',
    'Fix the JSON. If the body is not JSON, pass its type, for example: -H "Content-Type: text/csv"',
  ],
])('a body that is to be JSON is checked before it is sent: %j (row 57)', async (stdin, message, hint) => {
  const tenant = answering({});
  const words = ['api', 'POST', 'v2/x', '--input', '-'];
  expect(await bizctl(words, {tenant, stdin})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: ${hint}\n`,
  });
  const csv = [...words, '-H', 'Content-Type: text/csv'];
  expect((await bizctl(csv, {tenant, stdin})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['POST /v2/x']);
});

test('a query that is encoded already is sent as it is', async () => {
  const tenant = answering({});
  expect((await bizctl(['api', 'GET', 'v2/x?q=a%20b&r=%E4%BD%A0'], {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['GET /v2/x?q=a%20b&r=%E4%BD%A0']);
});
