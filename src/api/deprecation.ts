/** What a reply says about the end of an operation: RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`), and links to what follows. */
export interface Deprecation {
  readonly operation: string;
  /** The day it was deprecated, ISO 8601, where the header tells. */
  readonly since: string | undefined;
  /** The day it stops working, ISO 8601, where the header tells. */
  readonly sunset: string | undefined;
  /** http(s) addresses only. */
  readonly successor: string | undefined;
}

function dayOf(value: string | null): string | undefined {
  if (value === null) return undefined;
  const seconds = /^@(\d{1,12})$/.exec(value.trim())?.[1];
  const time = seconds === undefined ? Date.parse(value.trim().endsWith('GMT') ? value : '') : Number(seconds) * 1000;
  return Number.isNaN(time) || Math.abs(time) > 8.64e15 ? undefined : new Date(time).toISOString().slice(0, 10);
}

function successorOf(link: string | null): string | undefined {
  const targets = [...(link ?? '').matchAll(/<([^<>]*)>([^<]*)/g)];
  for (const relation of ['successor-version', 'deprecation', 'sunset']) {
    const target = targets.find(([, , parameters]) =>
      new RegExp(`rel="?[^"]*\\b${relation}\\b`, 'i').test(parameters ?? ''),
    )?.[1];
    if (target !== undefined && (/^https?:\/\//i.test(target) || target.startsWith('/'))) return target;
  }
  return undefined;
}

/** `undefined` when the reply says nothing about the end of the operation (section 9 of the reference). */
export function readDeprecation(operation: string, headers: Headers): Deprecation | undefined {
  const deprecated = headers.get('deprecation');
  if (deprecated === null || deprecated.trim() === 'false') return undefined;
  return {
    operation,
    since: dayOf(deprecated),
    sunset: dayOf(headers.get('sunset')),
    successor: successorOf(headers.get('link')),
  };
}

export function describeDeprecation({operation, since, sunset, successor}: Deprecation): string {
  return [
    `${operation} is deprecated${since === undefined ? '' : ` since ${since}`}`,
    ...(sunset === undefined ? [] : [`it works until ${sunset}`]),
    ...(successor === undefined ? [] : [`see ${successor}`]),
  ].join('; ');
}
