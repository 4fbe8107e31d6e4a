import type {RawRows} from '../json/raw-rows.js';
import {formatJson} from './json-layout.js';
import {toJson, toJsonLine} from './to-json.js';

/** What stands between the rows and after them, and how they are laid out. */
export interface Frame {
  readonly between: string;
  readonly after: string;
  /** Spaces before the lines of a row; `undefined` for a row on one line. */
  readonly indent: number | undefined;
}

const firstRoom = 64 * 1024;
const mostBytesOfACharacter = 3;

/** Lays the rows of one page after the other out as JSON, without making values of them. */
export class RawJsonFormatter {
  readonly #frame: Frame;
  #out = Buffer.allocUnsafe(firstRoom);
  #at = 0;

  constructor(frame: Frame) {
    this.#frame = frame;
  }

  /** The text in bytes, good until the next call. */
  lay(rows: RawRows, before = ''): Uint8Array {
    const {between, after} = this.#frame;
    this.#at = 0;
    this.#putText(before);
    for (let row = 0; row < rows.count; row += 1) {
      if (row > 0) this.#putText(between);
      this.#putRow(rows, row);
    }
    this.#putText(after);
    return this.#out.subarray(0, this.#at);
  }

  #putRow(rows: RawRows, row: number): void {
    const {indent} = this.#frame;
    const {bytes, places} = rows;
    if (!places.isCanonical(row)) {
      this.#putText(toText(rows, row, indent));
      return;
    }
    const [start, end] = [places.start(row), places.end(row)];
    this.#makeRoom(this.#at + end - start);
    if (indent === undefined && places.isCompact(row)) {
      this.#at += bytes.copy(this.#out, this.#at, start, end);
      return;
    }
    const needed = formatJson({bytes, start, end, out: this.#out, at: this.#at, indent});
    if (needed > this.#out.length) {
      this.#makeRoom(needed);
      formatJson({bytes, start, end, out: this.#out, at: this.#at, indent});
    }
    this.#at = needed;
  }

  #putText(text: string): void {
    this.#makeRoom(this.#at + text.length * mostBytesOfACharacter);
    this.#at += this.#out.write(text, this.#at);
  }

  #makeRoom(end: number): void {
    if (end <= this.#out.length) return;
    const larger = Buffer.allocUnsafeSlow(end * 2);
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }
}

function toText(rows: RawRows, row: number, indent: number | undefined): string {
  const value = rows.parseRow(row);
  if (indent === undefined) return toJsonLine(value).trimEnd();
  return toJson(value)
    .trimEnd()
    .replaceAll('\n', `\n${' '.repeat(indent)}`);
}
