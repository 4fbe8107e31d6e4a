import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dot,
  isDigit,
  isHexDigit,
  isSpace,
  isUnprintableAt,
  minus,
  openBrace,
  openBracket,
  quote,
  zero,
} from './characters.js';
import {OpenNames} from './open-names.js';
import type {RowOffsets} from './row-offsets.js';

type Units = Uint8Array | Uint16Array;

/** 1 for units that need a closer look inside a string: quote, backslash, control characters, DEL and non-ASCII. */
const endsRun = Uint8Array.from({length: 256}, (_none, unit) =>
  unit < 0x20 || unit >= 0x7f || unit === quote || unit === backslash ? 1 : 0,
);
/** Escapes that JSON.stringify writes the same way. */
const canonicalEscapes = new Set(Buffer.from('"\\bfnrt'));

/** 0 past the end; NUL is never valid there. */
function unitAt(units: Units, at: number): number {
  return units[at] ?? 0;
}

/**
 * Finds where JSON strings, numbers and values end without parsing them. A class rather than a closure, so that its
 * methods are optimized once instead of for each reply.
 *
 * Every `endOf…` returns -1 for invalid JSON, with the offset of the error in `failedAt`.
 */
export class Scanner {
  #units: Units = new Uint8Array();
  readonly #names = new OpenNames();
  /** What `RowOffsets` says of the row at the current position. */
  #isCanonical = true;
  #isCompact = true;
  #idStart = 0;
  #idEnd = 0;
  failedAt = 0;

  /** @param units JSON as valid UTF-8, or as UTF-16 code units; rows are only found in UTF-8 */
  open(units: Units): void {
    this.#units = units;
  }

  /**
   * Returns the end of the object at `start` and adds it to the rows; -1 also when it is nested deeper than `levels`.
   */
  endOfRow(start: number, levels: number, rows: RowOffsets): number {
    if (this.#units[start] !== openBrace || levels === 0) return this.#fail(start);
    this.#isCanonical = true;
    this.#isCompact = true;
    this.#idStart = 0;
    this.#idEnd = 0;
    this.#names.truncate(0);
    const end = this.#endOfObject(start, levels, true);
    if (end >= 0) rows.add(start, end, this.#idStart, this.#idEnd, this.#isCanonical, this.#isCompact);
    return end;
  }

  /** Returns the first offset from `at` on that is not white space, which makes a row other than compact. */
  skipSpace(at: number): number {
    const units = this.#units;
    let position = at;
    while (isSpace(unitAt(units, position))) position += 1;
    if (position > at) this.#isCompact = false;
    return position;
  }

  /** Returns the offset after the closing quote of the string whose content starts at `at`. */
  endOfString(at: number): number {
    const units = this.#units;
    for (let position = at; ; position += 1) {
      while (endsRun[units[position] ?? 0] === 0) position += 1;
      const unit = unitAt(units, position);
      if (unit === quote) return position + 1;
      if (unit < 0x20) return this.#fail(position);
      if (unit >= 0x7f && isUnprintableAt(units, position)) this.#isCanonical = false;
      if (unit !== backslash) continue;
      position += 1;
      const escape = unitAt(units, position);
      if (canonicalEscapes.has(escape)) continue;
      this.#isCanonical = false;
      if (escape === 0x2f) continue;
      if (escape !== 0x75) return this.#fail(position);
      for (let digit = 1; digit <= 4; digit += 1)
        if (!isHexDigit(unitAt(units, position + digit))) return this.#fail(position + digit);
    }
  }

  /** Returns the end of the value at `at`; -1 also when it is nested deeper than `levels`. */
  endOfValue(at: number, levels: number): number {
    const units = this.#units;
    switch (unitAt(units, at)) {
      case quote:
        return this.endOfString(at + 1);
      case openBrace:
        return levels === 0 ? this.#fail(at) : this.#endOfObject(at, levels, false);
      case openBracket:
        return levels === 0 ? this.#fail(at) : this.#endOfArray(at, levels);
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

  #fail(at: number): -1 {
    this.failedAt = at;
    return -1;
  }

  #endOfDigits(at: number): number {
    const units = this.#units;
    let position = at;
    while (isDigit(unitAt(units, position))) position += 1;
    return position === at ? this.#fail(at) : position;
  }

  #endOfNumber(at: number): number {
    const units = this.#units;
    const start = unitAt(units, at) === minus ? at + 1 : at;
    let position = unitAt(units, start) === zero ? start + 1 : this.#endOfDigits(start);
    if (position > 0 && unitAt(units, position) === dot) position = this.#endOfDigits(position + 1);
    if (position < 0 || (unitAt(units, position) | 0x20) !== 0x65) return position;
    const sign = unitAt(units, position + 1);
    return this.#endOfDigits(sign === 0x2b || sign === 0x2d ? position + 2 : position + 1);
  }

  #endOfWord(at: number, word: string): number {
    const units = this.#units;
    for (let index = 0; index < word.length; index += 1)
      if (unitAt(units, at + index) !== word.charCodeAt(index)) return this.#fail(at + index);
    return at + word.length;
  }

  #isId(at: number): boolean {
    const units = this.#units;
    return unitAt(units, at) === 0x69 && unitAt(units, at + 1) === 0x64 && unitAt(units, at + 2) === quote;
  }

  #endOfObject(at: number, levels: number, isRow: boolean): number {
    const units = this.#units;
    const firstName = this.#names.count;
    let position = this.skipSpace(at + 1);
    if (unitAt(units, position) === closeBrace) return position + 1;
    for (;;) {
      if (unitAt(units, position) !== quote) return this.#fail(position);
      const name = position + 1;
      position = this.endOfString(name);
      if (position < 0) return -1;
      if (!this.#names.add(units, name, position, firstName)) this.#isCanonical = false;
      position = this.skipSpace(position);
      if (unitAt(units, position) !== colon) return this.#fail(position);
      const value = this.skipSpace(position + 1);
      position = this.endOfValue(value, levels - 1);
      if (position < 0) return -1;
      if (isRow && this.#isId(name)) [this.#idStart, this.#idEnd] = [value, position];
      position = this.skipSpace(position);
      const next = unitAt(units, position);
      if (next === closeBrace) break;
      if (next !== comma) return this.#fail(position);
      position = this.skipSpace(position + 1);
    }
    this.#names.truncate(firstName);
    return position + 1;
  }

  #endOfArray(at: number, levels: number): number {
    const units = this.#units;
    let position = this.skipSpace(at + 1);
    if (unitAt(units, position) === closeBracket) return position + 1;
    for (;;) {
      position = this.endOfValue(position, levels - 1);
      if (position < 0) return -1;
      position = this.skipSpace(position);
      const next = unitAt(units, position);
      if (next === closeBracket) return position + 1;
      if (next !== comma) return this.#fail(position);
      position = this.skipSpace(position + 1);
    }
  }
}
