import {isTimeZone} from '../base/is-time-zone.js';
import {isObject, type JsonObject} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import {ErrorReply, invalid} from './error-reply.js';

/** @throws ErrorReply for anything but a JSON object */
export async function readJsonBody(request: Request): Promise<JsonObject> {
  // Requiring the type keeps out requests that web pages can send without a preflight (CORS simple requests).
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new ErrorReply(415, 'Unsupported Media Type', 'The body must be application/json.');
  const bytes = await request.arrayBuffer();
  try {
    const body = parseJson(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
    if (isObject(body)) return body;
  } catch (error) {
    throw new ErrorReply(400, 'Bad Request', `The body is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  throw new ErrorReply(400, 'Bad Request', 'The body is not an object.');
}

/**
 * The canonical name of a zone; UTC for an empty text.
 *
 * @throws ErrorReply for an unknown one
 */
export function readZone(text: string): string {
  if (text === '') return 'UTC';
  if (!isTimeZone(text)) throw invalid('time_zone', `is not a time zone: ${JSON.stringify(text)}`);
  return new Intl.DateTimeFormat('en-US', {timeZone: text}).resolvedOptions().timeZone;
}
