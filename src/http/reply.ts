import {isUtf8} from 'node:buffer';
import {systemCode, UnavailableError} from '../base/errors.js';
import {abandon, type RawResponse} from '../base/raw-response.js';
import type {Redact} from '../base/redaction.js';
import {type Json, TooDeepError} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {ReplyBuffer} from '../json/reply-buffer.js';

/** A reply may inflate to this many bytes; a larger one is a bomb or not ours. */
const maxReplyBytes = 64 * 1024 * 1024;

/** Thrown when a reply ended before it was complete. */
export class CutOffError extends UnavailableError {
  constructor(cause: unknown) {
    super('the reply was cut off', {cause});
  }
}

/**
 * Reads a body, bounded in size and time.
 *
 * @param into where its bytes are put; they are good until it is cleared
 * @throws UnavailableError when it is too large, too slow, or cut off
 */
export async function readBody(
  exchange: RawResponse,
  timeoutMs: number,
  signal: AbortSignal,
  into = new ReplyBuffer(),
): Promise<Buffer> {
  const {headers, body} = exchange;
  if (!body) return Buffer.alloc(0);
  const packing = headers.get('content-encoding') ?? '';
  if (packing.includes(',')) {
    await abandon(exchange);
    throw new UnavailableError(`the reply is packed more than once (${packing.slice(0, 60)})`, notTheApi);
  }
  const reader = body.getReader();
  let isLate = false;
  const stop = () => void reader.cancel().then(undefined, () => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop, {once: true});
  let bytes = 0;
  into.clear();
  try {
    for (;;) {
      const chunk: {readonly done: boolean; readonly value?: unknown} = await reader.read();
      if (chunk.done || !(chunk.value instanceof Uint8Array)) break;
      bytes += chunk.value.byteLength;
      if (bytes > maxReplyBytes) {
        throw new UnavailableError(`the reply is larger than ${maxReplyBytes / 1024 / 1024} MiB`, {
          hint: 'Ask for less with --page-size or --filter.',
        });
      }
      into.add(chunk.value);
    }
    signal.throwIfAborted();
    if (!isLate) return into.read();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UnavailableError) throw error;
    if (isBadPacking(error)) throw new UnavailableError('the reply cannot be unpacked', {...notTheApi, cause: error});
    if (!isLate) throw new CutOffError(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    stop();
  }
  throw new UnavailableError(`the reply was not complete after ${timeoutMs / 1000} s`);
}

/** True for what says that it is packed, and is not; a packed body that ends too early is cut off like any other. */
function isBadPacking(error: unknown): boolean {
  const code = systemCode(error) ?? '';
  return code === 'Z_DATA_ERROR' || code.startsWith('ERR__ERROR_FORMAT');
}

/**
 * The body as text, without a byte order mark.
 *
 * @throws UnavailableError when it is not UTF-8
 */
export function decodeBody(body: Buffer): string {
  if (!isUtf8(body)) throw new UnavailableError('the reply is not valid UTF-8', notTheApi);
  return body.toString('utf8').replace(/^\ufeff/, '');
}

/**
 * The JSON of a successful reply.
 *
 * @throws UnavailableError when the text is not JSON: a login page, a cut body, nothing at all
 */
export function readReply(text: string, contentType: string | null, redact: Redact): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof TooDeepError) throw new UnavailableError(error.message, {...notTheApi, cause: error});
    if (error instanceof SyntaxError)
      throw new UnavailableError(`expected JSON, got ${describeBody(text, contentType, redact)}`, {
        ...notTheApi,
        cause: error,
      });
    throw error;
  }
}

const notTheApi = {
  retryable: false,
  hint: 'Something else may have answered: a login page, a proxy, another server.',
} as const;

function describeBody(text: string, contentType: string | null, redact: Redact): string {
  const start = redact(text.trim().slice(0, 10_000)).replace(/\s+/g, ' ').slice(0, 60);
  if (start === '') return 'an empty body';
  const type = contentType?.split(';')[0]?.trim() ?? '';
  const got = type === '' || /\bjson\b/.test(type) ? 'a body that is not valid JSON' : type;
  return `${got} (is the base URL right?): ${start}`;
}
