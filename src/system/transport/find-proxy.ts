import {getProxyForUrl} from 'proxy-from-env';
import {UsageError} from '../../base/errors.js';

/** True for loopback addresses, which no proxy can reach. */
export function isLoopback({hostname}: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/**
 * The proxy configured in the environment for a URL; `undefined` for a direct connection.
 *
 * @throws UsageError when it is not an HTTP proxy: bypassing an unusable proxy would leak the request
 */
export function findProxy(target: URL): URL | undefined {
  const address = isLoopback(target) ? '' : getProxyForUrl(target.href);
  if (address === '') return undefined;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address);
  // The value is not quoted, because it may contain a password.
  throw new UsageError(
    'the proxy variable for this address is not an HTTP proxy (HTTPS_PROXY or ALL_PROXY)',
    'Set HTTPS_PROXY to an address such as http://proxy.example.com:3128, or add the host to NO_PROXY.',
  );
}
