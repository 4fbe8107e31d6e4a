import {writeAll} from './files/write-all.js';
import {isFile} from './is-file.js';

/**
 * Opens stdout for a file: Node's stream loses the rest of a write that a full disk accepts only in part (row 97).
 *
 * @returns the function that writes a piece and throws the system error; `undefined` when stdout is not a file
 */
export function openFileStdout(): ((piece: string | Uint8Array) => Promise<void>) | undefined {
  return isFile(1) ? async piece => writeAll(1, piece) : undefined;
}
