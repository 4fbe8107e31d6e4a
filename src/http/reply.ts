import {isUtf8} from 'node:buffer';
import {UnavailableError} from '../base/errors.js';
import type {Redact} from '../base/redaction.js';
import {type Json, JsonLimitError} from '../json/json.js';
import {parseJsonBytes} from '../json/parse-json.js';

const notTheApi = {
  retryable: false,
  hint: 'Check the base URL; a login page or a proxy may have answered.',
} as const;

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Checks that a body is UTF-8 and returns it without its byte order mark.
 *
 * @throws UnavailableError when it is not UTF-8
 */
export function toUtf8(body: Buffer): Buffer {
  if (!isUtf8(body)) throw new UnavailableError('the reply is not valid UTF-8', notTheApi);
  return byteOrderMark.equals(body.subarray(0, byteOrderMark.length)) ? body.subarray(byteOrderMark.length) : body;
}

/**
 * Parses the JSON of a successful reply.
 *
 * @throws UnavailableError when the body is not JSON: a login page, a truncated body, an empty one
 */
export function readReply(body: Buffer, contentType: string | null, redact: Redact): Json {
  const utf8 = toUtf8(body);
  try {
    return parseJsonBytes(utf8);
  } catch (error) {
    if (error instanceof JsonLimitError) throw new UnavailableError(error.message, {...notTheApi, cause: error});
    if (error instanceof SyntaxError)
      throw new UnavailableError(`expected JSON, got ${describeBody(utf8.toString(), contentType, redact)}`, {
        ...notTheApi,
        cause: error,
      });
    throw error;
  }
}

function describeBody(text: string, contentType: string | null, redact: Redact): string {
  const start = redact(text.trim().slice(0, 10_000)).replace(/\s+/g, ' ').slice(0, 60);
  if (start === '') return 'an empty body';
  const type = contentType?.split(';')[0]?.trim() ?? '';
  const got = type === '' || /\bjson\b/.test(type) ? 'a body that is not valid JSON' : type;
  return `${got}: ${start}`;
}
