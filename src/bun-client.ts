import type {Exchange, Fetch} from './api/exchange.js';
import {UsageError} from './errors.js';
import {createReader, findUnpacking} from './unpack.js';

type Environment = {readonly [variable: string]: string | undefined};

/** True when NO_PROXY names the host: itself, a domain that it is in, or all of them. */
function isReachedDirectly({hostname, host}: URL, env: Environment): boolean {
  const names = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(',').map(name => name.trim().toLowerCase());
  return names.some(
    name =>
      name === '*' ||
      name === hostname ||
      name === host ||
      (name !== '' && hostname.endsWith(`.${name.replace(/^\./, '')}`)),
  );
}

/** Bun's fetch in an executable of its own. It goes through proxies by itself. */
export function createBunFetch(env: Environment): Fetch {
  const proxyVariable = ['http_proxy', 'HTTP_PROXY'].find(name => env[name]);
  return async (url, init) => {
    const target = new URL(url);
    // A plain request it would hand over to the proxy, token and all.
    if (target.protocol === 'http:' && proxyVariable !== undefined && !isReachedDirectly(target, env))
      throw new UsageError(
        `${proxyVariable} is set, and this executable goes through proxies with https only`,
        `Add ${target.hostname} to NO_PROXY, or unset the variable.`,
      );
    const settings: RequestInit & {readonly decompress: false} = {
      ...init,
      headers: {'accept-encoding': 'gzip, br', ...init.headers},
      // What cannot be unpacked Bun would tell by itself, on stderr.
      decompress: false,
    };
    return unpackReply(await fetch(url, settings));
  };
}

async function unpackReply(response: Response): Promise<Exchange> {
  const {headers, status, body} = response;
  const unpack = body ? await findUnpacking({get: name => headers.get(name)}) : undefined;
  if (!body || !unpack) return response;
  const {Readable} = await import('node:stream');
  const packed = Readable.from(body);
  return {status, headers, body: {getReader: () => createReader(unpack(packed), () => packed.destroy())}};
}
