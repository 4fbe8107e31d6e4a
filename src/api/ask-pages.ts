import {RefusedError} from '../base/errors.js';
import {splitParts} from '../base/split-parts.js';
import type {HttpClient} from '../http/http-client.js';
import {type Json, JsonLimitError, maxRows} from '../json/json.js';
import {sliceList} from '../json/list-slicer.js';
import {otherLists} from './list-envelope.js';
import type {ListQuery, ListReader, Page, RawReply} from './page.js';

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
