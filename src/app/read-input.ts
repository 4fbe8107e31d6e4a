import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';

/** Enough for a hundred thousand fields; more is a mistake, or an endless device. */
const mostBytes = 64 * 1024 * 1024;

/**
 * The bytes of a file, or of stdin for `-`.
 *
 * @throws UsageError when it cannot be read, or is larger than anyone means
 */
export async function readInput({files, io}: Pick<Context, 'files' | 'io'>, file: string): Promise<Uint8Array> {
  if (file === '-' && io.stdin.isTerminal)
    throw new UsageError('stdin is a terminal', 'Pipe the input in, or name a file.');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file === '-' ? io.stdin.read() : files.read(file)) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes)
      throw new UsageError(
        `${file === '-' ? 'stdin' : file} is larger than ${mostBytes / 1024 / 1024} MiB`,
        'Split it.',
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
