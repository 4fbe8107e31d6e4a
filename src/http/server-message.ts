import type {Redact} from '../base/redaction.js';
import {arrayOf, isObject, type Json, type JsonObject, stringOf} from '../json/json.js';

const maxMessageLength = 300;

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

function collect(value: Json | undefined, depth: number): string[] {
  if (depth === 0) return [];
  const text = stringOf(value);
  if (text !== undefined) return [text];
  const array = arrayOf(value);
  if (array) return array.flatMap(member => collectProblem(member, depth - 1));
  if (!isObject(value)) return [];
  for (const member of messageMembers) {
    const found = collect(value[member], depth - 1);
    if (found.length > 0) return [...found, ...collectListed(value, member, found, depth - 1)];
  }
  // A map from members to problems: {"label": ["is too long"]}.
  return Object.entries(value).flatMap(([member, problem]) =>
    collect(problem, depth - 1).map(text => `${member}: ${text}`),
  );
}

/** Prefixes a listed problem with the member it concerns. */
function collectProblem(value: Json, depth: number): string[] {
  const found = collect(value, depth);
  if (!isObject(value)) return found;
  const where =
    stringOf(value['path']) ?? stringOf(value['field']) ?? stringOf(value['pointer']) ?? stringOf(value['param']);
  return where === undefined ? found : found.map(text => (text.startsWith(where) ? text : `${where}: ${text}`));
}

/** The problems in `errors` that the message does not already mention. */
function collectListed(value: JsonObject, member: string, shown: readonly string[], depth: number): string[] {
  if (member === 'errors' || arrayOf(value['errors']) === undefined) return [];
  return collect(value['errors'], depth).filter(
    text => !shown.some(message => message.includes(text.replace(/^[^:]*: /, ''))),
  );
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
  const found = collect(body, 6);
  const joined = [...new Set(found)].join('; ');
  const text = redact(/^\s*</.test(joined) ? fromMarkup(joined.slice(0, 100_000)) : joined.slice(0, 100_000))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}
