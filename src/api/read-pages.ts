import {setImmediate} from 'node:timers/promises';
import {IncompleteListError, NotFoundError, RefusedError, UnavailableError} from '../base/errors.js';
import {quoteStart} from '../base/quote-start.js';
import {yieldToSignals} from '../base/yield-to-signals.js';
import type {HttpClient} from '../http/http-client.js';
import {countRows} from '../json/count-rows.js';
import {createDeduplicator} from '../json/deduplicate.js';
import {type Json, stringOf} from '../json/json.js';
import {
  BrokenPagingError,
  createPageRequester,
  type ListQuery,
  type ListReader,
  type Page,
  pickRows,
  splitIndices,
  toParameters,
} from './page.js';

/** After this many pages in a row without new rows, the list counts as endless. */
const maxEmptyPages = 100;

/** Servers refuse longer URLs. */
const maxTokenLength = 16_000;

/** Longer ones are not shown whole. */
const maxShownToken = 300;

/** Keeps the failure of a prefetched page that is not used from being an unhandled rejection. */
function prefetch<Value>(page: Promise<Value>): Promise<Value> {
  page.catch(() => undefined);
  return page;
}

/** Turns the 404 or refusal of a later page into an UnavailableError: its page token has expired. */
function throwPageError(error: unknown): never {
  if (!(error instanceof NotFoundError || error instanceof RefusedError)) throw error;
  throw new UnavailableError(error.message, {
    ...error.details,
    retryable: false,
    hint: 'Run the command again; the page token may have expired.',
  });
}

/**
 * Follows the page tokens to the end (4.1). The next page is requested before the current one is yielded; that request
 * is aborted if the caller stops reading.
 *
 * @throws BrokenPagingError if a page token repeats, or too many pages in a row have no new rows
 * @throws IncompleteListError if the last page indicates more rows but has no token
 */
export async function* readPages<Row extends Json>(
  http: HttpClient,
  reader: ListReader<Row>,
  query: ListQuery,
): AsyncGenerator<Page<Row>> {
  const {limit = Number.POSITIVE_INFINITY} = query;
  const requests = new AbortController();
  const ask = createPageRequester(http, reader, query, requests.signal);
  const askNext = (next: string) => ask(next).catch(throwPageError);
  const deduplicate = createDeduplicator(http.settings.signal);
  const tokens = new Set(query.page_token === undefined ? [] : [query.page_token]);
  let token = query.page_token;
  let remaining = limit;
  let emptyPages = 0;
  let count = 0;
  let problem: string | undefined;
  try {
    for (let pending = ask(query.page_token); ; ) {
      const reply = await pending;
      const rowCount = countRows(reply);
      problem ??= reply.problem;
      const next = toToken(reply.next);
      const flaw = next === undefined ? undefined : describeFlaw(next, tokens);
      const following = flaw === undefined ? next : undefined;
      // Unless this page may be the last that the limit asks for.
      const prefetched = following !== undefined && rowCount < remaining ? prefetch(askNext(following)) : undefined;
      // Lets the request go out before the rows are compared and formatted.
      if (prefetched) await setImmediate();
      const {rows, conflicting, hasMoved} = await deduplicate(reply, next === undefined);
      const shownCount = rows?.length ?? rowCount;
      count += shownCount;
      const isFull = shownCount >= remaining;
      const more = reply.more ?? describeShortfall(reply.total, count);
      const cut =
        isFull && (shownCount > remaining || next !== undefined || more !== undefined)
          ? {isBetweenPages: shownCount === remaining}
          : undefined;
      const shown = shownCount > remaining ? (rows ?? [...Array(rowCount).keys()]).slice(0, remaining) : rows;
      const parts = splitIndices(reply, shown);
      for (const part of parts.slice(0, -1)) {
        yield Object.assign(pickRows(reply, part, reader.toRows), {isPart: true} as const);
        await yieldToSignals(http.settings.signal);
      }
      const repeated = rowCount - shownCount;
      const last = pickRows(reply, parts.at(-1), reader.toRows);
      yield Object.assign(last, {repeated, conflicting, hasMoved, next: following, cut, warning: reply.warning});
      if (isFull) return;
      if (next === undefined) {
        requireComplete(describeGap(more, problem), reader, {...query, page_token: token});
        return;
      }
      if (flaw !== undefined) throw new BrokenPagingError(`the API sent ${flaw}`);
      remaining -= shownCount;
      token = next;
      tokens.add(next);
      emptyPages = shownCount === 0 ? emptyPages + 1 : 0;
      if (emptyPages === maxEmptyPages)
        throw new BrokenPagingError(
          `the API sent ${maxEmptyPages} pages in a row without new rows, each with a new page token`,
        );
      pending = prefetched ?? askNext(next);
    }
  } finally {
    requests.abort();
  }
}

/**
 * @param gap why the last page does not complete the list; `undefined` if it does
 * @param query that of the last page, which the hint shows how to repeat
 * @throws IncompleteListError if there is a gap
 */
function requireComplete<Row extends Json>(gap: string | undefined, reader: ListReader<Row>, query: ListQuery): void {
  if (gap === undefined) return;
  const isLong = (query.page_token?.length ?? 0) > maxShownToken;
  const parameters = toParameters(reader, {...query, ...(isLong ? {page_token: undefined} : {})});
  const words = parameters.flatMap(([name, value]) => (value === undefined ? [] : ['-q', `${name}=${value}`]));
  throw new IncompleteListError(gap, {
    hint: suggest =>
      `Do not rely on this list; bizctl makes no changes based on it. To see the reply, run: ${suggest('api', 'GET', reader.path, ...words, '--include')}`,
  });
}

function toToken(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '' || value === false) return undefined;
  return stringOf(value) ?? JSON.stringify(value);
}

/** Says why a page token leads to no further page; `undefined` if it may. */
function describeFlaw(token: string, earlier: ReadonlySet<string>): string | undefined {
  if (token.length > maxTokenLength) return `a page token of ${token.length} characters, too long for a request`;
  const shown = quoteStart(token, maxShownToken);
  if (!token.isWellFormed()) return `the page token ${shown}, which is not valid Unicode`;
  return earlier.has(token) ? `the page token ${shown} a second time` : undefined;
}

function describeShortfall(total: number | undefined, count: number): string | undefined {
  return total !== undefined && total > count ? `a total of ${total}, but only ${count} arrived` : undefined;
}

/** Says why the last page does not complete the list; `undefined` if it does. */
function describeGap(more: string | undefined, problem: string | undefined): string | undefined {
  if (more !== undefined)
    return `the list is incomplete: the reply shows ${more}; the API reference does not say how to continue from there`;
  return problem === undefined ? undefined : `the list may be incomplete: the reply also contains an error: ${problem}`;
}
