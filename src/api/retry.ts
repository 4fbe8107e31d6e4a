import {isHTTPError, isNetworkError, isTimeoutError, type RetryOptions} from 'ky';
import {systemCode, UnavailableError} from '../errors.js';
import type {HttpSettings} from './http.js';
import {isCertificateError, wasNeverSent} from './network-error.js';
import type {Pause} from './pause.js';
import {waitAskedFor} from './retry-after.js';
import type {Course} from './wire.js';

const repeatable: readonly number[] = [408, 429, 500, 502, 503, 504];
const longestBackoffMs = 10_000;

/** What is tried again, how often, and after which wait (design, section 3). */
export function createRetryOptions(
  {retries, retryBudgetMs, timing, now, onEvent}: HttpSettings,
  {startedAt}: Course,
  pause: Pause,
): RetryOptions {
  const backoff = (attempt: number) => timing.backoffMs * 2 ** (attempt - 1);
  return {
    limit: retries,
    methods: ['get', 'head', 'put', 'patch', 'delete', 'post'],
    statusCodes: [...repeatable],
    afterStatusCodes: [429, 503],
    maxRetryAfter: retryBudgetMs,
    delay: backoff,
    backoffLimit: longestBackoffMs,
    jitter: true,
    shouldRetry: ({error, retryCount}) => {
      const asked = isHTTPError(error) ? waitAskedFor(error.response.headers, now()) : 0;
      const wait = asked > 0 ? asked : Math.min(backoff(retryCount), longestBackoffMs);
      if (performance.now() - startedAt + wait > retryBudgetMs) return false;
      const decision = shouldRetry(error, asked);
      if (isHTTPError(error) && asked > 0 && decision !== false) {
        const {status} = error.response;
        if (status === 429) pause.hold(asked);
        onEvent({kind: 'wait', status, milliseconds: asked});
      }
      return decision;
    },
  };
}

/**
 * `undefined` leaves the decision to the status codes. POST is not repeated unless it certainly was not carried out: the API has no idempotency key.
 *
 * @param asked how long the reply asks to wait, in milliseconds
 */
function shouldRetry(error: Error, asked: number): boolean | undefined {
  if (isHTTPError(error)) {
    const {status, headers} = error.response;
    if (error.request.method === 'POST' && status !== 429) return false;
    // A date that is past, or no date at all, asks for nothing: the ordinary back-off holds, not "at once".
    const isMeaningless = asked === 0 && !/^0+$/.test(headers.get('retry-after') ?? '0');
    return isMeaningless && repeatable.includes(status) ? true : undefined;
  }
  if (isCertificateError(error) || isTimeoutError(error)) return false;
  if (isNetworkError(error)) return error.request.method !== 'POST' || wasNeverSent(error);
  return systemCode(error) === undefined ? undefined : wasNeverSent(error);
}

/** True for an answer that points elsewhere. It is never followed. */
export function isRedirect(error: unknown): boolean {
  return isHTTPError(error) && isRedirectStatus(error.response.status);
}

/** 304 says that nothing has changed: no redirect. */
export function isRedirectStatus(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** True when a write that ended with this error may nevertheless have been carried out. */
export function mayHaveBeenCarriedOut(error: unknown): boolean {
  if (isHTTPError(error)) {
    const {status} = error.response;
    return status >= 500 || status === 408 || isRedirect(error);
  }
  if (error instanceof UnavailableError || isTimeoutError(error)) return true;
  return (isNetworkError(error) || systemCode(error) !== undefined) && !wasNeverSent(error);
}
