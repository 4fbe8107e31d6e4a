import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {acme, useProfiles} from '../../harness/profiles.js';
import {answering, createTenant} from '../../harness/tenant.js';

const {run, store} = useProfiles();

test.each([
  ['a profile', {}, 'The API rejected the token from profile "acme". To log in again, run: bizctl auth login'],
  [
    'the environment',
    {BIZCTL_BASE_URL: 'https://acme.example', BIZCTL_TOKEN: token},
    'The API rejected the token from BIZCTL_TOKEN. Set BIZCTL_TOKEN to a valid token.',
  ],
  [
    'a profile for another address',
    {BIZCTL_BASE_URL: 'https://acme.example/other', BIZCTL_TOKEN: undefined},
    'The API rejected the token from profile "acme". Log in to https://acme.example/other under a new name, and pass that with --profile. Run: bizctl auth login --profile NAME --base-url https://acme.example/other',
  ],
])('a token from %s that is not accepted has a way on', async (_where, env, hint) => {
  store({acme}, 'acme');
  const refusing = answering({message: 'no'}, {status: 401});
  const {exitCode, stdout, stderr} = await run('fields list', {tenant: refusing, env});
  expect({exitCode, stdout}).toEqual({exitCode: 3, stdout: ''});
  expect(stderr).toMatch(/^error: HTTP 401: no \(GET \S*\/v2\/customFields\)\n/);
  expect(stderr.split('\n')[1]).toBe(`hint: ${hint}`);
});

test('a profile that cannot be opened does not hide the others', async () => {
  store({acme, plain: {base_url: 'http://localhost:9/', token: {value: token, origin: 'http://localhost:9'}}}, 'plain');
  const status = await run('auth status', {tenant: createTenant(), env: {NODE_TLS_REJECT_UNAUTHORIZED: '0'}});
  expect(status.exitCode).toBe(0);
  expect(status.stdout).toContain('no: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks');
});

test('--verbose says that no token is sent, and the refusal how to get one', async () => {
  const env = {BIZCTL_BASE_URL: 'https://acme.example', BIZCTL_TOKEN: undefined};
  const tenant = answering({message: 'no'}, {status: 401});
  const {stderr} = await run('fields list --verbose', {env, tenant});
  expect(stderr).toContain('(from BIZCTL_BASE_URL); no token\n');
  expect(stderr).toContain('hint: No token was sent. Set BIZCTL_TOKEN, or run: bizctl auth login\n');
});
