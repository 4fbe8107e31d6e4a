import {UsageError} from '../../base/errors.js';
import type {Fetch, RawResponse} from '../../base/raw-response.js';
import {createReader, findUnpacking} from './decompress.js';
import {type Environment, findProxyVariable, readNoProxy, readProxyAddress} from './proxy-variable.js';

/** What Bun's fetch takes beyond others. */
interface BunInit extends RequestInit {
  readonly proxy?: string;
  readonly decompress: boolean;
  readonly verbose: boolean;
}

/** True when NO_PROXY names the host: itself, a domain that it is in, or all of them. */
function isReachedDirectly({hostname, host}: URL, env: Environment): boolean {
  const names = readNoProxy(env)
    .split(',')
    .map(name => name.trim().toLowerCase());
  return names.some(
    name =>
      name === '*' ||
      name === hostname ||
      name === host ||
      (name !== '' && hostname.endsWith(`.${name.replace(/^\*?\./, '')}`)),
  );
}

/**
 * The proxy for an address; `undefined` where none is used.
 *
 * @throws UsageError for a plain request, which would be handed over to the proxy, token and all
 */
function findProxy(target: URL, env: Environment): string | undefined {
  const variable = findProxyVariable(target.protocol, env);
  if (variable === undefined || isReachedDirectly(target, env)) return undefined;
  if (target.protocol === 'https:') return readProxyAddress(variable, env);
  throw new UsageError(
    `${variable} is set, and this executable goes through proxies with https only`,
    `Add ${target.hostname} to NO_PROXY, or unset the variable.`,
  );
}

/**
 * Bun's fetch in an executable of its own.
 *
 * @param env with the variables for proxies, which Bun itself must no longer see: it would read them in its own way
 */
export function createBunFetch(env: Environment): Fetch {
  return async (url, init) => {
    const proxy = findProxy(new URL(url), env);
    const settings: BunInit = {
      ...init,
      headers: {'accept-encoding': 'gzip, br', ...init.headers},
      ...(proxy === undefined ? {} : {proxy}),
      // What cannot be unpacked Bun would tell by itself on stderr, and requests as well when a variable asks for it.
      decompress: false,
      verbose: false,
    };
    return unpackReply(await fetch(url, settings));
  };
}

async function unpackReply(response: Response): Promise<RawResponse> {
  const {headers, status, body} = response;
  const unpack = body ? await findUnpacking({get: name => headers.get(name)}) : undefined;
  if (!body || !unpack) return response;
  const {Readable} = await import('node:stream');
  const packed = Readable.from(body);
  return {status, headers, body: {getReader: () => createReader(unpack(packed), () => packed.destroy())}};
}
