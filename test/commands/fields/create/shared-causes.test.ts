import {expect, test} from 'vitest';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';

const names = Array.from({length: 1000}, (_none, index) => `f${index}`);
const stdin = names.map(name => JSON.stringify({name, type: decimal})).join('\n');

import {allowViolations} from '../../../harness/violations.js';

test('a token that is revoked halfway is reported once, with a count (row 141)', async () => {
  let posts = 0;
  const tenant = createTenant([], {
    'POST /v2/customFields': (_request, carryOut) => {
      posts += 1;
      const headers = {'x-request-id': `r-${posts}`};
      return posts <= 500 ? carryOut() : reply({message: 'token revoked'}, {status: 401, headers});
    },
  });
  const line = 'fields create --file - --if-exists allow --concurrency 1 --output ndjson --columns name';
  const {exitCode, stdout, stderr} = await bizctl(line, {tenant, stdin});
  const messages = stderr
    .trim()
    .split('\n')
    .map(text => JSON.parse(text).error.message);
  expect({exitCode, rows: stdout.trim().split('\n').length, messages}).toEqual({
    exitCode: 7,
    rows: 500,
    messages: [
      'stdin:501: "f500": HTTP 401: token revoked (POST /v2/customFields, request r-501)',
      '499 more failed for the same reason: stdin:502: "f501", stdin:503: "f502", stdin:504: "f503", stdin:505: "f504", stdin:506: "f505" and 494 more',
      '500 of 1000 custom fields were not created',
    ],
  });
});

test('failures at different ids of one cause are counted, those of another cause are not (row 141)', async () => {
  const tenant = createTenant(
    ['a', 'b', 'c', 'd'].map(name => field(name)),
    {
      'DELETE /v2/customFields': ({url}) =>
        reply({message: url.endsWith('cf_c') ? 'in use' : 'not allowed'}, {status: 403}),
    },
  );
  const {exitCode, stderr} = await bizctl('fields delete cf_a cf_b cf_c cf_d --yes --concurrency 1', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 3,
    stderr:
      'error: cf_a: HTTP 403: not allowed (DELETE /v2/customFields/cf_a)\n' +
      'hint: Check that the token from BIZCTL_TOKEN is allowed to do this.\n' +
      'error: cf_c: HTTP 403: in use (DELETE /v2/customFields/cf_c)\n' +
      'error: 2 more failed for the same reason as cf_a: cf_b, cf_d\n' +
      'error: 4 of 4 custom fields were not deleted\nhint: The causes are listed above.\n',
  });
});

test('failures of one cause are counted as well where the base URL has a path (row 141)', async () => {
  allowViolations();
  const tenant = createTenant([], {'DELETE ': () => reply({message: 'expired'}, {status: 401})});
  const world = {tenant, env: {BIZCTL_BASE_URL: 'https://api.example.com/crm/rest'}};
  const {stderr} = await bizctl('fields delete cf_a cf_b cf_c --yes --concurrency 1', world);
  expect(stderr.split('\n').filter(line => line.startsWith('error: '))).toEqual([
    'error: cf_a: HTTP 401: expired (DELETE /crm/rest/v2/customFields/cf_a)',
    'error: 2 more failed for the same reason: cf_b, cf_c',
    'error: 3 of 3 custom fields were not deleted',
  ]);
});

test('words of the API that look like a request do not make two causes one (row 141)', async () => {
  const tenant = createTenant([], {
    'DELETE ': ({url}) =>
      reply({message: `no (SEE /rules/${url.endsWith('cf_a') ? 'quota' : 'names'})`}, {status: 409}),
  });
  const {stderr} = await bizctl('fields delete cf_a cf_b cf_c cf_d --yes --concurrency 1', {tenant});
  expect(stderr.split('\n').filter(line => line.startsWith('error: '))).toEqual([
    'error: cf_a: HTTP 409: no (SEE /rules/quota) (DELETE /v2/customFields/cf_a)',
    'error: cf_b: HTTP 409: no (SEE /rules/names) (DELETE /v2/customFields/cf_b)',
    'error: 2 more failed for the same reason as cf_b: cf_c, cf_d',
    'error: 4 of 4 custom fields were not deleted',
  ]);
});
