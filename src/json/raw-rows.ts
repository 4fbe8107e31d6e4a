import {arrayOf, isObject, type JsonObject} from './json.js';
import {parseJson} from './parse-json.js';
import type {RowOffsets} from './row-offsets.js';

export class RawRows {
  constructor(
    readonly bytes: Buffer,
    readonly offsets: RowOffsets,
  ) {}

  get count(): number {
    return this.offsets.count;
  }

  parse(): readonly JsonObject[] {
    return parseRows(Array.from({length: this.count}, (_none, row) => this.textOf(row)).join(','));
  }

  parseRow(row: number): JsonObject {
    return parseRows(this.textOf(row))[0] ?? {};
  }

  /** The length of the rows' text. */
  countBytes(): number {
    let bytes = 0;
    for (let row = 0; row < this.count; row += 1) bytes += this.offsets.end(row) - this.offsets.start(row);
    return bytes;
  }

  /** Returns these rows only, which must be in ascending order. */
  pick(rows: readonly number[]): RawRows {
    return new RawRows(this.bytes, this.offsets.pick(rows));
  }

  /** The text of a row if it is what `stringifyJson` and `toPrintableJson` would write, on one line. */
  verbatimOf(row: number): string | undefined {
    return this.#isVerbatim(row) ? this.textOf(row) : undefined;
  }

  /** The texts of all rows, a line each; `undefined` unless `verbatimOf` has them all. */
  verbatimLines(): Uint8Array | undefined {
    const lines = Buffer.alloc(this.countBytes() + this.count);
    let length = 0;
    for (let row = 0; row < this.count; row += 1) {
      if (!this.#isVerbatim(row)) return undefined;
      length += this.bytes.copy(lines, length, this.offsets.start(row), this.offsets.end(row));
      length = lines.writeUInt8(0x0a, length);
    }
    return lines;
  }

  #isVerbatim(row: number): boolean {
    return this.offsets.isCanonical(row) && this.offsets.isCompact(row);
  }

  textOf(row: number): string {
    return this.bytes.toString('utf8', this.offsets.start(row), this.offsets.end(row));
  }

  /** The JSON text of the row's `id`; `undefined` when it has none. */
  idTextOf(row: number): string | undefined {
    const end = this.offsets.idEnd(row);
    return end === 0 ? undefined : this.bytes.toString('utf8', this.offsets.idStart(row), end);
  }
}

function parseRows(list: string): readonly JsonObject[] {
  return (arrayOf(parseJson(`[${list}]`)) ?? []).filter(isObject);
}
