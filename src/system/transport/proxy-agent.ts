import type {Agent, AgentOptions} from 'node:http';
import {isIP} from 'node:net';
import {checkServerIdentity, type PeerCertificate} from 'node:tls';
import {HttpsProxyAgent} from 'https-proxy-agent';

type Connect = HttpsProxyAgent<string>['connect'];

/**
 * Lets a request give up a connection to the proxy that is not a tunnel yet, which the library would leave open, and
 * checks the certificate of a server that is named by its address, for which the library would accept "localhost".
 */
class ProxyAgent extends HttpsProxyAgent<string> {
  override connect(request: Parameters<Connect>[0], options: Parameters<Connect>[1]): ReturnType<Connect> {
    // The library reads connectOpts before its first await, so that concurrent requests do not share a signal.
    if ('handshake' in options && options.handshake instanceof AbortSignal)
      this.connectOpts = {...this.connectOpts, signal: options.handshake};
    const {host = ''} = options;
    if (isIP(host) === 0) return super.connect(request, options);
    const checked = {
      ...options,
      checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host, certificate),
    };
    return super.connect(request, checked);
  }
}

/** Tunnels requests through the proxy. A request may have the option `handshake`: a signal that ends its CONNECT. */
export function createProxyAgent(proxy: URL, settings: AgentOptions): Agent {
  return new ProxyAgent(proxy, settings);
}
