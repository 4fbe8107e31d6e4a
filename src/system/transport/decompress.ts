import type {Readable} from 'node:stream';
import {TransportError} from '../../base/transport-error.js';

const encodings = new Set(['gzip', 'x-gzip', 'deflate', 'br']);

/**
 * Decompresses a body by its Content-Encoding; returns it unchanged for none or an unsupported one, or if it is empty.
 *
 * @throws TransportError when it is compressed more than once, which no API does but zip bombs do
 */
export async function decompress(body: Readable, headers: Headers): Promise<Readable> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding.includes(',')) throw new TransportError('ENCODED_TWICE', true, {message: encoding.slice(0, 60)});
  if (headers.get('content-length') === '0' || !encodings.has(encoding)) return body;
  const {createBrotliDecompress, createUnzip} = await import('node:zlib');
  const decompressed = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  body.on('error', error => decompressed.destroy(error));
  // Prevents an unhandled 'error' event before the reader attaches; the reader sees the error.
  decompressed.on('error', () => {}).on('close', () => body.readableEnded || body.destroy());
  // Some gateways mark empty replies as compressed too.
  let isEmpty = true;
  body.once('data', () => {
    isEmpty = false;
  });
  body.once('end', () => (isEmpty ? decompressed.push(null) : decompressed.end()));
  return body.pipe(decompressed, {end: false});
}
