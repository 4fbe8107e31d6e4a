import {expect, test} from 'vitest';
import {TransportError} from '../../src/base/transport-error.js';
import {adviseOnTransport, describeTransportError} from '../../src/base/transport-message.js';

const origin = 'https://api.example.com';
const network = 'Check the base URL, the network, and HTTPS_PROXY if it is set.';
const page = 'Check the base URL; a login page or a proxy may have answered.';

test.each<[code: string, sent: boolean, message: string | undefined, text: string, advice: object]>([
  ['ECONNREFUSED', false, undefined, 'cannot reach ORIGIN: connection refused', {hint: network}],
  ['ENOTFOUND', false, undefined, 'cannot reach ORIGIN: host not found', {hint: network}],
  [
    'ECONNRESET',
    true,
    undefined,
    'no complete reply from ORIGIN: the connection was reset',
    {hint: 'Check the network, or try again later.'},
  ],
  ['ECONNRESET', false, undefined, 'cannot reach ORIGIN: the connection was reset', {hint: network}],
  ['X', true, 'socket hang up', 'no complete reply from ORIGIN: the connection was closed', {hint: network}],
  ['HPE_INVALID_CONSTANT', true, undefined, 'the reply from ORIGIN is not HTTP', {hint: network}],
  ['NOT_HPE_', true, undefined, 'no complete reply from ORIGIN: the connection failed (NOT_HPE_)', {hint: network}],
  ['Malformed_HTTP_Response', true, undefined, 'the reply from ORIGIN is not HTTP', {hint: network}],
  [
    'HPE_HEADER_OVERFLOW',
    true,
    undefined,
    'no complete reply from ORIGIN: the headers of the reply are too large',
    {hint: network},
  ],
  ['EPROTO', false, undefined, 'ORIGIN does not speak TLS (EPROTO); check the scheme and the port', {hint: network}],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    false,
    undefined,
    'ORIGIN does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER); check the scheme and the port',
    {hint: network},
  ],
  [
    'ERR_SSL_BAD_RECORD',
    true,
    undefined,
    'no complete reply from ORIGIN: the secure connection broke (ERR_SSL_BAD_RECORD)',
    {hint: network},
  ],
  ['EPROTO', true, undefined, 'no complete reply from ORIGIN: the secure connection broke (EPROTO)', {hint: network}],
  [
    'PROXY_CERTIFICATE',
    false,
    'CERT_HAS_EXPIRED',
    'the certificate of the proxy is not trusted (CERT_HAS_EXPIRED)',
    {retryable: false, hint: 'Set NODE_EXTRA_CA_CERTS to a file with your CA certificate.'},
  ],
  ['PROXY_REFUSED', false, '407', 'cannot reach ORIGIN: a proxy answered with HTTP 407', {hint: network}],
  ['PROXY_REFUSED', false, 'nonsense', 'cannot reach ORIGIN: a proxy sent an invalid reply', {hint: network}],
  [
    'PROXY_UNREACHABLE',
    false,
    'ECONNREFUSED',
    'cannot reach the proxy for ORIGIN: connection refused',
    {hint: 'Check HTTPS_PROXY. If the host can be reached without a proxy, add it to NO_PROXY.'},
  ],
  [
    'PROXY_UNREACHABLE',
    false,
    'EODD',
    'cannot reach the proxy for ORIGIN: the connection failed (EODD)',
    {hint: 'Check HTTPS_PROXY. If the host can be reached without a proxy, add it to NO_PROXY.'},
  ],
  ['ENCODING_BROKEN', true, undefined, 'the reply cannot be decompressed', {retryable: false, hint: page}],
  [
    'ENCODED_TWICE',
    true,
    'gzip, br',
    'the reply is compressed more than once (gzip, br)',
    {retryable: false, hint: page},
  ],
  ['BAD_STATUS', true, '999', 'HTTP 999 is not a valid status', {retryable: false}],
  [
    'PROTOCOL_CHANGED',
    true,
    undefined,
    'no complete reply from ORIGIN: the server switched to another protocol (HTTP 101)',
    {retryable: false, hint: network},
  ],
  [
    'HEADERS_TIMEOUT',
    true,
    '30',
    'no reply from ORIGIN within 30 s',
    {hint: 'Allow more time with --timeout, or try again later.'},
  ],
  [
    'CERT_HAS_EXPIRED',
    false,
    undefined,
    'the certificate of ORIGIN has expired (CERT_HAS_EXPIRED)',
    {
      retryable: false,
      hint: 'Check the clock of this machine. If it is right, the server needs a new certificate.',
    },
  ],
  ['', true, 'odd', 'no complete reply from ORIGIN: odd', {hint: network}],
])('%s, sent: %s (%s): %s (rows 88, 133)', (code, sent, message, text, advice) => {
  const error = new TransportError(code, sent, message === undefined ? {} : {message});
  expect(describeTransportError(error, origin)).toBe(text.replaceAll('ORIGIN', origin));
  expect(adviseOnTransport(error, new URL(origin))).toEqual(advice);
});

test('a refused connection to this machine says to check the server there', () => {
  expect(adviseOnTransport(new TransportError('ECONNREFUSED', false), new URL('http://127.0.0.1:8080'))).toEqual({
    hint: 'Check that the server on this machine is running, and that the port in the base URL is right.',
  });
});

test('a server that requires a client certificate is named as such', () => {
  const message = 'SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:../ssl/record.c:1605:SSL alert number 40';
  const error = new TransportError('EPROTO', false, {message});
  expect(describeTransportError(error, origin)).toBe(
    `cannot reach ${origin}: the server refused the TLS handshake (handshake failure)`,
  );
  expect(adviseOnTransport(error, new URL(origin))).toEqual({
    hint: 'The server may require a client certificate; bizctl cannot send one.',
  });
});
