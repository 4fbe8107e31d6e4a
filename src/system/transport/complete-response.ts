import type {Readable} from 'node:stream';
import type {Attempt, Fetch} from '../../base/context.js';
import {TransportError} from '../../base/transport-error.js';
import {decompress} from './decompress.js';
import {readBody} from './read-body.js';

/** The failure of a request that was sent and got no headers in time. */
export function toHeadersTimeoutError(milliseconds: number): TransportError {
  return new TransportError('HEADERS_TIMEOUT', true, {message: String(milliseconds / 1000)});
}

/** A reply whose body is still arriving; `undefined` when it has none. */
export interface PartialReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable | undefined;
  /** Ends the connection, and with it the body. */
  readonly giveUp: () => void;
}

/** Statuses for which `new Response` rejects a body. */
const bodiless = new Set([204, 205, 304]);

/**
 * Reads the rest of a reply.
 *
 * @throws TransportError when the body is cut off, or the status is not one that a Response can have
 */
export async function toResponse(
  {status, headers, body, giveUp}: PartialReply,
  {signal, errorBodyMs}: Pick<Attempt, 'signal' | 'errorBodyMs'>,
): Promise<Response> {
  if (status < 200 || status > 599) {
    body?.destroy();
    throw new TransportError('BAD_STATUS', true, {message: String(status)});
  }
  const timer = status < 400 ? undefined : setTimeout(giveUp, errorBodyMs);
  const whole = body ? await readWhole(status, headers, body, signal).finally(() => clearTimeout(timer)) : null;
  return new Response(bodiless.has(status) ? null : whole, {status, headers});
}

/** Ignores an unreadable body of an error reply, since its status is what matters. */
async function readWhole(status: number, headers: Headers, body: Readable, signal: AbortSignal) {
  try {
    return await readBody(await decompress(body, headers), signal);
  } catch (error) {
    body.destroy();
    if (error instanceof TransportError && status >= 400) return null;
    throw error;
  }
}

/** Turns a function that handles requests in this process, such as the embedded sandbox, into a Fetch. */
export function toFetch(handle: (request: Request) => Promise<Response>): Fetch {
  return async (request, {content, signal}) => {
    const {method} = request;
    const response = await handle(content === undefined ? request : new Request(request, {method, body: content}));
    const {status, headers, body} = response;
    return body ? new Response(await readBody(body, signal), {status, headers}) : response;
  };
}
