import {arrayOf, isObject, type JsonObject} from './json.js';
import {parseJson} from './parse-json.js';
import type {RowOffsets} from './row-offsets.js';

/** The rows of a list as they stand in a reply; parsed only when someone looks at them. */
export class RawRows {
  constructor(
    readonly bytes: Buffer,
    readonly places: RowOffsets,
  ) {}

  get count(): number {
    return this.places.count;
  }

  parse(): readonly JsonObject[] {
    return parseRows(Array.from({length: this.count}, (_none, row) => this.textOf(row)).join(','));
  }

  parseRow(row: number): JsonObject {
    return parseRows(this.textOf(row))[0] ?? {};
  }

  /** Only these rows, in ascending order. */
  pick(rows: readonly number[]): RawRows {
    return new RawRows(this.bytes, this.places.pick(rows));
  }

  textOf(row: number): string {
    return this.bytes.toString('utf8', this.places.start(row), this.places.end(row));
  }

  /** The text of its `id`; `undefined` when it has none. */
  idTextOf(row: number): string | undefined {
    const end = this.places.idEnd(row);
    return end === 0 ? undefined : this.bytes.toString('utf8', this.places.idStart(row), end);
  }
}

function parseRows(list: string): readonly JsonObject[] {
  return (arrayOf(parseJson(`[${list}]`)) ?? []).filter(isObject);
}
