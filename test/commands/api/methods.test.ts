import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant} from '../../harness/tenant.js';
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
    'hint: It has not changed. To get it anyway, leave out If-None-Match and If-Modified-Since.',
  ],
  [['fields', 'list'], 'hint: Try again later.'],
])('%j: says what a 304 means', async (words, hint) => {
  allowViolations();
  const tenant = createTenant([], {'GET ': () => new Response(null, {status: 304})});
  const {exitCode, stderr} = await bizctl(words, {tenant});
  expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 6, hint});
});
