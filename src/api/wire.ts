import type {Hooks} from 'ky';
import {readDeprecation} from './deprecation.js';
import type {ApiRequest, HttpSettings} from './http.js';
import {describeFault} from './request-error.js';
import {mayHaveBeenCarriedOut} from './retry.js';
import {requestIdOf} from './status-error.js';
import {untilAborted} from './until-aborted.js';

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

/** What one request is sent with, in each of its attempts. */
export interface Parcel {
  readonly settings: HttpSettings;
  readonly request: ApiRequest;
  /** Its body. ky is not shown it: it would copy it as a stream with each attempt. */
  readonly content: string | undefined;
  readonly signal: AbortSignal;
  readonly course: Course;
}

/** Sends each attempt, tells what happens on the wire, and keeps account of it. */
export function createWire({settings, request, content, signal, course}: Parcel): {
  readonly fetch: (attempt: Request) => Promise<Response>;
  readonly hooks: Hooks;
} {
  const {method, path} = request;
  const {onEvent} = settings;
  return {
    fetch: async attempt => {
      const started = performance.now();
      onEvent({kind: 'request', method, url: attempt.url, attempt: course.attempts});
      const init: RequestInit = {method, headers: attempt.headers, redirect: 'manual', signal: attempt.signal};
      const sent = settings.fetch(attempt.url, content === undefined ? init : {...init, body: content});
      const response = await untilAborted(sent, signal);
      const {status, headers} = response;
      onEvent({kind: 'response', status, milliseconds: performance.now() - started, request_id: requestIdOf(headers)});
      const operation = `${method} /${method === 'PATCH' || method === 'DELETE' ? path.replace(/[^/]+$/, '{id}') : path}`;
      const deprecation = readDeprecation(operation, headers);
      if (deprecation) onEvent({kind: 'deprecation', ...deprecation});
      // An earlier attempt may have deleted it: then 404 means "done".
      return method === 'DELETE' && status === 404 && course.isOpen ? new Response(undefined, {status: 204}) : response;
    },
    hooks: {
      beforeRetry: [
        ({error}) => {
          course.isOpen ||= mayHaveBeenCarriedOut(error);
          course.attempts += 1;
          onEvent({kind: 'retry', reason: describeFault(error, settings)});
        },
      ],
    },
  };
}
