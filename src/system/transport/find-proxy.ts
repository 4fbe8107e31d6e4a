import {getProxyForUrl} from 'proxy-from-env';
import {UsageError} from '../../base/errors.js';
import {isLoopback} from '../../base/is-loopback.js';

/**
 * The proxy configured in the environment for a URL; `undefined` for a direct connection.
 *
 * @throws UsageError when it is not an HTTP proxy: bypassing an unusable proxy would leak the request
 */
export function findProxy(target: URL): URL | undefined {
  // No proxy can reach this machine.
  const chosen = isLoopback(target) ? '' : getProxyForUrl(target.href);
  if (chosen === '') return undefined;
  // proxy-from-env takes the scheme of the target for an address without one; curl and most others take http.
  const address = chosen === `${target.protocol}//${readVariable(target)}` ? `http://${readVariable(target)}` : chosen;
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) {
    // A literal % is not an error, as it is not for curl.
    url.username = escapePercent(url.username);
    url.password = escapePercent(url.password);
    return url;
  }
  // The value is not quoted, because it may contain a password.
  throw new UsageError(
    'HTTPS_PROXY or ALL_PROXY is not the address of an HTTP proxy',
    'Set HTTPS_PROXY to an address such as http://proxy.example.com:3128, or add the host to NO_PROXY.',
  );
}

/** The value that `getProxyForUrl` has chosen, as it is in the environment. */
function readVariable({protocol}: URL): string {
  const names = [`${protocol.slice(0, -1)}_proxy`, 'all_proxy'].flatMap(name => [name, name.toUpperCase()]);
  return names.map(name => process.env[name]).find(Boolean) ?? '';
}

function escapePercent(text: string): string {
  return text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25');
}
