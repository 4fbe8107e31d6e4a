import {expect, onTestFinished, test} from 'vitest';
import {createNodeTransport} from '../../src/system/transport/node-transport.js';
import {openServer} from '../harness/local-server.js';

const limits = {signal: new AbortController().signal, connectMs: 10_000, headersMs: 50};

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
    await expect(open().fetch(request, limits)).rejects.toMatchObject({
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
  const response = await open().fetch(new Request(`http://127.0.0.1:${server.port}/`), limits);
  expect(await response.text()).toBe('{}');
});
