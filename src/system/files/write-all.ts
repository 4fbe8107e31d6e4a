import {writeSync} from 'node:fs';

/** Writes all bytes: a disk that fills up accepts part of a write without an error, and refuses the rest. */
export function writeAll(fd: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
