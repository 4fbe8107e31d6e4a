import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {answering} from '../harness/tenant.js';

test.each([
  [
    'https://evil.example/x',
    'https://evil.example',
    'Nothing was sent there. If that is the right address, set the base URL to https://evil.example.',
  ],
  [
    '//evil.example/x',
    'https://evil.example',
    'Nothing was sent there. If that is the right address, set the base URL to https://evil.example.',
  ],
  ['/elsewhere', '/elsewhere', 'Nothing was sent there. Check the base URL.'],
  [
    '/rest/v2/customFields',
    '/rest/v2/customFields',
    'Nothing was sent there. If that is the right address, set the base URL to https://api.example.com/rest.',
  ],
  [
    'https://user:pw@evil.example/',
    'https://evil.example',
    'Nothing was sent there. If that is the right address, set the base URL to https://evil.example.',
  ],
  ['http://api.example.com/v2/customFields', 'http://api.example.com', 'Nothing was sent there. Check the base URL.'],
  ['javascript:alert(1)', 'an unusable URL', 'Check the base URL.'],
  ['https://', 'an unusable URL', 'Check the base URL.'],
])('never follows a redirect to %s (rows 70, 71)', async (location, target, advice) => {
  const tenant = answering('', {status: 302, headers: {location}});
  const {exitCode, stderr} = await bizctl('fields list', {tenant});
  expect({exitCode, stderr, requests: tenant.requests}).toEqual({
    exitCode: 6,
    stderr: `error: refused a redirect to ${target} (HTTP 302)\nhint: ${advice}\n`,
    requests: ['GET /v2/customFields'],
  });
});

test('a redirect without a Location names none (rows 70, 71)', async () => {
  const {exitCode, stderr} = await bizctl('fields list', {tenant: answering('', {status: 302})});
  expect({exitCode, stderr}).toEqual({
    exitCode: 6,
    stderr: 'error: refused a redirect without a Location header (HTTP 302)\nhint: Check the base URL.\n',
  });
});

test('suggests a base URL in place of one with a path', async () => {
  const tenant = answering('', {status: 301, headers: {location: 'https://new.example/api/v2/customFields'}});
  const {stderr} = await bizctl('fields list --base-url https://api.example.com/crm/rest', {tenant});
  expect(stderr).toContain('set the base URL to https://new.example/api.\n');
});

test('a script learns that a redirect cannot be retried (rows 70, 71)', async () => {
  const tenant = answering('', {status: 302, headers: {location: '/elsewhere'}});
  const {stderr} = await bizctl('fields list --json', {tenant});
  expect(JSON.parse(stderr).error).toMatchObject({code: 'unavailable', retryable: false, status: 302});
});
