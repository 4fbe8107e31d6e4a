import {isUtf8} from 'node:buffer';
import {UnavailableError} from '../base/errors.js';
import type {Redact} from '../base/redaction.js';
import {arrayOf, isArray, isObject, type Json, type JsonObject, objectOf, showJson, stringOf} from '../json/json.js';
import {JsonLimitError} from '../json/limits.js';
import {parseJsonBytes, tryParseJson} from '../json/parse-json.js';

const notTheApi = {
  retryable: false,
  hint: 'Check the base URL; a login page or a proxy may have answered.',
} as const;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

export function withoutByteOrderMark(body: Buffer): Buffer {
  return byteOrderMark.equals(body.subarray(0, byteOrderMark.length)) ? body.subarray(byteOrderMark.length) : body;
}

/** True for a media type of JSON, such as `application/problem+json; charset=utf-8`. */
export function isJsonType(type: string): boolean {
  return /\bjson\b(?!-seq)/i.test(type.split(';')[0] ?? '');
}

/**
 * Parses the JSON of a successful reply.
 *
 * @throws UnavailableError when the body is not JSON: a login page, a truncated body, an empty one, another encoding
 */
export function readReply(body: Buffer, contentType: string | null, redact: Redact): Json {
  if (!isUtf8(body)) throw new UnavailableError('the reply is not valid UTF-8', notTheApi);
  const utf8 = withoutByteOrderMark(body);
  try {
    return parseJsonBytes(utf8);
  } catch (error) {
    const isOtherType = contentType !== null && !isJsonType(contentType);
    if (error instanceof SyntaxError || (error instanceof JsonLimitError && isOtherType))
      throw new UnavailableError(`expected JSON, got ${describeBody(utf8.toString(), contentType, redact)}`, {
        ...notTheApi,
        cause: error,
      });
    throw error;
  }
}

const maxSearched = 10_000;

function describeBody(text: string, contentType: string | null, redact: Redact): string {
  const whole = text.trim();
  // A token that is cut in two would not be recognized.
  const searched = whole.length > maxSearched ? whole.slice(0, maxSearched).replace(/\s\S*$/, '') : whole;
  const start = redact(searched).replace(/\s+/g, ' ').slice(0, 60);
  if (start === '') return 'an empty body';
  const type = contentType?.split(';')[0]?.trim() ?? '';
  const got = type === '' || isJsonType(type) ? 'a body that is not valid JSON' : type;
  return `${got}: ${start}`;
}

const maxMessageLength = 300;
/** Limits on the texts that are searched for a message, and on the text from which markup is removed. */
const maxTexts = 20;
const maxTextLength = 100_000;
const maxMarkupLength = 2000;
const maxDepth = 8;
/** A value can be visited once for each level above it. */
const maxVisits = 10_000;

/** Members that hold the message, most specific first: RFC 9457 `detail`, then the names other services use. */
const messageMembers = [
  'detail',
  'message',
  'msg',
  'error_description',
  'title',
  'reason',
  'error',
  'errors',
  'messages',
  'fault',
  'description',
  'fieldViolations',
  'faultstring',
];

/** A detail that is no text only adds to the message. */
const beforeDetail = ['faultstring', ...messageMembers];

/** Members that may list problems beside a message, and things of other kinds, such as stack traces. */
const detailMembers = ['details', 'violations', 'invalid-params', 'invalid_params', 'invalidParams'];

function hasMessage(detail: Json): boolean {
  return isObject(detail) && messageMembers.some(member => Object.hasOwn(detail, member));
}

/** How deep the search may still go, and how many values it may still visit in all. */
interface Search {
  readonly depth: number;
  readonly budget: {visits: number};
}

/** Yields the texts of a problem, lazily, because a hostile body may hold millions. */
function* collect(value: Json | undefined, {depth, budget}: Search): Generator<string> {
  budget.visits -= 1;
  if (depth === 0 || value === undefined || budget.visits < 0) return;
  const inner = {depth: depth - 1, budget};
  if (typeof value === 'string') {
    if (value.trim() !== '') yield value.slice(0, maxTextLength);
  } else if (isArray(value)) yield* collectProblems(value, inner);
  else if (isObject(value)) yield* collectMembers(value, inner);
}

function* collectMembers(value: JsonObject, search: Search): Generator<string> {
  for (const member of isObject(value['detail']) ? beforeDetail : messageMembers) {
    const found = first(collect(value[member], search));
    if (found.length === 0) continue;
    yield* found;
    const {errors = null} = value;
    if (member !== 'errors' && typeof errors === 'object') yield* collectUnmentioned(errors, found, search);
    for (const name of detailMembers) {
      const details = arrayOf(value[name])?.slice(0, maxTexts).filter(hasMessage) ?? [];
      if (details.length > 0) yield* collectUnmentioned(details, found, search);
    }
    return;
  }
  // A map from members to problems: {"label": ["is too long"]}.
  for (const member in value) {
    if (search.budget.visits < 0) return;
    for (const text of collect(value[member], search)) yield `${member}: ${text}`;
  }
}

/** Prefixes each listed problem with the member it concerns. */
function* collectProblems(problems: readonly Json[], search: Search): Generator<string> {
  for (const problem of problems) {
    if (search.budget.visits < 0) return;
    const {path, field, pointer, param, propertyPath, loc, name, reason} = objectOf(problem) ?? {};
    const place = arrayOf(loc)
      ?.map(part => showJson(part))
      .join('.');
    const where =
      [path, field, pointer, param, propertyPath, place, reason === undefined ? undefined : name]
        .map(stringOf)
        .find(text => text !== undefined) ?? '';
    for (const text of collect(problem, search)) yield text.startsWith(where) ? text : `${where}: ${text}`;
  }
}

/** The problems that the message does not already mention. */
function* collectUnmentioned(errors: Json, shown: readonly string[], search: Search): Generator<string> {
  for (const text of first(collect(errors, search))) {
    const words = text.slice(text.indexOf(': ') + 1).trim();
    if (!shown.some(message => message.includes(words))) yield text;
  }
}

/** More texts would not fit into a message. */
function first(texts: Generator<string>): readonly string[] {
  return [...texts.take(maxTexts)];
}

function fromMarkup(text: string): string {
  const title = /<(title|h1|message|detail)[^>]*>([^<]*)</i.exec(text)?.[2];
  return title ?? text.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/**
 * Extracts the server's message from the body of an error reply of any shape: problem+json, `{message}`,
 * `{error: {…}}`, `{errors: […]}`, a map of members, plain text, HTML. Empty if there is none. (The reference shows no
 * error body, section 7.)
 */
export function findServerMessage(body: Json | undefined, redact: Redact): string {
  const joined = [...new Set(first(collect(body, {depth: maxDepth, budget: {visits: maxVisits}})))].join('; ');
  // Redacted before it is cut, since half a secret would not be found, and again without the markup within.
  const start = redact(joined.slice(0, maxTextLength)).slice(0, maxMarkupLength);
  const text = redact(/^\s*</.test(start) ? fromMarkup(start) : start)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}

/** A longer error body is not from an API, and not worth parsing. */
const maxParsedLength = 8_000_000;

/** Parses a body, which ky passes on as text; returns the text itself when it is not JSON. */
export function parseErrorBody(text: unknown) {
  if (typeof text !== 'string') return undefined;
  const canHaveMessage = text.length <= maxParsedLength && /^\s*[[{"]/.test(text);
  const json = canHaveMessage ? tryParseJson(text) : undefined;
  return json === undefined ? text : json;
}
