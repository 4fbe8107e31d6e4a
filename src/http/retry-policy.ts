import {isSafe, type Method} from './api-request.js';

export type Failure =
  /** `askedMs` is the wait that the reply asks for; 0 for none. */
  | {readonly kind: 'status'; readonly status: number; readonly askedMs: number}
  | {readonly kind: 'timeout'}
  | {readonly kind: 'transport'; readonly code: string; readonly sent: boolean}
  /** Not a failure of the request, such as an interruption or a bug. */
  | {readonly kind: 'other'};

export interface RetryState {
  readonly isIdempotent: boolean;
  /** 1 for the first retry. */
  readonly retry: number;
  readonly elapsedMs: number;
  readonly retryBudgetMs: number;
  /** The first back-off; it doubles with each retry. */
  readonly backoffMs: number;
}

/** Statuses of requests that were not carried out and may be later: a lock that another write holds, a rate limit. */
const deferringStatuses: ReadonlySet<number> = new Set([423, 429]);
const retryableStatuses: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);
const maxBackoffMs = 10_000;

/** Transport failures that a retry cannot fix, or that took as long as one may wait. */
const permanent =
  /^(?:HEADERS_TIMEOUT|PROXY_REFUSED|PROTOCOL_CHANGED|UnrequestedUpgrade|BAD_STATUS|BODY_TOO_LARGE|ENCODED_TWICE|ENCODING_BROKEN)$|CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/;

/**
 * Returns the wait before the next attempt in milliseconds, or `undefined` for no further attempt (design, section 3).
 *
 * @param random from 0 to 1, for full jitter; never shortens a wait that the API asked for
 */
export function decideRetry(failure: Failure, state: RetryState, random: number): number | undefined {
  if (!isRetryable(failure, state.isIdempotent)) return undefined;
  const askedMs = failure.kind === 'status' ? failure.askedMs : 0;
  const backoffMs = Math.min(state.backoffMs * 2 ** (state.retry - 1), maxBackoffMs);
  // A wait shorter than the first back-off would let no server recover.
  const waitMs = askedMs >= state.backoffMs ? askedMs : Math.max(askedMs, random * backoffMs);
  return state.elapsedMs + waitMs > state.retryBudgetMs ? undefined : waitMs;
}

/**
 * A request that is not repeatable, such as a POST, is retried only when it is known not to have been carried out: the
 * API has no idempotency key.
 */
function isRetryable(failure: Failure, isIdempotent: boolean): boolean {
  if (failure.kind === 'status') {
    const {status, askedMs} = failure;
    // A 403 that asks to wait may be a rate limit as well; either way, the request was not carried out.
    const isRefused = deferringStatuses.has(status) || (status === 403 && askedMs > 0);
    return isRefused || (isIdempotent && retryableStatuses.has(status));
  }
  return failure.kind === 'transport' && !permanent.test(failure.code) && (isIdempotent || !failure.sent);
}

/** True if the API may carry the request out later. */
export function isDeferred(failure: Failure): failure is Extract<Failure, {kind: 'status'}> {
  return failure.kind === 'status' && deferringStatuses.has(failure.status);
}

/** True when a write may have been carried out despite the failure. */
export function mayHaveSucceeded(failure: Failure, method: Method): boolean {
  if (isSafe(method)) return false;
  if (failure.kind === 'status')
    return failure.status >= 500 || failure.status === 408 || (failure.status >= 300 && failure.status < 400);
  return failure.kind === 'timeout' || (failure.kind === 'transport' && failure.sent);
}

/** 304 is not a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/**
 * The wait that a reply asks for, in milliseconds; 0 without a valid header.
 *
 * @param now the local time, for a reply without a Date
 */
export function waitAskedFor(headers: Headers, now: Date): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  // A proxy may add a second one.
  const seconds = value.split(',').map(part => part.trim());
  if (seconds.every(part => /^\+?\d+(?:\.\d+)?$/.test(part))) return Math.max(...seconds.map(Number)) * 1000;
  // HTTP-dates only, since Date.parse reads "120" as a year.
  const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? waitForQuota(headers, now) : Math.max(0, until - serverTime(headers, now));
}

/** Resets below this are seconds from now, others are Unix timestamps; from 1000 times this on, in milliseconds. */
const earliestEpochSecond = 1e9;

/** `"default";r=0;t=5`: no requests are left, and more come in 5 seconds. */
const spent = /;\s*r=0\s*;\s*t=(\d+)/;

/**
 * How long until the rate limit resets, in milliseconds; 0 when requests are left. The reference names no limits: these
 * headers are the common ones, with the reset in seconds from now or since 1970.
 */
export function waitForQuota(headers: Headers, now: Date): number {
  const [, seconds] = spent.exec(headers.get('ratelimit') ?? '') ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const find = (name: string) => headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? '';
  if (find('remaining').trim() !== '0') return 0;
  const after = find('reset-after').trim();
  if (/^\d+(?:\.\d+)?$/.test(after)) return Number(after) * 1000;
  const reset = find('reset').trim();
  if (!/^\d+$/.test(reset)) return 0;
  const at = Number(reset) / (Number(reset) < earliestEpochSecond * 1000 ? 1 : 1000);
  return at < earliestEpochSecond ? at * 1000 : Math.max(0, at * 1000 - serverTime(headers, now));
}

/** The server's time from the Date header, or ours without one. */
function serverTime(headers: Headers, now: Date): number {
  const server = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(server) ? now.getTime() : server;
}
