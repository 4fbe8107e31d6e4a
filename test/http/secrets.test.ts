import {expect, test} from 'vitest';
import {token} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

test('never prints the token, in whatever form the server echoes it (rows 66, 79)', async () => {
  const secret = 'S3cr3t+/=token';
  const forms = `${secret} ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')}`;
  for (const line of ['fields list --verbose', 'fields list --json --verbose']) {
    const {stdout, stderr} = await bizctl(line, {
      tenant: answering({message: `bad: Bearer ${forms}`}, {status: 401}),
      env: {BIZCTL_TOKEN: secret},
    });
    expect(stdout).toBe('');
    expect(stderr).toContain('bad: Bearer *** *** ***');
    for (const form of forms.split(' ')) expect(stderr).not.toContain(form);
  }
});

test('leaves ordinary words alone, and hides the token inside base64 and other spellings', async () => {
  const said = async (secret: string, message: string) =>
    (await bizctl('fields list', {tenant: answering({message}, {status: 400}), env: {BIZCTL_TOKEN: secret}})).stderr;
  expect(await said('test', 'the latest test of test_a')).toContain('HTTP 400: the latest *** of test_a (');
  const secret = 'S3cr3t+/=token';
  for (const text of [`Bearer ${secret}`, `x:${secret}`, `user:${secret}`]) {
    const stderr = await said(secret, `got ${Buffer.from(text).toString('base64')}`);
    expect(stderr).toContain('***');
    expect(stderr).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4));
  }
  const urlSafe = Buffer.from(`Bearer ${secret}~?>`).toString('base64url');
  expect(urlSafe).toMatch(/[-_]/);
  expect(await said(`${secret}~?>`, `got ${urlSafe}`)).not.toContain(urlSafe.slice(12, -4));
  for (const spelled of [
    encodeURIComponent(encodeURIComponent(secret)),
    'S3cr\u00ad3t+/=token',
    'S3cr3t\n+/=token',
    'S3cr3t&#43;&#x2f;=token',
  ])
    expect(await said(secret, spelled)).toContain('HTTP 400: *** (');
});

test('shows no part of a token at the end of the text that is searched (rows 66, 79)', async () => {
  const secret = 'abcdefghijklmnopqrstuvwxyz0123';
  const page = `<p>${' '.repeat(9_970)}${secret} ${'x'.repeat(100)}`;
  const tenant = {fetch: async () => new Response(page, {headers: {'content-type': 'text/html'}})};
  const {stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_TOKEN: secret}});
  expect(stderr).toContain('expected JSON, got text/html: <p>');
  expect(stderr).not.toContain(secret.slice(0, 8));
});

test('shows no part of a token that comes back as a request id (rows 66, 79)', async () => {
  const secret = `${'s3cr3t'.repeat(30)}+/=`;
  const tenant = answering({message: 'no'}, {status: 400, headers: {'x-request-id': `r-${secret}`}});
  const {stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_TOKEN: secret}});
  expect(stderr).toBe('error: HTTP 400: no (GET /v2/customFields, request r-***)\n');
});

test('rejects a token with a line break before any request (row 74)', async () => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields list', {tenant, env: {BIZCTL_TOKEN: 'abc\r\nX-Evil: 1'}});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 2, requests: []});
  expect(stderr).not.toContain('X-Evil');
});

test('sends the token for fields too, and works without one there', async () => {
  const seen: (string | null)[] = [];
  const fetch = async (request: Request) => {
    seen.push(request.headers.get('authorization'), request.headers.get('accept'));
    return reply({custom_fields: []});
  };
  await bizctl('fields list', {tenant: {fetch}});
  await bizctl('fields list', {tenant: {fetch}, env: {BIZCTL_TOKEN: undefined}});
  expect(seen).toEqual([`Bearer ${token}`, 'application/json', null, 'application/json']);
});

test('takes address and token from the environment together, and --verbose says so (row 76)', async () => {
  const {exitCode, stderr} = await bizctl('fields list --verbose', {tenant: createTenant([field('a')])});
  expect(exitCode).toBe(0);
  expect(stderr.split('\n')[0]).toBe(
    'base URL https://api.example.com/ (from BIZCTL_BASE_URL); token from BIZCTL_TOKEN',
  );
});

test('sends no token without checking the certificate, and warns if there is no token (row 88)', async () => {
  const tenant = createTenant();
  const env = {NODE_TLS_REJECT_UNAUTHORIZED: '0'};
  expect(await bizctl('fields list', {tenant, env})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks, so the token could go to another server\n' +
      'hint: Unset it, and set NODE_EXTRA_CA_CERTS to a file with your CA certificate.\n',
  });
  expect(tenant.requests).toEqual([]);
  const {exitCode, stderr} = await bizctl('fields list', {tenant, env: {...env, BIZCTL_TOKEN: undefined}});
  expect({exitCode, first: stderr.split('\n')[0]}).toEqual({
    exitCode: 0,
    first: 'warning: NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks',
  });
});

test.each(['http', 'module, NET', '*', 'n*t'])(
  'NODE_DEBUG=%s, by which Node would print the token, is refused (row 79)',
  async debugged => {
    const tenant = createTenant();
    const env = {NODE_DEBUG: debugged};
    expect(await bizctl('fields list', {tenant, env})).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: NODE_DEBUG=${debugged} makes Node print the token\nhint: Unset it; --verbose shows requests.\n`,
    });
    expect(tenant.requests).toEqual([]);
    expect((await bizctl('fields list', {tenant, env: {NODE_DEBUG: 'module,my-http,fs*,[x'}})).exitCode).toBe(0);
  },
);

test('never prints the token in an error about the command line, before any request (row 79)', async () => {
  for (const words of [
    ['fields', token],
    ['fields', 'list', '--page-size', token],
  ]) {
    const {exitCode, stderr} = await bizctl(words);
    expect({exitCode, isHidden: stderr.includes('***'), isShown: stderr.includes(token)}).toEqual({
      exitCode: 2,
      isHidden: true,
      isShown: false,
    });
  }
});
