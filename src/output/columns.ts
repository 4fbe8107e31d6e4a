import {listFirst} from '../base/and-more.js';
import {UsageError} from '../base/errors.js';
import {didYouMean} from '../base/near-names.js';
import type {Json} from '../json/json.js';
import {titleOf, toCells} from './cells.js';
import {toPickedValue} from './machine-value.js';
import {listColumns, readColumn} from './value.js';
import type {Column, DetailView, TableView} from './view.js';

/** More names do not help to find the right one. */
export const maxNamed = 50;
const maxSearched = 2_000;

/** Thrown when `--columns` names a column that neither the reference nor the first rows have. */
export class UnknownColumnError extends UsageError {
  /** Message and hint on one line, for when the rest of the output is still shown. */
  readonly warning: string;
  readonly path: string;

  constructor(path: string, hint: string) {
    super(`unknown column ${JSON.stringify(path)}`, hint);
    this.path = path;
    this.warning = `${this.message}. ${hint}`;
  }
}

function suggestColumns(path: string, known: readonly string[]): string {
  const names = new Set(known);
  const available = known.filter(name => !listParents(name).some(parent => names.has(parent)));
  return didYouMean(path, known.slice(0, maxSearched)) ?? `Available columns: ${listFirst(available, maxNamed)}`;
}

/** The paths above a path: `a` and `a.b` for `a.b.c`. */
function listParents(path: string): readonly string[] {
  return Array.from(path.matchAll(/\./g), ({index}) => path.slice(0, index));
}

export function isNamed<Row>(column: Column<Row>, name: string): boolean {
  return column.path === name || titleOf(column).toLowerCase() === name.toLowerCase();
}

/** True for a documented path, and for any path below a documented member that the reference leaves open. */
function isDocumented(path: string, documented: readonly string[]): boolean {
  if (documented.includes(path)) return true;
  const parents = documented.filter(parent => path.startsWith(`${parent}.`));
  const nearest = parents.sort((a, b) => b.length - a.length)[0];
  return nearest !== undefined && !documented.some(other => other.startsWith(`${nearest}.`));
}

function findUnknown(
  values: readonly Json[],
  known: readonly string[],
  paths: readonly string[],
): UnknownColumnError | undefined {
  // Other rows may have an object where these have null. The reference knows what is in its own.
  const isOpen = (parent: string) =>
    !known.includes(parent) &&
    values.some(value => readColumn(value, parent) === null) &&
    values.every(value => (readColumn(value, parent) ?? null) === null);
  const path = paths.find(
    each =>
      !isDocumented(each, known) &&
      values.every(value => readColumn(value, each) === undefined) &&
      !listParents(each).some(isOpen),
  );
  if (path === undefined) return undefined;
  const found = listColumns(values).map(column => column.path);
  return new UnknownColumnError(path, suggestColumns(path, [...new Set([...known, ...found])]));
}

/**
 * Checks `--columns` against the first rows of a list. Without rows it uses the reference only.
 *
 * @param hasHeadings false for a format that has members in place of columns with headings
 */
export function findUnknownColumn<Row>(
  view: TableView<Row>,
  first: readonly Row[],
  paths: readonly string[],
  hasHeadings = true,
): UnknownColumnError | undefined {
  if (first.length === 0 && view.documented.length === 0) return undefined;
  const own = view.columns(first).filter(({show}) => show !== undefined);
  const values = first.map(row => toPickedValue(view, row));
  const others = paths.filter(
    path => !own.some(column => isNamed(column, path) && (hasHeadings || column.path === path)),
  );
  const unknown = findUnknown(values, view.documented, others);
  const heading = own.find(column => unknown?.path !== undefined && isNamed(column, unknown.path));
  return unknown && heading ? new UnknownColumnError(unknown.path, `Use ${heading.path}.`) : unknown;
}

/** Checks `--columns` against a single value. */
export function findUnknownMember<Thing>(
  view: DetailView<Thing>,
  thing: Thing,
  paths: readonly string[],
): UnknownColumnError | undefined {
  return findUnknown([toPickedValue(view, thing)], view.documented, paths);
}

/**
 * The columns of a table: those in `--columns` that the first rows or the reference have, else those of the view. Of a
 * finite view, whose rows are all known, columns that are empty in all of them are left out.
 */
export function chooseColumns<Row>(
  view: TableView<Row>,
  first: readonly Row[],
  paths: readonly string[] | undefined,
): readonly Column<Row>[] {
  const known = view.columns(first);
  const isUnknown = (path: string) => first.length > 0 && findUnknownColumn(view, first, [path]) !== undefined;
  const chosen = (paths ?? [])
    .filter(path => !isUnknown(path))
    .map(path => known.find(column => isNamed(column, path)) ?? {path});
  if (chosen.length > 0) return chosen;
  if (!view.isFinite) return known;
  return known.filter(column => first.some(row => toCells([column], row, view).some(({text}) => text !== '')));
}

/** The header of a format that has one: the paths in the reference, then others in the first rows. */
export function findPaths(documented: readonly string[], first: readonly Json[]): readonly string[] {
  const known = documented.filter(path => !path.includes('.'));
  const found = listColumns(first).filter(({member}) => !known.includes(member));
  return [...known, ...found.map(({path}) => path)];
}
