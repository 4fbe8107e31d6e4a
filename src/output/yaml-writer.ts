import type {OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import type {ListWriter} from './list-writer.js';
import {toYaml} from './to-yaml.js';
import {pickPaths} from './value.js';

/** A list with an element for each row, written as they come. Its end mark is written only when it is complete. */
export function createYamlWriter<Row>(
  stdout: OutputStream,
  toValue: (row: Row) => Json,
  columns: readonly string[] | undefined,
): ListWriter<Row> {
  let isEmpty = true;
  return {
    write: async rows => {
      if (rows.length === 0) return;
      isEmpty = false;
      const values = rows.map(toValue).map(value => (columns ? pickPaths(value, columns) : value));
      await stdout.write(toYaml(values));
    },
    close: async isComplete => {
      if (isComplete) await stdout.write(isEmpty ? '[]\n...\n' : '...\n');
    },
  };
}
