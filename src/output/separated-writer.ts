import type {OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import {isNumber} from '../json/json.js';
import {stringifyJson} from '../json/member-order.js';
import type {ListWriter} from './list-writer.js';
import {toPrintable} from './printable.js';
import {readPath, showValue} from './value.js';

/** Values separated by commas (RFC 4180) or by tabs. */
export interface SeparatedSettings {
  readonly stdout: OutputStream;
  readonly format: 'csv' | 'tsv';
  /** The paths of the columns, which head them as well. */
  readonly paths: readonly string[];
  /** True for cells as they are, also those that a spreadsheet would run. */
  readonly isRaw: boolean;
}

/** What a spreadsheet takes for a formula, also behind blanks. */
const formula = /^[\s\0\u200b-\u200d\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tabEscapes: {readonly [character: string]: string} = {'\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\'};

function escapeTabs(text: string): string {
  return text.replace(/[\t\n\r\\]/g, character => tabEscapes[character] ?? character);
}

/** One line for each row. Lists and objects within a row stand in their cell as JSON. */
export function createSeparatedWriter<Row>(
  toValue: (row: Row) => Json,
  {stdout, format, paths, isRaw}: SeparatedSettings,
): ListWriter<Row> {
  // A terminal gets no raw text; a pipe gets it byte for byte.
  const toSafe = stdout.isTerminal ? toPrintable : (text: string) => text;
  const toCell = (value: Json | undefined) => {
    const text = value === true || value === false ? String(value) : showCell(value);
    const isFormula = !isRaw && !isNumber(value) && formula.test(text);
    const cell = isFormula ? `'${text}` : text;
    return toSafe(format === 'csv' ? quote(cell) : escapeTabs(cell));
  };
  // An empty line would be no row at all.
  const toLine = (cells: readonly string[]) =>
    format === 'csv'
      ? `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
      : `${cells.join('\t')}\n`;
  let head = paths.length === 0 ? '' : toLine(paths.map(toCell));
  return {
    write: async rows => {
      const lines = rows.map(row => {
        const value = toValue(row);
        return toLine(paths.map(path => toCell(readPath(value, path))));
      });
      await stdout.write(head + lines.join(''));
      head = '';
    },
    close: () => stdout.write(head),
  };
}

function showCell(value: Json | undefined): string {
  return value === undefined || value === null || typeof value !== 'object' || isNumber(value)
    ? showValue(value)
    : stringifyJson(value);
}
