import {arrayOf, isObject, type Json, numberOf, stringOf} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {defaultPageSize, maxPageSize} from './assumptions.js';
import {compareValues, type OrderKey, parseFilter, parseOrder, type Row, valueAt} from './filter.js';
import {invalid} from './problem.js';
import type {Kind, Store} from './store.js';

/** The parameters of a list (4.1, 4.6). */
export interface PageRequest {
  readonly filter: string;
  readonly order_by: string;
  readonly page_size: string;
  readonly page_token: string;
}

/** A row as text, in its place. */
interface Placed {
  readonly seq: number;
  readonly text: string;
}

/** Where a page ended: the sequence number of its last row, and that row's values of the order. */
interface Position {
  readonly seq: number;
  readonly keys: readonly Json[];
}

function readPageSize(text: string): number {
  if (text === '') return defaultPageSize;
  const size = Number(text);
  if (!/^\d+$/.test(text) || size < 1 || size > maxPageSize)
    throw invalid('page_size', `is a whole number from 1 to ${maxPageSize}`);
  return size;
}

function encodeToken({filter, order_by}: PageRequest, kind: Kind, {seq, keys}: Position): string {
  return Buffer.from(JSON.stringify({kind, filter, order_by, seq, keys})).toString('base64url');
}

function decodeToken(request: PageRequest, kind: Kind): Position | undefined {
  if (request.page_token === '') return undefined;
  const token = readToken(request.page_token);
  const seq = isObject(token) ? numberOf(token['seq']) : undefined;
  if (!isObject(token) || seq === undefined || stringOf(token['kind']) !== kind)
    throw invalid('page_token', 'is not one of this list');
  if (token['filter'] !== request.filter || token['order_by'] !== request.order_by)
    throw invalid('page_token', 'belongs to another filter or order_by');
  return {seq, keys: arrayOf(token['keys']) ?? []};
}

function readToken(text: string): Json {
  try {
    return parseJson(Buffer.from(text, 'base64url').toString());
  } catch (error) {
    // Too deep, or no JSON at all: in any case not one of ours.
    if (error instanceof Error) return null;
    throw error;
  }
}

function* inSequence(store: Store, kind: Kind, filter: string, after: number): Generator<Placed> {
  const isWanted = filter === '' ? undefined : parseFilter(filter);
  for (const placed of store.readAfter(kind, after)) if (!isWanted || isWanted(toRow(placed.text))) yield placed;
}

function toRow(text: string): Row {
  const row = parseJson(text);
  return isObject(row) ? row : {};
}

function comparePositions(order: readonly OrderKey[], a: Position, b: Position): number {
  for (const [index, {isDescending}] of order.entries()) {
    const compared = compareValues(a.keys[index] ?? null, b.keys[index] ?? null);
    if (compared !== 0) return isDescending ? -compared : compared;
  }
  return a.seq - b.seq;
}

function inOrder(store: Store, kind: Kind, filter: string, order: readonly OrderKey[], after: Position | undefined) {
  return [...inSequence(store, kind, filter, 0)]
    .map(placed => {
      const row = toRow(placed.text);
      return {...placed, keys: order.map(({path}) => valueAt(row, path))};
    })
    .filter(placed => !after || comparePositions(order, placed, after) > 0)
    .sort((a, b) => comparePositions(order, a, b));
}

/**
 * One page of rows as JSON text, and the token of the next.
 *
 * @throws Problem for a parameter that cannot be taken
 */
export function readPage(
  store: Store,
  kind: Kind,
  request: PageRequest,
): {readonly rows: readonly string[]; readonly next_page_token: string | undefined} {
  const size = readPageSize(request.page_size);
  const after = decodeToken(request, kind);
  const order = request.order_by === '' ? [] : parseOrder(request.order_by);
  const rows: (Placed & {readonly keys?: readonly Json[]})[] = [];
  const source =
    order.length === 0
      ? inSequence(store, kind, request.filter, after?.seq ?? 0)
      : inOrder(store, kind, request.filter, order, after);
  for (const row of source) {
    rows.push(row);
    if (rows.length > size) break;
  }
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({text}) => text),
    next_page_token:
      rows.length > size && last ? encodeToken(request, kind, {seq: last.seq, keys: last.keys ?? []}) : undefined,
  };
}
