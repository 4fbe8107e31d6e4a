import type {Timing} from '../base/context.js';
import {AuthError} from '../base/errors.js';
import type {Fetch, ResponseHeaders} from '../base/raw-response.js';
import type {Redact} from '../base/redaction.js';
import type {Json, JsonObject} from '../json/json.js';
import type {SlicedReply} from '../json/list-slicer.js';
import type {ReplyBuffer} from '../json/reply-buffer.js';
import type {Deprecation} from './deprecation.js';
import type {Query} from './encode.js';
import {createRateLimitGate} from './pause.js';
import {ask, type Line, send} from './send.js';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export type Method = (typeof methods)[number];

/** What happens on the wire, for `--verbose` and for the deprecation notice. */
export type HttpEvent =
  | {readonly kind: 'request'; readonly method: string; readonly url: string; readonly attempt: number}
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly milliseconds: number;
      readonly request_id: string | undefined;
    }
  | {readonly kind: 'retry'; readonly reason: string}
  /** The API asks to wait before the next attempt or the next request, and that is done; 0 when it is over. */
  | {readonly kind: 'wait'; readonly status: number; readonly milliseconds: number}
  | ({readonly kind: 'deprecation'} & Deprecation);

export interface HttpSettings {
  /** Its path is kept: `https://host/crm/rest/` is a base like any other (section 9 of the reference). */
  readonly baseUrl: URL;
  readonly token: string | undefined;
  /** What the token came from, such as `BIZCTL_TOKEN`; `undefined` without one. */
  readonly tokenSource: string | undefined;
  /** Hides the token in the server's words, before they are cut. */
  readonly redact: Redact;
  readonly fetch: Fetch;
  /** The variable that names the proxy, for errors. */
  readonly proxyVariable?: string | undefined;
  readonly userAgent: string;
  /** For one attempt, and again for reading its body. */
  readonly timeoutMs: number;
  readonly retries: number;
  /** No attempt begins later than this after the first; a longer wait that the API asks for is the caller's decision. */
  readonly retryBudgetMs: number;
  readonly timing: Timing;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onEvent: (event: HttpEvent) => void;
}

export interface ApiRequest {
  readonly method: Method;
  /** Relative to the base URL, its segments already percent-encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: JsonObject;
  /** A body that is sent as it is, in place of `body`. */
  readonly content?: string;
  /** Beside those that every request has. */
  readonly headers?: {readonly [name: string]: string};
  /** Where the reply is put; the rows of its list are left standing there, where they can be cut out. */
  readonly into?: ReplyBuffer;
  /** Aborts just this request: nobody wants its reply any more. */
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** `undefined` when there is no content. */
  readonly json: Json | undefined;
  /** When `into` was given and there is a list: its `json` is the one above. */
  readonly cut?: SlicedReply | undefined;
}

/** The one way to the API: every command's requests pass here, with the same token, retries, limits and errors. */
export interface Http {
  readonly settings: HttpSettings;
  /**
   * Resolves to a reply that is a success.
   *
   * @throws BizctlError by the status; UnknownOutcomeError for a write that may have been carried out
   */
  readonly send: (request: ApiRequest) => Promise<Reply>;
  /**
   * Resolves to whatever the API answers, also when it refuses.
   *
   * @throws BizctlError when nothing can be read
   */
  readonly ask: (request: ApiRequest) => Promise<Answer>;
}

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
  /** What its status means; `undefined` for a success. */
  readonly problem: Error | undefined;
}

export function createHttp(settings: HttpSettings): Http {
  const line: Line = {
    settings,
    pause: createRateLimitGate({
      sleep: settings.timing.sleep,
      onWait: milliseconds => settings.onEvent({kind: 'wait', status: 429, milliseconds}),
    }),
  };
  return {settings, send: request => send(line, request), ask: request => ask(line, request)};
}

/**
 * Endpoints 5 and 6 need a bearer token (section 5).
 *
 * @throws AuthError before any request is made
 */
export function requireToken(http: Http): void {
  if (http.settings.token === undefined) {
    throw new AuthError('this needs a token and there is none', {
      hint: 'Log in with bizctl auth login, set BIZCTL_TOKEN, or try it on the sandbox with --sandbox.',
    });
  }
}
