import {Readable} from 'node:stream';
import {systemCode} from '../../base/inspect-error.js';
import {isLoopback} from '../../base/is-loopback.js';
import {isCertificateCode, TransportError} from '../../base/transport-error.js';
import {toHeadersTimeoutError, toResponse} from './complete-response.js';
import {findProxy} from './find-proxy.js';
import type {Transport} from './transport.js';

/** As Node limits them; Bun accepts more. */
const maxHeaderLength = 16 * 1024;

/** Options of Bun's fetch beyond the standard. */
interface BunInit extends RequestInit {
  readonly signal: AbortSignal;
  /** False keeps Bun from reading the proxy variables itself. */
  readonly proxy: string | false;
  readonly decompress: boolean;
  /** False opens a connection for this request alone. */
  readonly keepalive: boolean;
  readonly verbose: boolean;
}

/** Codes of connections that were not established. */
const unreachable =
  /^(?:ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|FailedToOpenSocket|ENETUNREACH|EHOSTUNREACH)$/;

/** Other codes of failures before sending. Bun reveals nothing else about how far a request got. */
const beforeSending = /^ERR_PROXY_TUNNEL$|CERT|SELF_SIGNED|HOSTNAME_MISMATCH/;

/** Methods that Bun silently resends when a reused connection breaks. */
const repeatedByBun = /^(?:DELETE|PUT)$/;

/** Bun's own fetch, for the standalone executables. */
export function createBunTransport(): Transport {
  return {
    close: async () => {},
    fetch: async (request, attempt) => {
      const target = new URL(request.url);
      const proxy = findProxy(target);
      // Bun would send plain http to the proxy, headers included. Base URLs are https or loopback, so this cannot
      // happen.
      if (proxy && target.protocol !== 'https:' && !isLoopback(target))
        throw new TransportError('PROXY_REFUSED', false);
      const ended = new AbortController();
      const init: BunInit = {
        method: request.method,
        headers: {'accept-encoding': 'gzip, br', ...Object.fromEntries(request.headers)},
        redirect: 'manual',
        signal: AbortSignal.any([attempt.signal, ended.signal]),
        proxy: proxy?.href ?? false,
        decompress: false,
        keepalive: !repeatedByBun.test(request.method),
        verbose: false,
        ...(attempt.content === undefined ? {} : {body: attempt.content}),
      };
      const {headersMs} = attempt;
      const timer =
        headersMs === undefined
          ? undefined
          : setTimeout(() => ended.abort(toHeadersTimeoutError(headersMs)), headersMs);
      const {status, headers, body} = await send(request.url, init).finally(() => clearTimeout(timer));
      if (sizeOf(headers) > maxHeaderLength) throw new TransportError('ResponseHeadersTooLarge', true);
      const reply = {
        status,
        headers,
        body: body ? Readable.from(body) : undefined,
        giveUp: () => ended.abort(),
      };
      return toResponse(reply, attempt);
    },
  };
}

function sizeOf(headers: Headers): number {
  return [...headers].reduce((length, [name, value]) => length + name.length + value.length, 0);
}

/** Calls `fetch` without NO_PROXY, which Bun would apply to the given proxy too, and by rules of its own. */
function withoutNoProxy(send: () => Promise<Response>): Promise<Response> {
  const names = ['NO_PROXY', 'no_proxy'] as const;
  const values = names.map(name => process.env[name]);
  for (const name of names) delete process.env[name];
  try {
    return send();
  } finally {
    for (const [index, name] of names.entries()) if (values[index] !== undefined) process.env[name] = values[index];
  }
}

async function send(url: string, init: BunInit): Promise<Response> {
  try {
    return await withoutNoProxy(() => fetch(url, init));
  } catch (error) {
    if (init.signal.aborted) throw init.signal.reason;
    const code = systemCode(error) ?? '';
    // Bun resolves only the proxy's name, and connects only to the proxy.
    if (init.proxy !== false && unreachable.test(code))
      throw new TransportError('PROXY_UNREACHABLE', false, {message: code, cause: error});
    // Bun does not say whose certificate it is.
    if (init.proxy !== false && init.proxy.startsWith('https:') && isCertificateCode(code))
      throw new TransportError('UNCLEAR_CERTIFICATE', false, {message: code, cause: error});
    const refusal = error instanceof Error ? /: (\d{3})\b/.exec(error.message)?.[1] : undefined;
    if (code === 'ERR_PROXY_TUNNEL' && refusal !== undefined)
      throw new TransportError('PROXY_REFUSED', false, {message: refusal, cause: error});
    throw new TransportError(code, !unreachable.test(code) && !beforeSending.test(code), {
      message: error instanceof Error ? error.message : code,
      cause: error,
    });
  }
}
