import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome, start} from '../harness/built-program.js';
import {createFieldServer, toFieldLines} from '../harness/field-server.js';
import {certificateFile, openRawServer, openServer, openTlsServer} from '../harness/local-server.js';
import {openTlsBreaker} from '../harness/tls-breaker.js';

const home = createHome();
afterAll(home.remove);
const env = {...home.env, BIZCTL_TOKEN: 'network-secret', NODE_EXTRA_CA_CERTS: certificateFile};
const create = ['fields', 'create', '--name', 'budget', '--type', 'decimal', '--label', 'Budget'];

describe.each(builds)('on %s', (name, [command, ...first]) => {
  const run = (args: readonly string[], base: string) =>
    start(command, [...first, ...args, '--base-url', base], {env}).ended;

  test.each(['garbage', 'alert', 'close'] as const)(
    'a secure connection that breaks with %s after a create was sent leaves it unknown: it is looked up, not sent again (row 132)',
    async breakage => {
      const breaker = {now: () => {}};
      const {answer, posted} = createFieldServer(() => breaker.now());
      await using server = await openTlsServer(answer);
      await using broken = await openTlsBreaker(server.port, breakage);
      breaker.now = broken.breakNow;
      const {exitCode, stderr} = await run([...create, '--json'], `https://localhost:${broken.port}/`);
      expect({exitCode, posted, notes: stderr}).toEqual({
        exitCode: 0,
        posted: ['budget'],
        notes: expect.stringContaining('confirmed by reading back'),
      });
    },
  );

  test('a create on a connection that is refused is sent again, as nothing has left (rows 11, 133)', async () => {
    const {exitCode, stderr} = await run(
      [...create, '--if-exists', 'allow', '--retries', '1', '--verbose'],
      'http://127.0.0.1:1/',
    );
    expect({exitCode, attempts: stderr.match(/^> POST/gm)?.length}).toEqual({exitCode: 6, attempts: 2});
  });

  test('a create whose connection closes before a reply is not sent again (rows 18, 133)', async () => {
    let posts = 0;
    await using server = await openRawServer((socket, request) => {
      if (request.startsWith('POST')) posts += 1;
      socket.destroy();
    });
    const {exitCode} = await run(
      [...create, '--if-exists', 'allow', '--retries', '3'],
      `http://127.0.0.1:${server.port}/`,
    );
    expect({exitCode, posts}).toEqual({exitCode: 7, posts: 1});
  });

  test('a deletion whose connection breaks after it was carried out is done, not missing (rows 28, 131)', async () => {
    const received: string[] = [];
    await using server = await openServer((request, response) => {
      const {method, url = ''} = request;
      const isRepeated = received.includes(url);
      if (method === 'DELETE') received.push(url);
      if (method === 'DELETE' && !isRepeated) request.socket.destroy();
      else response.writeHead(method === 'DELETE' ? 404 : 200).end('{"custom_fields":[]}');
    });
    const ids = ['cf_a', 'cf_b', 'cf_c'];
    const {exitCode} = await run(
      ['fields', 'delete', ...ids, '--yes', '--retries', '1', '--concurrency', '1'],
      `http://127.0.0.1:${server.port}/`,
    );
    const paths = ids.flatMap(id => [`/v2/customFields/${id}`, `/v2/customFields/${id}`]);
    expect({exitCode, received}).toEqual({exitCode: 0, received: paths});
  });

  // Bun does not report when the connection is established.
  test.runIf(name.startsWith('Node'))(
    'a create that got no connection was not carried out, however short --timeout is (rows 12, 133)',
    async () => {
      await using silent = await openRawServer(() => {});
      const base = `https://localhost:${silent.port}`;
      expect(await run([...create, '--if-exists', 'allow', '--timeout', '2', '--retries', '0'], base)).toEqual({
        exitCode: 6,
        stdout: '',
        stderr: `error: cannot reach ${base}: the connection timed out\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n`,
      });
    },
  );

  // Node 22 and Bun report such a reset as an end.
  test.runIf(/^Node 2[46]/.test(name)).each(['', 'transfer-encoding: identity\r\n'])(
    'a body without a length that ends with a reset was cut off: %j (row 48)',
    async header => {
      const reply = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n${header}\r\nline 1\n`;
      await using server = await openRawServer(socket => {
        socket.write(reply, () => socket.resetAndDestroy());
      });
      expect(await run(['api', 'GET', 'v2/x', '--retries', '0'], `http://127.0.0.1:${server.port}/`)).toMatchObject({
        exitCode: 6,
        stdout: '',
      });
    },
  );

  test('keeps creating on a server that closes idle connections without notice', async () => {
    const {answer, posted} = createFieldServer();
    await using server = await openServer((request, response) => {
      answer(request, response);
      response.on('finish', () => request.socket.end());
    });
    const stdin = toFieldLines(Array.from({length: 20}, (_none, index) => `f${index}`));
    const line = ['fields', 'create', '--file', '-', '--if-exists', 'allow'];
    await start(command, [...first, ...line, '--base-url', `http://127.0.0.1:${server.port}/`], {env, stdin}).ended;
    expect(posted.length).toBeGreaterThanOrEqual(16);
    expect(new Set(posted).size).toBe(posted.length);
  });

  test('a create is sent on no connection that the server has closed after the list (row 20)', async () => {
    const {answer, posted} = createFieldServer();
    await using server = await openServer((request, response) => {
      answer(request, response);
      response.on('finish', () => request.socket.end());
    });
    const {exitCode, stderr} = await run([...create, '--json', '--quiet'], `http://127.0.0.1:${server.port}/`);
    expect({exitCode, stderr, posted}).toEqual({exitCode: 0, stderr: '', posted: ['budget']});
  });

  test('distinguishes a server that does not speak TLS from a connection that breaks later (row 132)', async () => {
    await using server = await openRawServer(socket => socket.end('SSH-2.0-OpenSSH_9.2p1\r\n'));
    const {exitCode, stderr} = await run(['fields', 'list', '--retries', '0'], `https://localhost:${server.port}/`);
    expect({exitCode, line: stderr.split('\n')[0]}).toEqual({
      exitCode: 6,
      line: expect.stringMatching(/does not speak TLS|no complete reply from/),
    });
  });

  // Bun gives only a code.
  test.skipIf(name === 'the executable')(
    'a server that ends the handshake with an alert speaks TLS (rows 90, 132)',
    async () => {
      const settings = {maxVersion: 'TLSv1.2', requestCert: true} as const;
      await using server = await openTlsServer((_request, response) => response.end('{}'), settings);
      const {exitCode, stderr} = await run(['fields', 'list', '--retries', '0'], `https://localhost:${server.port}/`);
      expect({exitCode, stderr}).toEqual({
        exitCode: 6,
        stderr: `error: cannot reach https://localhost:${server.port}: the server refused the TLS handshake (handshake failure)\nhint: The server may require a client certificate; bizctl cannot send one.\n`,
      });
    },
  );
});
