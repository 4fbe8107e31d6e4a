import {isUtf8} from 'node:buffer';
import {listParts} from '../../api/list-envelope.js';
import {findToken} from '../../api/paging-signs.js';
import type {ApiContext} from '../../app/api-context.js';
import {toOutputError} from '../../app/show-after-writes.js';
import {IncompleteError, OutputError, UnavailableError} from '../../base/errors.js';
import {yieldToSignals} from '../../base/yield-to-signals.js';
import {type ApiRequest, isSafe} from '../../http/api-request.js';
import {type AnyReply, isDoneAnyway} from '../../http/http-client.js';
import {isJsonType, withoutByteOrderMark} from '../../http/reply.js';
import {isSpace} from '../../json/characters.js';
import {LargeValueError} from '../../json/check-limits.js';
import {isJson} from '../../json/is-json.js';
import {isObject, type Json} from '../../json/json.js';
import {JsonLimitError} from '../../json/limits.js';
import {parseJsonBytes} from '../../json/parse-json.js';
import type {ApiOptions} from './options.js';
import {textParts} from './text-parts.js';

/** Returns JSON without the white space at its end. */
function trimEnd(body: Buffer): Buffer {
  let end = body.length;
  while (isSpace(body[end - 1] ?? 0)) end -= 1;
  return body.subarray(0, end);
}

interface Flawed {
  /** What is wrong, as the rest of a sentence. */
  readonly flaw: string;
  /** Which value in valid JSON is too large to be read; many small ones would be a page that no API sends (row 162). */
  readonly excess?: string | undefined;
}

/** Parses a JSON body, or says what is wrong with it. */
function parseBody(body: Buffer): {readonly value: Json} | Flawed {
  if (!isUtf8(body)) return {flaw: 'is not valid UTF-8'};
  try {
    return {value: parseJsonBytes(body)};
  } catch (error) {
    if (error instanceof SyntaxError) return {flaw: body.toString().trim() === '' ? 'is empty' : 'is not valid JSON'};
    if (error instanceof JsonLimitError)
      return {
        flaw: `cannot be read: ${error.message}`,
        excess: error instanceof LargeValueError && isJson(body) ? error.message : undefined,
      };
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
  const body = problem ? Buffer.from(redact(reply.body.toString())) : withoutByteOrderMark(reply.body);
  if (include)
    await context.showText(
      `HTTP ${status}\n${redact(Array.from(headers, ([name, value]) => `${name}: ${value}\n`).join(''))}\n`,
    );
  const type = headers.get('content-type') ?? '';
  const {json, jq, output} = context.options;
  // A format that is only configured is a preference.
  const isAsked = context.format.isMachine && (json ?? jq ?? output) !== undefined;
  const mustBeJson = isAsked || isJsonType(type);
  const {isTerminal} = context.io.stdout;
  const isWrite = !isSafe(request.method);
  // The reply to a write may have nothing to say; one of JSON may also have been lost on the way.
  const isEmptyWrite = isWrite && (!isJsonType(type) || headers.get('content-length') === '0');
  const mayBeEmpty = [204, 205].includes(status) || ['HEAD', 'DELETE'].includes(request.method) || isEmptyWrite;
  // The reply to a write that has outlived an interruption is shown all the same.
  const signal = context.signal.aborted ? new AbortController().signal : context.signal;
  await yieldToSignals(signal);
  const parsed = body.length === 0 && mayBeEmpty ? undefined : parseBody(body);
  await yieldToSignals(signal);
  const show = async () => {
    if (parsed && 'value' in parsed)
      await context.showBody(parsed.value, readParts(trimEnd(body), signal), isWrite || problem ? 'warn' : 'refuse');
    // A file keeps its byte order mark, and gets no line break.
    else if (isUtf8(body))
      await context.showText(readParts(isTerminal || problem ? body : reply.body, signal, isTerminal));
    else if (!isTerminal) await context.showBytes(body, mustBeJson || /^text\//i.test(type));
  };
  try {
    await show();
  } catch (error) {
    const outputError = toOutputError(error);
    if (!(outputError instanceof OutputError)) throw error;
    if (problem) throw problem;
    if (!isWrite) throw error;
    throw outputError.with({message: `${outputError.message}; the request succeeded (HTTP ${status})`});
  }
  if (!problem && isWrite && context.reporter.findDeferred())
    await context.reporter.note(`the request succeeded (HTTP ${status}), but the output could not be written`);
  if (problem) throw problem;
  if (request.method === 'GET' && parsed && 'value' in parsed && hasNextPage(parsed.value))
    await context.reporter.note('more pages follow; to get all rows, pass --paginate');
  if (isDoneAnyway(reply))
    await context.reporter.note(
      `HTTP ${status} is treated as success: an earlier attempt whose reply was lost may have deleted the resource`,
    );
  const location = headers.get('location');
  if (isWrite && body.length === 0 && location !== null)
    await context.reporter.note(`HTTP ${status}, Location: ${redact(location)}`);
  if (!parsed || 'value' in parsed) return;
  if (parsed.excess !== undefined && !isAsked && !context.columns) {
    const unsaid = request.method === 'GET' ? '; whether more pages follow was not checked' : '';
    return context.reporter.note(`${parsed.excess}, so it is printed as received${unsaid}`);
  }
  const isPrinted = !isTerminal || isUtf8(body);
  if (!isPrinted && !mustBeJson) throw toBinaryError(request, status);
  if (body.length > 0 && isUnexpectedPage(type, body, request))
    throw toInvalidBodyError(request, status, 'is HTML, not JSON', adviseOnPage);
  if (mustBeJson) throw toInvalidBodyError(request, status, parsed.flaw, adviseOnBody(body, isPrinted, isWrite, type));
}

function adviseOnBody(body: Buffer, isPrinted: boolean, isWrite: boolean, type: string): string {
  if (body.length > 0 && isPrinted) {
    const printed = isWrite ? 'The reply is printed as received.' : 'Check the output; it is the reply as received.';
    return type === '' || isJsonType(type)
      ? printed
      : `${printed} To accept bodies other than JSON, pass --output table.`;
  }
  if (isWrite) return '';
  return body.length === 0 ? 'Check the path and the base URL.' : adviseOnBinary;
}

const adviseOnPage =
  'Check the base URL: a login page or a proxy may have answered. If the endpoint sends HTML, pass -H "Accept: text/html".';

const adviseOnBinary = 'To keep it, redirect the output to a file.';

/** True for an HTML page that was not asked for: it probably did not come from the API (row 44). */
function isUnexpectedPage(type: string, body: Buffer, {headers = {}}: ApiRequest): boolean {
  const mayBePage = type === '' || isJsonType(type) || /^text\/plain\b/i.test(type);
  const startsPage = mayBePage && /^\s*<(?:!doctype html|html)[\s>]/i.test(body.toString('utf8', 0, 200));
  const isPage = /\bhtml\b/i.test(type) || startsPage;
  return isPage && !/\bhtml\b|\*\/\*|text\/\*/i.test(headers['accept'] ?? '');
}

/** The error for a download that a terminal would interpret. */
function toBinaryError({method, path}: ApiRequest, status: number): Error {
  return new OutputError(`HTTP ${status}, but the body is not text, so it was not printed (${method} /${path})`, {
    hint: isSafe(method) ? adviseOnBinary : 'Check the result before you send the request again.',
  });
}

function hasNextPage(value: Json): boolean {
  return isObject(value) && findToken(listParts(value)) !== undefined;
}

/** Yields the text of a body in parts, by default with a final line break even if it has none. */
async function* readParts(body: Buffer, signal: AbortSignal, endsLine = true): AsyncGenerator<string> {
  for (const part of textParts(body)) {
    yield part;
    await yieldToSignals(signal);
  }
  if (endsLine && body.length > 0 && body.at(-1) !== 0x0a) yield '\n';
}

/** The error for a body that should be JSON but is not: it was truncated, or is from something else than the API. */
function toInvalidBodyError({method, path}: ApiRequest, status: number, flaw: string, advice: string): Error {
  const details = {status, method, path: `/${path}`, retryable: false};
  const message = `the body ${flaw} (${method} /${path})`;
  if (method === 'GET') return new UnavailableError(message, {...details, hint: advice});
  return new IncompleteError(`HTTP ${status}, but ${message}`, {
    ...details,
    hint: `Check the result before you try again. ${advice}`.trim(),
  });
}
