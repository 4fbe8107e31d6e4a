import {UsageError} from '../base/errors.js';
import {maxSecretLength} from '../base/redaction.js';

/** A text and where it came from, such as `--profile`. */
export interface Sourced {
  readonly text: string;
  readonly source: string;
}

/** @throws UsageError when no header can carry it; the message does not quote it */
export function parseToken({text, source}: Sourced): string {
  if (text.length > maxSecretLength)
    throw new UsageError(
      `the token from ${source} has ${text.length} characters, more than any header can carry`,
      'Is it a token?',
    );
  if (!/[^\u0021-\u007e]/.test(text)) return text;
  throw new UsageError(
    `the token from ${source} holds a space, a line break or another character that no header can carry`,
    'Give it again, without quotes or a line end.',
  );
}

function isLoopback({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** @throws UsageError when it is no http URL, or one that a token must not be sent to */
export function parseBaseUrl({text, source}: Sourced): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `the base URL from ${source} is not an http address: ${JSON.stringify(text.replace(/\/\/[^/@]*@/, '//***@'))}`,
      'It looks like https://host or https://host/path.',
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `the base URL from ${source} holds a user name or password`,
      'The token goes into BIZCTL_TOKEN, or into a profile with bizctl auth login.',
    );
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(
      `the base URL from ${source} has a "?" or "#" part`,
      `Leave it out: ${url.origin}${url.pathname}`,
    );
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new UsageError(
      `the base URL from ${source} is plain http to ${url.host}: anyone on the way could read the token`,
      `Use https://${url.host}${url.pathname}`,
    );
  return url;
}
