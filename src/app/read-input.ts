import type {Context} from '../base/context.js';
import {UsageError} from '../base/errors.js';
import {yieldToSignals} from '../base/yield-to-signals.js';

/** Enough for a hundred thousand fields. Larger input is a mistake or an endless device. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a file, or stdin for `-`.
 *
 * @throws UsageError when it cannot be read, or exceeds the limit
 */
export async function readInput(
  {files, io, signal}: Pick<Context, 'files' | 'io' | 'signal'>,
  file: string,
): Promise<Uint8Array> {
  if (file === '-' && io.stdin.isTerminal)
    throw new UsageError('cannot read stdin: it is a terminal', 'Pipe the input in, or pass a file name.');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file === '-' ? io.stdin.read() : files.read(file)) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new UsageError(
        `${file === '-' ? 'stdin' : file} is larger than ${maxBytes / 1024 / 1024} MiB`,
        'Split it into smaller files.',
      );
    chunks.push(chunk);
  }
  const all = Buffer.concat(chunks);
  // Before mistakes in it are reported.
  await yieldToSignals(signal);
  return all;
}
