import {messageOf, systemCode} from '../errors.js';

/** Failures before a connection stood: nothing of the request has left. */
const beforeSending: {readonly [code: string]: string} = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
  ConnectionRefused: 'the connection was refused',
};

const afterSending: {readonly [code: string]: string} = {
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed before the reply was complete',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the reply are too large',
  UND_ERR_HEADERS_TIMEOUT: 'no reply came in time',
  UND_ERR_BODY_TIMEOUT: 'the reply stopped in the middle',
  ConnectionClosed: 'the connection was closed',
};

export function wasNeverSent(error: unknown): boolean {
  return (systemCode(error) ?? '') in beforeSending || isCertificateError(error);
}

export function isCertificateError(error: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|^ERR_SSL|HOSTNAME_MISMATCH/.test(systemCode(error) ?? '');
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
  const words = beforeSending[code] ?? afterSending[code];
  if (words !== undefined) return `cannot reach ${origin}: ${words}`;
  if (code.startsWith('HPE_')) return `${origin} does not answer in HTTP (${code})`;
  return `cannot reach ${origin}: ${code === '' ? deepestMessage(error) : `the connection failed (${code})`}`;
}
