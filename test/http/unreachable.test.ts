import {expect, test} from 'vitest';
import type {Attempt} from '../../src/base/context.js';
import {TransportError} from '../../src/base/transport-error.js';
import {loadRetriesFirst, runOnFakeClock} from '../harness/fake-clock.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, refuseConnection} from '../harness/tenant.js';

loadRetriesFirst();

test('names the host, not the token, when it cannot be reached (row 11)', async () => {
  const tenant = {fetch: async () => refuseConnection()};
  expect(await bizctl('fields list', {tenant})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: cannot reach https://api.example.com: connection refused\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  });
});

test.each(['http://127.0.0.1:4010', 'http://localhost:4010'])(
  'suggests checking the local server for a loopback address: %s',
  async address => {
    const tenant = {fetch: async () => refuseConnection()};
    expect((await bizctl(`fields list --base-url ${address}`, {tenant})).stderr).toBe(
      `error: cannot reach ${address}: connection refused\nhint: Check that the server on this machine is running, and that the port in the base URL is right.\n`,
    );
  },
);

test('a server on this machine that does not answer may be hidden by the network', async () => {
  const fetch = async () => {
    throw new TransportError('ENOTFOUND', false);
  };
  const {stderr} = await bizctl('fields list --retries 0 --base-url http://localhost:4010', {tenant: {fetch}});
  expect(stderr).toBe(
    'error: cannot reach http://localhost:4010: host not found\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  );
});

test.each([
  ['ESOMETHING', 'a message', 'the connection failed (ESOMETHING)'],
  ['', 'a message', 'a message'],
  ['', 'x'.repeat(301), `${'x'.repeat(300)}…`],
  [
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'a message',
    'the server refused the TLS handshake (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
  ],
])('describes the failure %j', async (code, message, expected) => {
  const fetch = async () => {
    throw Object.assign(new TransportError(code, false), {message});
  };
  const {stderr} = await bizctl('fields list --retries 0', {tenant: {fetch}});
  expect(stderr.split('\n')[0]).toBe(`error: cannot reach https://api.example.com: ${expected}`);
});

test.each([
  [
    'CERT_HAS_EXPIRED',
    'has expired',
    'Check the clock of this machine. If it is right, the server needs a new certificate.',
  ],
  [
    'CERT_NOT_YET_VALID',
    'is not valid yet',
    'Check the clock of this machine. If it is right, the server needs a new certificate.',
  ],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for a different host', 'Check the host name in the base URL.'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'is not trusted', 'Set NODE_EXTRA_CA_CERTS to a file with your CA certificate.'],
])('a certificate that is refused with %s is reported with what helps (row 88)', async (code, problem, hint) => {
  const fetch = async () => {
    throw new TransportError(code, false);
  };
  expect(await bizctl('fields list', {tenant: {fetch}})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: the certificate of https://api.example.com ${problem} (${code})\nhint: ${hint}\n`,
  });
});

test('a reply that is too large says how to get a smaller one (row 55)', async () => {
  const fetch = async () => {
    throw new TransportError('BODY_TOO_LARGE', true);
  };
  expect((await bizctl('fields list', {tenant: {fetch}})).stderr).toBe(
    'error: the reply is larger than 64 MiB\nhint: Request fewer rows: use --page-size or --filter with list commands, or -q page_size=COUNT with api. Larger files cannot be fetched with bizctl.\n',
  );
});

test('an error names the path of the API, whatever the base URL and the failure', async () => {
  const pathOf = async (fetch: () => Promise<Response>) => {
    const base = ['--retries', '0', '--base-url', 'https://api.example.com/rest/', '--timeout', '0.05'];
    const {stderr} = await bizctl(['fields', 'list', '--json', ...base], {tenant: {fetch}});
    return JSON.parse(stderr).error.path;
  };
  expect(await pathOf(async () => refuseConnection())).toBe('/v2/customFields');
  expect(await pathOf(async () => new Response('', {status: 503}))).toBe('/v2/customFields');
  expect(await pathOf(() => new Promise<Response>(() => {}))).toBe('/v2/customFields');
});

test('retries a refused connection (row 11)', async () => {
  let attempts = 0;
  const fetch = async () => {
    attempts += 1;
    throw new TransportError('ECONNREFUSED', false);
  };
  expect(await bizctl('fields list --retries 1', {tenant: {fetch}})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: cannot reach https://api.example.com: connection refused\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  });
  expect(attempts).toBe(2);
});

test('gives up on a reply that hangs before its headers or within its body (rows 12, 13)', async () => {
  const hanging = {fetch: () => new Promise<Response>(() => {})};
  expect(await bizctl('fields list --timeout 0.05', {tenant: hanging})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: no complete reply within 0.05 s (https://api.example.com)\nhint: Allow more time with --timeout, or try again later.\n',
  });
  const dripping = {
    fetch: async () =>
      new Response(new ReadableStream({start: controller => controller.enqueue(new TextEncoder().encode('{'))})),
  };
  expect(await bizctl('fields list --timeout 0.05', {tenant: dripping})).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('no complete reply within 0.05 s'),
  });
});

test.each([
  ['', [{connectMs: 10_000, headersMs: 30_000, errorBodyMs: 5000}]],
  ['--timeout 5', [{connectMs: 4_000, headersMs: undefined, errorBodyMs: 4000}]],
  ['--timeout 300', [{connectMs: 10_000, headersMs: undefined, errorBodyMs: 5000}]],
])('limits connecting and the headers with the options %j (row 12)', async (options, expected) => {
  const seen: Omit<Attempt, 'signal'>[] = [];
  const {fetch} = createTenant();
  const tenant = {
    fetch: (request: Request, {signal: _signal, ...limits}: Attempt) => {
      seen.push(limits);
      return fetch(request);
    },
  };
  await bizctl(`fields list ${options}`, {tenant});
  expect(seen).toEqual(expected);
});

test('a whole reply may take 120 s, and no longer; a write then has an unknown outcome (row 12)', async () => {
  const tenant = (seconds: number) => {
    const {fetch} = createTenant();
    return {
      fetch: (request: Request) =>
        new Promise<Response>(resolve => setTimeout(() => resolve(fetch(request)), seconds * 1000)),
    };
  };
  expect(await runOnFakeClock('fields list --json', {tenant: tenant(119)})).toMatchObject({
    exitCode: 0,
    stdout: '[]\n',
  });
  expect(await runOnFakeClock('fields list --json', {tenant: tenant(121)})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('"no complete reply within 120 s (https://api.example.com)"'),
  });
  expect(await runOnFakeClock('fields delete cf_a --yes', {tenant: tenant(121)})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('no complete reply within 120 s'),
  });
});

test('headers that do not come in time are not waited for again; a write then has an unknown outcome (row 12)', async () => {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    throw new TransportError('HEADERS_TIMEOUT', true, {message: '30'});
  };
  expect(await bizctl('fields list', {tenant: {fetch}})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: no reply from https://api.example.com within 30 s\nhint: Allow more time with --timeout, or try again later.\n',
  });
  expect(requests).toBe(1);
  expect(await bizctl('fields delete cf_a --yes', {tenant: {fetch}})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('no reply from https://api.example.com within 30 s'),
  });
});
