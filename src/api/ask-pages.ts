import {RefusedError} from '../base/errors.js';
import type {Http} from '../http/http.js';
import type {Json} from '../json/json.js';
import type {RawRows} from '../json/raw-rows.js';
import {ReplyBuffer} from '../json/reply-buffer.js';
import {otherLists} from './list-envelope.js';
import type {ListQuery, ListReader, ListReply, Page} from './pages.js';

/** A reply of a list; where `raw` is given, the rows stand there. */
export type RawReply<Row> = ListReply<Row> & {readonly raw: RawRows | undefined};

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
  if (indices) raw.places.keep(indices);
  let parsed: readonly Row[] | undefined;
  return {
    get rows() {
      parsed ??= toRows(raw.parse());
      return parsed;
    },
    raw,
  };
}

/** Asks for one page after the other; a page size that the API refuses is left out from then on. */
export function createAsker<Row extends Json>(
  http: Http,
  reader: ListReader<Row>,
  {limit: _limit, page_size, ...parameters}: ListQuery,
  signal: AbortSignal,
) {
  let size = page_size;
  // One for the page that is being looked at, one for the next.
  let [room, other] = [new ReplyBuffer(otherLists), new ReplyBuffer(otherLists)];
  const ask = async (page_token: string | undefined): Promise<RawReply<Row>> => {
    const {json, headers, cut} = await http.send({
      method: 'GET',
      path: reader.path,
      query: {...reader.query, ...parameters, page_size: size, page_token},
      ...(reader.headers ? {headers: reader.headers} : {}),
      into: room,
      signal,
    });
    const reply = reader.read(json ?? null, headers);
    return {...reply, raw: cut?.isList(reply.rows) ? cut.rows : undefined};
  };
  return async (page_token: string | undefined): Promise<RawReply<Row>> => {
    [room, other] = [other, room];
    try {
      return await ask(page_token);
    } catch (error) {
      if (size === undefined || !(error instanceof RefusedError) || !/page.?size/i.test(error.message)) throw error;
      size = undefined;
      const warning = `asked without --page-size, as the API refused it: ${error.message}`;
      return {...(await ask(page_token)), warning};
    }
  };
}
