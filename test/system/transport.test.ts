import {getEventListeners} from 'node:events';
import {expect, onTestFinished, test, vi} from 'vitest';
import {createNodeTransport} from '../../src/system/transport/node-transport.js';
import {openServer} from '../harness/local-server.js';

const attempt = {
  content: undefined,
  signal: new AbortController().signal,
  connectMs: 10_000,
  headersMs: 50,
  errorBodyMs: 50,
};

function open() {
  const transport = createNodeTransport();
  onTestFinished(() => transport.close());
  return transport;
}

test.each(['GET', 'POST'])(
  'ends a %s whose headers do not come in time, as one that was sent (row 12)',
  async method => {
    await using server = await openServer(() => {});
    const request = new Request(`http://127.0.0.1:${server.port}/`, {method});
    await expect(open().fetch(request, attempt)).rejects.toMatchObject({
      code: 'HEADERS_TIMEOUT',
      sent: true,
      message: '0.05',
    });
  },
);

test('a body may take longer than the headers (rows 12, 13)', async () => {
  await using server = await openServer((_request, response) => {
    response.write('{');
    setTimeout(() => response.end('}'), 100);
  });
  const response = await open().fetch(new Request(`http://127.0.0.1:${server.port}/`), attempt);
  expect(await response.text()).toBe('{}');
});

test('sending a large body does not count as waiting for the headers (row 12)', async () => {
  await using server = await openServer((incoming, response) => {
    setTimeout(() => incoming.resume(), 150);
    incoming.on('end', () => response.end('ok'));
  });
  const request = new Request(`http://127.0.0.1:${server.port}/`, {method: 'POST'});
  const content = 'x'.repeat(20_000_000);
  expect(await (await open().fetch(request, {...attempt, content})).text()).toBe('ok');
});

test('an error reply whose body does not end has its status, and no body', async () => {
  await using server = await openServer((_request, response) => {
    response.writeHead(429, {'content-type': 'application/json'});
    response.write('{"message":');
  });
  const response = await open().fetch(new Request(`http://127.0.0.1:${server.port}/`), attempt);
  expect({status: response.status, text: await response.text()}).toEqual({status: 429, text: ''});
});

test('a request that is given up does not close the connections of others', async () => {
  let requests = 0;
  await using server = await openServer((_request, response) => {
    requests += 1;
    if (requests !== 2) response.end('ok');
  });
  const transport = open();
  const send = () => transport.fetch(new Request(`http://127.0.0.1:${server.port}/`), attempt);
  await (await send()).text();
  await expect(send()).rejects.toMatchObject({code: 'HEADERS_TIMEOUT'});
  for (let count = 0; count < 3; count += 1) await (await send()).text();
  expect(server.connections()).toBe(2);
});

test('a signal that outlives its requests keeps no listener of theirs', async () => {
  await using server = await openServer((_request, response) => response.end('ok'));
  const transport = open();
  const {signal} = new AbortController();
  for (let count = 0; count < 3; count += 1)
    await (await transport.fetch(new Request(`http://127.0.0.1:${server.port}/`), {...attempt, signal})).text();
  await transport.close();
  await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]));
});
