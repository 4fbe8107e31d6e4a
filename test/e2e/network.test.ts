import type {RequestListener} from 'node:http';
import {gzipSync} from 'node:zlib';
import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome, runBuilt, start} from '../harness/built-program.js';
import {certificateFile, openRawServer, openServer, openTlsServer} from '../harness/local-server.js';

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

describe.each(builds)('the network, on %s', (_name, [command, ...first]) => {
  const run = (args: readonly string[], {env}: {env: NodeJS.ProcessEnv}) =>
    start(command, [...first, ...args], {env}).ended;

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a body arrives whole with %s', async method => {
    await using server = await openServer((request, response) => {
      let body = '';
      request.on('data', chunk => {
        body += String(chunk);
      });
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({method: request.method, body}));
      });
    });
    const args = ['api', method, 'v2/x', '-f', 'a=1', '--base-url', `http://127.0.0.1:${server.port}/`];
    const {exitCode, stdout} = await run(args, {env});
    expect({exitCode, reply: JSON.parse(stdout)}).toEqual({exitCode: 0, reply: {method, body: '{"a":"1"}'}});
  });

  test('row 54: a reply with 200 KB of headers is refused', async () => {
    await using server = await openServer((request, response) => {
      response.setHeader('x-big', 'x'.repeat(200_000));
      oneField(request, response);
    });
    const address = `http://127.0.0.1:${server.port}`;
    expect(await run(['fields', 'list', '--retries', '0', '--base-url', address], {env})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: no complete reply from ${address}: the headers of the reply are too large\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n`,
    });
  });

  test('row 88: sends no token where certificates are not checked', async () => {
    await using server = await openTlsServer(oneField);
    const more = {NODE_TLS_REJECT_UNAUTHORIZED: '0'};
    const outcome = await run([...list, `https://localhost:${server.port}/`], {env: {...env, ...more}});
    expect(outcome).toMatchObject({exitCode: 2, stdout: ''});
    expect(outcome.stderr).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks');
    expect(server.connections()).toBe(0);
  });

  test('row 88: a certificate that nobody vouches for is refused, and told where to name its authority', async () => {
    await using server = await openTlsServer(oneField);
    const url = `https://localhost:${server.port}/`;
    const {NODE_EXTRA_CA_CERTS: _none, ...without} = env;
    expect(await run(['fields', 'list', '--base-url', url], {env: without})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: the certificate of https://localhost:${server.port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)\nhint: Set NODE_EXTRA_CA_CERTS to a file with your CA certificate.\n`,
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
    'two lengths',
    `${head}content-length: ${rows.length}\r\ncontent-length: 3\r\n\r\n${rows}`,
    'no complete reply from ADDRESS: the reply does not match its stated length',
  ],
  ['the banner of SSH', 'SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'the reply from ADDRESS is not HTTP'],
  ['a status in words', 'HTTP/1.1 two hundred\r\n\r\n', 'the reply from ADDRESS is not HTTP'],
  ['no answer at all', '', 'no complete reply from ADDRESS: the connection was closed'],
])('row 54: %s is described in plain words', async (_what, answer, message) => {
  await using server = await openRawServer(socket => socket.end(answer));
  const address = `http://127.0.0.1:${server.port}`;
  expect(await runBuilt(['fields', 'list', '--retries', '0', '--base-url', address], {env})).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: ${message.replace('ADDRESS', address)}\n${answer === '' ? 'hint: Check the network, or try again later.\n' : unreachable}`,
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
  ['16 million numbers', 'fields list', `[${'1,'.repeat(16_000_000)}1]`, ['fields', 'list', '--json']],
  [
    '19 million empty rows',
    'fields list',
    `{"custom_fields":[${'{},'.repeat(19_000_000)}{}]}`,
    ['fields', 'list', '--json'],
  ],
  [
    '11 million empty rows',
    'api',
    `{"custom_fields":[${'{},'.repeat(11_000_000)}{}]}`,
    ['api', 'GET', 'v2/customFields'],
  ],
])('row 162: %s are refused in 300 MB, by %s', async (_what, _command, body, args) => {
  await using server = await openServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const {exitCode, stderr} = await runBuilt([...args, '--base-url', url, '--retries', '0'], {
    env: {...env, NODE_OPTIONS: tellPeak},
  });
  const lines = stderr.trim().split('\n');
  const [error, peak] = [lines[0] ?? '', lines.at(-1)];
  expect({exitCode, error: /has too many (?:values|rows on one page)/.test(error)}).toEqual({exitCode: 6, error: true});
  expect(Number(peak)).toBeGreaterThan(10_000);
  expect(Number(peak)).toBeLessThan(300_000);
});

test.each([
  ['fifty times', Array.from({length: 50}, () => 'gzip').join(', ')],
  ['twice', 'gzip, gzip'],
])('row 53: refuses a body that is compressed %s', async (_times, encoding) => {
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
    message: expect.stringMatching(/^the reply is compressed more than once \(gzip, gzip/),
  });
});
