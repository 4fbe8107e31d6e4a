import {UsageError} from '../../../base/errors.js';
import {type Json, type JsonObject} from '../../../json/json.js';
import {tryParseJson} from '../../../json/parse-json.js';
import {type CsvRow, readCsv} from '../../../json/read-csv.js';
import type {PlacedObject} from '../../../json/read-objects.js';
import {restoreFormulas} from '../../../output/csv-formulas.js';
import {buildCreateBody, type CreateOptions} from './build-body.js';
import {parseFlag} from './parse-flag.js';

/** Separates the titles of choices in one cell. */
const titleSeparator = '|';

/** How the cell of a column becomes options of `fields create`. */
const optionColumns: {readonly [column: string]: (cell: string) => CreateOptions} = {
  name: cell => ({name: cell}),
  type: cell => ({type: cell}),
  label: cell => ({label: cell}),
  description: cell => ({description: cell}),
  helper_text: cell => ({helperText: cell}),
  default_value: cell => ({defaultValue: readJson(cell)}),
  example_value: cell => ({exampleValue: readJson(cell)}),
  required: cell => ({required: readFlag(cell)}),
  min_size: cell => ({minSize: readCount(cell)}),
  max_size: cell => ({maxSize: readCount(cell)}),
  display: cell => ({display: cell}),
  hidden: cell => ({hidden: readFlag(cell)}),
  options: cell => ({option: readTitles(cell)}),
  option_display: cell => ({optionDisplay: cell}),
};

/** Members of fields files that no option of `fields create` sets. */
const memberColumns: {readonly [column: string]: (cell: string) => JsonObject} = {
  id: cell => ({id: cell}),
  hint: cell => ({hint: cell}),
  protect: cell => ({protect: readFlag(cell)}),
  validators: cell => ({validators: readJson(cell)}),
  display_options: cell => ({display_options: readJson(cell)}),
};

/** Columns whose cells may also be JSON, as `fields list --output csv` writes them. */
const jsonColumns: ReadonlySet<string> = new Set(['type', 'options']);

/** The columns that a member of a body is made from. */
const columnsOfMember: {readonly [member: string]: readonly string[]} = {
  validators: ['required', 'min_size', 'max_size'],
  display_options: ['display', 'hidden'],
  options: ['options', 'option_display'],
};

/** True for the name of a CSV file. */
export function isCsvName(name: string): boolean {
  return /\.csv$/i.test(name);
}

/** A field as a row has it. */
export interface CsvField extends PlacedObject {
  /** The members in cells with JSON, and those that no option of `fields create` sets. */
  readonly members: JsonObject;
  /** Merges the other cells into a field, as options are. */
  readonly readFlags: (base: JsonObject) => JsonObject;
}

/**
 * Reads the fields of a CSV file, one per row.
 *
 * @throws UsageError naming file, line and column
 */
export function readCsvFields(bytes: Uint8Array, name: string): readonly CsvField[] {
  const rows = readCsv(bytes, name, [...Object.keys(optionColumns), ...Object.keys(memberColumns)]);
  if (rows.length === 0) throw new UsageError(`${name} contains no fields`, 'Add a row for each field.');
  return rows.map(row => ({
    ...readRow(row),
    where: ([member]) => row.where(findColumn(row, String(member))),
  }));
}

function findColumn({cells}: CsvRow, member: string): string {
  return columnsOfMember[member]?.find(column => cells.has(column)) ?? member;
}

function readRow({cells, where}: CsvRow): Omit<CsvField, 'where'> {
  let options: CreateOptions = {};
  let others: JsonObject = {};
  for (const [column, written] of cells) {
    const cell = restoreFormulas(written);
    try {
      const isJson = jsonColumns.has(column) && cell.trimStart().startsWith('{');
      const given = isJson ? {} : (optionColumns[column]?.(cell) ?? {});
      // Each cell on its own first, to name the one that is wrong.
      buildCreateBody(given, {});
      options = {...options, ...given};
      others = {...others, ...(isJson ? {[column]: readJson(cell)} : memberColumns[column]?.(cell))};
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw new UsageError(`${where(column)}: ${error.message}`, error.details.hint);
    }
  }
  const {required, ...optional} = options;
  const hasSize = options.minSize !== undefined || options.maxSize !== undefined;
  // Without a size to go with it, what is not required has no validator.
  const declared = required === false && !hasSize ? optional : options;
  const readFlags = (base: JsonObject) => buildCreateBody(declared, base);
  const body = readFlags({});
  for (const member of Object.keys(others))
    if (Object.hasOwn(body, member))
      throw new UsageError(
        `${where(member)}: ${member} cannot be combined with ${columnsOfMember[member]?.find(column => column !== member && cells.has(column)) ?? member}`,
        'Leave one of the cells empty.',
      );
  return {value: {...body, ...others}, members: others, readFlags};
}

function readTitles(cell: string): readonly string[] {
  const titles = cell.split(titleSeparator).map(title => title.trim());
  if (titles.includes('')) throw new UsageError(`a choice without a title in ${JSON.stringify(cell)}`);
  const repeated = titles.find((title, index) => titles.indexOf(title) !== index);
  if (repeated !== undefined) throw new UsageError(`the choice ${JSON.stringify(repeated)} appears twice`);
  return titles;
}

function readFlag(cell: string): boolean {
  const flag = parseFlag(cell);
  if (flag === undefined) throw new UsageError(`expected yes or no, got ${JSON.stringify(cell)}`);
  return flag;
}

function readCount(cell: string): number {
  if (/^\d{1,15}$/.test(cell.trim())) return Number(cell);
  throw new UsageError(`expected a whole number, got ${JSON.stringify(cell)}`);
}

function readJson(cell: string): Json {
  const value = tryParseJson(cell);
  if (value === undefined) throw new UsageError(`expected JSON, got ${JSON.stringify(cell)}`);
  return value;
}
