import {isUtf8} from 'node:buffer';
import {closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote} from './characters.js';
import {type Json} from './json.js';
import {JsonLimitError, maxDepth, maxRows} from './limits.js';
import {parseJson} from './parse-json.js';
import {RawRows} from './raw-rows.js';
import {RowOffsets} from './row-offsets.js';
import {Scanner} from './scanner.js';

/** A reply whose largest list is left unparsed. */
export interface SlicedReply {
  /** The reply, with a single placeholder for all rows. */
  readonly json: Json;
  readonly rows: RawRows;
  /** True only for the list that holds the placeholder. */
  readonly isList: (list: readonly unknown[]) => boolean;
}

const maxRowBytes = 8_000_000;
/** How many objects a list may be nested in. Lists within lists belong to the rows. */
const maxListDepth = 5;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * Slices the rows of the largest list of objects in a reply, reached through objects only. `undefined` without such a
 * list, or for invalid JSON, whose error the parser then reports.
 *
 * @param ignoredLists names of lists to skip
 * @throws JsonLimitError for a list or row that is too long
 */
export function sliceList(bytes: Buffer, ignoredLists: ReadonlySet<string>): SlicedReply | undefined {
  return isUtf8(bytes) ? new ListSlicer(bytes, ignoredLists).slice() : undefined;
}

class ListSlicer {
  readonly #scanner = new Scanner();
  readonly #ignoredLists: ReadonlySet<string>;
  readonly #bytes: Buffer;
  /** Rows of the largest list so far. */
  #rows = new RowOffsets();
  /** Rows of the list at the scanner's position. */
  #candidates = new RowOffsets();
  #start = 0;
  #end = 0;

  constructor(bytes: Buffer, ignoredLists: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#ignoredLists = ignoredLists;
    this.#scanner.open(bytes);
  }

  slice(): SlicedReply | undefined {
    const bytes = this.#bytes;
    const start = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
    const end = this.#endOfMember(this.#scanner.skipSpace(start), 0, '');
    if (end < 0 || this.#scanner.skipSpace(end) < bytes.length || this.#rows.count === 0) return undefined;
    const [head, tail] = [bytes.toString('utf8', start, this.#start), bytes.toString('utf8', this.#end)];
    const marker = '#'.repeat(1 + Math.max(longestRun(head), longestRun(tail)));
    return {
      json: parseJson(`${head}[{"${marker}":0}]${tail}`),
      rows: new RawRows(bytes, this.#rows),
      isList: ([first]) => typeof first === 'object' && first !== null && marker in first,
    };
  }

  #endOfMember(at: number, depth: number, name: string): number {
    const [bytes, scanner, levels] = [this.#bytes, this.#scanner, maxDepth - depth];
    if (bytes[at] === openBracket && !this.#ignoredLists.has(name)) return this.#endOfList(at, levels);
    if (bytes[at] !== openBrace || depth === maxListDepth) return scanner.endOfValue(at, levels);
    let position = scanner.skipSpace(at + 1);
    if (bytes[position] === closeBrace) return position + 1;
    for (;;) {
      if (bytes[position] !== quote) return -1;
      const start = position;
      position = scanner.endOfString(start + 1);
      if (position < 0) return -1;
      const member = String(JSON.parse(bytes.toString('utf8', start, position)));
      position = scanner.skipSpace(position);
      if (bytes[position] !== colon) return -1;
      position = this.#endOfMember(scanner.skipSpace(position + 1), depth + 1, member);
      if (position < 0) return -1;
      position = scanner.skipSpace(position);
      if (bytes[position] === closeBrace) return position + 1;
      if (bytes[position] !== comma) return -1;
      position = scanner.skipSpace(position + 1);
    }
  }

  #endOfList(at: number, levels: number): number {
    const [bytes, scanner, rows] = [this.#bytes, this.#scanner, this.#candidates];
    rows.clear();
    let position = scanner.skipSpace(at + 1);
    for (;;) {
      const start = position;
      position = scanner.endOfRow(start, levels - 1, rows);
      if (position < 0) return scanner.endOfValue(at, levels);
      if (rows.count > maxRows) throw new JsonLimitError('has too many rows on one page', maxRows);
      if (position - start > maxRowBytes) throw new JsonLimitError('has a row that is too long', maxRowBytes, 'bytes');
      position = scanner.skipSpace(position);
      if (bytes[position] !== comma) break;
      position = scanner.skipSpace(position + 1);
    }
    if (bytes[position] !== closeBracket) return -1;
    if (rows.count > this.#rows.count) {
      [this.#rows, this.#candidates] = [rows, this.#rows];
      [this.#start, this.#end] = [at, position + 1];
    }
    return position + 1;
  }
}

/** The length of the longest run of `#`, in linear time. */
function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/#+/g)) longest = Math.max(longest, run.length);
  return longest;
}
