import http from 'node:http';
import {UsageError} from './errors.js';

/** Where undici 8 (Node 26) keeps what sends the requests of fetch. */
const laterDispatcher = Symbol.for('undici.globalDispatcher.2');

/** Undici 8 would hand a plain request over to the proxy, token and all. As before, a proxy only makes the connection. */
function tunnelAlways(): void {
  const dispatcher: unknown = Reflect.get(globalThis, laterDispatcher);
  if (typeof dispatcher === 'object' && dispatcher !== null)
    Reflect.set(globalThis, laterDispatcher, Reflect.construct(dispatcher.constructor, [{proxyTunnel: true}]));
}

/**
 * Lets fetch go through the proxies that the environment names. Never around them: where they cannot be used, nothing is sent.
 *
 * @param variable one that names a proxy
 * @throws UsageError when this Node has no proxies, or the address of one is none
 */
export function useProxies(env: NodeJS.ProcessEnv, variable: string): void {
  // Without its value: that may hold a password.
  if (!URL.canParse(env[variable] ?? ''))
    throw new UsageError(`${variable} is not the address of a proxy`, 'It looks like http://proxy.example.com:3128.');
  const useEnvironment: unknown = Reflect.get(http, 'setGlobalProxyFromEnv');
  if (typeof useEnvironment === 'function') {
    Reflect.apply(useEnvironment, http, [env]);
    tunnelAlways();
    return;
  }
  // Some versions read this variable when they start; the launcher sees to it.
  if (env['NODE_USE_ENV_PROXY'] && process.allowedNodeEnvironmentFlags.has('--use-env-proxy')) return;
  throw new UsageError(
    `${variable} is set, and Node ${process.versions.node} cannot use a proxy`,
    'Use a current Node, or unset the variable.',
  );
}
