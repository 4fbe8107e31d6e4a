import {isLoopback} from './is-loopback.js';
import {cutEnd} from './quote-start.js';
import {isCertificateCode, type TransportError} from './transport-error.js';

const messages: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ConnectionRefused', 'connection refused'],
  ['ENOTFOUND', 'host not found'],
  ['EAI_AGAIN', 'the DNS lookup failed'],
  ['EHOSTUNREACH', 'no route to the host'],
  ['ENETUNREACH', 'the network is unreachable'],
  ['FailedToOpenSocket', 'the connection failed'],
  ['CONNECT_TIMEOUT', 'the connection timed out'],
  ['HANDSHAKE_FAILED', 'the connection was closed during the TLS handshake'],
  ['PROXY_CLOSED', 'the proxy closed the connection'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['ConnectionClosed', 'the connection was closed'],
  ['BODY_CUT_OFF', 'the reply was cut off'],
  ['HPE_HEADER_OVERFLOW', 'the headers of the reply are too large'],
  ['ResponseHeadersTooLarge', 'the headers of the reply are too large'],
  ['UnsupportedTransferEncoding', 'the transfer encoding of the reply is not supported'],
  ['HPE_UNEXPECTED_CONTENT_LENGTH', 'the reply does not match its stated length'],
  ['InvalidContentLength', 'the reply does not match its stated length'],
  ['PROTOCOL_CHANGED', 'the server switched to another protocol (HTTP 101)'],
  ['UnrequestedUpgrade', 'the server switched to another protocol (HTTP 101)'],
]);

/** Problems with the reply itself, which say nothing about the network. */
const replyMessages = new Map<string, (message: string) => string>([
  ['BODY_TOO_LARGE', () => 'the reply is larger than 64 MiB'],
  ['ENCODED_TWICE', encoding => `the reply is compressed more than once (${encoding})`],
  ['ENCODING_BROKEN', () => 'the reply cannot be decompressed'],
  ['BAD_STATUS', status => `HTTP ${status} is not a valid status`],
]);

const checkClock = 'Check the clock of this machine. If it is right, the server needs a new certificate.';

/** Certificates that no other authority makes valid. */
const certificateProblems = new Map([
  ['CERT_HAS_EXPIRED', {message: 'has expired', hint: checkClock}],
  ['CERT_NOT_YET_VALID', {message: 'is not valid yet', hint: checkClock}],
  ['ERR_TLS_CERT_ALTNAME_INVALID', {message: 'is for a different host', hint: 'Check the host name in the base URL.'}],
]);

/** Advice for a reply that was too slow. */
export const adviceOnTime = 'Allow more time with --timeout, or try again later.';

/** Of a message that a library builds, which may quote what a proxy sent. */
const maxMessage = 300;

/** One sentence; an unknown code is shown in parentheses. */
export function describeTransportError(error: TransportError, origin: string): string {
  const {code, message, sent} = error;
  if (code === 'PROXY_CERTIFICATE') return `the certificate of the proxy is not trusted (${message})`;
  if (code === 'UNCLEAR_CERTIFICATE')
    return `the certificate of the proxy, or of ${origin}, is not trusted (${message})`;
  if (isCertificateCode(code))
    return `the certificate of ${origin} ${certificateProblems.get(code)?.message ?? 'is not trusted'} (${code})`;
  if (code === 'HEADERS_TIMEOUT') return `no reply from ${origin} within ${message} s`;
  const badReply = replyMessages.get(code);
  if (badReply) return badReply(message);
  if (code === 'PROXY_REFUSED' && !/^\d/.test(message)) return `cannot reach ${origin}: a proxy sent an invalid reply`;
  if (code === 'PROXY_UNREACHABLE')
    return `cannot reach the proxy for ${origin}: ${messages.get(message) ?? `the connection failed (${message})`}`;
  if (code === 'PROXY_REFUSED') return `cannot reach ${origin}: a proxy answered with HTTP ${message}`;
  const problem = sent ? `no complete reply from ${origin}` : `cannot reach ${origin}`;
  const alert = findAlert(error);
  if (!sent && alert !== undefined) return `${problem}: the server refused the TLS handshake (${alert})`;
  if (!sent && /^EPROTO$|WRONG_VERSION|PACKET_LENGTH/.test(code))
    return `${origin} does not speak TLS (${code}); check the scheme and the port`;
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return `${problem}: the secure connection broke (${code})`;
  // Node's message when the connection closes before a reply.
  if (message === 'socket hang up') return `${problem}: the connection was closed`;
  const known = messages.get(code);
  if (known !== undefined) return `${problem}: ${known}`;
  if (code.startsWith('HPE_') || code === 'Malformed_HTTP_Response') return `the reply from ${origin} is not HTTP`;
  return `${problem}: ${code === '' ? cutEnd(message, maxMessage) : `the connection failed (${code})`}`;
}

/** The alert by which the server ended TLS, as OpenSSL names it: `handshake failure`. */
function findAlert({code, message}: TransportError): string | undefined {
  const [, name] = /:(?:sslv3|tlsv1|ssl\/tls)(?: alert)? ([\w ]+):.*SSL alert number/s.exec(message) ?? [];
  return name ?? (code.includes('_ALERT_') ? code : undefined);
}

/** Alerts of servers that require a client certificate. */
const certificateAlert = /handshake failure|bad certificate|certificate required|CERTIFICATE_REQUIRED/;

/** Codes of connections that broke; after others, the base URL may be wrong. */
const broken = /^(?:ECONNRESET|EPIPE|ConnectionClosed|BODY_CUT_OFF)$/;

/** Advice for a failed attempt, and whether to try again. */
export function adviseOnTransport(
  error: TransportError,
  baseUrl: URL,
): {readonly retryable?: false; readonly hint?: string} {
  const retryable = false;
  if (isCertificateCode(error.code)) {
    const trust = 'Set NODE_EXTRA_CA_CERTS to a file with your CA certificate.';
    return {retryable, hint: certificateProblems.get(error.code)?.hint ?? trust};
  }
  if (error.code === 'BODY_TOO_LARGE')
    return {
      retryable,
      hint: 'Request fewer rows: use --page-size or --filter with list commands, or -q page_size=COUNT with api. Larger files cannot be fetched with bizctl.',
    };
  if (error.code === 'BAD_STATUS') return {retryable};
  if (error.code === 'HEADERS_TIMEOUT') return {hint: adviceOnTime};
  if (replyMessages.has(error.code))
    return {retryable, hint: 'Check the base URL; a login page or a proxy may have answered.'};
  if (error.code === 'PROXY_UNREACHABLE')
    return {hint: 'Check HTTPS_PROXY. If the host can be reached without a proxy, add it to NO_PROXY.'};
  const hint = adviseOnConnection(error, baseUrl);
  return error.code === 'PROTOCOL_CHANGED' || error.code === 'UnrequestedUpgrade' ? {retryable, hint} : {hint};
}

function adviseOnConnection(error: TransportError, baseUrl: URL): string {
  const {sent, code} = error;
  if (certificateAlert.test(findAlert(error) ?? ''))
    return 'The server may require a client certificate; bizctl cannot send one.';
  if (code === 'ECONNREFUSED' && isLoopback(baseUrl))
    return 'Check that the server on this machine is running, and that the port in the base URL is right.';
  return sent && broken.test(code)
    ? 'Check the network, or try again later.'
    : 'Check the base URL, the network, and HTTPS_PROXY if it is set.';
}
