import type {Agent, AgentOptions} from 'node:http';
import {HttpsProxyAgent} from 'https-proxy-agent';

type Connect = HttpsProxyAgent<string>['connect'];

/** Lets a request give up a connection to the proxy that is not a tunnel yet; the library would leave it open. */
class ProxyAgent extends HttpsProxyAgent<string> {
  override connect(request: Parameters<Connect>[0], options: Parameters<Connect>[1]): ReturnType<Connect> {
    // The library reads connectOpts before its first await, so that concurrent requests do not share a signal.
    if ('handshake' in options && options.handshake instanceof AbortSignal)
      this.connectOpts = {...this.connectOpts, signal: options.handshake};
    return super.connect(request, options);
  }
}

/** Tunnels requests through the proxy. A request may have the option `handshake`: a signal that ends its CONNECT. */
export function createProxyAgent(proxy: URL, settings: AgentOptions): Agent {
  return new ProxyAgent(proxy, settings);
}
