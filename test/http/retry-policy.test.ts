import {expect, test} from 'vitest';
import {isIdempotent, type Method} from '../../src/http/api-request.js';
import {
  decideRetry,
  type Failure,
  isRedirect,
  mayHaveSucceeded,
  type RetryState,
  waitAskedFor,
} from '../../src/http/retry-policy.js';

const status = (status: number, askedMs = 0): Failure => ({kind: 'status', status, askedMs});
const transport = (code: string, sent: boolean): Failure => ({kind: 'transport', code, sent});

/**
 * What is retried, for a GET, a PATCH or DELETE, and a POST; and which writes may have been carried out (rows 1 to 20,
 * 133).
 */
test.each<[string, Failure, boolean, boolean, boolean, boolean]>([
  //                                                                GET    PATCH  POST   a write may have succeeded
  ['a bad request', status(400), false, false, false, false],
  ['no token', status(401), false, false, false, false],
  ['not found', status(404), false, false, false, false],
  ['a timeout that the server states', status(408), true, true, false, true],
  ['a conflict', status(409), false, false, false, false],
  ['a lock', status(423), true, true, true, false],
  ['a rate limit', status(429), true, true, true, false],
  ['a 403 that asks to wait, as for a rate limit', status(403, 1000), true, true, true, false],
  ['another 403', status(403), false, false, false, false],
  ['a server error', status(500), true, true, false, true],
  ['not implemented', status(501), false, false, false, true],
  ['a bad gateway', status(502), true, true, false, true],
  ['unavailable', status(503), true, true, false, true],
  ['a gateway timeout', status(504), true, true, false, true],
  ['a choice of addresses', status(300), false, false, false, true],
  ['a redirect', status(303), false, false, false, true],
  ['not modified', status(304), false, false, false, true],
  ['no reply in time', {kind: 'timeout'}, false, false, false, true],
  ['a refused connection', transport('ECONNREFUSED', false), true, true, true, false],
  ['an unknown host', transport('ENOTFOUND', false), true, true, true, false],
  ['a connection closed before it was secure', transport('HANDSHAKE_FAILED', false), true, true, true, false],
  ['a proxy that closes', transport('PROXY_CLOSED', false), true, true, true, false],
  ['a proxy that refuses', transport('PROXY_REFUSED', false), false, false, false, false],
  ['a certificate', transport('CERT_HAS_EXPIRED', false), false, false, false, false],
  [
    'a client certificate that is missing',
    transport('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', false),
    false,
    false,
    false,
    false,
  ],
  ['a self-signed certificate', transport('DEPTH_ZERO_SELF_SIGNED_CERT', false), false, false, false, false],
  ['another host in the certificate', transport('ERR_TLS_CERT_ALTNAME_INVALID', false), false, false, false, false],
  ['resetting after sending', transport('ECONNRESET', true), true, true, false, true],
  ['TLS that breaks after sending', transport('ERR_SSL_WRONG_VERSION_NUMBER', true), true, true, false, true],
  ['no headers in time', transport('HEADERS_TIMEOUT', true), false, false, false, true],
  ['a body that breaks off', transport('BODY_CUT_OFF', true), true, true, false, true],
  ['a body that is too large', transport('BODY_TOO_LARGE', true), false, false, false, true],
  ['a body compressed twice', transport('ENCODED_TWICE', true), false, false, false, true],
  ['another protocol', transport('PROTOCOL_CHANGED', true), false, false, false, true],
  ['an interruption', {kind: 'other'}, false, false, false, false],
])(
  'which methods are tried again after %s, and whether the write may have succeeded',
  (_what, failure, get, patch, post, write) => {
    const isRetried = (method: Method) =>
      decideRetry(failure, stateOf({isIdempotent: isIdempotent({method, path: ''})}), 0.5) !== undefined;
    expect({
      GET: isRetried('GET'),
      HEAD: isRetried('HEAD'),
      PATCH: isRetried('PATCH'),
      DELETE: isRetried('DELETE'),
      POST: isRetried('POST'),
      write: mayHaveSucceeded(failure, 'POST'),
      read: mayHaveSucceeded(failure, 'GET'),
    }).toEqual({GET: get, HEAD: get, PATCH: patch, DELETE: patch, POST: post, write, read: false});
  },
);

function stateOf(more: Partial<RetryState>): RetryState {
  return {isIdempotent: true, retry: 1, elapsedMs: 0, retryBudgetMs: 60_000, backoffMs: 300, ...more};
}

test.each<[string, Failure, Partial<RetryState>, number, number | undefined]>([
  ['the first back-off, without jitter', status(503), {}, 1, 300],
  ['full jitter', status(503), {}, 0.25, 75],
  ['a wait that lets no server recover', status(503, 1), {}, 1, 300],
  ['such a wait, with jitter', status(429, 100), {}, 0.5, 150],
  ['a wait that is longer than the first back-off', status(503, 300), {retry: 3}, 1, 300],
  ['a back-off that doubles', status(503), {retry: 3}, 1, 1200],
  ['a back-off of at most ten seconds', status(503), {retry: 12}, 1, 10_000],
  ['a back-off for a body that breaks off', transport('BODY_CUT_OFF', true), {retry: 2}, 1, 600],
  ['a wait that was asked for, never shortened (row 3)', status(429, 2000), {}, 0, 2000],
  ['no wait beyond the budget (row 6)', status(429, 86_400_000), {}, 0, undefined],
  ['the last moment of the budget', status(503), {elapsedMs: 59_700}, 1, 300],
  ['no attempt after the budget (row 10)', status(503), {elapsedMs: 59_701}, 1, undefined],
])('how long to wait: %s', (_what, failure, state, random, expected) => {
  expect(decideRetry(failure, stateOf(state), random)).toBe(expected);
});

test.each([
  ['30, 30', 30_000],
  ['1, 5', 5000],
  ['2.5', 2500],
  ['1.125', 1125],
  ['+2', 2000],
  ['-2', 0],
  ['5, soon', 0],
])('Retry-After: %s asks for %d ms (row 3)', (value, expected) => {
  expect(waitAskedFor(new Headers({'retry-after': value}), new Date(1_000_000_000_000))).toBe(expected);
});

test.each([
  ['seconds from now', '999999999', 999_999_999_000],
  ['seconds since 1970', '1000000030', 30_000],
  ['milliseconds since 1970', '1000000030000', 30_000],
  ['the first of those in milliseconds', '1000000000000', 0],
])('a rate limit resets in %s', (_what, reset, expected) => {
  const headers = new Headers({'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset});
  expect(waitAskedFor(headers, new Date(1_000_000_000_000))).toBe(expected);
});

test.each([
  [{ratelimit: '"default";r=0;t=5'}, 5000],
  [{ratelimit: '"burst";r=3;t=1, "daily";r=0;t=60'}, 60_000],
  [{ratelimit: '"default";r=1;t=5'}, 0],
  [{'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.5'}, 1500],
  [{'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': 'soon'}, 0],
])('%j resets in %d ms', (headers, expected) => {
  expect(waitAskedFor(new Headers(headers), new Date(1_000_000_000_000))).toBe(expected);
});

test('a redirect is any 3xx but 304', () => {
  expect([299, 300, 303, 304, 399, 400].filter(isRedirect)).toEqual([300, 303, 399]);
});
