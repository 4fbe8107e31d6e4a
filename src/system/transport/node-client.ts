import http, {type ClientRequest, type IncomingMessage} from 'node:http';
import type {Fetch, RawResponse, ResponseHeaders} from '../../base/raw-response.js';
import {createReader, findUnpacking} from './decompress.js';

/** The other side may close a kept connection that was idle for longer. (That it holds for busy ones as well does nothing: nobody listens to that.) */
const longestIdleMs = 4000;
/** Of the time that a request has: whoever is there answers sooner. */
const longestConnectMs = 10_000;

/** Thrown for what goes wrong with a connection and has no code of the system. */
class ConnectionError extends Error {
  constructor(
    readonly code: 'CONNECT_FAILED' | 'CONNECT_TIMEOUT' | 'HANDSHAKE_FAILED' | 'PROTOCOL_CHANGED',
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** Connections that are kept for the requests to come. */
export interface NodeClient {
  readonly fetch: Fetch;
  /** Ends them, whatever is under way: an abandoned one would hold the process. */
  readonly close: () => void;
}

/** What asks over Node's own client. Node's fetch takes longer to load than all of bizctl, and its requests cost twice as much. */
export function createNodeClient(): NodeClient {
  const settings = {keepAlive: true, timeout: longestIdleMs};
  const agent = new http.Agent(settings);
  let secure: Promise<{request: typeof http.request; agent: http.Agent}> | undefined;
  const openSecure = async () => {
    const https = await import('node:https');
    return {request: https.request, agent: new https.Agent(settings)};
  };
  const agents = [agent];
  return {
    close: () => {
      for (const each of agents) each.destroy();
    },
    fetch: async (url, {method, headers, body, signal}) => {
      const target = new URL(url);
      const isSecure = target.protocol === 'https:';
      if (isSecure) secure ??= openSecure();
      const client = isSecure && secure ? await secure : {request: http.request, agent};
      if (!agents.includes(client.agent)) agents.push(client.agent);
      const length = body === undefined ? {} : {'content-length': Buffer.byteLength(body)};
      const request = client.request(target, {
        method,
        headers: {'accept-encoding': 'gzip, br', ...headers, ...length},
        agent: client.agent,
        signal,
      });
      return toExchange(request, await send(request, body, isSecure));
    },
  };
}

/** @throws the error of the system, or ConnectionError */
function send(request: ClientRequest, body: string | undefined, isSecure: boolean): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    request.on('socket', socket => {
      isReady = !socket.connecting;
      if (isReady) return;
      const timer = setTimeout(() => request.destroy(new ConnectionError('CONNECT_TIMEOUT')), longestConnectMs);
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isReady = true;
        clearTimeout(timer);
      });
      socket.once('close', () => clearTimeout(timer));
    });
    const fail = (error: Error) => reject(isReady ? error : toConnectionError(error));
    request.on('error', fail).on('response', resolve);
    request.on('upgrade', (_message, socket) => {
      socket.destroy();
      fail(new ConnectionError('PROTOCOL_CHANGED'));
    });
    request.end(body);
  });
}

async function toExchange(request: ClientRequest, message: IncomingMessage): Promise<RawResponse> {
  const status = message.statusCode ?? 0;
  const exchange = {status, headers: toHeaders(message)};
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    message.resume();
    return {...exchange, body: null};
  }
  const unpack = await findUnpacking(exchange.headers);
  const body = unpack ? unpack(message) : message;
  // An answer that came before all was sent is all that is wanted.
  const leave = () => {
    if (!request.writableFinished) request.destroy();
  };
  return {...exchange, body: {getReader: () => createReader(body, leave)}};
}

/** The headers as fetch gives them: of a name that comes more than once, all values. */
function toHeaders({rawHeaders}: IncomingMessage): ResponseHeaders {
  const byName = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const before = byName.get(name);
    byName.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return {
    get: name => byName.get(name.toLowerCase()) ?? null,
    [Symbol.iterator]: () => [...byName].sort(([a], [b]) => (a < b ? -1 : 1))[Symbol.iterator](),
  };
}

/** What is told in its own words already, or is no fault of the connection. */
const known =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|PROTOCOL_CHANGED|ABORT_ERR|EPROTO)$|CERT|SSL|SELF_SIGNED|UNABLE_TO|HOSTNAME/;

/** As long as no connection stands nothing was carried out, whatever the system calls what went wrong. */
function toConnectionError(error: Error): Error {
  const code = 'code' in error ? String(error.code) : '';
  if (known.test(code)) return error;
  return new ConnectionError(code === 'ECONNRESET' ? 'HANDSHAKE_FAILED' : 'CONNECT_FAILED', {cause: error});
}
