import {HTTPError, isTimeoutError} from 'ky';
import {
  AuthError,
  BizctlError,
  IncompleteError,
  NotFoundError,
  RefusedError,
  UnavailableError,
} from '../base/errors.js';
import {messageOf} from '../base/inspect-error.js';
import {isLoopback} from '../base/is-loopback.js';
import {resources} from '../base/resources.js';
import type {Message} from '../base/suggest-command.js';
import {TransportError} from '../base/transport-error.js';
import {adviceOnTime, adviseOnTransport, describeTransportError} from '../base/transport-message.js';
import type {ApiRequest} from './api-request.js';
import {describeRequestId, type HttpSettings, requestIdOf} from './http-settings.js';
import {findServerMessage, parseErrorBody} from './reply.js';
import {isRedirect, waitAskedFor} from './retry-policy.js';

/**
 * Thrown when a write was sent without a reply that says whether it was carried out. The caller reads back to find out
 * (design, section 3).
 */
export class UnknownOutcomeError extends IncompleteError {
  constructor(
    override readonly cause: Error,
    /** True for a redirect, since a 303 may follow a write that was carried out. */
    readonly wasRedirected = false,
  ) {
    const details = cause instanceof BizctlError ? cause.details : {};
    const message = messageOf(cause);
    // The message of a status names the request itself.
    const what =
      details.path === undefined || message.includes(details.path) ? '' : ` of ${details.method} ${details.path}`;
    super(`the outcome${what} is unknown: ${message}`, {
      ...details,
      retryable: false,
      hint: 'Check the tenant before you try again; the write may have succeeded.',
      cause,
    });
  }
}

/** Thrown when the status of a write reports success, but not the reply: then the list has to be checked. */
export class UnexpectedReplyError extends UnknownOutcomeError {
  constructor(
    cause: Error,
    /** True if the reply has no body. */
    readonly isEmpty = false,
  ) {
    super(cause);
  }
}

/** Thrown for a create whose outcome stays unknown; running the same command again looks first. */
export class UnresolvedCreateError extends IncompleteError {}

/** Converts whatever ended a request into an error for the user. */
export function toRequestError(error: unknown, request: ApiRequest, settings: HttpSettings, attempts: number): Error {
  const where = {method: request.method, path: `/${request.path}`, cause: error};
  const {baseUrl} = settings;
  if (error instanceof UnavailableError) return new UnavailableError(error.message, {...where, ...error.details});
  if (error instanceof HTTPError) return toStatusError(error, where, settings, attempts);
  if (isTimeoutError(error))
    return new UnavailableError(`${describeTimeout(settings)} (${baseUrl.origin})`, {
      ...where,
      hint: adviceOnTime,
    });
  if (error instanceof TransportError)
    return new UnavailableError(describeTransportError(error, baseUrl.origin), {
      ...where,
      ...adviseOnTransport(error, baseUrl),
    });
  return error instanceof Error ? error : new Error(String(error));
}

/** Why an attempt is retried, as a phrase: `HTTP 503`. */
export function describeRetryReason(error: unknown, settings: HttpSettings): string {
  if (error instanceof HTTPError) return `HTTP ${error.response.status}`;
  if (error instanceof TransportError) return describeTransportError(error, settings.baseUrl.origin);
  return describeTimeout(settings);
}

function describeTimeout({timeoutMs}: HttpSettings): string {
  return `no complete reply within ${timeoutMs / 1000} s`;
}

/** The exit code follows from the status; the message is the server's, if it sent one. */
function toStatusError(
  error: HTTPError,
  where: {readonly method: string; readonly path: string; readonly cause: unknown},
  settings: HttpSettings,
  attempts: number,
): BizctlError {
  const {status, headers} = error.response;
  const {method} = where;
  const url = new URL(error.request.url);
  const details = {...where, status, request_id: requestIdOf(headers, settings.redact)};
  // It becomes a part of a sentence.
  const serverMessage = findServerMessage(parseErrorBody(error.data), settings.redact).replace(/(?<!\.)\.$/, '');
  const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
  const request = `(${method} ${url.pathname}${describeRequestId(details.request_id)})`;
  const message = `HTTP ${status}${tried}${serverMessage === '' ? '' : `: ${serverMessage}`} ${request}`;

  if (status === 304 && ['if-none-match', 'if-modified-since'].some(name => error.request.headers.has(name)))
    return new UnavailableError(message, {
      ...details,
      retryable: false,
      hint: 'The resource has not changed. To get it anyway, omit If-None-Match and If-Modified-Since.',
    });
  if (isRedirect(status)) return toRedirectError(error.response, url, details, settings.baseUrl);
  if (status === 401) return new AuthError(message, {...details, hint: adviseOnToken(settings)});
  const waitMs = waitAskedFor(headers, settings.now());
  const later = waitMs > 0 ? `Try again in ${showDuration(waitMs)}.` : 'Try again later.';
  if (status === 403 && waitMs > 0) return new AuthError(message, {...details, hint: later});
  if (status === 403)
    return new AuthError(message, {
      ...details,
      hint:
        settings.tokenSource === undefined
          ? adviseOnToken(settings)
          : `Check that the token from ${settings.tokenSource} is allowed to do this.`,
    });
  if (status === 404 || status === 410)
    return new NotFoundError(message, {...details, hint: adviseOnNotFound(where.path, settings)});
  const limited = `rate limited${tried}; the API asks to wait ${showDuration(waitMs)} ${request}`;
  if (status === 429) return new UnavailableError(waitMs > 0 ? limited : message, {...details, waitMs, hint: later});
  if (status < 400 || status >= 500 || status === 408 || status === 423)
    return new UnavailableError(message, {...details, waitMs, hint: later});
  return new RefusedError(message, details);
}

function adviseOnNotFound(path: string, {baseUrl}: HttpSettings): string {
  if (/\/v2\/?$/.test(baseUrl.pathname)) return 'Leave /v2 out of the base URL; every path already starts with it.';
  if (!path.startsWith('/v2/')) return 'Check the path. API paths start with v2/, for example v2/deals.';
  const [, resource = '', ...rest] = path.slice(1).split('/');
  if (Object.values(resources).every(({segment}) => segment !== resource)) return 'Check the path and the base URL.';
  return rest.length > 0 ? 'Check the id and the base URL.' : 'Check the base URL.';
}

function adviseOnToken({tokenSource, profile, baseUrl}: HttpSettings): Message {
  if (tokenSource === undefined)
    return suggest => `No token was sent. Set BIZCTL_TOKEN, or run: ${suggest('auth', 'login')}`;
  const rejected = `The API rejected the token from ${tokenSource}.`;
  if (tokenSource.startsWith('profile '))
    return suggest =>
      profile === undefined
        ? `${rejected} Log in to ${baseUrl.href} under a new name, and pass that with --profile. Run: ${suggest('auth', 'login', '--profile', 'NAME', '--base-url', baseUrl.href)}`
        : `${rejected} To log in again, run: ${suggest('auth', 'login')}`;
  return tokenSource === 'BIZCTL_TOKEN'
    ? `${rejected} Set BIZCTL_TOKEN to a valid token.`
    : 'The API rejected this token. Check it, and log in again.';
}

function showDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 100 * 86_400 ? `${Math.round(seconds / 3600)} h` : 'more than 100 days';
}

function toRedirectError(response: Response, from: URL, details: object, baseUrl: URL): UnavailableError {
  const location = response.headers.get('location') ?? '';
  const target = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const isReadable = location !== '' && target !== undefined && /^https?:$/.test(target.protocol);
  const base = isReadable ? suggestBase(target, from, baseUrl) : undefined;
  return new UnavailableError(
    `refused a redirect ${isReadable ? `to ${showTarget(target, from)}` : describeUnreadable(location)} (HTTP ${response.status})`,
    {
      ...details,
      retryable: false,
      hint:
        base === undefined
          ? `${isReadable ? 'Nothing was sent there. ' : ''}Check the base URL.`
          : `Nothing was sent there. If that is the right address, set the base URL to ${base}.`,
    },
  );
}

function describeUnreadable(location: string): string {
  return location === '' ? 'without a Location header' : 'to an unusable URL';
}

/** Another server, or another path on this one. */
function showTarget({origin, pathname}: URL, from: URL): string {
  return origin === from.origin ? pathname : origin;
}

/**
 * The base URL that would have sent this request to the redirect target; `undefined` when it is the current one, or
 * one that is not accepted.
 */
function suggestBase(target: URL, from: URL, baseUrl: URL): string | undefined {
  if (target.protocol === 'http:' && !isLoopback(target)) return undefined;
  const requestPath = from.pathname.slice(baseUrl.pathname.replace(/\/$/, '').length);
  if (!target.pathname.endsWith(requestPath)) return target.origin === baseUrl.origin ? undefined : target.origin;
  const base = target.origin + target.pathname.slice(0, -requestPath.length);
  return base === baseUrl.href.replace(/\/$/, '') ? undefined : base;
}
