import type {Readable} from 'node:stream';
import type {BodyReader, ResponseHeaders} from '../../base/raw-response.js';

/**
 * What takes the packing off a body; `undefined` where there is none, or an unknown one, which is left on.
 *
 * @returns is given the packed stream, and gives the other
 */
export async function findUnpacking({
  get,
}: Pick<ResponseHeaders, 'get'>): Promise<((packed: Readable) => Readable) | undefined> {
  const packing = get('content-encoding')?.trim().toLowerCase() ?? '';
  if (get('content-length') === '0' || !['gzip', 'x-gzip', 'deflate', 'br'].includes(packing)) return undefined;
  const {createBrotliDecompress, createUnzip} = await import('node:zlib');
  return packed => {
    const unpacked = packing === 'br' ? createBrotliDecompress() : createUnzip();
    packed.on('error', error => unpacked.destroy(error));
    // Whoever reads it is told. Until somebody does, an error must not end the process.
    unpacked.on('error', () => {}).on('close', () => packed.readableEnded || packed.destroy());
    return packed.pipe(unpacked);
  };
}

/** @param onCancel called when nobody wants the rest */
export function createReader(stream: Readable, onCancel: () => void): BodyReader {
  const pieces: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
  return {
    read: async () => {
      const next: IteratorResult<unknown, unknown> = await pieces.next();
      return {done: next.done === true, value: next.value};
    },
    cancel: async () => {
      onCancel();
      if (!stream.readableEnded) stream.destroy();
    },
  };
}
