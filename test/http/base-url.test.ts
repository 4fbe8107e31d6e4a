import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant} from '../harness/tenant.js';

test('keeps the path of the base URL', async () => {
  for (const base of ['https://api.example.com/crm/rest', 'https://api.example.com/crm/rest/']) {
    const tenant = answering({custom_fields: []});
    expect((await bizctl('fields list --json', {tenant, env: {BIZCTL_BASE_URL: base}})).exitCode).toBe(0);
    expect(tenant.requests).toEqual(['GET /crm/rest/v2/customFields']);
  }
});

test.each([
  ['nothing', undefined, 'no base URL is configured'],
  [
    'another scheme',
    'ftp://api.example.com',
    'the base URL from BIZCTL_BASE_URL is not a valid http or https URL: "ftp://api.example.com"',
  ],
  [
    'text that is not a URL',
    'api.example.com',
    'the base URL from BIZCTL_BASE_URL is not a valid http or https URL: "api.example.com"',
  ],
  [
    'plain http (row 72)',
    'http://api.example.com',
    'the base URL from BIZCTL_BASE_URL uses unencrypted http to api.example.com',
  ],
  [
    'a host that only looks like loopback (row 77)',
    'http://127.0.0.1.evil.example',
    'the base URL from BIZCTL_BASE_URL uses unencrypted http to 127.0.0.1.evil.example',
  ],
  ['a password', 'https://me:pw@api.example.com', 'the base URL from BIZCTL_BASE_URL contains a user name or password'],
  ['a user name', 'https://me@api.example.com', 'the base URL from BIZCTL_BASE_URL contains a user name or password'],
  [
    'a password with a slash',
    'https://me:p/w@api.example.com',
    'the base URL from BIZCTL_BASE_URL is not a valid http or https URL: "https://***@api.example.com"',
  ],
  ['nothing but a "?"', 'https://api.example.com/?', 'the base URL from BIZCTL_BASE_URL has a query or fragment'],
  ['nothing but a "#"', 'https://api.example.com/x#', 'the base URL from BIZCTL_BASE_URL has a query or fragment'],
  ['a query', 'https://api.example.com/?a=1', 'the base URL from BIZCTL_BASE_URL has a query or fragment'],
])('rejects %s as a base URL before any request', async (_what, base, message) => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_BASE_URL: base}});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n$/);
  expect(stderr).toContain(`error: ${message}`);
});

test.each(['http://127.0.0.1:4010', 'http://localhost', 'http://[::1]:1/x', 'HTTPS://API.example.com'])(
  'accepts %s as a base URL',
  async base => {
    expect(
      (await bizctl('fields list --json', {tenant: answering({custom_fields: []}), env: {BIZCTL_BASE_URL: base}}))
        .exitCode,
    ).toBe(0);
  },
);
