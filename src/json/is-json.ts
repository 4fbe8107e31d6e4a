import {maxDepth} from './limits.js';
import {Scanner} from './scanner.js';

/**
 * True for one JSON value of any size, nested at most `maxDepth` levels. Allocates nothing for values.
 *
 * @param bytes valid UTF-8
 */
export function isJson(bytes: Uint8Array): boolean {
  const scanner = new Scanner();
  scanner.open(bytes);
  const end = scanner.endOfValue(scanner.skipSpace(0), maxDepth);
  return end >= 0 && scanner.skipSpace(end) === bytes.length;
}
