import type {Transport} from './transport.js';

/** Loads the runtime's transport on the first request. */
export function createTransport(isBun: boolean): Transport {
  let transport: Promise<Transport> | undefined;
  const open = async (): Promise<Transport> => {
    if (isBun) return (await import('./bun-transport.js')).createBunTransport();
    return (await import('./node-transport.js')).createNodeTransport();
  };
  return {
    fetch: async (request, attempt) => {
      transport ??= open();
      return (await transport).fetch(request, attempt);
    },
    close: async () => (await transport)?.close(),
  };
}
