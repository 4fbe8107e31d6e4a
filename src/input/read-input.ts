import type {Context} from '../context.js';
import {UsageError} from '../errors.js';

/**
 * The bytes of a file, or of stdin for `-`.
 *
 * @throws UsageError when it cannot be read
 */
export async function readInput({files, io}: Pick<Context, 'files' | 'io'>, file: string): Promise<Uint8Array> {
  if (file !== '-') return files.read(file);
  if (io.stdin.isTerminal)
    throw new UsageError('stdin is a terminal, nothing is piped in', 'Pipe the input in, or name a file.');
  return Buffer.concat(await Array.fromAsync(io.stdin.read()));
}
