import {InterruptedError} from '../base/errors.js';
import type {RawResponse, ResponseHeaders} from '../base/raw-response.js';
import type {Answer, ApiRequest, HttpSettings, Method, Reply} from './http.js';
import {isSafe} from './is-safe.js';
import type {RateLimitGate} from './pause.js';
import {CutOffError, decodeBody, readBody, readReply} from './reply.js';
import {isSuccess} from './statuses.js';
import {beginCourse, type Course, createWire, type Wire} from './wire.js';

/** What requests are sent over. */
export interface Line {
  readonly settings: HttpSettings;
  readonly pause: RateLimitGate;
}

/** What Http.send does. */
export async function send(line: Line, request: ApiRequest): Promise<Reply> {
  const {settings} = line;
  const course = beginCourse();
  const {status, headers, body, problem} = await attempt(line, request, course);
  if (problem) throw problem;
  try {
    const cut = request.into?.cutList();
    if (cut) return {status, headers, json: cut.json, cut};
    const text = decodeBody(body);
    const isEmpty = status === 204 || (request.method === 'DELETE' && text.trim() === '');
    return {status, headers, json: isEmpty ? undefined : readReply(text, headers.get('content-type'), settings.redact)};
  } catch (error) {
    throw await tell(error, settings, request, course);
  }
}

/** What Http.ask does. */
export async function ask(line: Line, request: ApiRequest): Promise<Answer> {
  const course = beginCourse();
  const {body, ...answer} = await attempt(line, request, course);
  try {
    return {...answer, text: decodeBody(body)};
  } catch (error) {
    throw await tell(error, line.settings, request, course);
  }
}

async function tell(error: unknown, settings: HttpSettings, request: ApiRequest, course: Course): Promise<Error> {
  const {describeFailure} = await import('./failure.js');
  return describeFailure(error, settings, request, course);
}

interface Received {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Buffer;
  readonly problem: Error | undefined;
}

async function attempt(line: Line, request: ApiRequest, course: Course): Promise<Received> {
  const {settings, pause} = line;
  const signal = request.signal ? AbortSignal.any([settings.signal, request.signal]) : settings.signal;
  signal.throwIfAborted();
  try {
    await pause.wait(signal);
    const received = await receive(line, request, course, signal);
    return {...received, problem: undefined};
  } catch (error) {
    if (settings.signal.aborted) throw interruption(settings.signal, request);
    signal.throwIfAborted();
    const {describeFailure, readRefusal} = await import('./failure.js');
    const problem = describeFailure(error, settings, request, course);
    const refusal = readRefusal(error);
    if (refusal === undefined) throw problem;
    return {...refusal, problem};
  }
}

/** A reply with all of its body. One that is cut off is asked for again, when that is harmless. */
async function receive(
  line: Line,
  request: ApiRequest,
  course: Course,
  signal: AbortSignal,
): Promise<Omit<Received, 'problem'>> {
  const {settings} = line;
  const {method} = request;
  const wire = createWire(line, request, signal, course);
  for (;;) {
    const response = await answer(wire, line, method, course, signal);
    const {status, headers} = response;
    try {
      return {status, headers, body: await readBody(response, settings.timeoutMs, signal, request.into)};
    } catch (error) {
      const isFinal = course.attempts > settings.retries || !(error instanceof CutOffError) || !isSafe(method);
      if (isFinal || performance.now() - course.startedAt > settings.retryBudgetMs) throw error;
      settings.onEvent({kind: 'retry', reason: error.message});
      await settings.timing.sleep(Math.random() * settings.timing.backoffMs * 2 ** (course.attempts - 1), signal);
      course.attempts += 1;
    }
  }
}

/** A reply that is a success. What repeats is loaded when there is something to repeat: most requests are answered at once. */
async function answer(
  wire: Wire,
  line: Line,
  method: Method,
  course: Course,
  signal: AbortSignal,
): Promise<RawResponse> {
  const first = wire.attempt();
  const response = await first.catch(() => undefined);
  if (response && isSuccess(response.status)) return response;
  const {repeat} = await import('./repeat.js');
  return repeat({first, wire, method, line, course, signal});
}

function interruption(signal: AbortSignal, {method, path}: ApiRequest): unknown {
  if (isSafe(method) || !(signal.reason instanceof InterruptedError)) return signal.reason;
  return signal.reason.during(`${method} /${path}`);
}
