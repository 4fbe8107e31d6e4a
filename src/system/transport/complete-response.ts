import type {Readable} from 'node:stream';
import {TransportError} from '../../base/transport-error.js';
import {decompress} from './decompress.js';
import {readBody} from './read-body.js';

/** A reply whose body is still arriving; `undefined` for one that has none. */
export interface PartialReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable | undefined;
}

/** Statuses for which a Response cannot be made with a body. */
const bodiless = new Set([204, 205, 304]);

/**
 * Waits for the rest of a reply.
 *
 * @throws TransportError when it breaks off, or is not HTTP as a Response can hold it
 */
export async function completeReply({status, headers, body}: PartialReply, signal: AbortSignal): Promise<Response> {
  if (status < 200 || status > 599) {
    body?.destroy();
    throw new TransportError('BAD_STATUS', true, {message: String(status)});
  }
  const bytes = body && (await readWhole(status, headers, body, signal));
  return new Response(bytes === undefined || bytes.length === 0 || bodiless.has(status) ? null : bytes, {
    status,
    headers,
  });
}

/** A refusal stays a refusal when its body cannot be read: the status says what matters. */
async function readWhole(status: number, headers: Headers, body: Readable, signal: AbortSignal) {
  try {
    return await readBody(await decompress(body, headers), signal);
  } catch (error) {
    body.destroy();
    if (error instanceof TransportError && status >= 400) return undefined;
    throw error;
  }
}

/** The same for a Response, such as that of the embedded sandbox. */
export async function completeResponse(response: Response, signal: AbortSignal): Promise<Response> {
  const {status, headers, body} = response;
  if (!body) return response;
  const bytes = await readBody(body, signal);
  return new Response(bytes.length === 0 ? null : bytes, {status, headers});
}
