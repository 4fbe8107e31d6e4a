import {UsageError} from '../errors.js';
import type {Format} from './format.js';
import {createJsonWriter, createNdjsonWriter} from './json-writer.js';
import type {OutputStream} from './stream.js';
import {hasPath, listPaths} from './value.js';
import type {Column, TableView, Value} from './view.js';

/** Writes a list as it arrives. `end` is called only when the list is complete, so that a cut one is recognisable. */
export interface ListWriter<Row> {
  readonly write: (rows: readonly Row[]) => Promise<void>;
  readonly end: () => Promise<void>;
}

export interface ListSettings {
  readonly format: Format;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  readonly stdout: OutputStream;
}

/** Columns need rows to be chosen from, so the writer is made when the first rows are there. */
export async function createListWriter<Row>(
  view: TableView<Row>,
  first: readonly Row[],
  settings: ListSettings,
): Promise<ListWriter<Row>> {
  const {format, stdout} = settings;
  const values = first.map(view.toValue);
  if (settings.columns && first.length > 0) checkPaths(settings.columns, values, view);
  const toMachine = (row: Row): Value => view.toValue(row);
  if (format === 'json') return createJsonWriter(stdout, toMachine, settings.columns);
  if (format === 'ndjson') return createNdjsonWriter(stdout, toMachine, settings.columns);

  const columns = chooseColumns(view, first, settings.columns);
  if (stdout.isTerminal) {
    const {createTerminalTable} = await import('./terminal-table.js');
    return createTerminalTable(stdout, columns, view.toValue);
  }
  const {createPlainTable} = await import('./plain-table.js');
  return createPlainTable(stdout, columns, view.toValue);
}

function chooseColumns<Row>(
  view: TableView<Row>,
  first: readonly Row[],
  paths: readonly string[] | undefined,
): readonly Column<Row>[] {
  const known = view.columns(first);
  return paths === undefined ? known : paths.map(path => known.find(column => column.path === path) ?? {path});
}

/** @throws UsageError for a path that no row has and nobody documented: a typing mistake would otherwise be an empty column. */
function checkPaths<Row>(paths: readonly string[], values: readonly Value[], view: TableView<Row>): void {
  for (const path of paths) {
    if (view.documented.includes(path.split('.')[0] ?? '') || hasPath(values, path)) continue;
    const there = [...new Set([...view.documented, ...values.flatMap(listPaths)])];
    throw new UsageError(`no ${view.noun} have ${JSON.stringify(path)}`, `Columns there are: ${there.join(', ')}.`);
  }
}
