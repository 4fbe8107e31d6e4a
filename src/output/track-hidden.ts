import {listFirst} from '../base/and-more.js';
import {isObject, type Json} from '../json/json.js';
import {maxNamed} from './columns.js';
import type {ListWriter} from './format.js';
import {isEmptyCell, listMembers, readColumn} from './value.js';
import type {Column, TableView} from './view.js';

/** Wraps a writer so that it ends with a note naming the members that no column shows. */
export function trackHidden<Row>(
  writer: ListWriter<Row>,
  paths: readonly string[],
  toValue: (row: Row) => Json,
): ListWriter<Row> {
  const shown = new Set(paths);
  const expanded = new Set(paths.filter(path => path.includes('.')).map(path => path.slice(0, path.indexOf('.'))));
  const hidden = new Set<string>();
  const isFullyShown = (row: Json, parent = ''): boolean => {
    if (!isObject(row)) return false;
    for (const member in row) {
      const path = parent + member;
      if (expanded.has(path) && isEmptyCell(row[member])) continue;
      if (!shown.has(path) && (parent !== '' || !isFullyShown(row[member] ?? null, `${path}.`))) return false;
    }
    return true;
  };
  return {
    ...writer,
    write: (rows, hasMore) => {
      for (const row of rows) {
        const value = toValue(row);
        // Most rows are like the first, and listing their paths would take a fifth of the time of a long list.
        if (isFullyShown(value)) continue;
        for (const {member, path} of listMembers(value))
          if (!shown.has(member) && !shown.has(path) && !(expanded.has(path) && isEmptyCell(readColumn(value, path))))
            hidden.add(path);
      }
      return writer.write(rows, hasMore);
    },
    notes: () => [
      ...(writer.notes?.() ?? []),
      ...(hidden.size === 0 ? [] : [`not shown: ${listFirst([...hidden], maxNamed)} (see all with --json)`]),
    ],
  };
}

/**
 * Does so only where the columns were found from the first rows. Documented columns and chosen ones do not depend on the
 * rows.
 */
export function trackHiddenIfFound<Row>(
  writer: ListWriter<Row>,
  view: TableView<Row>,
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): ListWriter<Row> {
  if (chosen || view.documented.length > 0) return writer;
  return trackHidden(
    writer,
    columns.map(({path}) => path),
    view.toValue,
  );
}
