import type {Page} from '../api/page.js';
import {yieldToSignals} from '../base/yield-to-signals.js';
import type {Json} from '../json/json.js';
import {findUnknownColumn, isNamed} from '../output/columns.js';
import {compareCells} from '../output/compare-cells.js';
import {readPath, showValue} from '../output/value.js';
import type {TableView} from '../output/view.js';
import type {SortOrder} from './parse-sort.js';
import {withResumeHint} from './resume-hint.js';

/**
 * Which rows are shown, selected on the client: the reference does not show the syntax of `filter` and `order_by`
 * (4.7).
 */
export interface RowSelection<Row> {
  readonly matches: (row: Row) => boolean;
  readonly sort?: SortOrder | undefined;
  readonly limit?: number | undefined;
  readonly signal: AbortSignal;
}

/** More sorted rows are formatted in parts, so that signals are handled in between. */
const maxBytesOfPart = 4_000_000;

/**
 * The rows that match, page by page; with `sort` all of them in order, at once unless they are long.
 *
 * @throws UnknownColumnError for a column that neither the reference nor any row has
 */
export async function* selectRows<Row extends Json>(
  view: TableView<Row>,
  pages: AsyncIterable<Page<Row>>,
  {matches, sort, limit = Number.POSITIVE_INFINITY, signal}: RowSelection<Row>,
): AsyncGenerator<Page<Row>> {
  const gathered: Row[] = [];
  let left = limit;
  let bytes = 0;
  for await (const {raw, ...page} of sort ? withResumeHint(pages, {isGathered: true}) : pages) {
    const rows = page.rows.filter(matches);
    if (sort) {
      // Spread as arguments, a large page would overflow the stack.
      for (const row of rows) gathered.push(row);
      bytes += raw?.countBytes() ?? 0;
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
  const shown = sorted.slice(0, limit);
  const perPart = bytes <= maxBytesOfPart ? shown.length : Math.ceil((sorted.length * maxBytesOfPart) / bytes);
  let start = 0;
  for (; start + perPart < shown.length; start += perPart) {
    yield {rows: shown.slice(start, start + perPart)};
    await yieldToSignals(signal);
  }
  yield {rows: shown.slice(start), ...(sorted.length > limit ? {cut: {isBetweenPages: false}} : {})};
}

/** Sorts by the texts of a column, as the table shows them. */
function sortRows<Row extends Json>(
  view: TableView<Row>,
  rows: readonly Row[],
  {path, isDescending}: SortOrder,
): readonly Row[] {
  const column = view.columns(rows).find(each => isNamed(each, path));
  return rows
    .map(row => ({row, text: column?.show?.(row) ?? showValue(readPath(row, path))}))
    .toSorted((a, b) => compareCells(a.text, b.text, isDescending))
    .map(({row}) => row);
}

export function toSearchText(value: Json | undefined): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value !== 'object' || JSON.isRawJSON(value)) return showValue(value);
  return Object.values(value).map(toSearchText).join('\n');
}
