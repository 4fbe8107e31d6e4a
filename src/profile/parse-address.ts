import {UsageError} from '../base/errors.js';
import {isLoopback} from '../base/is-loopback.js';
import {maxSecretLength} from '../base/redaction.js';
import type {Message} from '../base/suggest-command.js';

/** A text with its source, such as `--profile`. */
export interface Sourced {
  readonly text: string;
  readonly source: string;
}

/**
 * @param hint what to do about characters that no token has
 * @throws UsageError when it cannot be sent in a header; the message does not quote it
 */
export function parseToken(
  {text, source}: Sourced,
  hint: Message = 'Pass the token alone, without the word Bearer, quotes or line breaks.',
): string {
  if (text.length > maxSecretLength)
    throw new UsageError(
      `the token from ${source} has ${text.length} characters, which is too long for a header`,
      'Check that it is a token.',
    );
  if (!/[^\u0021-\u007e]/.test(text)) return text;
  throw new UsageError(
    `the token from ${source} contains characters that are not allowed in a token, such as spaces or line breaks`,
    hint,
  );
}

/** @throws UsageError when it is not an http URL, or a token must not be sent to it */
export function parseBaseUrl({text, source}: Sourced): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `the base URL from ${source} is not a valid http or https URL: ${JSON.stringify(text.replace(/\/\/.*@/, '//***@'))}`,
      /^[\w.-]+\.[\w-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(text)
        ? `Use https://${text}`
        : 'Use https://host or https://host/path.',
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `the base URL from ${source} contains a user name or password`,
      'Remove it from the URL. To pass a token, set BIZCTL_TOKEN, or store it in a profile with bizctl auth login.',
    );
  // A bare "?" or "#" counts too: everything after it would not be part of the path.
  if (/[?#]/.test(url.href))
    throw new UsageError(
      `the base URL from ${source} has a query or fragment`,
      `Remove it: ${url.origin}${url.pathname}`,
    );
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new UsageError(
      `the base URL from ${source} uses unencrypted http to ${url.host}: the token could be intercepted`,
      `Use https://${url.host}${url.pathname}`,
    );
  return url;
}
