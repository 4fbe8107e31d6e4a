import {isAscii} from 'node:buffer';
import {maxDepth, parseJson, stringOf} from './json.js';
import {Scanner} from './scanner.js';

const [quote, openBrace, openBracket, closeBrace, closeBracket] = [0x22, 0x7b, 0x5b, 0x7d, 0x5d] as const;

/** A text's places as `LINE:COLUMN`, from 1. */
function createLineCounter(bytes: Buffer): (offset: number) => string {
  const starts = [0];
  const isPlain = isAscii(bytes);
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) starts.push(at + 1);
  return offset => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = starts[low] ?? 0;
    const column = isPlain ? offset - start : bytes.toString('utf8', start, offset).length;
    return `${low + 1}:${column + 1}`;
  };
}

/**
 * Where the parts of a valid JSON text stand. What was passed once on the way to a place is remembered.
 *
 * @returns `LINE:COLUMN` of the part at a path, or of the last part of it that is there
 */
export function createJsonPositions(text: string): (path: readonly (string | number)[]) => string {
  const bytes = Buffer.from(text);
  const scanner = new Scanner();
  scanner.open(bytes);
  const toLine = createLineCounter(bytes);
  const known = new Map<number, ReadonlyMap<string | number, number>>();

  const listParts = (at: number): ReadonlyMap<string | number, number> => {
    const parts = new Map<string | number, number>();
    const isObject = bytes[at] === openBrace;
    if (!isObject && bytes[at] !== openBracket) return parts;
    let place = scanner.skipSpace(at + 1);
    while (bytes[place] !== closeBrace && bytes[place] !== closeBracket) {
      let name: string | number = parts.size;
      if (isObject && bytes[place] === quote) {
        const end = scanner.endOfString(place + 1);
        name = stringOf(parseJson(bytes.toString('utf8', place, end))) ?? '';
        place = scanner.skipSpace(scanner.skipSpace(end) + 1);
      }
      parts.set(name, place);
      place = scanner.skipSpace(scanner.endOfValue(place, maxDepth));
      if (bytes[place] === 0x2c) place = scanner.skipSpace(place + 1);
    }
    return parts;
  };

  return path => {
    let at = scanner.skipSpace(0);
    for (const step of path) {
      const parts = known.get(at) ?? listParts(at);
      known.set(at, parts);
      const part = parts.get(step);
      if (part === undefined) break;
      at = part;
    }
    return toLine(at);
  };
}
