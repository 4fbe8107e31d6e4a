import {arrayOf, isObject, type JsonObject} from './json.js';
import {parseJson} from './parse-json.js';
import type {RowOffsets} from './row-offsets.js';

/** The rows of a list as they stand in a reply: no value is made of them before someone looks at one. */
export class RawRows {
  readonly #bytes: Buffer;
  readonly #places: RowOffsets;
  #isThere = true;

  constructor(bytes: Buffer, places: RowOffsets) {
    this.#bytes = bytes;
    this.#places = places;
  }

  get count(): number {
    return this.places.count;
  }

  get bytes(): Buffer {
    this.#refuseWhenForgotten();
    return this.#bytes;
  }

  get places(): RowOffsets {
    this.#refuseWhenForgotten();
    return this.#places;
  }

  parse(): readonly JsonObject[] {
    return parseRows(Array.from({length: this.count}, (_none, row) => this.#textOf(row)).join(','));
  }

  parseRow(row: number): JsonObject {
    return parseRows(this.#textOf(row))[0] ?? {};
  }

  /** To be called when their room is needed for something else. */
  forget(): void {
    this.#isThere = false;
  }

  #textOf(row: number): string {
    return this.bytes.toString('utf8', this.places.start(row), this.places.end(row));
  }

  #refuseWhenForgotten(): void {
    if (!this.#isThere) throw new Error('the rows of a page were looked at after the next page was asked for');
  }
}

function parseRows(list: string): readonly JsonObject[] {
  return (arrayOf(parseJson(`[${list}]`)) ?? []).filter(isObject);
}
