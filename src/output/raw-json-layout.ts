import type {RawRows} from '../json/raw-rows.js';
import {Scanner} from '../json/scanner.js';
import {formatJson} from './json-layout.js';
import {toIndentedJson, toJsonLine} from './to-json.js';

/** The text between rows and after the last one, and the format of a row. */
export interface RowLayout {
  readonly between: string;
  readonly after: string;
  /** Spaces before the lines of a row; `undefined` for one line per row. */
  readonly indent: number | undefined;
}

const initialSize = 64 * 1024;
const maxBytesPerUnit = 3;

/** Formats pages of rows as JSON without parsing them. */
export class RawJsonFormatter {
  readonly #layout: RowLayout;
  readonly #scanner = new Scanner();
  #out = Buffer.allocUnsafe(initialSize);
  #at = 0;

  constructor(layout: RowLayout) {
    this.#layout = layout;
  }

  /** @returns bytes that stay valid until the next call */
  format(rows: RawRows, before = ''): Uint8Array {
    const {between, after} = this.#layout;
    this.#at = 0;
    this.#addText(before);
    for (let row = 0; row < rows.count; row += 1) {
      if (row > 0) this.#addText(between);
      this.#addRow(rows, row);
    }
    this.#addText(after);
    return this.#out.subarray(0, this.#at);
  }

  #addRow(rows: RawRows, row: number): void {
    const {indent} = this.#layout;
    const {bytes, offsets} = rows;
    if (!offsets.isCanonical(row)) {
      const value = rows.parseRow(row);
      this.#addText(indent === undefined ? toJsonLine(value).trimEnd() : toIndentedJson(value, indent));
      return;
    }
    const [start, end] = [offsets.start(row), offsets.end(row)];
    this.#reserve(this.#at + end - start);
    if (indent === undefined && offsets.isCompact(row)) {
      this.#at += bytes.copy(this.#out, this.#at, start, end);
      return;
    }
    const layout = {scanner: this.#scanner, bytes, start, end, at: this.#at, indent};
    const rowEnd = formatJson({...layout, out: this.#out});
    if (rowEnd > this.#out.length) {
      this.#reserve(rowEnd);
      formatJson({...layout, out: this.#out});
    }
    this.#at = rowEnd;
  }

  #addText(text: string): void {
    // Only a text that may not fit is measured.
    if (this.#at + text.length * maxBytesPerUnit > this.#out.length) this.#reserve(this.#at + Buffer.byteLength(text));
    this.#at += this.#out.write(text, this.#at);
  }

  #reserve(end: number): void {
    if (end <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(end, this.#out.length * 2));
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }
}
