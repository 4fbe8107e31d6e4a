import type {ApiContext} from '../../app/api-context.js';
import {IncompleteError, UnavailableError} from '../../base/errors.js';
import {letSignalsIn} from '../../base/let-signals-in.js';
import type {ApiRequest} from '../../http/api-request.js';
import type {AnyReply} from '../../http/http-client.js';
import type {Json} from '../../json/json.js';
import {JsonLimitError} from '../../json/json.js';
import {parseJson} from '../../json/parse-json.js';
import type {ApiOptions} from './options.js';

/** Parses a JSON body, or says what is wrong with it. */
function parseBody(text: string): {readonly value: Json} | {readonly flaw: string} {
  try {
    return {value: parseJson(text)};
  } catch (error) {
    if (error instanceof SyntaxError) return {flaw: text.trim() === '' ? 'is empty' : 'is not valid JSON'};
    if (error instanceof JsonLimitError) return {flaw: error.problem};
    throw error;
  }
}

/**
 * Prints a reply of any status, in the requested format or else unchanged.
 *
 * @throws after printing: the error for its status, or for a body that should be JSON but is not
 */
export async function showReply(
  context: ApiContext,
  request: ApiRequest,
  reply: AnyReply,
  {include}: ApiOptions,
): Promise<void> {
  const {status, headers, problem} = reply;
  const {redact} = context.reporter;
  // An error reply may echo the request, token included; the body of a success is data and must not change.
  const text = problem ? redact(reply.text) : reply.text;
  if (include)
    await context.showText(
      `HTTP ${status}\n${redact(Array.from(headers, ([name, value]) => `${name}: ${value}\n`).join(''))}\n`,
    );
  const mayBeEmpty = status === 204 || status === 205 || request.method === 'HEAD' || request.method === 'DELETE';
  await letSignalsIn(context.http.settings.signal);
  const body = text === '' && mayBeEmpty ? undefined : parseBody(text);
  await letSignalsIn(context.http.settings.signal);
  if (body && 'value' in body) await context.showBody(body.value, text);
  else if (text !== '') await context.showText(text.endsWith('\n') ? text : `${text}\n`);
  if (problem) throw problem;
  const shouldBeJson = context.format.isMachine || /\bjson\b/.test(headers.get('content-type') ?? '');
  if (body && 'flaw' in body && shouldBeJson) throw toInvalidBodyError(request, status, body.flaw);
}

/** The error for a body that should be JSON but is not: it was truncated, or is from something else than the API. */
function toInvalidBodyError({method, path}: ApiRequest, status: number, flaw: string): Error {
  const details = {status, method, path: `/${path}`, retryable: false};
  const message = `the body ${flaw} (${method} /${path})`;
  if (method === 'GET') return new UnavailableError(message, {...details, hint: 'It was printed as received.'});
  return new IncompleteError(`HTTP ${status}, but ${message}`, {
    ...details,
    hint: 'It was printed as received. Check before you repeat the request.',
  });
}
