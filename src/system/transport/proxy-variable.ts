import {UsageError} from '../../base/errors.js';

export type Environment = {readonly [variable: string]: string | undefined};

/** All that a runtime may look at. */
export const proxyVariables: readonly string[] = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy'].flatMap(
  name => [name, name.toUpperCase()],
);

/** The variable that names the proxy for such an address; `undefined` when none does. */
export function findProxyVariable(protocol: string, env: Environment): string | undefined {
  const names =
    protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  return names.find(name => env[name]);
}

/** The hosts that are reached without a proxy, as they were given. */
export function readNoProxy(env: Environment): string {
  return env['no_proxy'] || env['NO_PROXY'] || '';
}

/**
 * The address of the proxy that the variable names.
 *
 * @throws UsageError when it is none
 */
export function readProxyAddress(variable: string, env: Environment): string {
  const address = env[variable] ?? '';
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  // Without its value: that may hold a password.
  throw new UsageError(`${variable} is not the address of a proxy`, 'It looks like http://proxy.example.com:3128.');
}
