import {UnavailableError} from '../base/errors.js';
import type {ApiRequest, Query} from '../http/api-request.js';
import type {Json, JsonObject} from '../json/json.js';
import type {RawRows} from '../json/raw-rows.js';

/** Parameters of a list (4.1, 4.6), passed to the API exactly as given. */
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
  /** Parsed when they are looked at, where `raw` is given. */
  readonly rows: readonly Row[];
  /** The same rows as the reply has them, for whoever just passes them on. */
  readonly raw?: RawRows | undefined;
  /** Rows left out because an earlier page had them already. */
  readonly repeated?: number;
  /** Rows whose id an earlier page had with other content. */
  readonly conflicting?: number;
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
  readonly read: (reply: Json, headers: Headers) => ListReply<Row>;
  /** Objects of the list as its rows. */
  readonly toRows: (objects: readonly JsonObject[]) => readonly Row[];
}

/** A reply of a list; where `raw` is given, the rows stand there. */
export type RawReply<Row> = ListReply<Row> & {readonly raw: RawRows | undefined};

/** Thrown for a list that has no end: there is no page to go on from. */
export class EndlessListError extends UnavailableError {
  constructor(message: string) {
    super(message, {retryable: false, hint: 'The list would never end; what was printed is incomplete.'});
  }
}
