import {UsageError} from '../errors.js';
import type {Format} from './format.js';
import {createJsonWriter, createNdjsonWriter} from './json-writer.js';
import type {OutputStream} from './stream.js';
import {hasPath, listPaths} from './value.js';
import type {TableView, Value} from './view.js';

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
  const known = format === 'table' ? view.columns(first) : [];
  if (settings.columns && first.length > 0)
    checkPaths(settings.columns, values, [...view.documented, ...known.map(({path}) => path)], view.noun);
  if (format === 'json') return createJsonWriter(stdout, view.toValue, settings.columns);
  if (format === 'ndjson') return createNdjsonWriter(stdout, view.toValue, settings.columns);

  const columns = settings.columns?.map(path => known.find(column => column.path === path) ?? {path}) ?? known;
  if (stdout.isTerminal) {
    const {createTerminalTable} = await import('./terminal-table.js');
    return createTerminalTable(stdout, columns, view.toValue);
  }
  const {createPlainTable} = await import('./plain-table.js');
  return createPlainTable(stdout, columns, view.toValue);
}

/** @throws UsageError for a path that no row has and nobody documented: a typing mistake would otherwise be an empty column. */
function checkPaths(paths: readonly string[], values: readonly Value[], known: readonly string[], noun: string): void {
  for (const path of paths) {
    if (known.includes(path) || known.includes(path.split('.')[0] ?? '') || hasPath(values, path)) continue;
    const there = [...new Set([...known, ...values.flatMap(listPaths)])];
    throw new UsageError(`no ${noun} have ${JSON.stringify(path)}`, `Columns there are: ${there.join(', ')}.`);
  }
}
