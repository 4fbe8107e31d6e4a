import {UnavailableError} from '../base/errors.js';
import type {Json} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {RawRows} from '../json/raw-rows.js';
import {toPrintableJson} from './printable.js';

function stringify(value: Json, indent: number): string {
  try {
    return toPrintableJson(stringifyJson(value, indent));
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnavailableError('the JSON is nested too deeply or too large to print', {cause: error});
    throw error;
  }
}

/** Formats a value as JSON indented by two, ending with a newline. */
export function toJson(value: Json): string {
  return `${stringify(value, 2)}\n`;
}

/** The same without the newline, with more space before all lines but the first. */
export function toIndentedJson(value: Json, spaces: number): string {
  return stringify(value, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

export function toJsonLine(value: Json): string {
  return `${stringify(value, 0)}\n`;
}

const lineEnd = Buffer.from('\n');

/** Formats the rows of a page, a line each, without parsing them where their text is the same. */
export function toRawLines(raw: RawRows): Buffer {
  return Buffer.concat(
    raw.rows.flatMap(row =>
      row.isCanonical ? [raw.bytes.subarray(row.start, row.end), lineEnd] : Buffer.from(toJsonLine(raw.parseRow(row))),
    ),
  );
}
