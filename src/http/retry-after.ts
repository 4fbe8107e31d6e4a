/**
 * How long a reply asks to wait, in milliseconds; 0 when it does not ask in a form that can be trusted.
 *
 * @param now our clock, for a reply without a Date
 */
export function waitAskedFor(headers: Headers, now: Date): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Only an HTTP-date: Date.parse takes "120" for a year.
  const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(until) ? waitForQuota(headers, now) : Math.max(0, until - serverTime(headers, now));
}

/** Seconds since 1970 are larger than this; what is left of them is not. */
const earliestEpochSecond = 1e9;

/**
 * How long until requests are let through again, in milliseconds, when this was the last; 0 when more may leave at once. The reference knows no
 * limits: the headers are those that most APIs have, with the reset in seconds from now or since 1970.
 */
export function waitForQuota(headers: Headers, now: Date): number {
  const find = (name: string) => headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? '';
  if (find('remaining').trim() !== '0') return 0;
  const reset = find('reset').trim();
  if (!/^\d+$/.test(reset)) return 0;
  const seconds = Number(reset);
  return seconds < earliestEpochSecond ? seconds * 1000 : Math.max(0, seconds * 1000 - serverTime(headers, now));
}

/** Its own clock, where it says what that shows. */
function serverTime(headers: Headers, now: Date): number {
  const server = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(server) ? now.getTime() : server;
}
