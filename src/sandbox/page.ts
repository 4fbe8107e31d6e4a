import {type JsonObject, objectOf} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {defaultPageSize, maxPageSize} from './assumptions.js';
import {invalid} from './error-reply.js';
import {compareValues, type OrderKey, parseFilter, parseOrder, valueAt} from './filter.js';
import {decodeToken, encodeToken, type PageRequest, type Position} from './page-position.js';
import type {Kind, Store} from './store.js';

interface PlacedRow extends Position {
  readonly text: string;
}

function readPageSize(text: string): number {
  if (text === '') return defaultPageSize;
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > maxPageSize)
    throw invalid('page_size', `must be a whole number from 1 to ${maxPageSize}`);
  return size;
}

function* readInSequence(store: Store, kind: Kind, filter: string, after: number): Generator<PlacedRow> {
  const matches = filter === '' ? undefined : parseFilter(filter, kind);
  for (const row of store.readAfter(kind, after)) if (!matches || matches(toObject(row.text))) yield {...row, keys: []};
}

function toObject(text: string): JsonObject {
  return objectOf(parseJson(text)) ?? {};
}

function comparePositions(order: readonly OrderKey[], a: Position, b: Position): number {
  for (const [index, {isDescending}] of order.entries()) {
    const compared = compareValues(a.keys[index] ?? null, b.keys[index] ?? null);
    if (compared !== 0) return isDescending ? -compared : compared;
  }
  return a.seq - b.seq;
}

/** The rows of the last ordered list, until something changes: each page of it would sort all rows again. */
const lastOrdered = new WeakMap<Store, {readonly key: string; readonly rows: readonly PlacedRow[]}>();

function sortRows(
  store: Store,
  kind: Kind,
  {filter, order_by}: PageRequest,
  order: readonly OrderKey[],
): readonly PlacedRow[] {
  const key = JSON.stringify([kind, filter, order_by, store.version()]);
  const last = lastOrdered.get(store);
  if (last?.key === key) return last.rows;
  const rows = Array.from(readInSequence(store, kind, filter, 0), row => {
    const object = toObject(row.text);
    return {...row, keys: order.map(({path}) => valueAt(object, path))};
  }).sort((a, b) => comparePositions(order, a, b));
  lastOrdered.set(store, {key, rows});
  return rows;
}

function readInOrder(
  store: Store,
  kind: Kind,
  request: PageRequest,
  after: Position | undefined,
): readonly PlacedRow[] {
  const order = parseOrder(request.order_by, kind);
  const rows = sortRows(store, kind, request, order);
  if (!after) return rows;
  // A binary search: the last row of the page before may be gone.
  let [start, end] = [0, rows.length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    const row = rows[middle];
    if (row && comparePositions(order, row, after) <= 0) start = middle + 1;
    else end = middle;
  }
  return rows.slice(start);
}

/**
 * Returns one page of rows as JSON text, and the token of the next page.
 *
 * @throws ErrorReply for an invalid parameter
 */
export function readPage(
  store: Store,
  kind: Kind,
  request: PageRequest,
): {readonly rows: readonly string[]; readonly next_page_token: string | undefined} {
  const size = readPageSize(request.page_size);
  const after = decodeToken(request, kind);
  const rows =
    request.order_by === ''
      ? [...readInSequence(store, kind, request.filter, after?.seq ?? 0).take(size + 1)]
      : readInOrder(store, kind, request, after).slice(0, size + 1);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({text}) => text),
    next_page_token: rows.length > size && last ? encodeToken(request, kind, last) : undefined,
  };
}
