import {setImmediate} from 'node:timers/promises';
import {BizctlError, IncompleteError, RefusedError, UnavailableError} from '../errors.js';
import type {Http} from './http.js';
import {type Json, stringOf} from './json.js';

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
  /** Rows left out because an earlier page had them already: the list shifted while it was read. */
  readonly repeated: number;
  /** Set on the last page when `limit` cut the list, with the token of the next page where the cut falls between two pages. */
  readonly cut?: {readonly page_token: string | undefined} | undefined;
  /** What the reply says about more rows, in a form that the reference does not describe. */
  readonly unread?: string | undefined;
  /** The API's words when it refused the page size that was asked for, and was asked again without one. */
  readonly refusedSize?: string | undefined;
}

/** How one kind of list is read. */
export interface ListReader<Row> {
  /** Relative to the base URL. */
  readonly path: string;
  /** @throws UnavailableError when the reply holds no list */
  readonly read: (reply: Json) => {
    readonly rows: readonly Row[];
    readonly next: Json | undefined;
    readonly unread?: string | undefined;
  };
  /** What makes two rows the same row; `undefined` for a row that cannot be recognised. */
  readonly identify: (row: Row) => string | undefined;
}

/** How many rows are remembered to recognise those that come twice. A bound, so that lists stay constant in memory. */
const rememberedRows = 20_000;

type Outcome<Value> = {readonly value: Value} | {readonly error: unknown};

/** The promise's outcome as a value, so that a page that is fetched ahead and never asked for is no unhandled rejection. */
function settle<Value>(promise: Promise<Value>): Promise<Outcome<Value>> {
  return promise.then(
    value => ({value}),
    (error: unknown) => ({error}),
  );
}

/** Leaves out the rows that stand on an earlier page as well. */
function createRepeatFilter<Row>(identify: (row: Row) => string | undefined) {
  const seen = new Set<string>();
  return (rows: readonly Row[]): readonly Row[] => {
    const names = rows.map(identify);
    const fresh = rows.filter((_row, index) => !seen.has(names[index] ?? ''));
    for (const name of names) if (name !== undefined) seen.add(name);
    for (const name of seen) {
      if (seen.size <= rememberedRows) break;
      seen.delete(name);
    }
    return fresh;
  };
}

/**
 * Follows `next_page_token` to the end (4.1). The next page is requested before the current one is handed over.
 *
 * @throws UnavailableError when a page token comes back a second time
 * @throws IncompleteError when a page after the first fails; its hint names the `--page-token` to go on from
 */
export async function* readPages<Row>(
  http: Http,
  reader: ListReader<Row>,
  query: ListQuery,
): AsyncGenerator<Page<Row>> {
  const {limit, ...parameters} = query;
  const dropRepeats = createRepeatFilter(reader.identify);
  const tokens = new Set<string>();
  let {page_size} = parameters;
  let refusedSize: string | undefined;
  const request = async (page_token: string | undefined) => {
    const ask = () => http.send({method: 'GET', path: reader.path, query: {...parameters, page_size, page_token}});
    const reply = await ask().catch((error: unknown) => {
      if (page_size === undefined || !isAboutPageSize(error)) throw error;
      page_size = undefined;
      refusedSize = error.message;
      return ask();
    });
    return reader.read(reply ?? null);
  };

  let token = query.page_token;
  let count = 0;
  let pending = settle(request(token));
  for (let number = 1; ; number += 1) {
    if (token !== undefined) tokens.add(token);
    const outcome = await pending;
    if ('error' in outcome) throw number === 1 ? outcome.error : cutShort(outcome.error, count, token);
    const next = nextToken(outcome.value.next, tokens);
    const fresh = dropRepeats(outcome.value.rows);
    const room = limit === undefined ? fresh.length : limit - count;
    const rows = fresh.slice(0, room);
    count += rows.length;
    const isFull = limit !== undefined && count >= limit;
    if (next !== undefined && !isFull) {
      pending = settle(request(next));
      // The request leaves now, not after the rows have been put into words.
      await setImmediate();
    }
    const isCut = isFull && (fresh.length > room || next !== undefined);
    const cut = isCut ? {page_token: fresh.length > room ? undefined : next} : undefined;
    yield {
      rows,
      repeated: outcome.value.rows.length - fresh.length,
      cut,
      unread: next === undefined ? outcome.value.unread : undefined,
      refusedSize: number === 1 ? refusedSize : undefined,
    };
    if (next === undefined || isFull) return;
    token = next;
  }
}

function isAboutPageSize(error: unknown): error is RefusedError {
  return error instanceof RefusedError && /page.?size/i.test(error.message);
}

function nextToken(value: Json | undefined, seen: ReadonlySet<string>): string | undefined {
  // Absent, null and "" all mean the last page.
  if (value === undefined || value === null || value === '') return undefined;
  const token = stringOf(value) ?? JSON.stringify(value);
  if (seen.has(token)) {
    throw new UnavailableError(`page token repeats: the API sent ${JSON.stringify(token)} a second time`, {
      retryable: false,
      hint: 'The list has no end this way; what was printed is not complete.',
    });
  }
  return token;
}

function cutShort(error: unknown, count: number, token: string | undefined): unknown {
  if (!(error instanceof BizctlError) || error.code === 'interrupted') return error;
  return new IncompleteError(`the list is not complete, it ends after ${count} rows: ${error.message}`, {
    ...error.details,
    hint: `Go on with --page-token ${quoteArgument(token ?? '')}`,
    cause: error,
  });
}

/** The text as one word of a shell command line. */
export function quoteArgument(text: string): string {
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
