import type {OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import type {ListWriter} from './list-writer.js';
import {RawJsonFormatter} from './raw-json-layout.js';
import {toJson, toJsonLine} from './to-json.js';
import {asItIs} from './view.js';

/** True when rows leave as they came. */
function canPassOn(toValue: unknown, columns: readonly string[] | undefined): boolean {
  return toValue === asItIs && columns === undefined;
}

/** An array that is closed only when it is complete: cut short it is no valid JSON. */
export function createJsonWriter<Row>(
  stdout: OutputStream,
  toValue: (row: Row) => Json,
  columns: readonly string[] | undefined,
): ListWriter<Row> {
  let opening = '[\n';
  const layout = canPassOn(toValue, columns)
    ? new RawJsonFormatter({between: ',\n  ', after: '', indent: 2})
    : undefined;
  return {
    write: async rows => {
      if (rows.length === 0) return;
      const texts = rows.map(row => toJson(toValue(row), columns).trimEnd().replaceAll('\n', '\n  '));
      await stdout.write(`${opening}  ${texts.join(',\n  ')}`);
      opening = ',\n';
    },
    writeRaw:
      layout &&
      (async rows => {
        await stdout.write(layout.lay(rows, `${opening}  `));
        opening = ',\n';
      }),
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
  const layout = canPassOn(toValue, columns)
    ? new RawJsonFormatter({between: '\n', after: '\n', indent: undefined})
    : undefined;
  return {
    writeRaw: layout && (rows => stdout.write(layout.lay(rows))),
    write: rows => stdout.write(rows.map(row => toJsonLine(toValue(row), columns)).join('')),
    close: async () => {},
  };
}
