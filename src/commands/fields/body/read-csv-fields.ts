import {cannotCombine, UsageError} from '../../../base/errors.js';
import {arrayOf, type JsonObject} from '../../../json/json.js';
import {type CsvRow, readCsv} from '../../../json/read-csv.js';
import {restoreFormulas} from '../../../output/csv-formulas.js';
import type {PlacedObject} from '../input/placed-objects.js';
import {buildCreateBody, type CreateOptions} from './build-body.js';
import {memberColumns, optionColumns, readJson} from './csv-columns.js';
import {withSubject} from './with-subject.js';

/** Columns whose cells may also be JSON, as `fields list --output csv` writes them. */
const jsonColumns: ReadonlySet<string> = new Set(['type', 'options']);

const columnsOfMember: {readonly [member: string]: readonly string[]} = {
  validators: ['required', 'min_size', 'max_size'],
  display_options: ['display', 'hidden'],
  options: ['options', 'option_display'],
};

export function isCsvName(name: string): boolean {
  return /\.csv$/i.test(name);
}

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
    const read = () => {
      const isJson = jsonColumns.has(column) && cell.trimStart().startsWith('{');
      const given = isJson ? {} : (optionColumns[column]?.(cell) ?? {});
      // Each cell on its own first, to name the one that is wrong.
      buildCreateBody(given, {});
      options = {...options, ...given};
      others = {...others, ...(isJson ? {[column]: readJson(cell)} : memberColumns[column]?.(cell))};
    };
    withSubject(where(column), read);
  }
  const {required, ...optional} = options;
  const hasSize = options.minSize !== undefined || options.maxSize !== undefined;
  const readFlags = (base: JsonObject) => {
    // Without a size to go with it, what is not required has no validator.
    const hasValidators = hasSize || (arrayOf(base['validators']) ?? []).length > 0;
    const given = required === false && !hasValidators ? optional : options;
    // A list shows strings as they are, and an API may have one in place of an object (2.1).
    const shown = restoreFormulas(cells.get('default_value') ?? '');
    const kept = base['default_value'] === shown ? {defaultValue: shown} : {};
    // Each cell was read on its own, so what is left to be wrong is a size.
    return withSubject(where(cells.has('max_size') ? 'max_size' : 'min_size'), () =>
      buildCreateBody({...given, ...kept}, base),
    );
  };
  const body = readFlags({});
  for (const member of Object.keys(others))
    if (Object.hasOwn(body, member))
      throw cannotCombine(
        `${where(member)}: ${member}`,
        columnsOfMember[member]?.find(column => column !== member && cells.has(column)) ?? member,
        'Leave one of the cells empty.',
      );
  return {value: {...body, ...others}, members: others, readFlags};
}
