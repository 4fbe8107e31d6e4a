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
  isSteering,
  minus,
  openBrace,
  openBracket,
  quote,
  zero,
} from './characters.js';
import {OpenNames} from './open-names.js';
import type {RowOffsets} from './row-offsets.js';

type Units = Uint8Array | Uint16Array;

/** Units that end the fast run through a string: quote, backslash, control characters, DEL and all beyond ASCII. */
const stopsRun = Uint8Array.from({length: 256}, (_none, unit) =>
  unit < 0x20 || unit >= 0x7f || unit === quote || unit === backslash ? 1 : 0,
);
/** What may follow a backslash where JSON.stringify would write the same. */
const plainEscapes = new Set(Buffer.from('"\\bfnrt'));

/** 0 behind the end: no JSON continues with it. */
function unitAt(units: Units, at: number): number {
  return units[at] ?? 0;
}

/**
 * Finds the ends of strings, numbers and values in JSON without making values of them. A class and no closure, so that its methods are optimised
 * once and not for each reply.
 *
 * Every `endOf…` returns -1 for what is not JSON, and leaves in `failedAt` where.
 */
export class Scanner {
  #units: Units = new Uint8Array();
  readonly #names = new OpenNames();
  #isCanonical = true;
  #isCompact = true;
  #idStart = 0;
  #idEnd = 0;
  failedAt = 0;

  /** @param units JSON as valid UTF-8, or as UTF-16 code units; rows are only found in UTF-8 */
  open(units: Units): void {
    this.#units = units;
  }

  /** The end of the object that begins there, which is added to the rows; -1 also when it is nested deeper than `levels`. */
  endOfRow(start: number, levels: number, rows: RowOffsets): number {
    if (this.#units[start] !== openBrace || levels === 0) return this.#fail(start);
    this.#isCanonical = true;
    this.#isCompact = true;
    this.#idStart = 0;
    this.#idEnd = 0;
    this.#names.cut(0);
    const end = this.#endOfObject(start, levels, true);
    if (end >= 0) rows.add(start, end, this.#idStart, this.#idEnd, this.#isCanonical, this.#isCompact);
    return end;
  }

  /** The first place at or after this one that is not white space. */
  skipSpace(at: number): number {
    const units = this.#units;
    let place = at;
    while (isSpace(unitAt(units, place))) place += 1;
    if (place > at) this.#isCompact = false;
    return place;
  }

  /** The end of the string whose content begins there, behind its closing quote. */
  endOfString(at: number): number {
    const units = this.#units;
    for (let place = at; ; place += 1) {
      while (stopsRun[units[place] ?? 0] === 0) place += 1;
      const unit = unitAt(units, place);
      if (unit === quote) return place + 1;
      if (unit < 0x20) return this.#fail(place);
      if (unit >= 0x7f && isSteering(units, place)) this.#isCanonical = false;
      if (unit !== backslash) continue;
      place += 1;
      const escape = unitAt(units, place);
      if (plainEscapes.has(escape)) continue;
      this.#isCanonical = false;
      if (escape === 0x2f) continue;
      if (escape !== 0x75) return this.#fail(place);
      for (let digit = 1; digit <= 4; digit += 1)
        if (!isHexDigit(unitAt(units, place + digit))) return this.#fail(place + digit);
    }
  }

  /** The end of the value that begins there; -1 also when it is nested deeper than `levels`. */
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
    let place = at;
    while (isDigit(unitAt(units, place))) place += 1;
    return place === at ? this.#fail(at) : place;
  }

  #endOfNumber(at: number): number {
    const units = this.#units;
    const start = unitAt(units, at) === minus ? at + 1 : at;
    let place = unitAt(units, start) === zero ? start + 1 : this.#endOfDigits(start);
    if (place > 0 && unitAt(units, place) === dot) place = this.#endOfDigits(place + 1);
    if (place < 0 || (unitAt(units, place) | 0x20) !== 0x65) return place;
    const sign = unitAt(units, place + 1);
    return this.#endOfDigits(sign === 0x2b || sign === 0x2d ? place + 2 : place + 1);
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
    let place = this.skipSpace(at + 1);
    if (unitAt(units, place) === closeBrace) return place + 1;
    for (;;) {
      if (unitAt(units, place) !== quote) return this.#fail(place);
      const name = place + 1;
      place = this.endOfString(name);
      if (place < 0) return -1;
      if (!this.#names.add(units, name, place, firstName)) this.#isCanonical = false;
      place = this.skipSpace(place);
      if (unitAt(units, place) !== colon) return this.#fail(place);
      const value = this.skipSpace(place + 1);
      place = this.endOfValue(value, levels - 1);
      if (place < 0) return -1;
      if (isRow && this.#isId(name)) [this.#idStart, this.#idEnd] = [value, place];
      place = this.skipSpace(place);
      const next = unitAt(units, place);
      if (next === closeBrace) break;
      if (next !== comma) return this.#fail(place);
      place = this.skipSpace(place + 1);
    }
    this.#names.cut(firstName);
    return place + 1;
  }

  #endOfArray(at: number, levels: number): number {
    const units = this.#units;
    let place = this.skipSpace(at + 1);
    if (unitAt(units, place) === closeBracket) return place + 1;
    for (;;) {
      place = this.endOfValue(place, levels - 1);
      if (place < 0) return -1;
      place = this.skipSpace(place);
      const next = unitAt(units, place);
      if (next === closeBracket) return place + 1;
      if (next !== comma) return this.#fail(place);
      place = this.skipSpace(place + 1);
    }
  }
}
