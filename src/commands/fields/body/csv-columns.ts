import {UsageError} from '../../../base/errors.js';
import {quoteStart} from '../../../base/quote-start.js';
import type {Json, JsonObject} from '../../../json/json.js';
import {parseUniqueJson} from '../../../json/parse-unique-json.js';
import {findRepeated} from '../input/find-repeated.js';
import type {CreateOptions} from './build-body.js';

/** Separates the titles of choices in one cell. */
const titleSeparator = '|';

/** How the cell of a column becomes options of `fields create`. */
export const optionColumns: {readonly [column: string]: (cell: string) => CreateOptions} = {
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
export const memberColumns: {readonly [column: string]: (cell: string) => JsonObject} = {
  id: cell => ({id: cell}),
  hint: cell => ({hint: cell}),
  protect: cell => ({protect: readFlag(cell)}),
  validators: cell => ({validators: readJson(cell)}),
  display_options: cell => ({display_options: readJson(cell)}),
};

function readTitles(cell: string): readonly string[] {
  const titles = cell.split(titleSeparator).map(title => title.trim());
  if (titles.includes('')) throw new UsageError(`a choice without a title in ${quoteStart(cell)}`);
  const repeated = findRepeated(titles);
  if (repeated !== undefined) throw new UsageError(`the choice ${JSON.stringify(repeated)} appears twice`);
  return titles;
}

/** Reads yes or no in the forms that people and spreadsheets use. */
export function readFlag(cell: string): boolean {
  const word = cell.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x'].includes(word)) return true;
  if (['no', 'n', 'false', '0'].includes(word)) return false;
  throw new UsageError(`expected yes or no, got ${JSON.stringify(cell)}`);
}

function readCount(cell: string): number {
  if (/^\d{1,15}$/.test(cell.trim())) return Number(cell);
  throw new UsageError(`expected a whole number, got ${JSON.stringify(cell)}`);
}

export function readJson(cell: string): Json {
  const value = parseUniqueJson(cell);
  if (value === undefined) throw new UsageError(`expected JSON, got ${JSON.stringify(cell)}`);
  return value;
}
