import {messageOf, systemCode} from '../base/errors.js';

/** Failures before a connection stood: nothing of the request has left. */
const beforeSending: {readonly [code: string]: string} = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  CONNECT_FAILED: 'the connection cannot be made',
  CONNECT_TIMEOUT: 'the connection took too long',
  ERR_PROXY_TUNNEL: 'the proxy refuses to make the connection',
  HANDSHAKE_FAILED: 'the connection was closed before it was secure',
  FailedToOpenSocket: 'the connection cannot be made',
  ConnectionRefused: 'the connection was refused',
  PROXY_CLOSED: 'the proxy closes the connection',
};

const afterSending: {readonly [code: string]: string} = {
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed before the reply was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the reply has another length than it says',
  HPE_HEADER_OVERFLOW: 'the headers of the reply are too large',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'the reply has another length than it says',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the reply are too large',
  UND_ERR_HEADERS_TIMEOUT: 'no reply came in time',
  UND_ERR_BODY_TIMEOUT: 'the reply stopped in the middle',
  PROTOCOL_CHANGED: 'the server changes to another protocol (HTTP 101)',
  InvalidContentLength: 'the reply has another length than it says',
  UnrequestedUpgrade: 'the server changes to another protocol (HTTP 101)',
  ConnectionClosed: 'the connection was closed',
};

export function failedBeforeSend(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return Object.hasOwn(beforeSending, code) || isCertificateError(error) || isNoTls(code) || isRefusedByProxy(error);
}

/** With what a proxy refused to make the connection. */
function statusOfProxy(error: unknown): string | undefined {
  const message = deepestMessage(error);
  // Of a proxy's HTTP 407 Node's fetch says nothing at all, not even a code.
  return message === '' && systemCode(error) === undefined ? '407' : /^Proxy response \((\d+)\)/.exec(message)?.[1];
}

export function isRefusedByProxy(error: unknown): boolean {
  return statusOfProxy(error) !== undefined || systemCode(error) === 'ERR_PROXY_TUNNEL';
}

export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/.test(systemCode(error) ?? '');
}

/** The other side answered in something that is not TLS, or not the TLS we know. */
function isNoTls(code: string): boolean {
  return code.startsWith('ERR_SSL_') || code === 'EPROTO';
}

export function describeTimeout(timeoutMs: number): string {
  return `did not answer within ${timeoutMs / 1000} s`;
}

/** The message of the first cause: those around it only say that something failed. */
function deepestMessage(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? deepestMessage(error.cause) : messageOf(error);
}

/** One sentence for a failed connection; a code that is not known here stands in brackets behind it. */
export function describeNetworkError(error: unknown, origin: string): string {
  const code = systemCode(error) ?? '';
  if (isCertificateError(error)) return `the certificate of ${origin} is not trusted (${code})`;
  if (isNoTls(code)) return `${origin} does not speak TLS (${code}): is it https?`;
  const proxyStatus = statusOfProxy(error);
  if (proxyStatus !== undefined) return `cannot reach ${origin}: a proxy answered HTTP ${proxyStatus}`;
  // Node's client says so of a connection that ends where a reply should begin.
  if (deepestMessage(error) === 'socket hang up') return `cannot reach ${origin}: ${afterSending['UND_ERR_SOCKET']}`;
  const words = new Map(Object.entries({...beforeSending, ...afterSending})).get(code);
  if (words !== undefined) return `cannot reach ${origin}: ${words}`;
  if (
    code.startsWith('HPE_') ||
    code === 'Malformed_HTTP_Response' ||
    deepestMessage(error).includes('does not match the HTTP/1.1 protocol')
  )
    return `${origin} does not answer in HTTP`;
  return `cannot reach ${origin}: ${code === '' ? deepestMessage(error) : `the connection failed (${code})`}`;
}
