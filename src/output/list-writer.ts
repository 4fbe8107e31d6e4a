import {UsageError} from '../base/errors.js';
import type {OpenPager, OutputStream} from '../base/output-stream.js';
import type {Json} from '../json/json.js';
import type {RawRows} from '../json/raw-rows.js';
import {titleOf} from './cells.js';
import type {Format} from './format.js';
import type {JqProgram} from './jq.js';
import {createJsonWriter, createNdjsonWriter} from './json-writer.js';
import type {LiveRegionHandle} from './table-presenter.js';
import {hasPath, listMembers, listPaths} from './value.js';
import type {Column, TableView} from './view.js';

/** Thrown when `--columns` names something that nothing shown has. Whoever shows what came of writes must not fail for it. */
export class NoSuchColumnError extends UsageError {
  constructor(path: string, noun: string, there: readonly string[]) {
    super(`no ${noun} have ${JSON.stringify(path)}`, `Use one of: ${there.join(', ')}.`);
  }
}

/** The paths that are no part of another: enough for a hint. */
export function topLevel(paths: readonly string[]): readonly string[] {
  return paths.filter(path => !path.includes('.'));
}

/** Writes a list as it arrives. */
export interface ListWriter<Row> {
  /** @param hasMore true when another page is awaited */
  readonly write: (rows: readonly Row[], hasMore: boolean) => Promise<void>;
  /** Writes the same without a look at the rows, where that can be done. */
  readonly writeRaw?: ((rows: RawRows) => Promise<void>) | undefined;
  /** A list that is cut short stays recognisable: its JSON array is not closed. */
  readonly close: (isComplete: boolean) => Promise<void>;
  /** What does not show in what was written, for a note. */
  readonly unshown?: () => readonly string[];
}

export interface ListSettings {
  readonly format: Format;
  /** `--columns`, in the order given. */
  readonly columns: readonly string[] | undefined;
  readonly stdout: OutputStream;
  /** `--jq` */
  readonly jq: JqProgram | undefined;
  /** `--csv-raw` */
  readonly isCsvRaw: boolean;
  readonly zone: () => string;
  readonly now: () => Date;
  /** `undefined` when nothing is to be paged. */
  readonly openPager: OpenPager | undefined;
}

/** Columns need rows to be chosen from, so the writer is made when the first rows are there. */
export async function createListWriter<Row>(
  view: TableView<Row>,
  first: {readonly rows: readonly Row[]},
  settings: ListSettings,
  live?: LiveRegionHandle,
): Promise<ListWriter<Row>> {
  const {format, stdout, columns: paths} = settings;
  const toPicked = view.toPicked ?? view.toValue;
  const writer = await openWriter();
  return paths ? withPathCheck(writer, paths, toPicked, view, view.columns(first.rows)) : writer;

  async function openWriter(): Promise<ListWriter<Row>> {
    const toMachine = paths ? toPicked : view.toValue;
    if (settings.jq) {
      const {createJqWriter} = await import('./jq.js');
      return createJqWriter(toMachine, {jq: settings.jq, stdout, isEach: format === 'ndjson', columns: paths});
    }
    if (format === 'json') return createJsonWriter(stdout, toMachine, paths);
    if (format === 'ndjson') return createNdjsonWriter(stdout, toMachine, paths);
    if (format === 'yaml') {
      const {createYamlWriter} = await import('./yaml-writer.js');
      return createYamlWriter(stdout, toMachine, paths);
    }
    if (format === 'csv' || format === 'tsv') {
      const {createSeparatedWriter} = await import('./separated-writer.js');
      const all = paths ?? findPaths(view.documented, first.rows.map(toPicked));
      const writer = createSeparatedWriter(toPicked, {stdout, format, paths: all, isRaw: settings.isCsvRaw});
      return paths ? writer : withUnshownMembers(writer, all, toPicked);
    }
    const known = view.columns(first.rows);
    const columns = paths?.map(path => known.find(column => isNamed(column, path)) ?? {path}) ?? known;
    if (stdout.isTerminal) {
      const {createTerminalTable} = await import('./terminal-table.js');
      return createTerminalTable(columns, toPicked, {...settings, live});
    }
    const {createPlainTable} = await import('./plain-table.js');
    const table = createPlainTable(stdout, columns, toPicked);
    const heads = columns.map(({path}) => path);
    return paths || view.documented.length > 0 ? table : withUnshownMembers(table, heads, view.toValue);
  }
}

/** The columns of a format that names them once: those of the reference, and those that the first rows have beyond it. */
export function findPaths(documented: readonly string[], first: readonly Json[]): readonly string[] {
  const known = topLevel(documented);
  const found = first.flatMap(listMembers).filter(({member}) => !known.includes(member));
  return [...new Set([...known, ...found.map(({path}) => path)])];
}

/** A column answers to its path and to what stands above it. */
function isNamed<Row>(column: Column<Row>, name: string): boolean {
  return column.path === name || titleOf(column).toLowerCase() === name.toLowerCase();
}

/** Refuses at the end a path that no row has and nobody documented: a typing mistake would otherwise be an empty column. */
function withPathCheck<Row>(
  writer: ListWriter<Row>,
  paths: readonly string[],
  toValue: (row: Row) => Json,
  view: TableView<Row>,
  known: readonly Column<Row>[],
): ListWriter<Row> {
  const missing = new Set(
    paths.filter(
      path => !view.documented.includes(path) && !known.some(column => column.show && isNamed(column, path)),
    ),
  );
  const seen = new Set(topLevel(view.documented));
  let count = 0;
  return {
    ...writer,
    write: (rows, hasMore) => {
      count += rows.length;
      if (missing.size > 0) {
        const values = rows.map(toValue);
        for (const path of missing) if (hasPath(values, path)) missing.delete(path);
        if (missing.size > 0) for (const path of values.flatMap(listPaths)) seen.add(path);
      }
      return writer.write(rows, hasMore);
    },
    close: async isComplete => {
      await writer.close(isComplete);
      const [path] = missing;
      if (path !== undefined && count > 0 && isComplete) throw new NoSuchColumnError(path, view.noun, [...seen]);
    },
  };
}

/** Keeps account of the members of later rows for which the first rows gave no column. */
function withUnshownMembers<Row>(
  writer: ListWriter<Row>,
  paths: readonly string[],
  toValue: (row: Row) => Json,
): ListWriter<Row> {
  const unshown = new Set<string>();
  return {
    ...writer,
    write: (rows, hasMore) => {
      for (const {member, path} of rows.map(toValue).flatMap(listMembers))
        if (!paths.includes(member) && !paths.includes(path)) unshown.add(path);
      return writer.write(rows, hasMore);
    },
    unshown: () => [...unshown],
  };
}
