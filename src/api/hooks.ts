import type {Hooks} from 'ky';
import {readDeprecation} from './deprecation.js';
import type {ApiRequest, HttpSettings} from './http.js';
import {describeFault} from './request-error.js';
import {mayHaveBeenCarriedOut} from './retry.js';
import {requestIdOf} from './status-error.js';

/** What one request went through, across its attempts. */
export interface Course {
  attempts: number;
  /** True once an attempt was answered in a way that leaves open whether it was carried out. */
  isOpen: boolean;
}

/** Tells what happens on the wire, and keeps account of it. */
export function createHooks({method, path}: ApiRequest, settings: HttpSettings, course: Course): Hooks {
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
