import type {RowOffsets} from './row-offsets.js';

/*
 * Reads JSON as bytes without making values of it. Whatever it is in doubt about it leaves to the parser, so that a wrong text gets the parser's words.
 */

/** Members of all objects around one place; an object with more is left to the parser. */
const mostNames = 1000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a] as const;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
/** Bytes that mean something in a string: its end, an escape, what may not stand there, and DEL and all beyond ASCII, which may steer a terminal. */
const isTelling = Uint8Array.from({length: 256}, (_none, byte) =>
  byte < 0x20 || byte >= 0x7f || byte === quote || byte === backslash ? 1 : 0,
);
/** What may follow a backslash where JSON.stringify would write the same. */
const plainEscapes = new Set(Buffer.from('"\\bfnrt'));

export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

/** True for the first byte of what `toHarmlessJson` escapes: DEL, C1, and what steers the direction or the lines of a text. */
function isSteering(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0, third = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (first === 0x7f) return true;
  if (first === 0xc2) return second < 0xa0;
  if (first === 0xd8) return second === 0x9c;
  if (first !== 0xe2) return false;
  if (second === 0x80) return third === 0x8e || third === 0x8f || (third >= 0xa8 && third <= 0xae);
  return second === 0x81 && third >= 0xa6 && third <= 0xa9;
}

/** A class and no closure: its methods are optimised once, not once a reply. */
export class Scanner {
  #bytes: Uint8Array = new Uint8Array();
  /** The names of the objects around the place where the scanner is, as hashes: the same name twice has the same hash twice. */
  readonly #names = new Int32Array(mostNames);
  #countOfNames = 0;
  #isPlain = true;
  #isCompact = true;
  #idStart = 0;
  #idEnd = 0;

  /** @param bytes to be read from now on; valid UTF-8 */
  open(bytes: Uint8Array): void {
    this.#bytes = bytes;
  }

  /** The end of the object that begins there, which is added to the rows; -1 when it is none, or nested deeper than `levels`. */
  endOfRow(start: number, levels: number, rows: RowOffsets): number {
    if (this.#bytes[start] !== openBrace || levels === 0) return -1;
    this.#isPlain = true;
    this.#isCompact = true;
    this.#idStart = 0;
    this.#idEnd = 0;
    this.#countOfNames = 0;
    const end = this.#endOfObject(start, levels, true);
    if (end >= 0) rows.add(start, end, this.#idStart, this.#idEnd, this.#isPlain, this.#isCompact);
    return end;
  }

  /** The first byte at or after a place that is no white space. */
  skipSpace(at: number): number {
    const bytes = this.#bytes;
    let place = at;
    while (isSpace(byteAt(bytes, place))) place += 1;
    if (place > at) this.#isCompact = false;
    return place;
  }

  /** The end of the string whose content begins there, behind its closing quote; -1 when it is none. */
  endOfString(at: number): number {
    const bytes = this.#bytes;
    for (let place = at; ; place += 1) {
      while (isTelling[bytes[place] ?? 0] === 0) place += 1;
      const byte = byteAt(bytes, place);
      if (byte === quote) return place + 1;
      if (byte < 0x20) return -1;
      if (byte >= 0x7f && isSteering(bytes, place)) this.#isPlain = false;
      if (byte !== backslash) continue;
      place += 1;
      if (plainEscapes.has(byteAt(bytes, place))) continue;
      this.#isPlain = false;
      if (byteAt(bytes, place) === 0x2f) continue;
      if (byteAt(bytes, place) !== 0x75) return -1;
      for (let digit = 0; digit < 4; digit += 1) if (!isHexDigit(byteAt(bytes, place + 1 + digit))) return -1;
    }
  }

  #endOfDigits(at: number): number {
    const bytes = this.#bytes;
    let place = at;
    while (isDigit(byteAt(bytes, place))) place += 1;
    return place === at ? -1 : place;
  }

  #endOfNumber(at: number): number {
    const bytes = this.#bytes;
    const start = byteAt(bytes, at) === 0x2d ? at + 1 : at;
    let place = byteAt(bytes, start) === 0x30 ? start + 1 : this.#endOfDigits(start);
    if (place > 0 && byteAt(bytes, place) === 0x2e) place = this.#endOfDigits(place + 1);
    if (place < 0 || (byteAt(bytes, place) | 0x20) !== 0x65) return place;
    const sign = byteAt(bytes, place + 1);
    return this.#endOfDigits(sign === 0x2b || sign === 0x2d ? place + 2 : place + 1);
  }

  #endOfWord(at: number, word: string): number {
    const bytes = this.#bytes;
    for (let index = 0; index < word.length; index += 1)
      if (byteAt(bytes, at + index) !== word.charCodeAt(index)) return -1;
    return at + word.length;
  }

  /** Keeps a name, beside those of the same object. */
  #addName(start: number, end: number, first: number): void {
    const bytes = this.#bytes;
    let hash = 0;
    for (let place = start; place < end; place += 1) hash = Math.imul(hash ^ byteAt(bytes, place), 0x01000193);
    if (this.#countOfNames === mostNames) {
      this.#isPlain = false;
      return;
    }
    for (let index = first; index < this.#countOfNames; index += 1)
      if (this.#names[index] === hash) this.#isPlain = false;
    this.#names[this.#countOfNames] = hash;
    this.#countOfNames += 1;
  }

  #isId(at: number): boolean {
    const bytes = this.#bytes;
    return byteAt(bytes, at) === 0x69 && byteAt(bytes, at + 1) === 0x64 && byteAt(bytes, at + 2) === quote;
  }

  #endOfObject(at: number, levels: number, isRow: boolean): number {
    const bytes = this.#bytes;
    const firstName = this.#countOfNames;
    let place = this.skipSpace(at + 1);
    if (byteAt(bytes, place) === closeBrace) return place + 1;
    for (;;) {
      if (byteAt(bytes, place) !== quote) return -1;
      const name = place + 1;
      place = this.endOfString(name);
      if (place < 0) return -1;
      this.#addName(name, place, firstName);
      place = this.skipSpace(place);
      if (byteAt(bytes, place) !== colon) return -1;
      const value = this.skipSpace(place + 1);
      place = this.endOfValue(value, levels - 1);
      if (place < 0) return -1;
      if (isRow && this.#isId(name)) [this.#idStart, this.#idEnd] = [value, place];
      place = this.skipSpace(place);
      const next = byteAt(bytes, place);
      if (next === closeBrace) break;
      if (next !== comma) return -1;
      place = this.skipSpace(place + 1);
    }
    this.#countOfNames = firstName;
    return place + 1;
  }

  #endOfArray(at: number, levels: number): number {
    const bytes = this.#bytes;
    let place = this.skipSpace(at + 1);
    if (byteAt(bytes, place) === closeBracket) return place + 1;
    for (;;) {
      place = this.endOfValue(place, levels - 1);
      if (place < 0) return -1;
      place = this.skipSpace(place);
      const next = byteAt(bytes, place);
      if (next === closeBracket) return place + 1;
      if (next !== comma) return -1;
      place = this.skipSpace(place + 1);
    }
  }

  /** The end of the value that begins there; -1 when it is none, or nested deeper than `levels`. */
  endOfValue(at: number, levels: number): number {
    const bytes = this.#bytes;
    switch (byteAt(bytes, at)) {
      case quote:
        return this.endOfString(at + 1);
      case openBrace:
        return levels === 0 ? -1 : this.#endOfObject(at, levels, false);
      case openBracket:
        return levels === 0 ? -1 : this.#endOfArray(at, levels);
      case 0x74:
        return this.#endOfWord(at, 'true');
      case 0x66:
        return this.#endOfWord(at, 'false');
      case 0x6e:
        return this.#endOfWord(at, 'null');
      default:
        return this.#endOfNumber(at);
    }
  }
}
