/**
 * Thrown when an attempt to send a request ends without a complete reply.
 *
 * The code comes from the operating system, from Node or Bun, or is one of ours: CONNECT_TIMEOUT, HEADERS_TIMEOUT,
 * HANDSHAKE_FAILED, PROTOCOL_CHANGED, PROXY_CERTIFICATE, PROXY_CLOSED, PROXY_REFUSED, PROXY_UNREACHABLE,
 * UNCLEAR_CERTIFICATE, BAD_STATUS, BODY_CUT_OFF, BODY_TOO_LARGE, ENCODED_TWICE, ENCODING_BROKEN.
 */
export class TransportError extends Error {
  constructor(
    readonly code: string,
    /** False only when no byte of the request can have reached the server. Decided where the failure happens. */
    readonly sent: boolean,
    options: {readonly message?: string; readonly cause?: unknown} = {},
  ) {
    super(options.message ?? code, {cause: options.cause});
  }
}

/** True for a code that refuses the certificate of the other side; with an alert, that side refuses ours. */
export function isCertificateCode(code: string): boolean {
  return !code.includes('ALERT') && /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/.test(code);
}
