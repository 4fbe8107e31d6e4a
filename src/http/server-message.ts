import type {Redact} from '../base/redaction.js';
import {isArray, isObject, type Json, type JsonObject, objectOf, stringOf} from '../json/json.js';

const maxMessageLength = 300;
/** Limits on the texts that are searched for a message, and on the text from which markup is removed. */
const maxTexts = 20;
const maxTextLength = 100_000;
const maxMarkupLength = 2000;

/** Members that hold the message, most specific first: RFC 9457 `detail`, then the names other services use. */
const messageMembers = [
  'detail',
  'message',
  'error_description',
  'title',
  'reason',
  'error',
  'errors',
  'messages',
  'fault',
  'description',
];

/** Yields the texts of a problem, lazily, because a hostile body may hold millions. */
function* collect(value: Json | undefined, depth: number): Generator<string> {
  if (depth === 0 || value === undefined) return;
  if (typeof value === 'string') yield value.slice(0, maxTextLength);
  else if (isArray(value)) for (const element of value) yield* collectProblem(element, depth - 1);
  else if (isObject(value)) yield* collectMembers(value, depth - 1);
}

function* collectMembers(value: JsonObject, depth: number): Generator<string> {
  for (const member of messageMembers) {
    const found = first(collect(value[member], depth));
    if (found.length === 0) continue;
    yield* found;
    if (member !== 'errors' && isArray(value['errors'])) yield* collectUnmentioned(value['errors'], found, depth);
    return;
  }
  // A map from members to problems: {"label": ["is too long"]}.
  for (const member in value) for (const text of collect(value[member], depth)) yield `${member}: ${text}`;
}

/** Prefixes a listed problem with the member it concerns. */
function* collectProblem(value: Json, depth: number): Generator<string> {
  const {path, field, pointer, param} = objectOf(value) ?? {};
  const where = [path, field, pointer, param].map(stringOf).find(name => name !== undefined) ?? '';
  for (const text of collect(value, depth)) yield text.startsWith(where) ? text : `${where}: ${text}`;
}

/** The problems that the message does not already mention. */
function* collectUnmentioned(errors: readonly Json[], shown: readonly string[], depth: number): Generator<string> {
  for (const text of first(collect(errors, depth))) {
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
  const joined = [...new Set(first(collect(body, 6)))].join('; ');
  // Redacted before it is cut, since half a secret would not be found, and again without the markup within.
  const start = redact(joined.slice(0, maxTextLength)).slice(0, maxMarkupLength);
  const text = redact(/^\s*</.test(start) ? fromMarkup(start) : start)
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}
