import {isSpace} from '../json/scanner.js';

const [quote, backslash, comma, colon, space, newline] = [0x22, 0x5c, 0x2c, 0x3a, 0x20, 0x0a] as const;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/** JSON in bytes, valid, and the room that is there for it in another layout. */
export interface JsonLayout {
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

function nextByte(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  while (isSpace(bytes[next] ?? 0)) next += 1;
  return bytes[next] ?? 0;
}

/** A new line with these spaces; returns its end. */
function breakLine(out: Uint8Array, at: number, spaces: number): number {
  out[at] = newline;
  for (let place = at + 1; place <= at + spaces; place += 1) out[place] = space;
  return at + 1 + spaces;
}

/** The end of a string in `bytes`, behind its closing quote. */
function endOfString(bytes: Uint8Array, at: number): number {
  let place = at + 1;
  while (bytes[place] !== quote) place += bytes[place] === backslash ? 2 : 1;
  return place + 1;
}

/** Writes JSON as `JSON.stringify` lays it out, byte by byte. Returns its end in `out`, beyond the end of `out` when that has not room enough. */
export function formatJson({bytes, start, end, out, at, indent}: JsonLayout): number {
  const isIndented = indent !== undefined;
  let spaces = indent ?? 0;
  let place = at;
  let index = start;
  let isEmpty = false;
  while (index < end) {
    const byte = bytes[index] ?? 0;
    if (isSpace(byte)) {
      index += 1;
      continue;
    }
    if (byte === quote) {
      const stringEnd = endOfString(bytes, index);
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
      isEmpty = isClosing(nextByte(bytes, index));
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
