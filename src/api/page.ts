import {RefusedError, UnavailableError} from '../base/errors.js';
import {splitParts} from '../base/split-parts.js';
import type {ApiRequest, Query} from '../http/api-request.js';
import type {HttpClient} from '../http/http-client.js';
import type {Json, JsonObject} from '../json/json.js';
import {JsonLimitError, maxRows} from '../json/limits.js';
import {sliceList} from '../json/list-slicer.js';
import type {RawRows} from '../json/raw-rows.js';
import {otherLists} from './list-envelope.js';

/** Parameters of a list (4.1, 4.6), passed to the API exactly as given. */
export interface ListQuery {
  readonly filter?: string | undefined;
  readonly order_by?: string | undefined;
  readonly page_size?: string | undefined;
  readonly page_token?: string | undefined;
  /** True to fail, rather than read in pages of the default size, if the API refuses this one; not sent to the API. */
  readonly isSizeRequired?: boolean;
  /** Stops after this many rows; not sent to the API. */
  readonly limit?: number | undefined;
}

/** False if the list may be shorter than the total that a reply states. */
export function isWhole({filter, page_token}: ListQuery): boolean {
  return filter === undefined && page_token === undefined;
}

export interface Page<Row> {
  /** Parsed on first access if `raw` is set. */
  readonly rows: readonly Row[];
  /** The same rows unparsed, for output that only copies them. */
  readonly raw?: RawRows | undefined;
  /** True if the rest of the page that the API sent follows. */
  readonly isPart?: true;
  /** The number of rows left out because an earlier page had them. */
  readonly repeated?: number;
  /** True if rows are repeated in a way that suggests that others are missing. */
  readonly hasMoved?: boolean;
  /** The number of rows whose id an earlier page had with different content. */
  readonly conflicting?: number;
  /** The token of the next page, `undefined` on the last. */
  readonly next?: string | undefined;
  /** Set if `limit` cut the list short; `isBetweenPages` if the rest starts with the next page. */
  readonly cut?: {readonly isBetweenPages: boolean} | undefined;
  readonly warning?: string | undefined;
}

/** Joins the parts of each page. */
export async function* joinParts<Row>(pages: AsyncIterable<Page<Row>>): AsyncGenerator<Page<Row>> {
  let rows: readonly Row[] = [];
  for await (const page of pages) {
    rows = rows.length === 0 ? page.rows : [...rows, ...page.rows];
    if (page.isPart) continue;
    yield {...page, rows, raw: undefined};
    rows = [];
  }
}

export interface ListReply<Row> {
  readonly rows: readonly Row[];
  /** Absent, null and "" all mean the last page. */
  readonly next: Json | undefined;
  /** An undocumented sign that there are more rows, in words; used only on the last page. */
  readonly more?: string | undefined;
  /** The number of rows on all pages, if the reply states it. */
  readonly total?: number | undefined;
  /** An error in the reply beside the rows; some rows may be missing because of it. */
  readonly problem?: string | undefined;
  readonly warning?: string | undefined;
}

export interface ListReader<Row extends Json> {
  /** Relative to the base URL. */
  readonly path: string;
  /** Sent with each request, in addition to the parameters of the list. */
  readonly query?: Query | undefined;
  readonly headers?: ApiRequest['headers'];
  /** True if the rows may be within an element of another list. */
  readonly isWithinList?: boolean;
  /** @throws UnavailableError if the reply contains no list */
  readonly read: (reply: Json, headers: Headers) => ListReply<Row>;
  readonly toRows: (objects: readonly JsonObject[]) => readonly Row[];
}

/** The reply of a list request. If `raw` is set, it has the rows, and `rows` only a placeholder. */
export type RawReply<Row> = ListReply<Row> & {readonly raw: RawRows | undefined};

/** Thrown for page tokens that never end, or cannot be sent, so that there is no page to continue from. */
export class BrokenPagingError extends UnavailableError {
  constructor(message: string) {
    super(message, {retryable: false, hint: 'Report this to the operator of the API; the list is incomplete.'});
  }
}

export function pickRows<Row extends Json>(
  {rows, raw}: RawReply<Row>,
  indices: readonly number[] | undefined,
  toRows: ListReader<Row>['toRows'],
): Pick<Page<Row>, 'rows' | 'raw'> {
  if (!raw) {
    const selected = new Set(indices);
    return {rows: indices ? rows.filter((_row, index) => selected.has(index)) : rows};
  }
  const picked = indices ? raw.pick(indices) : raw;
  let parsed: readonly Row[] | undefined;
  return {
    get rows() {
      parsed ??= toRows(picked.parse());
      return parsed;
    },
    raw: picked,
  };
}

/** The query parameters of one page. */
export function toParameters<Row extends Json>(
  reader: ListReader<Row>,
  {filter, order_by, page_size, page_token}: ListQuery,
): readonly (readonly [string, string | undefined])[] {
  return [...(reader.query ?? []), ...Object.entries({filter, order_by, page_size, page_token})];
}

/** Parsing a shorter reply is faster than warming up the slicer. */
const minSlicedBytes = 32 * 1024;

/** Returns a function that requests one page. Once the API has refused the page size, it is no longer sent. */
export function createPageRequester<Row extends Json>(
  http: HttpClient,
  reader: ListReader<Row>,
  query: ListQuery,
  signal: AbortSignal,
) {
  const {isSizeRequired = false} = query;
  let size = query.page_size;
  const ask = async (page_token: string | undefined): Promise<RawReply<Row>> => {
    const {status, body, headers, readJson} = await http.send({
      method: 'GET',
      path: reader.path,
      query: toParameters(reader, {...query, page_size: size, page_token}),
      ...(reader.headers ? {headers: reader.headers} : {}),
      signal,
    });
    const isSliced = body.length >= minSlicedBytes && reader.isWithinList !== true;
    const sliced = isSliced ? sliceList(body, otherLists) : undefined;
    const reply = reader.read(sliced?.json ?? readJson() ?? null, headers);
    if (!sliced && reply.rows.length > maxRows) throw new JsonLimitError('has too many rows on one page', maxRows);
    // Incomplete by definition, or not answered yet.
    const more = status === 206 || status === 202 ? `the status ${status}` : reply.more;
    return {...reply, more, raw: sliced?.isList(reply.rows) ? sliced.rows : undefined};
  };
  return async (page_token: string | undefined): Promise<RawReply<Row>> => {
    try {
      return await ask(page_token);
    } catch (error) {
      const isRefused = error instanceof RefusedError && /page.?size/i.test(error.message);
      if (size === undefined || isSizeRequired || !isRefused) throw error;
      size = undefined;
      const warning = `retried without --page-size, which the API refused: ${error.message}`;
      return {...(await ask(page_token)), warning};
    }
  };
}

/**
 * Bounds for the rows that are parsed at a time: parsed rows take many times the memory of their text. Only pages far
 * beyond the usual are split, because the columns of a table or CSV are found in the first part.
 */
const partLimits = {count: 10_000, size: 8_000_000};

/** Splits row indices (all rows for `undefined`) into parts of bounded size; returns at least one part. */
export function splitIndices(
  {raw}: RawReply<Json>,
  indices: readonly number[] | undefined,
): readonly (readonly number[] | undefined)[] {
  const count = indices?.length ?? raw?.count ?? 0;
  if (!raw || count === 0 || (count <= partLimits.count && raw.bytes.length <= partLimits.size)) return [indices];
  const {offsets} = raw;
  return [...splitParts(indices ?? Array(count).keys(), row => offsets.end(row) - offsets.start(row), partLimits)];
}
