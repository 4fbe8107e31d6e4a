import {TransportError} from '../../base/transport-error.js';

/** A larger reply is a decompression bomb, or not from this API. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Larger bodies are handed on in their parts, so that fewer copies of them are in memory at once. */
const maxConcatenatedBytes = 1024 * 1024;

/**
 * Reads a body to its end; `null` when it is empty.
 *
 * @throws TransportError when it is cut off, cannot be decompressed, or exceeds 64 MiB decompressed; the signal's
 * reason when it aborts
 */
export async function readBody(
  chunks: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue;
      size += chunk.byteLength;
      if (size > maxBodyBytes) throw new TransportError('BODY_TOO_LARGE', true);
      parts.push(chunk);
    }
    signal.throwIfAborted();
    if (size === 0) return null;
    return size <= maxConcatenatedBytes ? Buffer.concat(parts, size) : toStream(parts);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) throw error;
    throw new TransportError(isBadEncoding(error) ? 'ENCODING_BROKEN' : 'BODY_CUT_OFF', true, {cause: error});
  }
}

function toStream(parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: controller => {
      const part = parts.shift();
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
