import http, {type ClientRequest, type IncomingMessage} from 'node:http';
import type {Attempt} from '../../base/context.js';
import {isCertificateCode, TransportError} from '../../base/transport-error.js';
import {yieldToSignals} from '../../base/yield-to-signals.js';
import {toHeadersTimeoutError, toResponse} from './complete-response.js';
import {findProxy} from './find-proxy.js';
import type {Transport} from './transport.js';

/** Servers close idle connections; staying below the usual 5 s avoids sending on one that is about to close. */
const maxIdleMs = 4000;

const safeMethods = /^(?:GET|HEAD|OPTIONS)$/;

/** Node's http and https clients, through a CONNECT tunnel if the environment sets a proxy. */
export function createNodeTransport(): Transport {
  const agents = new Map<string, Promise<http.Agent>>();
  /** Origins whose servers have closed a connection that was about to be used again. */
  const closing = new Set<string>();
  /** The number of requests that wait for a reply. */
  let underWay = 0;

  const openAgent = async (protocol: string, proxy: URL | undefined, keepAlive: boolean): Promise<http.Agent> => {
    const settings = {keepAlive, timeout: maxIdleMs};
    if (proxy) {
      // With DEBUG=*, the library would print the proxy's password (row 89).
      delete process.env['DEBUG'];
      return (await import('./proxy-agent.js')).createProxyAgent(proxy, settings);
    }
    if (protocol === 'http:') return new http.Agent(settings);
    const https = await import('node:https');
    return new https.Agent(settings);
  };

  return {
    close: async () => {
      for (const agent of agents.values()) (await agent).destroy();
    },
    fetch: async (request, attempt) => {
      const target = new URL(request.url);
      const proxy = findProxy(target);
      const keepAlive = !closing.has(target.origin);
      const key = `${target.protocol} ${keepAlive} ${proxy?.href ?? ''}`;
      const agent = agents.get(key) ?? openAgent(target.protocol, proxy, keepAlive);
      agents.set(key, agent);
      const open = target.protocol === 'https:' ? (await import('node:https')).request : http.request;
      const body = attempt.content === undefined ? undefined : Buffer.from(attempt.content);
      const handshake = new AbortController();
      const options = {
        handshake: handshake.signal,
        method: request.method,
        headers: {
          'accept-encoding': 'gzip, br',
          ...Object.fromEntries(request.headers),
          // Node sends the body of a DELETE without its length, and servers take it for the next request.
          ...(body ? {'content-length': String(body.length)} : {}),
        },
        agent: await agent,
        signal: attempt.signal,
      };
      // Notices an idle connection that the server has closed: a write sent on it would have an unknown outcome.
      if (underWay === 0 && !safeMethods.test(request.method)) await yieldToSignals(attempt.signal);
      const sending = open(target, options);
      let failure: Error | undefined;
      sending.once('error', error => {
        failure = error;
        // The server may close every idle connection without notice, and a create sent on one would have an unknown outcome.
        const isOurs = attempt.signal.aborted || error instanceof TransportError;
        if (sending.reusedSocket && !isOurs) closing.add(target.origin);
      });
      underWay += 1;
      const message = await send(sending, body, {...attempt, handshake: proxy && handshake}).finally(() => {
        underWay -= 1;
      });
      const hasBody = request.method !== 'HEAD' && message.statusCode !== 204 && message.statusCode !== 304;
      if (!hasBody) message.resume();
      const reply = {
        status: message.statusCode ?? 0,
        headers: readHeaders(message),
        body: hasBody ? message : undefined,
        giveUp: () => message.destroy(new TransportError('BODY_CUT_OFF', true)),
      };
      const response = await toResponse(reply, attempt);
      // Node treats a body without a length as complete, however its connection ends.
      if (failure && response.status < 400 && !hasLength(response.headers))
        throw new TransportError('BODY_CUT_OFF', true, {cause: failure});
      // A server may reply before it has read the whole request.
      if (!sending.writableFinished) sending.destroy();
      return response;
    },
  };
}

/**
 * @param handshake ends the connection to a proxy that has not answered CONNECT yet; `undefined` without a proxy
 * @throws TransportError, with `sent` decided by the state of this request's own socket
 */
function send(
  request: ClientRequest,
  body: Buffer | undefined,
  {signal, connectMs, headersMs, handshake}: Attempt & {readonly handshake: AbortController | undefined},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let sent = false;
    let awaitsTunnel = handshake !== undefined;
    const endHandshake = () => {
      if (awaitsTunnel) handshake?.abort();
    };
    signal.addEventListener('abort', endHandshake, {once: true});
    const end = (error: TransportError) => {
      // A request without a socket emits no error.
      reject(error);
      endHandshake();
      request.destroy(error);
    };
    const connecting = setTimeout(() => end(new TransportError('CONNECT_TIMEOUT', false)), connectMs);
    let waiting: NodeJS.Timeout | undefined;
    let isAnswered = false;
    const markSent = () => {
      sent = true;
      clearTimeout(connecting);
    };
    request.on('finish', () => {
      if (headersMs !== undefined && !isAnswered)
        waiting = setTimeout(() => end(toHeadersTimeoutError(headersMs)), headersMs);
    });
    request.on('socket', socket => {
      // A reused tunnel does not emit `proxyConnect` again.
      awaitsTunnel = false;
      // Node writes the request once connected and, for https, after the handshake.
      if (request.reusedSocket) markSent();
      else socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', markSent);
    });
    request.on('proxyConnect', ({statusCode}: {readonly statusCode: number}) => {
      awaitsTunnel = false;
      // https-proxy-agent would return the proxy's refusal as the server's reply.
      if (statusCode !== 200)
        request.destroy(new TransportError('PROXY_REFUSED', false, {message: String(statusCode)}));
    });
    request.on('error', error => reject(signal.aborted ? error : toTransportError(error, {sent, awaitsTunnel})));
    request.on('close', () => {
      clearTimeout(connecting);
      clearTimeout(waiting);
      // The signal may outlive the request, and would keep it in memory.
      signal.removeEventListener('abort', endHandshake);
    });
    request.on('response', message => {
      isAnswered = true;
      clearTimeout(waiting);
      resolve(message);
    });
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      reject(new TransportError('PROTOCOL_CHANGED', true));
    });
    request.end(body);
  });
}

function toTransportError(
  error: Error,
  {sent, awaitsTunnel}: {readonly sent: boolean; readonly awaitsTunnel: boolean},
): TransportError {
  if (error instanceof TransportError) return error;
  const code = 'code' in error ? String(error.code) : '';
  // Whether a proxy ends or resets the connection depends on what it has read.
  if (error.message.startsWith('Proxy connection ended') || (awaitsTunnel && !sent && code === 'ECONNRESET'))
    return new TransportError('PROXY_CLOSED', false, {cause: error});
  if (awaitsTunnel && isCertificateCode(code))
    return new TransportError('PROXY_CERTIFICATE', false, {message: code, cause: error});
  if (awaitsTunnel && code !== '') return new TransportError('PROXY_UNREACHABLE', false, {message: code, cause: error});
  if (!sent && code === 'ECONNRESET') return new TransportError('HANDSHAKE_FAILED', false, {cause: error});
  return new TransportError(code, sent, {message: error.message, cause: error});
}

function hasLength(headers: Headers): boolean {
  return headers.has('content-length') || /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '');
}

function readHeaders({rawHeaders}: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  return headers;
}
