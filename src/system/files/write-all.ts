import {writeSync} from 'node:fs';

/** Writes all of a piece to a file. A disk that fills takes a part of it without an error, and refuses the rest. */
export function writeAll(fd: number, piece: string | Uint8Array): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
