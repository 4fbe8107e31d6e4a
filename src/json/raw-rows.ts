import {arrayOf, isObject, type JsonObject} from './json.js';
import {parseJson} from './parse-json.js';
import type {RawRow} from './raw-row.js';

/** The rows of a page, not parsed yet. */
export class RawRows {
  constructor(
    readonly bytes: Buffer,
    readonly rows: readonly RawRow[],
  ) {}

  parse(): readonly JsonObject[] {
    return parseRows(this.rows.map(row => this.textOf(row)).join(','));
  }

  parseRow(row: RawRow): JsonObject {
    return parseRows(this.textOf(row))[0] ?? {};
  }

  /** The length of the rows' text. */
  countBytes(): number {
    return this.rows.reduce((bytes, {start, end}) => bytes + end - start, 0);
  }

  pick(indices: readonly number[]): RawRows {
    return new RawRows(
      this.bytes,
      indices.flatMap(index => this.rows[index] ?? []),
    );
  }

  textOf({start, end}: RawRow): string {
    return this.bytes.toString('utf8', start, end);
  }

  /** The JSON text of the row's `id`; `undefined` if it has none. */
  idTextOf({idStart, idEnd}: RawRow): string | undefined {
    return idEnd === 0 ? undefined : this.bytes.toString('utf8', idStart, idEnd);
  }
}

function parseRows(list: string): readonly JsonObject[] {
  return (arrayOf(parseJson(`[${list}]`)) ?? []).filter(isObject);
}
