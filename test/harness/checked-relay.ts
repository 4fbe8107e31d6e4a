import type {IncomingMessage, ServerResponse} from 'node:http';
import {checkExchanges} from './check-exchange.js';
import {type LocalServer, openServer} from './local-server.js';

/** Headers that belong to one connection, or that `fetch` sets itself. */
const ownHeaders = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

async function toRequest(incoming: IncomingMessage, base: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const {method = 'GET', url = '/', headers} = incoming;
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  return new Request(new URL(url, base), {
    method,
    headers: kept.map(([name, value]) => [name, String(value)]),
    ...(chunks.length > 0 ? {body: Buffer.concat(chunks)} : {}),
  });
}

/** Passes requests on to a served sandbox, and checks each exchange against the OpenAPI document. */
export async function openCheckedRelay(base: string): Promise<LocalServer & {readonly url: string}> {
  const exchange = checkExchanges(request => fetch(request));
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const reply = await exchange(await toRequest(incoming, base));
    const headers = [...reply.headers].filter(([name]) => !ownHeaders.has(name));
    response.writeHead(reply.status, Object.fromEntries(headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  };
  const server = await openServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  return {...server, url: `http://127.0.0.1:${server.port}/`};
}
