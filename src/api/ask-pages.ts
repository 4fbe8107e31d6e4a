import {RefusedError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {type Json, JsonLimitError, maxRows} from '../json/json.js';
import {sliceList} from '../json/list-slicer.js';
import {otherLists} from './list-envelope.js';
import type {ListQuery, ListReader, Page, RawReply} from './page.js';

/** These rows of a reply, or all of them, as a page. */
export function pickRows<Row extends Json>(
  {rows, raw}: RawReply<Row>,
  indices: readonly number[] | undefined,
  toRows: ListReader<Row>['toRows'],
): Pick<Page<Row>, 'rows' | 'raw'> {
  if (!raw) {
    const desired = new Set(indices);
    return {rows: indices ? rows.filter((_row, index) => desired.has(index)) : rows};
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

/** Parsing a shorter reply takes less time than warming up the slicer. */
const minSlicedBytes = 32 * 1024;

/** Asks for one page after the other; a page size that the API refuses is left out from then on. */
export function createAsker<Row extends Json>(
  http: HttpClient,
  reader: ListReader<Row>,
  {limit: _limit, page_size, ...parameters}: ListQuery,
  signal: AbortSignal,
) {
  let size = page_size;
  const ask = async (page_token: string | undefined): Promise<RawReply<Row>> => {
    const {body, headers, readJson} = await http.send({
      method: 'GET',
      path: reader.path,
      query: {...reader.query, ...parameters, page_size: size, page_token},
      ...(reader.headers ? {headers: reader.headers} : {}),
      signal,
    });
    const sliced = body.length < minSlicedBytes ? undefined : sliceList(body, otherLists);
    const reply = reader.read(sliced?.json ?? readJson() ?? null, headers);
    if (!sliced && reply.rows.length > maxRows) throw new JsonLimitError('has too many rows on one page', '200,000');
    return {...reply, raw: sliced?.isList(reply.rows) ? sliced.rows : undefined};
  };
  return async (page_token: string | undefined): Promise<RawReply<Row>> => {
    try {
      return await ask(page_token);
    } catch (error) {
      if (size === undefined || !(error instanceof RefusedError) || !/page.?size/i.test(error.message)) throw error;
      size = undefined;
      const warning = `retried without --page-size, which the API refused: ${error.message}`;
      return {...(await ask(page_token)), warning};
    }
  };
}
