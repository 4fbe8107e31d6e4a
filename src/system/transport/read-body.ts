import {TransportError} from '../../base/transport-error.js';

/** A decompressed reply beyond this is a bomb, or not from this API. */
const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Collects the whole body.
 *
 * @throws TransportError when it breaks off, cannot be decompressed, or is larger than 64 MiB; the reason of the signal when it aborts
 */
export async function readBody(chunks: AsyncIterable<unknown>, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
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
    return Buffer.concat(parts, size);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) throw error;
    throw new TransportError(isBadEncoding(error) ? 'ENCODING_BROKEN' : 'BODY_CUT_OFF', true, {cause: error});
  }
}

/** A compressed body that ends early is cut off like any other; one that is not compressed at all is broken. */
function isBadEncoding(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'Z_DATA_ERROR' || code.startsWith('ERR__ERROR_FORMAT');
}
