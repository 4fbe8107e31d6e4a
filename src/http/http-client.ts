import {isHTTPError} from 'ky';
import {AuthError, CancelledWriteError, InterruptedError} from '../base/errors.js';
import type {Json} from '../json/json.js';
import {type ApiRequest, isSafe} from './api-request.js';
import type {HttpSettings} from './http-settings.js';
import {readReply} from './reply.js';
import {toRequestError, UnknownOutcomeError} from './request-error.js';
import {isRedirect, mayHaveSucceeded} from './retry-policy.js';
import {classify, createSender, type RequestState} from './send-with-retries.js';

export interface AnyReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The error for its status; `undefined` for a success, and for a deletion that counts as done after a 404. */
  readonly problem: Error | undefined;
}

export interface Reply extends Omit<AnyReply, 'problem'> {
  /**
   * The JSON of the body; `undefined` for 204, which has none.
   *
   * @throws UnavailableError when it is not JSON, or UnknownOutcomeError after a write
   */
  readonly readJson: () => Json | undefined;
}

/** Sends all requests to the API, with the same token, retries, limits and errors. */
export interface HttpClient {
  readonly settings: HttpSettings;
  /**
   * Resolves to a successful reply.
   *
   * @throws BizctlError according to the status, or UnknownOutcomeError for a write that may have been carried out
   */
  readonly send: (request: ApiRequest) => Promise<Reply>;
  /**
   * Resolves to a reply of any status, with any body.
   *
   * @throws BizctlError when there is no reply
   */
  readonly sendAny: (request: ApiRequest) => Promise<AnyReply>;
}

export function createHttpClient(settings: HttpSettings): HttpClient {
  const late = abortLater(settings);
  const sendWithRetries = createSender(settings, late);
  const exchange = async (request: ApiRequest): Promise<readonly [AnyReply, RequestState]> => {
    const state: RequestState = {request, attempts: 1, mayHaveSucceeded: false, isInFlight: false};
    const interruption = request.completesWrite ? late : settings.signal;
    const signal = request.signal ? AbortSignal.any([interruption, request.signal]) : interruption;
    try {
      signal.throwIfAborted();
      const response = await sendWithRetries(state, signal);
      // Reading it with `arrayBuffer` would copy a large body twice.
      const body = Buffer.concat(await Array.fromAsync(response.body ?? []));
      return [{status: response.status, headers: response.headers, body, problem: undefined}, state];
    } catch (error) {
      // A write that was refused after an interruption was refused all the same.
      const isRefusal = isHTTPError(error) && !isSafe(request.method);
      if (settings.signal.aborted && !isRefusal) throw toInterruption(settings.signal, state);
      if (!settings.signal.aborted) signal.throwIfAborted();
      return [toErrorReply(error, state, settings), state];
    }
  };

  return {
    settings,
    send: async request => {
      const [{status: sent, headers, body, problem}, state] = await exchange(request);
      if (problem) throw problem;
      const status = isDoneAnyway({status: sent, problem}) ? 204 : sent;
      const readJson = () => {
        try {
          return status === 204 ? undefined : readReply(body, headers.get('content-type'), settings.redact);
        } catch (error) {
          throw toUnreadableError(error, state, settings);
        }
      };
      return {status, headers, body, readJson};
    },
    sendAny: async request => (await exchange(request))[0],
  };
}

/** True for a deletion that an earlier attempt may have carried out, so that a 404 or 410 counts as done (row 28). */
export function isDoneAnyway({status, problem}: Pick<AnyReply, 'status' | 'problem'>): boolean {
  return status >= 400 && problem === undefined;
}

/** Returns a signal that aborts some time after an interruption. */
function abortLater({signal, timing}: HttpSettings): AbortSignal {
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(signal.reason), timing.finishMs).unref(), {
    once: true,
  });
  return late.signal;
}

/** Returns an error reply as data and throws for anything else that ended the request. */
function toErrorReply(error: unknown, state: RequestState, settings: HttpSettings): AnyReply {
  const problem = toProblem(error, state, settings);
  if (!isHTTPError(error)) throw problem;
  const {status, headers} = error.response;
  if (state.request.method === 'DELETE' && (status === 404 || status === 410) && state.mayHaveSucceeded)
    return {status, headers, body: Buffer.alloc(0), problem: undefined};
  return {status, headers, body: Buffer.from(typeof error.data === 'string' ? error.data : ''), problem};
}

/** Turns the error of a write that may have been carried out into an UnknownOutcomeError. */
function toProblem(error: unknown, {request, attempts, ...state}: RequestState, settings: HttpSettings): Error {
  const known = toRequestError(error, request, settings, attempts);
  const failure = classify(error, settings.now());
  if (isSafe(request.method) || !(state.mayHaveSucceeded || mayHaveSucceeded(failure, request.method))) return known;
  return new UnknownOutcomeError(known, failure.kind === 'status' && isRedirect(failure.status));
}

/** The error for a success whose body cannot be read: a write was carried out, but its result is unknown. */
function toUnreadableError(error: unknown, {request, attempts}: RequestState, settings: HttpSettings): Error {
  const known = toRequestError(error, request, settings, attempts);
  return isSafe(request.method) ? known : new UnknownOutcomeError(known);
}

function toInterruption(signal: AbortSignal, {request: {method, path}, ...state}: RequestState): unknown {
  if (isSafe(method) || !(signal.reason instanceof InterruptedError)) return signal.reason;
  if (!state.isInFlight && !state.mayHaveSucceeded)
    return new CancelledWriteError(signal.reason.exitCode, signal.reason.message);
  return signal.reason.during(`${method} /${path}`);
}

/**
 * Refuses to continue without a bearer token, which endpoints 5 and 6 need (section 5).
 *
 * @throws AuthError before any request is made
 */
export function requireToken({settings: {token}}: HttpClient): void {
  if (token !== undefined) return;
  throw new AuthError('this command needs a token, but none is configured', {
    hint: suggest => `Set BIZCTL_TOKEN, add --sandbox to work without a tenant, or run: ${suggest('auth', 'login')}`,
  });
}
