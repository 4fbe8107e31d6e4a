import {isHTTPError, isNetworkError, type RetryOptions} from 'ky';
import {systemCode, UnavailableError} from '../errors.js';
import type {HttpSettings} from './http.js';
import {isCertificateError, isRefusedByProxy, wasNeverSent} from './network-error.js';
import type {Pause} from './pause.js';
import {waitAskedFor} from './retry-after.js';
import {type Course, LateError} from './wire.js';

const repeatable: readonly number[] = [408, 429, 500, 502, 503, 504];
const longestBackoffMs = 10_000;

/** What is tried again, how often, and after which wait (design, section 3). */
export function createRetryOptions(
  {retries, retryBudgetMs, timing, now, onEvent}: HttpSettings,
  {startedAt}: Course,
  pause: Pause,
): RetryOptions {
  let wait = 0;
  return {
    limit: retries,
    methods: ['get', 'head', 'put', 'patch', 'delete', 'post'],
    // How long is decided below, with the request: ky measures a date against the clock of this machine.
    delay: () => wait,
    shouldRetry: ({error, retryCount}) => {
      if (!mayRetry(error)) return false;
      const asked = isHTTPError(error) ? waitAskedFor(error.response.headers, now()) : 0;
      const backoff = Math.min(timing.backoffMs * 2 ** (retryCount - 1), longestBackoffMs);
      wait = asked > 0 ? asked : Math.random() * backoff;
      if (performance.now() - startedAt + wait > retryBudgetMs) return false;
      if (isHTTPError(error) && asked > 0) {
        const {status} = error.response;
        if (status === 429) pause.hold(asked, true);
        onEvent({kind: 'wait', status, milliseconds: asked});
      }
      return true;
    },
  };
}

/** POST is not repeated unless it certainly was not carried out: the API has no idempotency key. */
function mayRetry(error: Error): boolean {
  if (isHTTPError(error)) {
    const {status} = error.response;
    return error.request.method === 'POST' ? status === 429 : repeatable.includes(status);
  }
  if (isCertificateError(error) || error instanceof LateError || isRefusedByProxy(error)) return false;
  if (isNetworkError(error)) return error.request.method !== 'POST' || wasNeverSent(error);
  return systemCode(error) !== undefined && wasNeverSent(error);
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
  if (error instanceof UnavailableError || error instanceof LateError) return true;
  return (isNetworkError(error) || systemCode(error) !== undefined) && !wasNeverSent(error);
}
