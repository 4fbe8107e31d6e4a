import {isHTTPError, type KyInstance} from 'ky';
import {InterruptedError} from '../errors.js';
import {encodeQuery} from './encode.js';
import type {Answer, ApiRequest, HttpSettings, Method, Reply} from './http.js';
import type {Pause} from './pause.js';
import {CutOffError, decodeBody, readBody, readReply} from './reply.js';
import {toBizctlError} from './request-error.js';
import {createRetryOptions, isRedirect, mayHaveBeenCarriedOut} from './retry.js';
import {UnknownOutcomeError} from './unknown-outcome.js';
import {beginCourse, type Course, createWire} from './wire.js';

/** What requests are sent over. */
export interface Line {
  readonly client: KyInstance;
  readonly settings: HttpSettings;
  readonly pause: Pause;
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
    return {status, headers, json: isEmpty ? undefined : readReply(text, headers.get('content-type'), settings.hide)};
  } catch (error) {
    throw toFailure(error, settings, request, course);
  }
}

/** What Http.ask does. */
export async function ask(line: Line, request: ApiRequest): Promise<Answer> {
  const course = beginCourse();
  const {body, ...answer} = await attempt(line, request, course);
  try {
    return {...answer, text: decodeBody(body)};
  } catch (error) {
    throw toFailure(error, line.settings, request, course);
  }
}

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly problem: Error | undefined;
}

async function attempt(line: Line, request: ApiRequest, course: Course): Promise<Received> {
  const {settings, pause} = line;
  const signal = request.signal ? AbortSignal.any([settings.signal, request.signal]) : settings.signal;
  signal.throwIfAborted();
  try {
    await pause.wait(signal);
    const {status, headers, body} = await receive(line, request, course, signal);
    return {status, headers, body, problem: undefined};
  } catch (error) {
    if (settings.signal.aborted) throw interruption(settings.signal, request);
    signal.throwIfAborted();
    const problem = toFailure(error, settings, request, course);
    if (!isHTTPError(error)) throw problem;
    const {status, headers} = error.response;
    return {status, headers, body: Buffer.from(typeof error.data === 'string' ? error.data : ''), problem};
  }
}

/** A reply with all of its body. One that is cut off is asked for again, when that is harmless. */
async function receive(
  line: Line,
  request: ApiRequest,
  course: Course,
  signal: AbortSignal,
): Promise<Omit<Received, 'problem'>> {
  const {client, settings, pause} = line;
  const {method, path, body} = request;
  const content = request.content ?? (body === undefined ? undefined : JSON.stringify(body));
  const search = encodeQuery(request.query);
  const wire = createWire({settings, request, content, signal, course});
  for (;;) {
    const response = await client(search === '' ? path : `${path}?${search}`, {
      method,
      signal,
      headers: {...(content === undefined ? {} : {'content-type': 'application/json'}), ...request.headers},
      hooks: wire.hooks,
      retry: createRetryOptions(settings, course, pause),
      fetch: input => wire.fetch(input instanceof Request ? input : new Request(input)),
    });
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

/** True for methods that change nothing. */
function isSafe(method: Method): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** What an error means for the request: a write that may have been carried out has no known outcome. */
function toFailure(error: unknown, settings: HttpSettings, request: ApiRequest, {attempts, isOpen}: Course): Error {
  const known = toBizctlError(error, request, settings, attempts);
  const isUnknown = !isSafe(request.method) && (isOpen || mayHaveBeenCarriedOut(error));
  return isUnknown ? new UnknownOutcomeError(known, isRedirect(error)) : known;
}

function interruption(signal: AbortSignal, {method, path}: ApiRequest): unknown {
  if (isSafe(method) || !(signal.reason instanceof InterruptedError)) return signal.reason;
  return signal.reason.during(`${method} /${path}`);
}
