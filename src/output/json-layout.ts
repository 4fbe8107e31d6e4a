import {closeBrace, closeBracket, colon, comma, isSpace, openBrace, openBracket, quote} from '../json/characters.js';
import type {Scanner} from '../json/scanner.js';

const [space, newline] = [0x20, 0x0a] as const;

/** Valid JSON in bytes, and the buffer that it is to be laid out in. */
export interface JsonLayout {
  readonly scanner: Scanner;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly out: Uint8Array;
  /** Where it begins in `out`. */
  readonly at: number;
  /** Spaces before its lines; `undefined` for one line. */
  readonly indent: number | undefined;
}

function isOpening(byte: number): boolean {
  return byte === openBrace || byte === openBracket;
}

function isClosing(byte: number): boolean {
  return byte === closeBrace || byte === closeBracket;
}

/** Starts a line with these spaces; returns its end. */
function breakLine(out: Uint8Array, at: number, spaces: number): number {
  out[at] = newline;
  for (let place = at + 1; place <= at + spaces; place += 1) out[place] = space;
  return at + 1 + spaces;
}

/** Writes JSON as `JSON.stringify` lays it out, byte by byte. Returns its end in `out`: beyond the end of `out` when it does not fit. */
export function formatJson({scanner, bytes, start, end, out, at, indent}: JsonLayout): number {
  const isIndented = indent !== undefined;
  let spaces = indent ?? 0;
  let place = at;
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
        out[place] = bytes[index] ?? 0;
        place += 1;
      }
      continue;
    }
    if (isClosing(byte)) {
      spaces -= 2;
      if (isIndented && !isEmpty) place = breakLine(out, place, spaces);
      isEmpty = false;
    }
    out[place] = byte;
    place += 1;
    if (isOpening(byte)) {
      spaces += 2;
      isEmpty = isClosing(bytes[scanner.skipSpace(index + 1)] ?? 0);
      if (isIndented && !isEmpty) place = breakLine(out, place, spaces);
    } else if (byte === comma && isIndented) place = breakLine(out, place, spaces);
    else if (byte === colon && isIndented) {
      out[place] = space;
      place += 1;
    }
    index += 1;
  }
  return place;
}
