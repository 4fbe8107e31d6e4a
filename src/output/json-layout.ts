import {closeBrace, closeBracket, colon, comma, isSpace, openBrace, openBracket, quote} from '../json/characters.js';
import type {Scanner} from '../json/scanner.js';

const [space, newline] = [0x20, 0x0a] as const;

/** Valid JSON as bytes, and the buffer to format it into. */
export interface JsonLayout {
  readonly scanner: Scanner;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly out: Uint8Array;
  /** Where to start in `out`. */
  readonly at: number;
  /** Spaces before each line; `undefined` for a single line. */
  readonly indent: number | undefined;
}

function isOpening(byte: number): boolean {
  return byte === openBrace || byte === openBracket;
}

function isClosing(byte: number): boolean {
  return byte === closeBrace || byte === closeBracket;
}

/** Writes a line break and an indent; returns the end offset. */
function breakLine(out: Uint8Array, at: number, spaces: number): number {
  out[at] = newline;
  for (let position = at + 1; position <= at + spaces; position += 1) out[position] = space;
  return at + 1 + spaces;
}

/**
 * Formats JSON as `JSON.stringify` would, byte by byte. Returns the end offset, which exceeds `out` when the buffer is
 * too small.
 */
export function formatJson({scanner, bytes, start, end, out, at, indent}: JsonLayout): number {
  const isIndented = indent !== undefined;
  let spaces = indent ?? 0;
  let position = at;
  let index = start;
  let isEmpty = false;
  scanner.open(bytes);
  while (index < end) {
    const byte = bytes[index] ?? 0;
    if (isSpace(byte)) {
      index += 1;
      continue;
    }
    if (byte === quote) {
      const stringEnd = scanner.endOfString(index + 1);
      for (; index < stringEnd; index += 1) {
        out[position] = bytes[index] ?? 0;
        position += 1;
      }
      continue;
    }
    if (isClosing(byte)) {
      spaces -= 2;
      if (isIndented && !isEmpty) position = breakLine(out, position, spaces);
      isEmpty = false;
    }
    out[position] = byte;
    position += 1;
    if (isOpening(byte)) {
      spaces += 2;
      isEmpty = isClosing(bytes[scanner.skipSpace(index + 1)] ?? 0);
      if (isIndented && !isEmpty) position = breakLine(out, position, spaces);
    } else if (byte === comma && isIndented) position = breakLine(out, position, spaces);
    else if (byte === colon && isIndented) {
      out[position] = space;
      position += 1;
    }
    index += 1;
  }
  return position;
}
