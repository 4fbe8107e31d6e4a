import type {Fetch} from '../../base/raw-response.js';
import type {NodeClient} from './node-client.js';
import {type Environment, findProxyVariable, proxyVariables} from './proxy-variable.js';
import type {Runtime} from './use-proxies.js';

export interface NetworkPlace {
  readonly env: Environment;
  /** The version of Bun, where that runs this. */
  readonly bun: string | undefined;
  readonly runtime: Runtime;
  /** Takes a variable out of the sight of the runtime. */
  readonly hideVariable: (name: string) => void;
}

/** The way out of this machine. Nothing is loaded before something is asked. */
export interface Network {
  readonly fetch: Fetch;
  /** The variable that names a proxy, if one does. */
  readonly proxyVariable: string | undefined;
  /** Ends its connections. */
  readonly close: () => void;
}

export function createNetwork({env, bun, runtime, hideVariable}: NetworkPlace): Network {
  const proxyVariable = findProxyVariable('https:', env);
  /** What sends requests to addresses of a protocol: it is found out with the first. */
  const opened = new Map<string, Promise<Fetch>>();
  let client: NodeClient | undefined;

  const openBunFetch = async () => {
    const {createBunFetch} = await import('./bun-client.js');
    // Bun would read them in its own way.
    for (const name of proxyVariables) hideVariable(name);
    return createBunFetch(env);
  };
  /** Node's own client is faster than its fetch; Bun's client is its fetch. */
  const openNodeFetch = async () => {
    const {createNodeClient} = await import('./node-client.js');
    client ??= createNodeClient();
    return client.fetch;
  };
  const open = async (protocol: string): Promise<Fetch> => {
    if (bun !== undefined) return openBunFetch();
    const variable = findProxyVariable(protocol, env);
    if (variable === undefined) return openNodeFetch();
    const {createProxyFetch} = await import('./use-proxies.js');
    return createProxyFetch(variable, runtime);
  };

  return {
    proxyVariable,
    close: () => client?.close(),
    fetch: async (url, init) => {
      const {protocol} = new URL(url);
      const there = opened.get(protocol) ?? open(protocol);
      opened.set(protocol, there);
      return (await there)(url, init);
    },
  };
}
