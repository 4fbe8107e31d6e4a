import {UsageError} from '../base/errors.js';

/** Percent-encodes one path segment. An id that would change the path (`..`, `a/b`, nothing) is refused before any request. */
export function encodeSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || /[/\\\0]/.test(id)) {
    throw new UsageError(
      `${JSON.stringify(id)} cannot be an id`,
      'An id is neither empty nor ".." and holds no slash.',
    );
  }
  return percentEncode(id);
}

/** @throws UsageError for a text that is no text: half of a surrogate pair has no bytes */
function percentEncode(text: string): string {
  if (!text.isWellFormed()) throw new UsageError(`${JSON.stringify(text)} cannot be sent: it holds half a character`);
  return encodeURIComponent(text);
}

/** Parameters by name; one with several values is sent several times, one that is `undefined` not at all. */
export interface Query {
  readonly [parameter: string]: string | readonly string[] | undefined;
}

/** A query string. */
export function encodeQuery(query: Query = {}): string {
  return Object.entries(query)
    .flatMap(([parameter, value = []]) =>
      [value].flat().map(each => `${percentEncode(parameter)}=${percentEncode(each)}`),
    )
    .join('&');
}
