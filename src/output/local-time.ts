import {isRealDate} from '../base/is-real-date.js';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // Swedish dates use ISO 8601 order.
  const created = new Intl.DateTimeFormat('sv-SE', {dateStyle: 'short', timeStyle: 'short', timeZone: zone});
  formats.set(zone, created);
  return created;
}

/**
 * Formats an ISO 8601 instant as local time in `zone`, such as `2026-11-21 14:00`; `undefined` for any other text, and
 * without a zone, so that the instant is shown as it is.
 */
export function showLocalTime(text: string, zone: () => string): string | undefined {
  if (!instant.test(text) || !isRealDate(text)) return undefined;
  const time = new Date(text);
  const name = zone();
  return Number.isNaN(time.getTime()) || name === '' ? undefined : formatFor(name).format(time);
}
