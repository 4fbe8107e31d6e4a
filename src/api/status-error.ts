import type {HTTPError} from 'ky';
import {AuthError, type BizctlError, NotFoundError, RefusedError, UnavailableError} from '../errors.js';
import type {HttpSettings} from './http.js';
import {parseJson} from './json.js';
import {findServerMessage} from './server-message.js';

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? headers.get('request-id') ?? headers.get('x-correlation-id') ?? undefined;
}

/** How long a reply asks to wait, in milliseconds; 0 when it does not ask in a form that can be trusted. */
export function waitAskedFor(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Only an HTTP-date, measured against the server's own clock: Date.parse takes "120" for a year.
  const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  const now = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? 0 : Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function bodyOf(error: HTTPError) {
  const text: unknown = error.data;
  if (typeof text !== 'string') return undefined;
  try {
    return parseJson(text);
  } catch (parseError) {
    if (parseError instanceof SyntaxError || parseError instanceof UnavailableError) return text;
    throw parseError;
  }
}

/** The error for a reply that is not a success: its exit code follows from the status, its words are the server's where there are any. */
export function statusError(error: HTTPError, settings: HttpSettings, attempts: number): BizctlError {
  const {response, request} = error;
  const {status} = response;
  const url = new URL(request.url);
  const path = `${url.pathname}${url.search}`;
  const details = {status, method: request.method, path, request_id: requestIdOf(response.headers), cause: error};
  const words = findServerMessage(bodyOf(error));
  const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
  const message = `HTTP ${status}${tried}${words === '' ? '' : `: ${words}`} (${request.method} ${url.pathname})`;

  if (status >= 300 && status < 400) return redirectError(response, url, details);
  if (status === 401)
    return new AuthError(message, {...details, hint: `The token ${settings.tokenSource} was not accepted.`});
  if (status === 403)
    return new AuthError(message, {...details, hint: `The token ${settings.tokenSource} may not do this.`});
  if (status === 404)
    return new NotFoundError(message, {...details, hint: 'Check the id, and that the base URL is right.'});
  if (status === 429) {
    const wait = waitAskedFor(response.headers);
    return new UnavailableError(
      wait > 0 ? `rate limited, the API asks to wait ${inWords(wait)} (${request.method} ${url.pathname})` : message,
      {
        ...details,
        hint: 'Try again later.',
      },
    );
  }
  if (status >= 500 || status === 408) return new UnavailableError(message, {...details, hint: 'Try again later.'});
  return new RefusedError(message, details);
}

function redirectError(response: Response, from: URL, details: object): UnavailableError {
  const location = response.headers.get('location');
  const target = location !== null && URL.canParse(location, from.href) ? new URL(location, from).origin : undefined;
  return new UnavailableError(`refused a redirect to ${target ?? 'an unreadable address'} (HTTP ${response.status})`, {
    ...details,
    retryable: false,
    hint:
      target === undefined
        ? 'Is the base URL right?'
        : `Nothing was sent there. If it is right, give a base URL of ${target}.`,
  });
}
