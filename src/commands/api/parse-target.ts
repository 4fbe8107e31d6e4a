import {UsageError} from '../../base/errors.js';
import type {Query} from '../../http/api-request.js';

/** The target of a request, relative to the base URL. */
export interface RequestTarget {
  readonly path: string;
  readonly query: Query;
}

/** `.` and `..`, also as `%2e`, which `URL` resolves: `v2/customFields/x/..` would reach the list. */
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/** @throws UsageError if `URL` would drop or resolve part of the text and so reach another resource */
function refuseRewrittenPath(text: string): void {
  if (/[\\\p{Cc}]/u.test(text) || text.trim() !== text)
    throw new UsageError(`${JSON.stringify(text)} is not a path`, 'Use a path such as v2/deals.');
  if (text.includes('#'))
    throw new UsageError(
      `${JSON.stringify(text)} contains "#"; what follows it would not be sent`,
      'Encode "#" as %23.',
    );
  for (const [bytes] of text.replace(/^[^?]*/, '').matchAll(/(?:%[\da-f]{2})+/gi))
    if (!isUtf8(bytes))
      throw new UsageError(
        `${JSON.stringify(text)} contains ${bytes}, which is not UTF-8`,
        'Percent-encode the query as UTF-8, or pass it with -q name=value, which encodes it.',
      );
  const segment = text
    .replace(/\?.*$/s, '')
    .split('/')
    .find(each => dotSegment.test(each));
  if (segment !== undefined)
    throw new UsageError(
      `${JSON.stringify(text)} contains the segment ${JSON.stringify(segment)}, which would resolve to a different path`,
      'Pass the resolved path, relative to the base URL.',
    );
}

function isUtf8(percentEncoded: string): boolean {
  try {
    return decodeURIComponent(percentEncoded) !== '';
  } catch {
    return false;
  }
}

/**
 * Resolves a path, relative or an absolute URL below the base URL. It never leaves the origin or the path of the base
 * URL.
 *
 * @throws UsageError before anything is sent
 */
export function parseTarget(
  text: string,
  baseUrl: URL,
  extraPairs: readonly (readonly [string, string])[],
): RequestTarget {
  refuseRewrittenPath(text);
  const base = new URL(baseUrl.href);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}/i.test(text);
  const address = isAbsolute ? text : `./${text.replace(/^\//, '')}`;
  const url = URL.canParse(address, base.href) ? new URL(address, base.href) : undefined;
  if (!url) throw new UsageError(`${JSON.stringify(text)} is not a path`, 'Use a path such as v2/deals.');
  if (url.origin !== base.origin || url.username !== '' || url.password !== '')
    throw new UsageError(
      `${JSON.stringify(text)} is not on ${base.origin}, the only origin that the token is sent to`,
      'Use a path, or choose the tenant with --profile or --base-url.',
    );
  if (!url.pathname.startsWith(base.pathname))
    throw new UsageError(`${JSON.stringify(text)} is not below ${base.href}`, 'Use a path relative to it.');
  return {
    path: url.pathname.slice(base.pathname.length),
    query: [...url.searchParams, ...extraPairs],
  };
}

/** @throws UsageError unless the text is `name=value` */
export function parsePair(text: string, flag: string): readonly [string, string] {
  const split = text.indexOf('=');
  if (split > 0) return [text.slice(0, split), text.slice(split + 1)];
  throw new UsageError(`${flag} ${JSON.stringify(text)} is not name=value`, `Use: ${flag} name=value`);
}

/** Headers that bizctl sets itself, or that concern the connection or a proxy (RFC 9110, 7.6.1). */
const reserved = new Set([
  'authorization',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'cookie',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'via',
  'forwarded',
  'http2-settings',
  'accept-encoding',
]);

function isReserved(name: string): boolean {
  return reserved.has(name) || /^(?:proxy-|x-forwarded-)/.test(name);
}

/** The name of a header, because its value may be a secret. */
function withoutValue(text: string): string {
  return text.replace(/^(\s*[^\s:=]*)[\s:=].*$/s, '$1…');
}

/** @throws UsageError for an invalid header, or a reserved one */
export function parseHeader(text: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\u00a0-\u00ff]*)$/.exec(text) ?? [];
  if (name === '')
    throw /^[\w-]+:/.test(text)
      ? new UsageError(
          `-H ${JSON.stringify(withoutValue(text))} contains characters that are not allowed in a header`,
          'Use printable Latin-1.',
        )
      : new UsageError(`-H ${JSON.stringify(withoutValue(text))} is not a header`, "Use: -H 'Name: value'");
  if (isReserved(name.toLowerCase()))
    throw new UsageError(
      `the header ${name} cannot be set`,
      name.toLowerCase() === 'authorization'
        ? 'To send a different token, set BIZCTL_TOKEN.'
        : 'Remove it; bizctl, the connection or a proxy sets it.',
    );
  return [name.toLowerCase(), value];
}
