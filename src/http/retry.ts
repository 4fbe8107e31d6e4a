import {isHTTPError, isNetworkError, type RetryOptions} from 'ky';
import {systemCode, UnavailableError} from '../base/errors.js';
import type {HttpSettings, Method} from './http.js';
import {failedBeforeSend, isCertificateError, isRefusedByProxy} from './network-error.js';
import {waitAskedFor} from './retry-after.js';
import {isRedirectStatus} from './statuses.js';
import {type Course, TimeoutError} from './wire.js';

const repeatable: readonly number[] = [408, 429, 500, 502, 503, 504];
const longestBackoffMs = 10_000;

/** What is tried again, how often, and after which wait (design, section 3). */
export function createRetryOptions(
  {retries, retryBudgetMs, timing, now, onEvent}: HttpSettings,
  {startedAt}: Course,
  method: Method,
): RetryOptions {
  let wait = 0;
  return {
    limit: retries,
    methods: ['get', 'head', 'put', 'patch', 'delete', 'post'],
    // How long is decided below, with the request: ky measures a date against the clock of this machine.
    delay: () => wait,
    shouldRetry: ({error, retryCount}) => {
      if (!mayRetry(error, method)) return false;
      const asked = isHTTPError(error) ? waitAskedFor(error.response.headers, now()) : 0;
      const backoff = Math.min(timing.backoffMs * 2 ** (retryCount - 1), longestBackoffMs);
      wait = asked > 0 ? asked : Math.random() * backoff;
      if (performance.now() - startedAt + wait > retryBudgetMs) return false;
      if (isHTTPError(error) && asked > 0) onEvent({kind: 'wait', status: error.response.status, milliseconds: asked});
      return true;
    },
  };
}

/** POST is not repeated unless it certainly was not carried out: the API has no idempotency key. */
function mayRetry(error: Error, method: Method): boolean {
  if (isHTTPError(error)) {
    const {status} = error.response;
    return method === 'POST' ? status === 429 : repeatable.includes(status);
  }
  if (isCertificateError(error) || error instanceof TimeoutError || isRefusedByProxy(error)) return false;
  return isNetworkFault(error) && (method !== 'POST' || failedBeforeSend(error));
}

/** What fetch throws, or the client of the system. */
function isNetworkFault(error: unknown): boolean {
  return isNetworkError(error) || systemCode(error) !== undefined;
}

/** True for an answer that points elsewhere. It is never followed. */
export function isRedirect(error: unknown): boolean {
  return isHTTPError(error) && isRedirectStatus(error.response.status);
}

/** True when a write that ended with this error may nevertheless have been carried out. */
export function mayHaveBeenCarriedOut(error: unknown): boolean {
  if (isHTTPError(error)) {
    const {status} = error.response;
    return status >= 500 || status === 408 || isRedirect(error);
  }
  if (error instanceof UnavailableError || error instanceof TimeoutError) return true;
  return isNetworkFault(error) && !failedBeforeSend(error);
}
