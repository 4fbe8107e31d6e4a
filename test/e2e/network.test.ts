import type {RequestListener} from 'node:http';
import {createServer as createNetServer} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome, launcher, nodes, runBuilt, start} from '../harness/built-program.js';
import {certificateFile, openProxy, openRawServer, openServer, openTlsServer} from '../harness/local-server.js';

const home = createHome();
afterAll(home.remove);
const token = 'network-secret';
const env = {...home.env, BIZCTL_TOKEN: token, NODE_EXTRA_CA_CERTS: certificateFile};
const list = ['fields', 'list', '--output', 'ndjson', '--base-url'];

const oneField: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"custom_fields":[{"id":"a"}]}');
};
const isListed = {exitCode: 0, stdout: '{"id":"a"}\n', stderr: ''};

describe.each(builds.filter(([name]) => name !== 'Node 22.13'))('a proxy, on %s', (_name, [command, ...first]) => {
  const isExecutable = first.length === 0;
  const run = (args: readonly string[], more: NodeJS.ProcessEnv) =>
    start(command, [...first, ...args], {env: {...env, ...more}}).ended;

  test('row 89: it makes the connection, and sees no token', async () => {
    const seen: string[] = [];
    await using server = await openTlsServer(oneField);
    await using proxy = await openProxy(seen);
    const HTTPS_PROXY = `http://user:pass@127.0.0.1:${proxy.port}`;
    expect(await run([...list, `https://localhost:${server.port}/`], {HTTPS_PROXY})).toEqual(isListed);
    expect(seen).toEqual([expect.stringContaining(`CONNECT localhost:${server.port} `)]);
    expect(seen.join()).not.toContain(token);
  });

  test.skipIf(isExecutable)('row 89: a plain request goes through a connection as well', async () => {
    const seen: string[] = [];
    await using server = await openServer(oneField);
    await using proxy = await openProxy(seen);
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    expect(await run([...list, `http://127.0.0.1:${server.port}/`], {HTTP_PROXY})).toEqual(isListed);
    expect(seen).toEqual([expect.stringContaining(`CONNECT 127.0.0.1:${server.port} `)]);
    expect(seen.join()).not.toContain(token);
  });

  // Bun knows no such connections.
  test.runIf(isExecutable)('row 89: a plain request, which the proxy could read, is not sent', async () => {
    const seen: string[] = [];
    await using server = await openServer(oneField);
    await using proxy = await openProxy(seen);
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    const line = [...list, `http://127.0.0.1:${server.port}/`];
    expect(await run(line, {HTTP_PROXY})).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Add 127.0.0.1 to NO_PROXY'),
    });
    expect(seen).toEqual([]);
    expect(await run(line, {HTTP_PROXY, NO_PROXY: 'example.com, 127.0.0.1'})).toEqual(isListed);
  });

  test('row 89: NO_PROXY names the hosts that are reached without it', async () => {
    await using server = await openTlsServer(oneField);
    const others = {HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost'};
    expect(await run([...list, `https://localhost:${server.port}/`], others)).toEqual(isListed);
  });

  test('row 89: what it refuses is told in its name, and without its password', async () => {
    await using server = await openTlsServer(oneField);
    await using proxy = await openProxy([], 407);
    const HTTPS_PROXY = `http://user:pass@127.0.0.1:${proxy.port}`;
    const {exitCode, stdout, stderr} = await run(
      ['fields', 'list', '--retries', '0', '--base-url', `https://localhost:${server.port}/`],
      {HTTPS_PROXY},
    );
    expect({exitCode, stdout, line: stderr.split('\n')[0]}).toEqual({
      exitCode: 6,
      stdout: '',
      line: `error: cannot reach https://localhost:${server.port}: ${isExecutable ? 'the proxy refuses to make the connection' : 'a proxy answered HTTP 407'}`,
    });
    expect(stderr).not.toContain('pass');
  });
});

test('row 89: a proxy that closes every connection is given up, and not asked for ever', async () => {
  const seen: string[] = [];
  const proxy = createNetServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () => {
      seen.push('CONNECT');
      socket.destroy();
    });
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const HTTPS_PROXY = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const line = ['fields', 'list', '--retries', '1', '--base-url', 'https://localhost:9443/'];
  expect(await runBuilt(line, {env: {...env, HTTPS_PROXY}})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr:
      'error: cannot reach https://localhost:9443: the proxy closed the connection\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
  });
  // Undici would go on connecting for as long as the process lives.
  expect(seen.length).toBeLessThan(20);
  proxy.close();
});

test('row 89: a Node that knows no proxies goes around none', async () => {
  const [[, oldest] = ['', '']] = nodes;
  const {exitCode, stderr} = await start(oldest, [launcher, 'fields', 'list', '--base-url', 'https://localhost:1/'], {
    env: {...env, HTTPS_PROXY: 'http://127.0.0.1:1'},
  }).ended;
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr:
      'error: HTTPS_PROXY is set, and Node 22.13.0 cannot use a proxy\nhint: Use a current Node, or unset the variable.\n',
  });
});

describe.each(builds)('the network, on %s', (_name, [command, ...first]) => {
  const run = (args: readonly string[], {env}: {env: NodeJS.ProcessEnv}) =>
    start(command, [...first, ...args], {env}).ended;

  test.each(['pass word', 'ftp://x'])('refuses the proxy %j, which is no address of one', async HTTPS_PROXY => {
    expect(await run([...list, 'https://localhost:1/', '--retries', '0'], {env: {...env, HTTPS_PROXY}})).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('HTTPS_PROXY'),
    });
  });

  test('row 89: a variable that is not ours is no proxy, and lets nobody see the token', async () => {
    const seen: string[] = [];
    await using server = await openServer(oneField);
    await using proxy = await openProxy(seen);
    const address = `http://127.0.0.1:${proxy.port}`;
    const more = {ALL_PROXY: address, all_proxy: address, BUN_CONFIG_VERBOSE_FETCH: 'curl'};
    expect(await run([...list, `http://127.0.0.1:${server.port}/`], {env: {...env, ...more}})).toEqual(isListed);
    expect(seen).toEqual([]);
  });

  test('row 88: certificates that are not looked at are no place for a token', async () => {
    await using server = await openTlsServer(oneField);
    const more = {NODE_TLS_REJECT_UNAUTHORIZED: '0'};
    const outcome = await run([...list, `https://localhost:${server.port}/`], {env: {...env, ...more}});
    expect(outcome).toMatchObject({exitCode: 2, stdout: ''});
    expect(outcome.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody answer');
    expect(server.connections()).toBe(0);
  });

  test('row 88: a certificate that nobody vouches for is refused, and told where to name its authority', async () => {
    await using server = await openTlsServer(oneField);
    const url = `https://localhost:${server.port}/`;
    const {NODE_EXTRA_CA_CERTS: _none, ...without} = env;
    expect(await run(['fields', 'list', '--base-url', url], {env: without})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: the certificate of https://localhost:${server.port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)\nhint: Name a file with the certificate authority in NODE_EXTRA_CA_CERTS.\n`,
    });
    expect(await run([...list, url], {env})).toEqual(isListed);
  });

  test('reaches an address of IPv6', async () => {
    await using server = await openServer(oneField, '::1');
    expect(await run([...list, `http://[::1]:${server.port}/`], {env})).toEqual(isListed);
  });

  test('asks for all pages over the same connections', async () => {
    await using server = await openServer((request, response) => {
      const page = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('page_token') ?? '1');
      response.setHeader('content-type', 'application/json');
      const next = page < 20 ? `,"next_page_token":"${page + 1}"` : '';
      response.end(`{"custom_fields":[{"id":"${page}"}]${next}}`);
    });
    const {exitCode, stdout} = await run([...list, `http://127.0.0.1:${server.port}/`], {env});
    expect({exitCode, rows: stdout.split('\n').length - 1}).toEqual({exitCode: 0, rows: 20});
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});

/** Tells its peak of memory, in KiB, at the end of stderr. */
const tellPeak =
  '--import=data:text/javascript,process.on(%22exit%22,()=>console.error(process.resourceUsage().maxRSS))';

const rows = '{"custom_fields":[{"id":"a"}]}';
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const unreachable = 'hint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n';

test.each([
  [
    'a header of 200 KB',
    `${head}x-big: ${'x'.repeat(200_000)}\r\n\r\n`,
    'cannot reach ADDRESS: the headers of the reply are too large',
  ],
  [
    'two lengths',
    `${head}content-length: ${rows.length}\r\ncontent-length: 3\r\n\r\n${rows}`,
    'cannot reach ADDRESS: the reply does not have the length it states',
  ],
  ['the banner of SSH', 'SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'ADDRESS does not answer in HTTP'],
  ['a status in words', 'HTTP/1.1 two hundred\r\n\r\n', 'ADDRESS does not answer in HTTP'],
  ['no answer at all', '', 'cannot reach ADDRESS: the connection was closed before the reply was complete'],
])('row 54: %s is told in plain words', async (_what, answer, message) => {
  await using server = await openRawServer(socket => socket.end(answer));
  const address = `http://127.0.0.1:${server.port}`;
  expect(await runBuilt(['fields', 'list', '--retries', '0', '--base-url', address], {env})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: ${message.replace('ADDRESS', address)}\n${unreachable}`,
  });
});

test('row 14: a kept connection that the server closes after a page costs nothing but another one', async () => {
  const page = '{"custom_fields":[{"id":"b"}],"next_page_token":"two"}';
  await using server = await openRawServer((socket, request) => {
    const body = request.includes('page_token=two') ? rows : page;
    socket.end(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  });
  expect(await runBuilt([...list, `http://127.0.0.1:${server.port}/`], {env})).toEqual({
    ...isListed,
    stdout: '{"id":"b"}\n{"id":"a"}\n',
  });
});

test('row 14: one that it closes as it is asked again costs nothing but another one', async () => {
  const page = '{"custom_fields":[{"id":"b"}],"next_page_token":"two"}';
  let closed = 0;
  await using server = await openRawServer((socket, request) => {
    const body = request.includes('page_token=two') ? rows : page;
    if (body === rows && closed === 0) {
      closed += 1;
      socket.destroy();
    } else socket.write(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  });
  expect(await runBuilt([...list, `http://127.0.0.1:${server.port}/`], {env})).toEqual({
    ...isListed,
    stdout: '{"id":"b"}\n{"id":"a"}\n',
  });
  expect(server.connections()).toBe(2);
});

test('row 52: a body that inflates to a gigabyte is given up, in 300 MB', async () => {
  const part = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
  await using server = await openServer((_request, response) => {
    response.writeHead(200, {'content-type': 'application/json', 'content-encoding': 'gzip'});
    response.end(Buffer.concat(Array.from({length: 64}, () => part)));
  });
  const {exitCode, stdout, stderr} = await runBuilt([...list, `http://127.0.0.1:${server.port}/`, '--retries', '0'], {
    env: {...env, NODE_OPTIONS: tellPeak},
  });
  const [error = '', peak] = stderr.split('\n');
  expect({exitCode, stdout, message: JSON.parse(error).error.message}).toEqual({
    exitCode: 6,
    stdout: '',
    message: 'the reply is larger than 64 MiB',
  });
  expect(Number(peak)).toBeGreaterThan(10_000);
  expect(Number(peak)).toBeLessThan(300_000);
});

test.each([
  ['fifty times', Array.from({length: 50}, () => 'gzip').join(', ')],
  ['twice', 'gzip, gzip'],
])('row 53: a body that is packed %s is refused', async (_times, encoding) => {
  await using server = await openServer((_request, response) => {
    response.writeHead(200, {'content-type': 'application/json', 'content-encoding': encoding});
    response.end(gzipSync(gzipSync('{"custom_fields":[]}')));
  });
  const {exitCode, stdout, stderr} = await runBuilt([...list, `http://127.0.0.1:${server.port}/`, '--retries', '0'], {
    env,
  });
  expect({exitCode, stdout, message: JSON.parse(stderr).error.message}).toEqual({
    exitCode: 6,
    stdout: '',
    message: expect.stringMatching(/packed more than once|too many content-encodings/),
  });
});
