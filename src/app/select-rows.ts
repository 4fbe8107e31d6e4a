import type {Page} from '../api/page.js';
import {type Json, numberOf} from '../json/json.js';
import {findUnknownColumn} from '../output/columns.js';
import {readPath, showValue} from '../output/value.js';
import type {TableView} from '../output/view.js';
import type {SortOrder} from './parse-sort.js';

/** Which rows are shown, selected on the client: the reference does not show the syntax of `filter` and `order_by` (4.7). */
export interface RowSelection<Row> {
  readonly matches: (row: Row) => boolean;
  readonly sort?: SortOrder | undefined;
  readonly limit?: number | undefined;
}

/**
 * The rows that match, page by page; with `sort` all of them at once, in order.
 *
 * @throws UnknownColumnError for a column that neither the reference nor any row has
 */
export async function* selectRows<Row extends Json>(
  view: TableView<Row>,
  pages: AsyncIterable<Page<Row>>,
  {matches, sort, limit = Number.POSITIVE_INFINITY}: RowSelection<Row>,
): AsyncGenerator<Page<Row>> {
  const gathered: Row[] = [];
  let left = limit;
  for await (const {raw: _unselected, ...page} of pages) {
    const rows = page.rows.filter(matches);
    if (sort) {
      gathered.push(...rows);
      yield {...page, rows: [], next: undefined};
      continue;
    }
    const isCut = rows.length > left;
    yield {...page, rows: rows.slice(0, left), ...(isCut ? {cut: {isBetweenPages: false}} : {})};
    if (isCut) return;
    left -= rows.length;
  }
  if (!sort) return;
  const unknown = findUnknownColumn(view, gathered, [sort.path]);
  if (unknown) throw unknown;
  const sorted = sortRows(view, gathered, sort);
  yield {rows: sorted.slice(0, limit), ...(sorted.length > limit ? {cut: {isBetweenPages: false}} : {})};
}

/** Longer texts are compared by their beginnings, as comparing in natural order is slow. In UTF-16 code units. */
const maxComparedLength = 10_000;

/** Sorts numbers by size and all else in natural order; rows without a value come last. */
function sortRows<Row extends Json>(
  view: TableView<Row>,
  rows: readonly Row[],
  {path, isDescending}: SortOrder,
): readonly Row[] {
  const {compare} = new Intl.Collator('en', {numeric: true});
  const column = view.columns(rows).find(each => each.path === path || each.title === path);
  const keyed = rows.map(row => {
    const value = column?.show ? column.show(row) : readPath(row, path);
    return {row, number: numberOf(value), text: showValue(value).slice(0, maxComparedLength)};
  });
  const direction = isDescending ? -1 : 1;
  return keyed
    .toSorted((a, b) => {
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
      const order = a.number !== undefined && b.number !== undefined ? a.number - b.number : compare(a.text, b.text);
      return direction * order;
    })
    .map(({row}) => row);
}

/** All texts and numbers in a value, one per line. */
export function listTexts(value: Json | undefined): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value !== 'object' || JSON.isRawJSON(value)) return showValue(value);
  return Object.values(value).map(listTexts).join('\n');
}
