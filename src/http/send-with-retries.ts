import ky, {isHTTPError, isTimeoutError} from 'ky';
import {outlive} from '../base/outlive.js';
import {rejectOnAbort} from '../base/reject-on-abort.js';
import {TransportError} from '../base/transport-error.js';
import {type ApiRequest, isIdempotent, isSafe, toUrl} from './api-request.js';
import {readDeprecation} from './deprecation.js';
import {type HttpSettings, requestIdOf} from './http-settings.js';
import {createRateLimitGate, type RateLimitGate} from './rate-limit-gate.js';
import {describeRetryReason} from './request-error.js';
import {decideRetry, type Failure, isDeferred, mayHaveSucceeded, waitAskedFor, waitForQuota} from './retry-policy.js';

const maxConnectMs = 10_000;
const maxErrorBodyMs = 5_000;
/** How long a 423 is taken for a lock by somebody else's write; a field may also be locked permanently. */
const maxLockedMs = 15_000;
/** How long a 429 counts as a limit that lets some writes through, after the last that it did. */
const maxRefusedMs = 15_000;
/**
 * Share of --timeout that connecting, or the body of an error reply, may take. If the timeout came first, a write that
 * was never sent, or was refused, would have an unknown outcome.
 */
const partShare = 0.8;

/** State of one request across its retries. */
export interface RequestState {
  readonly request: ApiRequest;
  attempts: number;
  /** True once an attempt failed without showing whether it was carried out. */
  mayHaveSucceeded: boolean;
  /** True only while an attempt is under way, not during a wait before or after it. */
  isInFlight: boolean;
}

/**
 * Returns a function that sends a request and retries it as the policy allows; it resolves to a success, or throws what
 * ended the last attempt. All requests share one ky instance, whose retry loop is the only one.
 *
 * @param late aborts some time after an interruption: until then, writes in flight may finish (row 37)
 */
export function createSender(settings: HttpSettings, late: AbortSignal) {
  const {onEvent, timing, retryBudgetMs, now} = settings;
  const gate = createRateLimitGate({
    sleep: timing.sleep,
    onWait: milliseconds => onEvent({kind: 'wait', status: 200, milliseconds, waitedMs: milliseconds}),
  });
  const client = ky.create({
    timeout: settings.timeoutMs,
    redirect: 'manual',
    // Keeps the body of an error reply as text, whatever its type.
    parseJson: text => text,
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...(settings.token === undefined ? {} : {authorization: `Bearer ${settings.token}`}),
    },
  });

  /** When the last request, and the last write, succeeded. */
  let acceptedAt = Number.NEGATIVE_INFINITY;
  let writtenAt = Number.NEGATIVE_INFINITY;

  return (state: RequestState, signal: AbortSignal): Promise<Response> => {
    const {request} = state;
    const {method} = request;
    const url = toUrl(settings.baseUrl, request);
    const content = request.content ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    // Waiting for a rate limit that another request hit does not count.
    let startedAt = performance.now();
    let [waitMs, waitedMs, retries] = [0, 0, 0];
    const elapsedMs = () => Math.max(performance.now() - startedAt, waitedMs);
    const begin = async () => {
      await gate.wait(signal);
      if (state.attempts === 1) startedAt = performance.now();
      onEvent({kind: 'request', method, url, attempt: state.attempts});
      state.isInFlight = true;
    };
    return client(url, {
      method,
      signal,
      headers: {...(content === undefined ? {} : {'content-type': 'application/json'}), ...request.headers},
      fetch: async input => {
        const attempt = input instanceof Request ? input : new Request(input);
        const ending = isSafe(method) ? attempt.signal : outlive(attempt.signal, settings.signal, late);
        const response = await fetchObserved(attempt, content, ending, settings, gate);
        if (response.ok) acceptedAt = performance.now();
        if (response.ok && !isSafe(method)) writtenAt = acceptedAt;
        return response;
      },
      retry: {
        limit: Number.MAX_SAFE_INTEGER,
        methods: ['get', 'head', 'put', 'patch', 'delete', 'post'],
        // ky ignores Retry-After once `shouldRetry` returns true, and would compare dates with the local clock.
        delay: () => waitMs,
        shouldRetry: ({error}) => {
          const failure = classify(error, now());
          // An abort is classified as 'other' and leaves the attempt open.
          if (failure.kind !== 'other') state.isInFlight = false;
          state.mayHaveSucceeded ||= mayHaveSucceeded(failure, method);
          const {backoffMs} = timing;
          // Where many writes wait for one rate limit or lock, some are refused again and again.
          const isLocked = isDeferred(failure) && failure.status === 423;
          const isInTurn =
            isDeferred(failure) &&
            (failure.askedMs >= backoffMs ||
              acceptedAt > startedAt ||
              (!isLocked && performance.now() < writtenAt + maxRefusedMs)) &&
            (!isLocked || elapsedMs() < maxLockedMs);
          if (!isInTurn || isSafe(method) || settings.retries === 0) retries += 1;
          const decided = decideRetry(
            failure,
            {
              isIdempotent: isIdempotent(request),
              // The back-off grows also where retries do not count; a lock may be free for moments only.
              retry: isInTurn ? (isLocked ? 3 : state.attempts) : Math.max(1, retries),
              elapsedMs: elapsedMs(),
              retryBudgetMs,
              backoffMs,
            },
            Math.random(),
          );
          if (decided === undefined || retries > settings.retries) return false;
          waitMs = decided;
          waitedMs += decided;
          if (failure.kind === 'status' && failure.askedMs > 0)
            onEvent({kind: 'wait', status: failure.status, milliseconds: waitMs, waitedMs});
          else onEvent({kind: 'backOff', reason: describeRetryReason(error, settings), waitedMs});
          return true;
        },
      },
      hooks: {
        beforeRequest: [begin],
        beforeRetry: [
          async ({error}) => {
            // The machine may have been suspended during the wait.
            if (elapsedMs() > retryBudgetMs) throw error;
            state.attempts += 1;
            onEvent({kind: 'retry', reason: describeRetryReason(error, settings)});
            await begin();
          },
        ],
      },
    });
  };
}

/** Classifies an error by what matters for retries and for the outcome of a write. */
export function classify(error: unknown, now: Date): Failure {
  if (isHTTPError(error)) {
    const {status, headers} = error.response;
    return {kind: 'status', status, askedMs: waitAskedFor(headers, now)};
  }
  if (isTimeoutError(error)) return {kind: 'timeout'};
  return error instanceof TransportError ? {kind: 'transport', code: error.code, sent: error.sent} : {kind: 'other'};
}

/** Makes one attempt and reports it: timing, rate limits and deprecation. */
async function fetchObserved(
  request: Request,
  content: string | Uint8Array | undefined,
  signal: AbortSignal,
  settings: HttpSettings,
  gate: RateLimitGate,
): Promise<Response> {
  const {onEvent, baseUrl, retryBudgetMs, timeoutMs, headersMs, now} = settings;
  const started = performance.now();
  const connectMs = Math.min(maxConnectMs, timeoutMs * partShare);
  const errorBodyMs = Math.min(maxErrorBodyMs, timeoutMs * partShare);
  const response = await rejectOnAbort(
    settings.fetch(request, {content, signal, connectMs, headersMs, errorBodyMs}),
    signal,
  );
  const {status, headers} = response;
  onEvent({
    kind: 'response',
    status,
    milliseconds: performance.now() - started,
    request_id: requestIdOf(headers, settings.redact),
  });
  const waitMs = status === 429 ? waitAskedFor(headers, now()) : waitForQuota(headers, now());
  // Set before the reply is returned, because other requests are about to be sent. Longer waits end the command
  // instead.
  if (waitMs > 0 && waitMs <= retryBudgetMs) gate.delay(waitMs);
  const deprecation = readDeprecation(headers);
  if (deprecation) onEvent({kind: 'deprecation', operation: nameOperation(request, baseUrl), ...deprecation});
  return response;
}

/** `PATCH /v2/customFields/{id}` */
function nameOperation({method, url}: Request, baseUrl: URL): string {
  const path = new URL(url).pathname.slice(baseUrl.pathname.replace(/\/+$/, '').length);
  return `${method} ${method === 'PATCH' || method === 'DELETE' ? path.replace(/[^/]+$/, '{id}') : path}`;
}
