import {readFileSync} from 'node:fs';
import {createServer, type RequestListener, type Server} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import {type AddressInfo, connect, createServer as createNetServer, type Socket} from 'node:net';
import {join} from 'node:path';
import type {TlsOptions} from 'node:tls';

/** The self-signed certificate of `openTlsServer`. */
export const certificateFile = join(import.meta.dirname, 'tls/localhost.crt');

/** One for the address 10.9.8.7 and the same key. */
export const addressCertificateFile = join(import.meta.dirname, 'tls/address.crt');

/** A server on a free port of this host. */
export interface LocalServer extends AsyncDisposable {
  /** How many connections it has accepted. */
  readonly connections: () => number;
  readonly port: number;
}

async function open(server: Server, host: string): Promise<LocalServer> {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  const {port}: AddressInfo | {port: number} = addressOf(server);
  return {
    port,
    connections: () => connections,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(server: Pick<Server, 'address'>): {readonly port: number} {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address : {port: 0};
}

export function openServer(answer: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
  return open(createServer(answer), host);
}

/** A raw TCP server; `answer` is called with each chunk. */
export async function openRawServer(answer: (socket: Socket, request: string) => void): Promise<LocalServer> {
  const sockets: Socket[] = [];
  const server = createNetServer(socket => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', chunk => answer(socket, chunk.toString()));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: addressOf(server).port,
    connections: () => sockets.length,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** `openServer` over TLS. */
export function openTlsServer(answer: RequestListener, settings: TlsOptions = {}): Promise<LocalServer> {
  const file = (name: string) => readFileSync(join(import.meta.dirname, 'tls', name));
  return open(
    createTlsServer({key: file('localhost.key'), cert: file('localhost.crt'), ...settings}, answer),
    '127.0.0.1',
  );
}

/** How a proxy handles a CONNECT: refuse it with a status, close the connection, or tunnel it. */
export type ProxyDecision = number | 'close' | undefined;

/** A proxy that tunnels any host to this machine and records its requests. */
export async function openProxy(
  seen: string[],
  decision?: ProxyDecision | (() => ProxyDecision),
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(500).end();
  });
  server.on('connect', ({url = '', headers}, socket) => {
    socket.on('error', () => {});
    seen.push(`CONNECT ${url} ${JSON.stringify(headers)}`);
    const decided = typeof decision === 'function' ? decision() : decision;
    if (decided === 'close') {
      socket.destroy();
      return;
    }
    if (decided !== undefined) {
      socket.end(`HTTP/1.1 ${decided} No\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket);
      socket.pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  return open(server, '127.0.0.1');
}
