/**
 * How long a reply asks to wait, in milliseconds; 0 when it does not ask in a form that can be trusted.
 *
 * @param now our clock, for a reply without a Date
 */
export function waitAskedFor(headers: Headers, now: Date): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Only an HTTP-date, measured against the server's own clock: Date.parse takes "120" for a year.
  const until = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(until) ? 0 : Math.max(0, until - (Number.isNaN(serverNow) ? now.getTime() : serverNow));
}
