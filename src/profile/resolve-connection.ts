import {UsageError} from '../errors.js';

/** What the command line says about where to go. */
export interface ConnectionFlags {
  readonly baseUrl?: string | undefined;
}

export interface Connection {
  readonly baseUrl: URL;
  /** Where the base URL came from, in words. */
  readonly baseUrlSource: string;
  readonly token: string | undefined;
  /** What the token came from, such as `BIZCTL_TOKEN`; `undefined` without one. */
  readonly tokenSource: string | undefined;
}

type Environment = {readonly [variable: string]: string | undefined};

const waysOut =
  'Give the address with --base-url or BIZCTL_BASE_URL, or try the command on the embedded sandbox with --sandbox.';

/**
 * Where to go and with which token: flag, then environment.
 *
 * @throws UsageError when there is no base URL, or one that a token must not be sent to
 */
export function resolveConnection(flags: ConnectionFlags, env: Environment): Connection {
  const [text, source] =
    flags.baseUrl === undefined ? [env['BIZCTL_BASE_URL'], 'BIZCTL_BASE_URL'] : [flags.baseUrl, '--base-url'];
  if (text === undefined || text === '') throw new UsageError('no base URL is configured', waysOut);
  const token = env['BIZCTL_TOKEN'];
  const isSet = token !== undefined && token !== '';
  return {
    baseUrl: parseBaseUrl(text, source),
    baseUrlSource: source,
    token: isSet ? checkToken(token) : undefined,
    tokenSource: isSet ? 'BIZCTL_TOKEN' : undefined,
  };
}

function checkToken(token: string): string {
  if (/[^\u0021-\u007e]/.test(token)) {
    throw new UsageError(
      'the token in BIZCTL_TOKEN holds a space, a line break or another character that no header can carry',
      'Set it again, without quotes or a line end.',
    );
  }
  return token;
}

function isLoopback({hostname}: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

function parseBaseUrl(text: string, source: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `${source} is not an http address: ${JSON.stringify(text)}`,
      'It looks like https://host or https://host/path.',
    );
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${source} holds a user name or password`, 'The token goes into BIZCTL_TOKEN.');
  if (url.search !== '' || url.hash !== '')
    throw new UsageError(`${source} has a "?" or "#" part`, `Leave it out: ${url.origin}${url.pathname}`);
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new UsageError(
      `${source} is plain http to ${url.host}: anyone on the way could read the token`,
      `Use https://${url.host}${url.pathname}`,
    );
  }
  return url;
}
