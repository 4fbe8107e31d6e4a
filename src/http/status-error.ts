import type {HTTPError} from 'ky';
import {AuthError, type BizctlError, NotFoundError, RefusedError, UnavailableError} from '../base/errors.js';
import {TooDeepError} from '../json/json.js';
import {parseJson} from '../json/parse-json.js';
import type {HttpSettings} from './http.js';
import {requestIdOf} from './request-id.js';

import {waitAskedFor} from './retry-after.js';
import {findServerMessage} from './server-message.js';
import {isRedirectStatus} from './statuses.js';

function describeToken({tokenSource}: HttpSettings, what: string): string {
  return tokenSource === undefined
    ? 'No token was sent: log in with bizctl auth login, or set BIZCTL_TOKEN.'
    : `The token from ${tokenSource} ${what}.`;
}

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 100 * 86_400 ? `${Math.round(seconds / 3600)} h` : 'more than 100 days';
}

function bodyOf(error: HTTPError) {
  const text: unknown = error.data;
  if (typeof text !== 'string') return undefined;
  try {
    return parseJson(text);
  } catch (parseError) {
    if (parseError instanceof SyntaxError || parseError instanceof TooDeepError) return text;
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
  const words = findServerMessage(bodyOf(error), settings.redact);
  const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
  const message = `HTTP ${status}${tried}${words === '' ? '' : `: ${words}`} (${request.method} ${url.pathname})`;

  if (isRedirectStatus(status)) return redirectError(response, url, details, settings.baseUrl);
  if (status === 401) return new AuthError(message, {...details, hint: describeToken(settings, 'was not accepted')});
  if (status === 403) return new AuthError(message, {...details, hint: describeToken(settings, 'may not do this')});
  if (status === 404)
    return new NotFoundError(message, {
      ...details,
      hint:
        request.method === 'GET' || request.method === 'POST'
          ? 'Is the base URL right?'
          : 'Check the id, and that the base URL is right.',
    });
  if (status === 429) {
    const wait = waitAskedFor(response.headers, settings.now());
    return new UnavailableError(
      wait > 0 ? `rate limited, the API asks to wait ${inWords(wait)} (${request.method} ${url.pathname})` : message,
      {
        ...details,
        hint: 'Try again later.',
      },
    );
  }
  if (status < 400 || status >= 500 || status === 408)
    return new UnavailableError(message, {...details, hint: 'Try again later.'});
  return new RefusedError(message, details);
}

function redirectError(response: Response, from: URL, details: object, baseUrl: URL): UnavailableError {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isReadable = location !== '' && target !== undefined && /^https?:$/.test(target.protocol);
  const message = `refused a redirect to ${isReadable ? target.origin : 'an unreadable address'} (HTTP ${response.status})`;
  const base = isReadable ? suggestBase(target, from, baseUrl) : undefined;
  const hint =
    base === undefined
      ? 'Nothing was sent there. Is the base URL right?'
      : `Nothing was sent there. If it is right, give a base URL of ${base}.`;
  return new UnavailableError(message, {...details, retryable: false, hint});
}

/** The base URL under which the same request would have gone to the target; `undefined` when there is none, or it is the one in use. */
function suggestBase(target: URL, from: URL, baseUrl: URL): string | undefined {
  const asked = from.pathname.slice(baseUrl.pathname.replace(/\/$/, '').length);
  if (target.pathname.endsWith(asked)) {
    const base = target.origin + target.pathname.slice(0, -asked.length);
    return base === baseUrl.href.replace(/\/$/, '') ? undefined : base;
  }
  return target.origin === baseUrl.origin ? undefined : target.origin;
}
