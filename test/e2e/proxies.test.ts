import {readFileSync} from 'node:fs';
import {createServer as createNetServer} from 'node:net';
import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome, runBuilt, start} from '../harness/built-program.js';
import {createFieldServer, toFieldLines} from '../harness/field-server.js';
import {
  addressCertificateFile,
  certificateFile,
  openProxy,
  openServer,
  openTlsServer,
} from '../harness/local-server.js';

const home = createHome();
afterAll(home.remove);
const token = 'network-secret';
const env = {...home.env, BIZCTL_TOKEN: token, NODE_EXTRA_CA_CERTS: certificateFile};
const list = ['fields', 'list', '--output', 'ndjson', '--base-url'];
const isListed = {exitCode: 0, stdout: '{"id":"a"}\n', stderr: ''};

/** The host is known to the proxy alone, which connects it to this machine. */
const address = (port: number) => `https://api.example.test:${port}/`;

function answerOneField(
  _request: unknown,
  response: {setHeader: (name: string, value: string) => unknown; end: (text: string) => unknown},
) {
  response.setHeader('content-type', 'application/json');
  response.end('{"custom_fields":[{"id":"a"}]}');
}

describe.each(builds)('a proxy, on %s', (_name, [command, ...first]) => {
  const isExecutable = first.length === 0;
  const run = (args: readonly string[], more: NodeJS.ProcessEnv, stdin?: string) =>
    start(command, [...first, ...args], {env: {...env, ...more}, ...(stdin === undefined ? {} : {stdin})}).ended;

  test.each(['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])(
    'tunnels the connection that %s asks for, and never sees the token (rows 89, 134)',
    async variable => {
      const seen: string[] = [];
      await using server = await openTlsServer(answerOneField);
      await using proxy = await openProxy(seen);
      const outcome = await run([...list, address(server.port)], {
        [variable]: `http://user:pass@127.0.0.1:${proxy.port}`,
        // The library prints the address of the proxy with it.
        DEBUG: '*',
      });
      expect(outcome).toEqual(isListed);
      expect(seen).toEqual([expect.stringContaining(`CONNECT api.example.test:${server.port} `)]);
      expect(seen.join()).not.toContain(token);
    },
  );

  test.each([
    ['without a scheme', ''],
    ['with a literal % in the password', 'http://user:100%@'],
  ])('may be named %s (row 134)', async (_what, prefix) => {
    const seen: string[] = [];
    await using server = await openTlsServer(answerOneField);
    await using proxy = await openProxy(seen);
    const HTTPS_PROXY = `${prefix}127.0.0.1:${proxy.port}`;
    expect(await run([...list, address(server.port)], {HTTPS_PROXY})).toEqual(isListed);
    const credentials = Buffer.from('user:100%').toString('base64');
    expect(seen.join().includes(`"Basic ${credentials}"`)).toBe(prefix !== '');
  });

  test('is used although NO_PROXY ends like the host (row 134)', async () => {
    const seen: string[] = [];
    await using server = await openTlsServer(answerOneField);
    await using proxy = await openProxy(seen);
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    expect(await run([...list, address(server.port)], {HTTPS_PROXY, NO_PROXY: 'test'})).toEqual(isListed);
    expect(seen).toHaveLength(1);
  });

  test('that never answers keeps no process alive (rows 12, 89)', async () => {
    const sockets: Promise<unknown>[] = [];
    const proxy = createNetServer(socket => {
      socket.on('error', () => {}).resume();
      sockets.push(new Promise(resolve => socket.on('close', resolve)));
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const bound = proxy.address();
    const HTTPS_PROXY = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    expect(await run([...list, address(9443), '--timeout', '1'], {HTTPS_PROXY})).toMatchObject({exitCode: 6});
    await Promise.all(sockets);
    proxy.close();
  });

  test('is never used for this machine (row 135)', async () => {
    const seen: string[] = [];
    await using plain = await openServer(answerOneField);
    await using secure = await openTlsServer(answerOneField);
    await using proxy = await openProxy(seen);
    const proxyAddress = `http://127.0.0.1:${proxy.port}`;
    const all = {HTTP_PROXY: proxyAddress, HTTPS_PROXY: proxyAddress, ALL_PROXY: proxyAddress};
    for (const url of [`http://127.0.0.1:${plain.port}/`, `https://localhost:${secure.port}/`])
      expect(await run([...list, url], all)).toEqual(isListed);
    expect(seen).toEqual([]);
  });

  test('is not used for the hosts that NO_PROXY names (row 89)', async () => {
    const others = {HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'other.test, api.example.test'};
    const {exitCode, stderr} = await run([...list, address(9443), '--retries', '0'], others);
    expect({exitCode, message: JSON.parse(stderr).error.message}).toEqual({
      exitCode: 6,
      message: expect.stringMatching(
        /^cannot reach https:\/\/api\.example\.test:9443: (?:host not found|the DNS lookup failed)$/,
      ),
    });
  });

  test('that cannot be reached is told from an API that cannot (row 89)', async () => {
    const proxy = await openProxy([]);
    await proxy[Symbol.asyncDispose]();
    const HTTPS_PROXY = `http://user:pass@127.0.0.1:${proxy.port}`;
    const outcome = await run([...list, address(9), '--output', 'table', '--retries', '0'], {HTTPS_PROXY});
    expect(outcome).toEqual({
      exitCode: 6,
      stdout: '',
      stderr:
        'error: cannot reach the proxy for https://api.example.test:9: connection refused\n' +
        'hint: Check HTTPS_PROXY. If the host can be reached without a proxy, add it to NO_PROXY.\n',
    });
  });

  test('that refuses is named, and its password is not (row 89)', async () => {
    await using server = await openTlsServer(answerOneField);
    await using proxy = await openProxy([], 407);
    const HTTPS_PROXY = `http://user:pass@127.0.0.1:${proxy.port}`;
    expect(await run(['fields', 'list', '--base-url', address(server.port)], {HTTPS_PROXY})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: cannot reach https://api.example.test:${server.port}: a proxy answered with HTTP 407\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n`,
    });
  });

  test('does not keep a server that is named by its address from having to prove it (row 88)', async () => {
    const cert = readFileSync(addressCertificateFile);
    await using right = await openTlsServer(answerOneField, {cert});
    await using wrong = await openTlsServer(answerOneField);
    await using proxy = await openProxy([]);
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    const more = {HTTPS_PROXY, NODE_EXTRA_CA_CERTS: addressCertificateFile};
    expect(await run([...list, `https://10.9.8.7:${right.port}/`], more)).toEqual(isListed);
    expect(await run(['fields', 'list', '--base-url', `https://10.9.8.7:${wrong.port}/`], {HTTPS_PROXY})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: `error: the certificate of https://10.9.8.7:${wrong.port} is for a different host (ERR_TLS_CERT_ALTNAME_INVALID)\nhint: Check the host name in the base URL.\n`,
    });
  });

  test('whose certificate is not trusted is told apart from the API (rows 88, 89)', async () => {
    // Bun does not tell whose certificate it refused.
    const whose = isExecutable ? 'the proxy, or of https://api.example.test:9443,' : 'the proxy';
    await using proxy = await openTlsServer(answerOneField);
    const more = {HTTPS_PROXY: `https://127.0.0.1:${proxy.port}`, NODE_EXTRA_CA_CERTS: ''};
    expect(await run(['fields', 'list', '--base-url', address(9443)], more)).toEqual({
      exitCode: 6,
      stdout: '',
      stderr: expect.stringContaining(`error: the certificate of ${whose} is not trusted (`),
    });
  });

  test.each(['pass word', 'ftp://x', 'socks5://127.0.0.1:1080'])(
    'at %j is refused, as it is not an HTTP proxy (row 134)',
    async HTTPS_PROXY => {
      expect(await run(['fields', 'list', '--base-url', address(9443)], {HTTPS_PROXY})).toEqual({
        exitCode: 2,
        stdout: '',
        stderr:
          'error: HTTPS_PROXY or ALL_PROXY is not the address of an HTTP proxy\nhint: Set HTTPS_PROXY to an address such as http://proxy.example.com:3128, or add the host to NO_PROXY.\n',
      });
    },
  );

  test('that closes some CONNECTs while other creates are under way repeats none that was sent (row 131)', async () => {
    const names = Array.from({length: 24}, (_none, index) => `field_${index}`);
    const {answer, posted} = createFieldServer(() => new Promise(resolve => setImmediate(resolve)));
    await using server = await openTlsServer(answer);
    let connects = 0;
    await using proxy = await openProxy([], () => {
      connects += 1;
      return connects % 3 === 2 ? 'close' : undefined;
    });
    const line = ['fields', 'create', '--file', '-', '--concurrency', '8', '--base-url', address(server.port)];
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    const {exitCode} = await run([...line, '--retries', '8'], {HTTPS_PROXY}, toFieldLines(names));
    expect(posted).toHaveLength(new Set(posted).size);
    // Bun does not say whether anything was sent on a connection that ends: what may have been sent is reported, not
    // repeated.
    const missing = names.filter(name => !posted.includes(name));
    expect(exitCode).toBe(missing.length === 0 ? 0 : 7);
    expect(isExecutable ? [] : missing).toEqual([]);
    expect(connects).toBeGreaterThan(2);
  });
});

test.each(['destroy', 'resetAndDestroy'] as const)(
  'a proxy is given up after the retries if it ends every connection by %s (row 89)',
  async end => {
    let connects = 0;
    const proxy = createNetServer(socket => {
      socket.on('error', () => {});
      socket.once('data', () => {
        connects += 1;
        socket[end]();
      });
    });
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
    const bound = proxy.address();
    const HTTPS_PROXY = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
    const line = ['fields', 'list', '--retries', '1', '--base-url', address(9443)];
    expect(await runBuilt(line, {env: {...env, HTTPS_PROXY}})).toEqual({
      exitCode: 6,
      stdout: '',
      stderr:
        'error: cannot reach https://api.example.test:9443: the proxy closed the connection\nhint: Check the base URL, the network, and HTTPS_PROXY if it is set.\n',
    });
    expect(connects).toBe(2);
    proxy.close();
  },
);
