import {isHTTPError, type KyInstance} from 'ky';
import {InterruptedError} from '../errors.js';
import {encodeQuery} from './encode.js';
import type {Answer, ApiRequest, HttpSettings, Method, Reply} from './http.js';
import {decodeBody, readBody, readReply} from './reply.js';
import {toBizctlError} from './request-error.js';
import {isRedirect, mayHaveBeenCarriedOut} from './retry.js';
import {UnknownOutcomeError} from './unknown-outcome.js';
import {type Course, createWire} from './wire.js';

/** What Http.send does. */
export async function send(client: KyInstance, settings: HttpSettings, request: ApiRequest): Promise<Reply> {
  const course: Course = {attempts: 1, isOpen: false};
  const {status, headers, body, problem} = await attempt(client, settings, request, course);
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
export async function ask(client: KyInstance, settings: HttpSettings, request: ApiRequest): Promise<Answer> {
  const course: Course = {attempts: 1, isOpen: false};
  const {body, ...answer} = await attempt(client, settings, request, course);
  try {
    return {...answer, text: decodeBody(body)};
  } catch (error) {
    throw toFailure(error, settings, request, course);
  }
}

async function attempt(
  client: KyInstance,
  settings: HttpSettings,
  request: ApiRequest,
  course: Course,
): Promise<Omit<Answer, 'text'> & {readonly body: Buffer}> {
  const {method, path, body} = request;
  const signal = request.signal ? AbortSignal.any([settings.signal, request.signal]) : settings.signal;
  signal.throwIfAborted();
  const content = request.content ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const search = encodeQuery(request.query);
    const wire = createWire({settings, request, content, signal, course});
    const response = await client(search === '' ? path : `${path}?${search}`, {
      method,
      signal,
      headers: {...(content === undefined ? {} : {'content-type': 'application/json'}), ...request.headers},
      hooks: wire.hooks,
      fetch: input => wire.fetch(input instanceof Request ? input : new Request(input)),
    });
    const received = await readBody(response, settings.timeoutMs, signal, request.into);
    return {status: response.status, headers: response.headers, body: received, problem: undefined};
  } catch (error) {
    if (settings.signal.aborted) throw interruption(settings.signal, request);
    signal.throwIfAborted();
    const problem = toFailure(error, settings, request, course);
    if (!isHTTPError(error)) throw problem;
    const {status, headers} = error.response;
    return {status, headers, body: Buffer.from(typeof error.data === 'string' ? error.data : ''), problem};
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
