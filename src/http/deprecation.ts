/** Announcements about an operation: RFC 9745 (`Deprecation`), RFC 8594 (`Sunset`), and links to a successor. */
export interface Deprecation {
  /** The day it was deprecated (ISO 8601), if given. */
  readonly since: string | undefined;
  /** The day it stops working (ISO 8601), if given. */
  readonly sunset: string | undefined;
  /** An http(s) or absolute-path address. */
  readonly successor: string | undefined;
}

const maxTime = Date.UTC(9999, 11, 31);

function dayOf(value: string | null): string | undefined {
  if (value === null) return undefined;
  const seconds = /^@(\d{1,12})$/.exec(value.trim())?.[1];
  const time = seconds === undefined ? Date.parse(value.trim().endsWith('GMT') ? value : '') : Number(seconds) * 1000;
  return Number.isNaN(time) || time < 0 || time > maxTime ? undefined : new Date(time).toISOString().slice(0, 10);
}

function successorOf(link: string | null): string | undefined {
  const targets = Array.from((link ?? '').matchAll(/<([^<>]*)>([^<]*)/g), ([, target = '', parameters = '']) => ({
    target,
    relations: (/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)?.slice(1).join('') ?? '')
      .toLowerCase()
      .split(/\s+/),
  }));
  for (const relation of ['successor-version', 'deprecation', 'sunset']) {
    const found = targets.find(
      ({target, relations}) => relations.includes(relation) && /^(?:https?:\/\/|\/(?!\/))/i.test(target),
    );
    if (found) return found.target;
  }
  return undefined;
}

/** Reads the deprecation headers; `undefined` when the operation is not deprecated (section 9 of the reference). */
export function readDeprecation(headers: Headers): Deprecation | undefined {
  const deprecated = headers.get('deprecation');
  if (deprecated === null || deprecated === 'false') return undefined;
  return {
    since: dayOf(deprecated),
    sunset: dayOf(headers.get('sunset')),
    successor: successorOf(headers.get('link')),
  };
}

/** @param operation such as `PATCH /v2/customFields/{id}` */
export function describeDeprecation(operation: string, {since, sunset, successor}: Deprecation, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  return [
    since !== undefined && since > today
      ? `${operation} will be deprecated on ${since}`
      : `${operation} is deprecated${since === undefined ? '' : ` since ${since}`}`,
    ...(sunset === undefined
      ? []
      : [sunset < today ? `it was due to be removed on ${sunset}` : `it works until ${sunset}`]),
    ...(successor === undefined ? [] : [`see ${successor}`]),
  ].join('; ');
}
