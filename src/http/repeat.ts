import ky from 'ky';
import {UnavailableError} from '../base/errors.js';
import {abandon, type RawResponse} from '../base/raw-response.js';
import type {Method} from './http.js';
import {readBody} from './reply.js';
import {describeFault} from './request-error.js';
import {createRetryOptions, mayHaveBeenCarriedOut} from './retry.js';
import type {Line} from './send.js';
import {isSuccess} from './statuses.js';
import type {Course, Wire} from './wire.js';

/** A request whose first attempt was not answered well. */
export interface Unanswered {
  /** What came of that attempt. */
  readonly first: Promise<RawResponse>;
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
export async function repeat({first, wire, method, line, course, signal}: Unanswered): Promise<RawResponse> {
  const {settings} = line;
  const answered: RawResponse[] = [];
  let next = () => first;
  await ky(wire.url, {
    method,
    signal,
    // Of each attempt, not of all: the wire sees to it.
    timeout: false,
    // The body of an error reply stays text: `statusError` reads it, whatever it is.
    parseJson: text => text,
    retry: createRetryOptions(settings, course, method),
    fetch: async () => {
      const attempt = next();
      next = wire.attempt;
      const exchange = await attempt;
      answered.push(exchange);
      return toResponse(exchange, settings.timeoutMs, signal);
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
  return answered.at(-1) ?? first;
}

/** What ky looks at: the status, and the words of a refusal, where they can be read. */
async function toResponse(exchange: RawResponse, timeoutMs: number, signal: AbortSignal): Promise<Response> {
  const {status, headers} = exchange;
  if (isSuccess(status)) return new Response(null, {status});
  if (status < 200 || status > 599) {
    await abandon(exchange);
    throw new UnavailableError(`there is no such status as HTTP ${status}`);
  }
  if (exchange instanceof Response) return exchange;
  const body = await readBody(exchange, timeoutMs, signal).catch((error: unknown) => {
    if (error instanceof UnavailableError) return Buffer.alloc(0);
    throw error;
  });
  return new Response(body.length === 0 ? null : Uint8Array.from(body), {status, headers: [...headers]});
}
