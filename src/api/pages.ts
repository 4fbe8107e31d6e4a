import {setImmediate} from 'node:timers/promises';
import {IncompleteError, RefusedError} from '../errors.js';
import {type Json, stringOf} from '../json.js';
import type {Query} from './encode.js';
import type {ApiRequest, Http} from './http.js';
import {createRepeatFilter} from './repeats.js';
import {EndlessListError} from './way-on.js';

/** What a list takes, in the API's own words (4.1, 4.6); all of it is passed on exactly as given. */
export interface ListQuery {
  readonly filter?: string | undefined;
  readonly order_by?: string | undefined;
  readonly page_size?: string | undefined;
  readonly page_token?: string | undefined;
  /** Ours, not the API's: stop after this many rows. */
  readonly limit?: number | undefined;
}

/** Rows as one reply brought them. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Rows left out because an earlier page had them already. */
  readonly repeated?: number;
  /** The token of the next page, `undefined` on the last. */
  readonly next?: string | undefined;
  /** Set when `limit` cut the list and there is more; `isBetweenPages` when what is missing begins with the next page. */
  readonly cut?: {readonly isBetweenPages: boolean} | undefined;
  /** Something about the list that people should know. */
  readonly warning?: string | undefined;
}

/** What a reply holds of a list. */
export interface ListReply<Row> {
  readonly rows: readonly Row[];
  /** Absent, null and "" all mean the last page. */
  readonly next: Json | undefined;
  /** On the last page, how the reply says in ways that the reference does not describe that there is more. */
  readonly more?: string | undefined;
  readonly warning?: string | undefined;
}

/** How one kind of list is read. */
export interface ListReader<Row> {
  /** Relative to the base URL. */
  readonly path: string;
  /** Parameters and headers of each request, beside those of the list. */
  readonly query?: Query | undefined;
  readonly headers?: ApiRequest['headers'];
  /** @throws UnavailableError when the reply holds no list */
  readonly read: (reply: Json, headers: Headers) => ListReply<Row>;
  /** What makes two rows the same row; `undefined` for a row that cannot be recognised. */
  readonly identify: (row: Row) => string | undefined;
}

/** Servers that never end send these. */
const mostEmptyPages = 100;

type Outcome<Value> = {readonly value: Value} | {readonly error: unknown};

/** The promise's outcome as a value, so that a page that is fetched ahead and never asked for is no unhandled rejection. */
function settle<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    value => ({value}),
    (error: unknown) => ({error}),
  );
}

/** Asks for one page after the other; a page size that the API refuses is left out from then on. */
function createAsker<Row>(
  http: Http,
  reader: ListReader<Row>,
  {limit: _limit, page_size, ...parameters}: ListQuery,
  signal: AbortSignal,
) {
  let size = page_size;
  return async (page_token: string | undefined): Promise<ListReply<Row>> => {
    const ask = () =>
      http.send({
        method: 'GET',
        path: reader.path,
        query: {...reader.query, ...parameters, page_size: size, page_token},
        ...(reader.headers ? {headers: reader.headers} : {}),
        signal,
      });
    try {
      const {json, headers} = await ask();
      return reader.read(json ?? null, headers);
    } catch (error) {
      if (size === undefined || !(error instanceof RefusedError) || !/page.?size/i.test(error.message)) throw error;
      size = undefined;
      const {json, headers} = await ask();
      return {
        ...reader.read(json ?? null, headers),
        warning: `asked without --page-size, as the API refused it: ${error.message}`,
      };
    }
  };
}

/**
 * Follows the page tokens to the end (4.1). The next page is requested before the current one is handed over; a page that nobody waits for any
 * more is aborted.
 *
 * @throws UnavailableError when a page token comes back a second time or nothing but empty pages come
 * @throws IncompleteError when the last page says that there is more and not how to get it
 */
export async function* readPages<Row>(
  http: Http,
  reader: ListReader<Row>,
  query: ListQuery,
): AsyncGenerator<Page<Row>> {
  const {limit = Number.POSITIVE_INFINITY} = query;
  const unwanted = new AbortController();
  const ask = createAsker(http, reader, query, unwanted.signal);
  const dropRepeats = createRepeatFilter(reader.identify);
  const tokens = new Set(query.page_token === undefined ? [] : [query.page_token]);
  let room = limit;
  let emptyPages = 0;
  try {
    for (let pending = settle(ask(query.page_token)); ; ) {
      const outcome = await pending;
      if ('error' in outcome) throw outcome.error;
      const reply = outcome.value;
      const fresh = dropRepeats(reply.rows);
      const rows = fresh.slice(0, room);
      const next = toToken(reply.next);
      const isFull = fresh.length >= room;
      const cut =
        isFull && (fresh.length > room || next !== undefined) ? {isBetweenPages: fresh.length === room} : undefined;
      const mayGoOn = next !== undefined && !isFull && !tokens.has(next);
      if (mayGoOn) {
        pending = settle(ask(next));
        // The request leaves now, not after the rows have been put into words.
        await setImmediate();
      }
      yield {rows, repeated: reply.rows.length - fresh.length, next, cut, warning: reply.warning};
      if (isFull) return;
      if (next === undefined) {
        refuseMore(reply.more);
        return;
      }
      if (!mayGoOn)
        throw new EndlessListError(`page token repeats: the API sent ${JSON.stringify(next)} a second time`);
      room -= rows.length;
      tokens.add(next);
      emptyPages = fresh.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages === mostEmptyPages)
        throw new EndlessListError(
          `the API sent ${mostEmptyPages} pages in a row with nothing new, each with a token for another`,
        );
    }
  } finally {
    unwanted.abort();
  }
}

function toToken(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return stringOf(value) ?? JSON.stringify(value);
}

function refuseMore(more: string | undefined): void {
  if (more === undefined) return;
  throw new IncompleteError(
    `the list is not complete: the reply has ${more}, and the reference does not say how to go on from there`,
    {
      hint: 'What was printed is what can be read.',
    },
  );
}
