import {expect, test} from 'vitest';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field, reply} from '../harness/tenant.js';

test('sends a page token unchanged, whatever characters it holds (row 63)', async () => {
  const token = 'a&b#c d/\u001b%2F=';
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a')], next_page_token: token}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('b')]}),
  });
  expect((await bizctl('fields list --columns name', {tenant})).stdout).toBe('NAME\na\nb\n');
  expect(tenant.requests).toEqual([
    'GET /v2/customFields',
    `GET /v2/customFields?page_token=${encodeURIComponent(token)}`,
  ]);
});

test('rejects half a character in a parameter before any request (row 63)', async () => {
  const tenant = createTenant();
  expect(await bizctl(['fields', 'list', '--filter', 'a\ud800'], {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: "a\\ud800" cannot be sent: it contains an unpaired surrogate\n',
  });
  expect(tenant.requests).toEqual([]);
});
