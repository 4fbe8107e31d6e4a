import {subscribe} from 'node:diagnostics_channel';
import http from 'node:http';
import {UsageError} from '../../base/errors.js';
import type {Fetch} from '../../base/raw-response.js';
import {readNoProxy, readProxyAddress} from './proxy-variable.js';

/** What is asked of the process. */
export type Runtime = Pick<NodeJS.Process, 'env' | 'versions' | 'allowedNodeEnvironmentFlags'>;

/** Where undici keeps what sends the requests of fetch, and where undici 8 (Node 26) does. */
const dispatcherSymbol = Symbol.for('undici.globalDispatcher.1');
const laterDispatcherSymbol = Symbol.for('undici.globalDispatcher.2');

/** A proxy that closes its connections is asked anew by undici for ever; after so many in one request it is given up. */
const mostFailures = 3;

/** Puts a new dispatcher with these options in the place of the one that is there; `undefined` when none is. */
function replaceDispatcher(symbol: symbol, options: object): object | undefined {
  const dispatcher: unknown = Reflect.get(globalThis, symbol);
  if (typeof dispatcher !== 'object' || dispatcher === null) return undefined;
  Reflect.set(globalThis, symbol, Reflect.construct(dispatcher.constructor, [options]));
  return dispatcher;
}

/** Ends its connecting, which nothing else does: what was given up is still in its queue. */
function destroy(dispatcher: object): void {
  const end: unknown = Reflect.get(dispatcher, 'destroy');
  if (typeof end === 'function') Reflect.apply(end, dispatcher, []);
}

/**
 * A fetch that goes through the proxy that the variable names. Never around it: where it cannot be used, nothing is sent.
 *
 * @throws UsageError when this Node has no proxies, or the address is none
 */
export function createProxyFetch(variable: string, {env, versions, allowedNodeEnvironmentFlags}: Runtime): Fetch {
  const proxy = readProxyAddress(variable, env);
  const noProxy = readNoProxy(env);
  const useEnvironment: unknown = Reflect.get(http, 'setGlobalProxyFromEnv');
  if (typeof useEnvironment === 'function')
    Reflect.apply(useEnvironment, http, [{http_proxy: proxy, https_proxy: proxy, no_proxy: noProxy}]);
  else if (!env['NODE_USE_ENV_PROXY'] || !allowedNodeEnvironmentFlags.has('--use-env-proxy'))
    // Some versions read that variable when they start; the launcher sees to it.
    throw new UsageError(
      `${variable} is set, and Node ${versions.node} cannot use a proxy`,
      'Use a current Node, or unset the variable.',
    );
  const options = {proxyTunnel: true, httpProxy: proxy, httpsProxy: proxy, noProxy};
  // Undici 8 would hand a plain request over to the proxy, token and all. As before, a proxy only makes the connection.
  replaceDispatcher(laterDispatcherSymbol, options);
  return limitFailures(() => {
    const given = replaceDispatcher(dispatcherSymbol, options);
    if (given !== undefined) destroy(given);
  });
}

/** A fetch that gives up when connections cannot be made; `reopen` is called when nothing else is under way. */
function limitFailures(reopen: () => void): Fetch {
  const waiting = new Set<() => void>();
  subscribe('undici:client:connectError', () => {
    for (const count of waiting) count();
  });
  return async (url, init) => {
    const giveUp = new AbortController();
    let failures = 0;
    const count = () => {
      failures += 1;
      if (failures === mostFailures)
        giveUp.abort(Object.assign(new Error('the proxy closes the connection'), {code: 'PROXY_CLOSED'}));
    };
    waiting.add(count);
    try {
      const signals = [giveUp.signal, init.signal];
      return await fetch(url, {...init, signal: AbortSignal.any(signals)});
    } finally {
      waiting.delete(count);
      if (failures >= mostFailures && waiting.size === 0) reopen();
    }
  };
}
