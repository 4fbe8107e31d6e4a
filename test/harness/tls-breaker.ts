import {connect, createServer, type Socket} from 'node:net';
import type {LocalServer} from './local-server.js';

/** How to break a TLS connection: with bytes that are not TLS, an unencrypted fatal alert, or by closing it. */
export type Breakage = 'garbage' | 'alert' | 'close';

const bytes = {
  garbage: Buffer.from('this is not TLS\r\n'),
  alert: Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x50]),
  close: Buffer.alloc(0),
} as const;

/** Forwards TCP connections to a server, and breaks the open ones on demand. */
export interface TlsBreaker extends LocalServer {
  readonly breakNow: () => void;
}

export async function openTlsBreaker(port: number, breakage: Breakage): Promise<TlsBreaker> {
  const clients = new Set<Socket>();
  let connections = 0;
  const server = createServer(client => {
    connections += 1;
    clients.add(client);
    const target = connect(port, '127.0.0.1');
    client.pipe(target).pipe(client);
    for (const socket of [client, target]) socket.on('error', () => {});
    client.on('close', () => {
      clients.delete(client);
      target.destroy();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    connections: () => connections,
    breakNow: () => {
      for (const client of clients) client.end(bytes[breakage]);
    },
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const client of clients) client.destroy();
      }),
  };
}
