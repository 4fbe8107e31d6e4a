import {isUtf8} from 'node:buffer';
import {type Json, maxDepth, stringOf} from './json.js';
import {parseJson} from './parse-json.js';
import {RawRows} from './raw-rows.js';
import {RowOffsets} from './row-offsets.js';
import {Scanner} from './scanner.js';

/** A reply whose largest list is left as it stands in the bytes. */
export interface SlicedReply {
  /** The reply, with one stand-in for all the rows. */
  readonly json: Json;
  readonly rows: RawRows;
  /** True for the list of the stand-in, and for no other. */
  readonly isList: (list: readonly unknown[]) => boolean;
}

/** How deep a list may stand in objects. Those in lists are rows of something else. */
const deepestList = 5;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
const [quote, comma, colon] = [0x22, 0x2c, 0x3a] as const;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/** The name that stands there between quotes. */
function nameOf(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, Math.max(start, end));
  return text.includes('\\') ? readEscapes(text) : text;
}

function readEscapes(text: string): string {
  return stringOf(parseJson(`"${text}"`)) ?? '';
}

/**
 * The rows of the largest list of objects in a reply, reached through objects only. `undefined` without such a list, or when the reply is not valid
 * JSON: the parser then reports why.
 *
 * @param others names of lists to pass over
 */
export function sliceList(bytes: Buffer, others: ReadonlySet<string>): SlicedReply | undefined {
  return !isUtf8(bytes) ? undefined : new ListSlicer(bytes, others).slice();
}

class ListSlicer {
  readonly #scanner = new Scanner();
  readonly #others: ReadonlySet<string>;
  readonly #bytes: Buffer;
  /** Of the largest list so far. */
  #rows = new RowOffsets();
  /** Of the list at the scanner's position. */
  #candidates = new RowOffsets();
  #start = 0;
  #end = 0;

  constructor(bytes: Buffer, others: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#others = others;
    this.#scanner.open(bytes);
  }

  slice(): SlicedReply | undefined {
    const bytes = this.#bytes;
    const start = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
    const end = this.#endOfMember(this.#scanner.skipSpace(start), 0, '');
    if (end < 0 || this.#scanner.skipSpace(end) < bytes.length || this.#rows.count === 0) return undefined;
    const [head, tail] = [bytes.toString('utf8', start, this.#start), bytes.toString('utf8', this.#end)];
    let mark = '#';
    while (head.includes(mark) || tail.includes(mark)) mark += '#';
    return {
      json: parseJson(`${head}[{"${mark}":0}]${tail}`),
      rows: new RawRows(bytes, this.#rows),
      isList: ([first]) => typeof first === 'object' && first !== null && mark in first,
    };
  }

  #endOfMember(at: number, depth: number, name: string): number {
    const [bytes, scanner, levels] = [this.#bytes, this.#scanner, maxDepth - depth];
    if (bytes[at] === openBracket && !this.#others.has(name)) return this.#endOfList(at, levels);
    if (bytes[at] !== openBrace || depth === deepestList) return scanner.endOfValue(at, levels);
    let place = scanner.skipSpace(at + 1);
    if (bytes[place] === closeBrace) return place + 1;
    for (;;) {
      if (bytes[place] !== quote) return -1;
      const start = place + 1;
      place = scanner.endOfString(start);
      const member = nameOf(bytes, start, place - 1);
      place = place < 0 ? -1 : scanner.skipSpace(place);
      if (bytes[place] !== colon) return -1;
      place = this.#endOfMember(scanner.skipSpace(place + 1), depth + 1, member);
      place = place < 0 ? -1 : scanner.skipSpace(place);
      if (bytes[place] === closeBrace) return place + 1;
      if (bytes[place] !== comma) return -1;
      place = scanner.skipSpace(place + 1);
    }
  }

  #endOfList(at: number, levels: number): number {
    const [bytes, scanner, rows] = [this.#bytes, this.#scanner, this.#candidates];
    rows.clear();
    let place = scanner.skipSpace(at + 1);
    for (;;) {
      place = scanner.endOfRow(place, levels - 1, rows);
      if (place < 0) return scanner.endOfValue(at, levels);
      place = scanner.skipSpace(place);
      if (bytes[place] !== comma) break;
      place = scanner.skipSpace(place + 1);
    }
    if (bytes[place] !== closeBracket) return -1;
    if (rows.count > this.#rows.count) {
      [this.#rows, this.#candidates] = [rows, this.#rows];
      [this.#start, this.#end] = [at, place + 1];
    }
    return place + 1;
  }
}
