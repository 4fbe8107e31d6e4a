import ky from 'ky';
import type {Method} from './http.js';
import {describeFault} from './request-error.js';
import {createRetryOptions, mayHaveBeenCarriedOut} from './retry.js';
import type {Line} from './send.js';
import type {Course, Wire} from './wire.js';

/** A request whose first attempt was not answered well. */
export interface Unanswered {
  /** What came of that attempt. */
  readonly first: Promise<Response>;
  readonly wire: Wire;
  readonly method: Method;
  readonly line: Line;
  readonly course: Course;
  readonly signal: AbortSignal;
}

/**
 * Repeats what may be repeated.
 *
 * @throws what ky and fetch throw; HTTPError for a reply that is no success
 */
export async function repeat({first, wire, method, line, course, signal}: Unanswered): Promise<Response> {
  const {settings, pause} = line;
  let isFirst = true;
  return ky(wire.url, {
    method,
    signal,
    // Of each attempt, not of all: the wire sees to it.
    timeout: false,
    // The body of an error reply stays text: `statusError` reads it, whatever it is.
    parseJson: text => text,
    retry: createRetryOptions(settings, course, pause),
    fetch: () => {
      if (!isFirst) return wire.attempt();
      isFirst = false;
      return first;
    },
    hooks: {
      beforeRetry: [
        ({error}) => {
          // The machine may have slept while this waited.
          if (performance.now() - course.startedAt > settings.retryBudgetMs) throw error;
          course.isOpen ||= mayHaveBeenCarriedOut(error);
          course.attempts += 1;
          settings.onEvent({kind: 'retry', reason: describeFault(error, settings)});
        },
      ],
    },
  });
}
