import {abandon, type RawResponse} from '../base/raw-response.js';
import {readDeprecation} from './deprecation.js';
import {encodeQuery} from './encode.js';
import type {ApiRequest, HttpSettings} from './http.js';
import {requestIdOf} from './request-id.js';
import {waitAskedFor, waitForQuota} from './retry-after.js';
import type {Line} from './send.js';
import {untilAborted} from './until-aborted.js';

/** Thrown when no reply begins in time. */
export class TimeoutError extends Error {}

/** What one request went through, across its attempts. */
export interface Course {
  /** When it began, on the clock of `performance`. */
  readonly startedAt: number;
  attempts: number;
  /** True once an attempt was answered in a way that leaves open whether it was carried out. */
  isOpen: boolean;
}

export function beginCourse(): Course {
  return {startedAt: performance.now(), attempts: 1, isOpen: false};
}

/** One request, ready to be sent. */
export interface Wire {
  readonly url: string;
  /** Makes one attempt, and tells what happens on the wire. Nothing is followed, nothing repeated. */
  readonly attempt: () => Promise<RawResponse>;
}

export function createWire({settings, pause}: Line, request: ApiRequest, signal: AbortSignal, course: Course): Wire {
  const {method, path} = request;
  const {onEvent, token, userAgent, baseUrl} = settings;
  const content = request.content ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const search = encodeQuery(request.query);
  const url = new URL(`${baseUrl.href.replace(/\/+$/, '')}/${path}${search === '' ? '' : `?${search}`}`).href;
  const headers = {
    accept: 'application/json',
    'user-agent': userAgent,
    ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
    ...(content === undefined ? {} : {'content-type': 'application/json'}),
    ...request.headers,
  };
  return {
    url,
    attempt: async () => {
      const started = performance.now();
      onEvent({kind: 'request', method, url, attempt: course.attempts});
      const response = await inTime(settings.timeoutMs, signal, inner =>
        settings.fetch(url, {
          method,
          headers,
          redirect: 'manual',
          signal: inner,
          ...(content === undefined ? {} : {body: content}),
        }),
      );
      const {status, headers: answered} = response;
      onEvent({kind: 'response', status, milliseconds: performance.now() - started, request_id: requestIdOf(answered)});
      // At once: other requests are about to leave.
      const wait = waitBeforeNext(response, settings);
      if (wait > 0) pause.hold(wait);
      const operation = `${method} /${method === 'PATCH' || method === 'DELETE' ? path.replace(/[^/]+$/, '{id}') : path}`;
      const deprecation = readDeprecation(operation, answered);
      if (deprecation) onEvent({kind: 'deprecation', ...deprecation});
      // An earlier attempt may have deleted it: then 404 means "done".
      if (method !== 'DELETE' || status !== 404 || !course.isOpen) return response;
      await abandon(response);
      return {status: 204, headers: answered, body: null};
    },
  };
}

/** How long all requests are to wait after this reply, in milliseconds; 0 also for longer than anybody would. */
function waitBeforeNext({status, headers}: RawResponse, {now, retryBudgetMs}: HttpSettings): number {
  const wait = status === 429 ? waitAskedFor(headers, now()) : waitForQuota(headers, now());
  return wait <= retryBudgetMs ? wait : 0;
}

/** @throws LateError */
async function inTime(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<RawResponse>,
): Promise<RawResponse> {
  const late = new AbortController();
  const either = AbortSignal.any([signal, late.signal]);
  const timer = setTimeout(() => late.abort(new TimeoutError()), milliseconds);
  try {
    return await untilAborted(work(either), either);
  } finally {
    clearTimeout(timer);
  }
}
