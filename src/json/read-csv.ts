import {CsvError, parse} from 'csv-parse/sync';
import {andMore, listFirst} from '../base/and-more.js';
import {UsageError} from '../base/errors.js';
import {didYouMean} from '../base/near-names.js';
import {maxRows} from './limits.js';
import {refuseTooManyRows} from './refuse-too-many-rows.js';
import {decodeText} from './strict-decoder.js';

export interface CsvRow {
  /** The cells that are not empty, by the name of their column. */
  readonly cells: ReadonlyMap<string, string>;
  /** Returns `FILE:LINE:COLUMN` of the cell; the column counts cells. */
  readonly where: (column: string) => string;
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: {readonly lines: number};
}

function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && 'info' in value;
}

/**
 * Reads CSV (RFC 4180) with a header, separated by commas or, as some spreadsheets write it, by semicolons or tabs.
 *
 * @param columns the names that the header may have
 * @throws UsageError naming file, line and column
 */
export function readCsv(bytes: Uint8Array, name: string, columns: readonly string[]): readonly CsvRow[] {
  const text = decodeText(bytes, name);
  if (text.includes('\0')) throw new UsageError(`${name} contains a NUL character`, 'Save it as CSV in UTF-8.');
  const [firstLine = ''] = text.split(/[\r\n]/, 1);
  // Excel reads and writes this line before the header.
  const named = /^sep=([,;\t])$/i.exec(firstLine)?.[1];
  const delimiter = named ?? [',', ';', '\t'].find(separator => firstLine.includes(separator)) ?? ',';
  const [header, ...rows] = parseRows(text, name, {delimiter, from_line: named === undefined ? 1 : 2});
  if (!header) throw new UsageError(`${name} is empty`, `The first line names the columns: ${columns.join(', ')}.`);
  refuseTooManyRows(rows.length, name, 'rows');
  const names = header.record.map(column => column.trim().toLowerCase());
  refuseHeader(names, columns, (index, problem) => `${name}:${header.line}:${index + 1}: ${problem}`);
  return rows.map(({record, line}) => ({
    cells: new Map(record.flatMap((cell, index) => (cell === '' ? [] : [[names[index] ?? '', cell] as const]))),
    where: column => `${name}:${line}:${Math.max(0, names.indexOf(column)) + 1}`,
  }));
}

/** How many unknown columns an error names. */
const maxNamed = 20;

/** @throws UsageError for a column that is unknown or appears twice */
function refuseHeader(
  names: readonly string[],
  columns: readonly string[],
  toMessage: (index: number, problem: string) => string,
): void {
  const unknown = names.flatMap((column, index) => (columns.includes(column) ? [] : {column, index}));
  const [first, ...others] = unknown;
  if (first) {
    const more = andMore(others.length, ', ');
    throw new UsageError(
      toMessage(first.index, `unknown column ${JSON.stringify(first.column)}${more}`),
      didYouMean(first.column, columns) ??
        `Remove ${listFirst(
          unknown.map(({column}) => column),
          maxNamed,
        )}, or use one of: ${columns.join(', ')}.`,
    );
  }
  const again = names.findIndex((column, index) => names.indexOf(column) !== index);
  if (again >= 0)
    throw new UsageError(
      toMessage(again, `the column ${JSON.stringify(names[again])} appears twice`),
      'Remove one of the two.',
    );
}

/** The rows with the lines that they start at. */
function parseRows(text: string, name: string, options: CsvOptions) {
  const parsed = tryParse(text, options);
  if (parsed instanceof CsvError) {
    // What the parser counts twice may stand before the error.
    const again = tryParse(text.replaceAll('\r\n', '\n'), options);
    const {lines: at = 1} = again instanceof CsvError ? again : parsed;
    throw new UsageError(
      `${name}:${String(at)}: ${describeCsvError(parsed.code)}`,
      'Put a cell with commas, quotes or line breaks in quotes, and double the quotes inside.',
    );
  }
  let countedTwice = 0;
  return parsed.map(({record, info}) => {
    const cells = record.join(',');
    // The parser counts each CRLF within quotes as two lines.
    countedTwice += cells.split('\r\n').length - 1;
    return {record, line: info.lines - countedTwice - (cells.split(/\r\n|\r|\n/).length - 1)};
  });
}

interface CsvOptions {
  readonly delimiter: string;
  readonly from_line: number;
}

function tryParse(text: string, options: CsvOptions): readonly Parsed[] | CsvError {
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      ...options,
      info: true,
      // The header, and one more row than there may be.
      to: maxRows + 2,
      // By default, the first one counts for the whole file.
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_quotes: false,
    });
    return (Array.isArray(parsed) ? parsed : []).filter(isParsed);
  } catch (error) {
    if (error instanceof CsvError) return error;
    throw error;
  }
}

function describeCsvError(code: string): string {
  if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') return 'the row has more or fewer cells than the header';
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is not closed';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote in the middle of a cell';
  return 'not valid CSV';
}
