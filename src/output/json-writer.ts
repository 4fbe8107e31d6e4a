import {UnavailableError} from '../errors.js';
import type {Json} from '../json.js';
import {stringifyJson} from '../member-order.js';
import type {ListWriter} from './list-writer.js';
import {toHarmlessJson} from './printable.js';
import type {OutputStream} from './stream.js';
import {pickPaths} from './value.js';

function stringify(value: Json, indent: number): string {
  try {
    return toHarmlessJson(stringifyJson(value, indent));
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnavailableError('the JSON is nested too deeply or too large to print', {cause: error});
    throw error;
  }
}

/** One value as JSON, indented by two. */
export function toJson(value: Json, columns?: readonly string[]): string {
  return `${stringify(columns ? pickPaths(value, columns) : value, 2)}\n`;
}

/** One value on one line. */
export function toJsonLine(value: Json, columns?: readonly string[]): string {
  return `${stringify(columns ? pickPaths(value, columns) : value, 0)}\n`;
}

/** An array that is closed only when it is complete: cut short it is no valid JSON. */
export function createJsonWriter<Row>(
  stdout: OutputStream,
  toValue: (row: Row) => Json,
  columns: readonly string[] | undefined,
): ListWriter<Row> {
  let opening = '[\n';
  return {
    write: async rows => {
      if (rows.length === 0) return;
      const texts = rows.map(row => toJson(toValue(row), columns).trimEnd().replaceAll('\n', '\n  '));
      await stdout.write(`${opening}  ${texts.join(',\n  ')}`);
      opening = ',\n';
    },
    close: async isComplete => {
      if (isComplete) await stdout.write(opening === '[\n' ? '[]\n' : '\n]\n');
    },
  };
}

export function createNdjsonWriter<Row>(
  stdout: OutputStream,
  toValue: (row: Row) => Json,
  columns: readonly string[] | undefined,
): ListWriter<Row> {
  return {
    write: rows => stdout.write(rows.map(row => toJsonLine(toValue(row), columns)).join('')),
    close: async () => {},
  };
}
