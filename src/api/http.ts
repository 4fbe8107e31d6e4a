import ky, {type Hooks, isHTTPError, type KyInstance} from 'ky';
import {AuthError, InterruptedError} from '../errors.js';
import type {Json, JsonObject} from '../json.js';
import type {Hide} from '../secrets.js';
import {type Deprecation, readDeprecation} from './deprecation.js';
import {encodeQuery, type Query} from './encode.js';
import {readReply, readText} from './reply.js';
import {describeFault, toBizctlError} from './request-error.js';
import {createRetryOptions, isRedirect, mayHaveBeenCarriedOut} from './retry.js';
import {requestIdOf} from './status-error.js';
import {UnknownOutcomeError} from './unknown-outcome.js';

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
  /** The API asks to wait before the next attempt, and that is done. */
  | {readonly kind: 'wait'; readonly status: number; readonly milliseconds: number}
  | ({readonly kind: 'deprecation'} & Deprecation);

export interface HttpSettings {
  /** Its path is kept: `https://host/crm/rest/` is a base like any other (section 9 of the reference). */
  readonly baseUrl: URL;
  readonly token: string | undefined;
  /** What the token came from, such as `BIZCTL_TOKEN`; `undefined` without one. */
  readonly tokenSource: string | undefined;
  /** Hides the token in the server's words, before they are cut. */
  readonly hide: Hide;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly userAgent: string;
  /** For one attempt, and again for reading its body. */
  readonly timeoutMs: number;
  readonly retries: number;
  readonly timing: Timing;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly onEvent: (event: HttpEvent) => void;
}

/** The waits between attempts, in milliseconds. */
export interface Timing {
  /** The first back-off; it doubles with each attempt, with full jitter. */
  readonly backoffMs: number;
  /** Waits before each look for a write whose outcome is unknown. */
  readonly settleMs: readonly number[];
  /** Waits before a look; rejects when the signal aborts. Waits between attempts are ky's own. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
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
  /** Aborts just this request: nobody wants its reply any more. */
  readonly signal?: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** `undefined` when there is no content. */
  readonly json: Json | undefined;
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
  readonly headers: Headers;
  readonly text: string;
  /** What its status means; `undefined` for a success. */
  readonly problem: Error | undefined;
}

const wholeRequestMs = 120_000;

export function createHttp(settings: HttpSettings): Http {
  const client = ky.create({
    prefix: settings.baseUrl.href,
    redirect: 'manual',
    // The body of an error reply stays text: `statusError` reads it, whatever it is.
    parseJson: text => text,
    timeout: settings.timeoutMs,
    totalTimeout: Math.max(wholeRequestMs, settings.timeoutMs),
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...(settings.token === undefined ? {} : {authorization: `Bearer ${settings.token}`}),
    },
    retry: createRetryOptions(settings),
  });
  return {
    settings,
    send: request => send(client, settings, request),
    ask: request => ask(client, settings, request, {attempts: 1, isOpen: false}),
  };
}

/** What one request went through, across its attempts. */
interface Course {
  attempts: number;
  /** True once an attempt was answered in a way that leaves open whether it was carried out. */
  isOpen: boolean;
}

async function send(client: KyInstance, settings: HttpSettings, request: ApiRequest): Promise<Reply> {
  const course: Course = {attempts: 1, isOpen: false};
  const {status, headers, text, problem} = await ask(client, settings, request, course);
  if (problem) throw problem;
  try {
    const isEmpty = status === 204 || (request.method === 'DELETE' && text.trim() === '');
    return {status, headers, json: isEmpty ? undefined : readReply(text, headers.get('content-type'), settings.hide)};
  } catch (error) {
    throw toFailure(error, settings, request, course);
  }
}

async function ask(client: KyInstance, settings: HttpSettings, request: ApiRequest, course: Course): Promise<Answer> {
  const {method, path, body} = request;
  const signal = request.signal ? AbortSignal.any([settings.signal, request.signal]) : settings.signal;
  signal.throwIfAborted();
  const content = request.content ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const response = await client(path, {
      method,
      signal,
      searchParams: encodeQuery(request.query),
      ...(content === undefined ? {} : {body: content}),
      headers: {...(content === undefined ? {} : {'content-type': 'application/json'}), ...request.headers},
      hooks: createHooks(request, settings, course),
      fetch: input => untilAborted(settings.fetch(new Request(input)), signal),
    });
    const text = await readText(response, settings.timeoutMs, signal);
    return {status: response.status, headers: response.headers, text, problem: undefined};
  } catch (error) {
    if (settings.signal.aborted) throw interruption(settings.signal, request);
    signal.throwIfAborted();
    const problem = toFailure(error, settings, request, course);
    if (!isHTTPError(error)) throw problem;
    const {status, headers} = error.response;
    return {status, headers, text: typeof error.data === 'string' ? error.data : '', problem};
  }
}

/**
 * The outcome, or the reason of the signal as soon as it aborts. fetch listens to it through objects that nobody else holds: once the garbage is
 * collected, it hears no more.
 */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, {once: true});
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What an error means for the request: a write that may have been carried out has no known outcome. */
function toFailure(error: unknown, settings: HttpSettings, request: ApiRequest, {attempts, isOpen}: Course): Error {
  const known = toBizctlError(error, request, settings, attempts);
  const isUnknown = request.method !== 'GET' && (isOpen || mayHaveBeenCarriedOut(error));
  return isUnknown ? new UnknownOutcomeError(known, isRedirect(error)) : known;
}

function createHooks({method, path}: ApiRequest, settings: HttpSettings, course: Course): Hooks {
  const {onEvent} = settings;
  let started = performance.now();
  const announce = (url: string) => {
    started = performance.now();
    onEvent({kind: 'request', method, url, attempt: course.attempts});
  };
  return {
    beforeRequest: [({request: {url}}) => announce(url)],
    beforeRetry: [
      ({error, retryCount, request: {url}}) => {
        course.isOpen ||= mayHaveBeenCarriedOut(error);
        course.attempts = retryCount + 1;
        onEvent({kind: 'retry', reason: describeFault(error, settings)});
        announce(url);
      },
    ],
    afterResponse: [
      ({response: {status, headers}}) => {
        onEvent({
          kind: 'response',
          status,
          milliseconds: performance.now() - started,
          request_id: requestIdOf(headers),
        });
        const operation = `${method} /${method === 'PATCH' || method === 'DELETE' ? path.replace(/[^/]+$/, '{id}') : path}`;
        const deprecation = readDeprecation(operation, headers);
        if (deprecation) onEvent({kind: 'deprecation', ...deprecation});
        // An earlier attempt may have deleted it: then 404 means "done".
        return method === 'DELETE' && status === 404 && course.isOpen
          ? new Response(undefined, {status: 204})
          : undefined;
      },
    ],
  };
}

function interruption(signal: AbortSignal, {method, path}: ApiRequest): unknown {
  if (method === 'GET' || !(signal.reason instanceof InterruptedError)) return signal.reason;
  return signal.reason.during(`${method} /${path}`);
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
