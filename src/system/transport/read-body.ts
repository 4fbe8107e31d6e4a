import {TransportError} from '../../base/transport-error.js';

/** A larger reply is a decompression bomb, or not from this API. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Reads a body to its end; `null` when it is empty.
 *
 * @throws TransportError when it is cut off, cannot be decompressed, or exceeds 64 MiB decompressed; the signal's
 * reason when it aborts
 */
export async function readBody(
  chunks: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<Uint8Array | ReadableStream<Uint8Array> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array) || chunk.byteLength === 0) continue;
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw new TransportError('BODY_TOO_LARGE', true);
      parts.push(chunk);
    }
    signal.throwIfAborted();
    const [first = null] = parts;
    return parts.length > 1 ? toStream(parts) : first;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) throw error;
    throw new TransportError(isBadEncoding(error) ? 'ENCODING_BROKEN' : 'BODY_CUT_OFF', true, {cause: error});
  }
}

/** Streams a body in its parts, because joining them first would copy it twice more. */
function toStream(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  // Taken from the end, because removing the first of many elements moves all others.
  parts.reverse();
  return new ReadableStream({
    pull: controller => {
      const part = parts.pop();
      if (part) controller.enqueue(part);
      else controller.close();
    },
  });
}

/** True for data that is not compressed at all; a compressed body that ends early counts as cut off. */
function isBadEncoding(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'Z_DATA_ERROR' || code.startsWith('ERR__ERROR_FORMAT');
}
