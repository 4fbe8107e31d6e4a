import {setImmediate} from 'node:timers/promises';
import {IncompleteError} from '../base/errors.js';
import type {HttpClient} from '../http/http-client.js';
import {countRows} from '../json/count-rows.js';
import {type Json, stringOf} from '../json/json.js';
import {createAsker} from './ask-pages.js';
import {createDeduplicator} from './deduplicate.js';
import {EndlessListError, type ListQuery, type ListReader, type Page} from './page.js';
import {splitRows} from './split-rows.js';

/** Servers that never end send these. */
const mostEmptyPages = 100;

type Outcome<Value> = {readonly value: Value} | {readonly error: unknown};

/** The promise's outcome as a value, so that an unused prefetched page does not cause an unhandled rejection. */
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
  http: HttpClient,
  reader: ListReader<Row>,
  query: ListQuery,
): AsyncGenerator<Page<Row>> {
  const {limit = Number.POSITIVE_INFINITY} = query;
  const unwanted = new AbortController();
  const ask = createAsker(http, reader, query, unwanted.signal);
  const compare = createDeduplicator();
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
      const {fresh, conflicting} = compare(reply);
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
      const shown = countFresh > left ? (fresh ?? indices(rowsThere)).slice(0, left) : fresh;
      const parts = splitRows(reply, shown, reader.toRows);
      for (const part of parts.slice(0, -1)) {
        yield part;
        // Lets signals in, since a large page takes long to print.
        await setImmediate();
        http.settings.signal.throwIfAborted();
      }
      const repeated = rowsThere - countFresh;
      yield Object.assign(parts.at(-1) ?? {rows: []}, {repeated, conflicting, next, cut, warning: reply.warning});
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
  return total !== undefined && total > count ? `a total of ${total}, but only ${count} arrived` : undefined;
}

function refuseMore(more: string | undefined): void {
  if (more === undefined) return;
  throw new IncompleteError(
    `the list is incomplete: the reply has ${more}, and the API reference does not say how to continue from there`,
    {
      hint: 'Everything that could be read was printed.',
    },
  );
}
