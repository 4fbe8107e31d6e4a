import {setImmediate} from 'node:timers/promises';
import {IncompleteError} from '../base/errors.js';
import type {ResponseHeaders} from '../base/raw-response.js';
import type {Query} from '../http/encode.js';
import type {ApiRequest, Http} from '../http/http.js';
import {countRows} from '../json/count-rows.js';
import {type Json, type JsonObject, stringOf} from '../json/json.js';
import type {RawRows} from '../json/raw-rows.js';
import {createAsker, pickRows} from './ask-pages.js';
import {createDeduplicator, type Identity} from './deduplicate.js';
import {EndlessListError} from './resume-hint.js';

/** What a list takes, in the API's own words (4.1, 4.6); all of it is passed on exactly as given. */
export interface ListQuery {
  readonly filter?: string | undefined;
  readonly order_by?: string | undefined;
  readonly page_size?: string | undefined;
  readonly page_token?: string | undefined;
  /** Ours, not the API's: stop after this many rows. */
  readonly limit?: number | undefined;
}

/** Rows as one reply brought them. To be looked at before the next page is asked for: its bytes are used anew. */
export interface Page<Row> {
  /** Parsed when they are looked at, where `raw` is given. */
  readonly rows: readonly Row[];
  /** The same rows as the reply has them, for whoever just passes them on. */
  readonly raw?: RawRows | undefined;
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
  /** How many rows the reply says that the whole list has. */
  readonly total?: number | undefined;
  readonly warning?: string | undefined;
}

/** How one kind of list is read. */
export interface ListReader<Row extends Json> {
  /** Relative to the base URL. */
  readonly path: string;
  /** Parameters and headers of each request, beside those of the list. */
  readonly query?: Query | undefined;
  readonly headers?: ApiRequest['headers'];
  /** @throws UnavailableError when the reply holds no list */
  readonly read: (reply: Json, headers: ResponseHeaders) => ListReply<Row>;
  /** Objects of the list as its rows. */
  readonly toRows: (objects: readonly JsonObject[]) => readonly Row[];
  readonly identity: Identity;
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

/**
 * Follows the page tokens to the end (4.1). The next page is requested before the current one is handed over; a page that nobody waits for any
 * more is aborted.
 *
 * @throws UnavailableError when a page token comes back a second time or nothing but empty pages come
 * @throws IncompleteError when the last page says that there is more and not how to get it
 */
export async function* readPages<Row extends Json>(
  http: Http,
  reader: ListReader<Row>,
  query: ListQuery,
): AsyncGenerator<Page<Row>> {
  const {limit = Number.POSITIVE_INFINITY} = query;
  const unwanted = new AbortController();
  const ask = createAsker(http, reader, query, unwanted.signal);
  const findFresh = createDeduplicator(reader.identity);
  const tokens = new Set(query.page_token === undefined ? [] : [query.page_token]);
  let left = limit;
  let emptyPages = 0;
  let count = 0;
  try {
    for (let pending = settle(ask(query.page_token)); ; ) {
      const outcome = await pending;
      if ('error' in outcome) throw outcome.error;
      const reply = outcome.value;
      const rowsThere = countRows(reply);
      count += rowsThere;
      const fresh = findFresh(reply);
      const countFresh = fresh?.length ?? rowsThere;
      const next = toToken(reply.next);
      const isFull = countFresh >= left;
      const cut =
        isFull && (countFresh > left || next !== undefined) ? {isBetweenPages: countFresh === left} : undefined;
      const mayGoOn = next !== undefined && !isFull && !tokens.has(next);
      if (mayGoOn) {
        pending = settle(ask(next));
        // The request leaves now, not after the rows have been put into words.
        await setImmediate();
      }
      const picked = pickRows(
        reply,
        countFresh > left ? (fresh ?? indices(rowsThere)).slice(0, left) : fresh,
        reader.toRows,
      );
      const repeated = rowsThere - countFresh;
      yield Object.assign(picked, {repeated, next, cut, warning: reply.warning});
      picked.raw?.forget();
      if (isFull) return;
      if (next === undefined) {
        refuseMore(reply.more ?? describeShortfall(reply.total, count));
        return;
      }
      if (!mayGoOn)
        throw new EndlessListError(`page token repeats: the API sent ${JSON.stringify(next)} a second time`);
      left -= countFresh;
      tokens.add(next);
      emptyPages = countFresh === 0 ? emptyPages + 1 : 0;
      if (emptyPages === mostEmptyPages)
        throw new EndlessListError(
          `the API sent ${mostEmptyPages} pages in a row with nothing new, each with a token for another`,
        );
    }
  } finally {
    unwanted.abort();
  }
}

function indices(count: number): readonly number[] {
  return Array.from({length: count}, (_none, index) => index);
}

function toToken(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return stringOf(value) ?? JSON.stringify(value);
}

function describeShortfall(total: number | undefined, count: number): string | undefined {
  return total !== undefined && total > count ? `a total of ${total}, of which ${count} came` : undefined;
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
