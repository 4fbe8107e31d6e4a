import type {EventEmitter} from 'node:events';
import {ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {createAdaptorServer, type Http2Bindings, type HttpBindings} from '@hono/node-server';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {isLoopback} from '../base/is-loopback.js';
import {ErrorReply} from './error-reply.js';
import {createId, type Sandbox} from './sandbox.js';
import {ConnectionReset} from './with-faults.js';

type Connection = HttpBindings | Http2Bindings;

export interface SandboxServer {
  readonly port: number;
  /** Resolves when it has stopped listening and its connections are closed. */
  readonly close: () => Promise<void>;
}

const maxConnections = 64;
const headersMs = 5000;
const requestMs = 10_000;
const graceMs = 1000;
const host = '127.0.0.1';

function createHandler(sandbox: Sandbox): (request: Request, connection: Connection) => Promise<Response> {
  return async (request, {incoming, outgoing}) => {
    const address = `http://${request.headers.get('host') ?? ''}`;
    // Any other Host header suggests DNS rebinding.
    if (!URL.canParse(address) || !isLoopback(new URL(address)))
      return new ErrorReply(403, 'Forbidden', 'The Host header names another machine.').toResponse();
    if (request.headers.has('origin'))
      return new ErrorReply(403, 'Forbidden', 'The sandbox refuses requests from web pages.').toResponse();
    try {
      const answered = await sandbox(request);
      const reply = new Response(answered.body, answered);
      reply.headers.set('x-request-id', createId('req_'));
      const {bytes, isWhole} = await readBody(reply);
      return isWhole ? new Response(reply.body && bytes, reply) : sendPart(reply, bytes, outgoing);
    } catch (error) {
      if (!(error instanceof ConnectionReset)) throw error;
      incoming.socket.destroy();
      return new Response();
    }
  };
}

/** Reads a body, up to the point where a fault breaks the connection. */
async function readBody(reply: Response): Promise<{readonly bytes: Buffer<ArrayBuffer>; readonly isWhole: boolean}> {
  const body: ReadableStream<Uint8Array> | null = reply.body;
  const chunks: Uint8Array[] = [];
  let isWhole = true;
  try {
    for await (const chunk of body ?? []) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof ConnectionReset)) throw error;
    isWhole = false;
  }
  return {bytes: Buffer.concat(chunks), isWhole};
}

/** Sends part of a reply, then breaks the connection. A stream that fails would be reported by the server library. */
function sendPart({status, headers}: Response, bytes: Buffer, outgoing: Connection['outgoing']): Response {
  if (!(outgoing instanceof ServerResponse)) throw new ConnectionReset();
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.write(bytes, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

/** Closes connections beyond the limit at once. Bun has no `maxConnections`. */
function limitConnections(server: EventEmitter): void {
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open > maxConnections) socket.destroy();
  });
}

/**
 * Serves a sandbox over HTTP, on loopback only.
 *
 * @param port 0 for any free port
 * @throws the system error when the port is in use
 */
export function serveSandbox(sandbox: Sandbox, port: number): Promise<SandboxServer> {
  const server = createAdaptorServer({
    fetch: createHandler(sandbox),
    serverOptions: {headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: 1000},
  });
  limitConnections(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address !== null ? address.port : port,
        close: () =>
          new Promise(closed => {
            server.close(() => closed());
            if (!('closeIdleConnections' in server)) return;
            server.closeIdleConnections();
            // Requests in flight may finish, but an idle connection must not keep the process alive.
            setTimeout(() => server.closeAllConnections(), graceMs).unref();
          }),
      });
    });
  });
}
