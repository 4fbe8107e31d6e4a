import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {connect} from 'node:net';
import {basename, join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {builds, createHome, firstLine, launcher, runBuilt, start} from '../harness/built-program.js';

const home = createHome();
const {env} = home;
afterAll(home.remove);

async function serve(file: string, ...more: readonly string[]) {
  const serving = start(
    process.execPath,
    [launcher, 'sandbox', 'serve', '--port', '0', '--json', '--quiet', '--sandbox', `${home.path}/${file}`, ...more],
    {env},
  );
  const started: {base_url: string; token: string} = JSON.parse(await firstLine(serving));
  return {...serving, ...started};
}

/**
 * The status of a request with headers that fetch forbids. Without a body the request is not ended before the reply.
 */
function ask(url: string, method: string, headers: {readonly [name: string]: string}, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {method, headers}, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.on('error', reject);
    if (body === undefined) sent.flushHeaders();
    else sent.end(body);
  });
}

test('answers only requests for this host, and none from web pages (rows 115 to 118)', async () => {
  const server = await serve('guard.db');
  const fields = `${server.base_url}/v2/customFields`;
  const body = JSON.stringify({name: 'x', type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'}});
  const json = {'content-type': 'application/json'};
  expect(await ask(fields, 'POST', {...json, host: 'evil.example.com'}, body)).toBe(403);
  expect(await ask(fields, 'POST', {...json, origin: 'https://evil.example.com'}, body)).toBe(403);
  expect(await ask(fields, 'POST', {'content-type': 'text/plain'}, body)).toBe(415);
  expect(await ask(fields, 'OPTIONS', {})).toBe(405);
  expect(await ask(fields, 'GET', {authorization: 'Bearer real'})).toBe(401);
  // Only the headers are sent: a server that refuses and closes may reset a body that is still on its way.
  expect(await ask(fields, 'POST', {...json, 'content-length': '1048577'})).toBe(413);
  const {custom_fields}: {custom_fields: unknown[]} = await (await fetch(fields)).json().then(reply => Object(reply));
  expect(custom_fields).toHaveLength(26);
  server.child.kill('SIGTERM');
  expect((await server.ended).exitCode).toBe(0);
});

test('keeps a confirmed change when killed at once (row 120)', async () => {
  const server = await serve('killed.db');
  const response = await fetch(`${server.base_url}/v2/customFields/cf_000000000039`, {method: 'DELETE'});
  server.child.kill('SIGKILL');
  await server.ended;
  expect(response.status).toBe(204);
  const {exitCode} = await runBuilt(['fields', 'get', 'name:fax', '--sandbox', `${home.path}/killed.db`], {env});
  expect(exitCode).toBe(4);
});

test('refuses a state that another process serves, naming it, and a port that is taken (row 122)', async () => {
  const first = await serve('shared.db');
  const same = await runBuilt(['sandbox', 'serve', '--port', '0', '--sandbox', `${home.path}/shared.db`], {env});
  expect(same).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: `error: cannot serve the sandbox: ${home.path}/shared.db is already served by process ${first.child.pid}\nhint: Stop that process, or use another file with --sandbox FILE.\n`,
  });
  const {port} = new URL(first.base_url);
  const taken = await runBuilt(['sandbox', 'serve', '--port', port, '--sandbox', `${home.path}/third.db`], {env});
  expect(taken).toMatchObject({
    exitCode: 11,
    stdout: '',
    stderr: expect.stringContaining(`on port ${port}: the address is already in use`),
  });
  // Failing on a taken port leaves no lock behind.
  const third = await serve('third.db');
  third.child.kill('SIGTERM');
  expect((await third.ended).exitCode).toBe(0);
  first.child.kill('SIGKILL');
  await first.ended;
  const next = await serve('shared.db');
  next.child.kill('SIGTERM');
  expect((await next.ended).exitCode).toBe(0);
});

test('refuses the token of a real tenant (row 124) and a damaged state (row 121)', async () => {
  const real = await runBuilt(['sandbox', 'serve', '--port', '0'], {
    env: {...env, BIZCTL_SANDBOX_TOKEN: 'real-secret-token'},
  });
  expect(real).toMatchObject({exitCode: 2, stdout: ''});
  expect(real.stderr).not.toContain('real-secret-token');
  const {writeFileSync, readFileSync} = await import('node:fs');
  writeFileSync(`${home.path}/damaged.db`, 'this is no database, and it is long enough to be taken for one');
  const damaged = await runBuilt(['fields', 'list', '--sandbox', `${home.path}/damaged.db`], {env});
  expect(damaged).toMatchObject({
    exitCode: 11,
    stdout: '',
    stderr: expect.stringContaining('damaged.db is not a sandbox state file'),
  });
  expect(readFileSync(`${home.path}/damaged.db`, 'utf8')).toContain('this is no database');
});

test('stops despite an open connection, and refuses an endless body early (row 119)', async () => {
  const server = await serve('idle.db');
  const {hostname, port} = new URL(server.base_url);
  const idle = connect(Number(port), hostname);
  await new Promise(resolve => idle.once('connect', resolve));
  const endless = connect(Number(port), hostname);
  endless.on('error', () => {});
  endless.write(
    `POST /v2/customFields HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const answered = new Promise<string>(resolve =>
    endless.once('data', data => resolve(String(data).split('\r\n')[0] ?? '')),
  );
  for (let sent = 0; sent < 40; sent += 1) endless.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  expect(await answered).toContain('413');
  server.child.kill('SIGTERM');
  expect((await server.ended).exitCode).toBe(0);
  idle.destroy();
  endless.destroy();
});

test('eight commands at once share one state without a port', async () => {
  const file = `${home.path}/parallel.db`;
  const names = Array.from({length: 8}, (_, index) => `parallel_${index}`);
  const runs = await Promise.all(
    names.map(name =>
      runBuilt(['fields', 'create', '--sandbox', file, '--name', name, '--type', 'decimal', '--quiet'], {env}),
    ),
  );
  expect(runs.map(({exitCode, stderr}) => `${exitCode}${stderr}`)).toEqual(names.map(() => '0'));
  const {stdout} = await runBuilt(['fields', 'list', '--sandbox', file, '--output', 'ndjson', '--columns', 'name'], {
    env,
  });
  expect(stdout.trimEnd().split('\n')).toHaveLength(26 + 8);
});

test('serves faults over HTTP: a connection that breaks before, after and during the reply', async () => {
  const server = await serve(
    'faults.db',
    '--fault',
    'POST /v2/customFields#1: reset',
    '--fault',
    'POST /v2/customFields#2: commit-then-reset',
    '--fault',
    'GET /v2/deals: truncate',
  );
  const world = {env: {...env, BIZCTL_BASE_URL: server.base_url, BIZCTL_TOKEN: server.token}};
  const create = (name: string) => ['fields', 'create', '--name', name, '--type', 'phone', '--quiet'];
  expect((await runBuilt(create('faulty_before'), world)).exitCode).toBe(7);
  expect((await runBuilt(create('faulty_after'), world)).exitCode).toBe(0);
  const listed = await runBuilt(['fields', 'list', '--output', 'ndjson', '--columns', 'name'], world);
  expect(listed.stdout.split('\n').filter(line => line.includes('faulty'))).toEqual(['{"name":"faulty_after"}']);
  expect(await runBuilt(['deals', 'list', '--json', '--retries', '0'], world)).toMatchObject({
    exitCode: 6,
    stdout: '',
    stderr: expect.stringContaining('the reply was cut off'),
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({exitCode: 0, stderr: ''});
});

describe.each(builds)('on %s', (name, [command, ...first]) => {
  const fileOf = (kind: string) => `${home.path}/${kind}-${name.replaceAll(' ', '-')}.db`;

  test('closes all but 64 of 300 idle connections, and keeps its files to the user (row 168)', async () => {
    const file = fileOf('idle');
    writeFileSync(file, '', {mode: 0o644});
    const args = ['sandbox', 'serve', '--port', '0', '--json', '--quiet', '--sandbox', file];
    const serving = start(command, [...first, ...args], {env});
    const {port} = new URL(JSON.parse(await firstLine(serving)).base_url);
    let closed = 0;
    const sockets = Array.from({length: 300}, () => connect(Number(port), '127.0.0.1'));
    await new Promise<void>(resolve => {
      for (const socket of sockets)
        socket
          .on('error', () => {})
          .on('close', () => {
            closed += 1;
            if (closed === 300 - 64) resolve();
          })
          .resume();
    });
    const modes = readdirSync(home.path)
      .filter(each => each.startsWith(basename(file)))
      .map(each => (statSync(join(home.path, each)).mode & 0o777).toString(8));
    expect({closed, modes: [...new Set(modes)]}).toEqual({closed: 236, modes: ['600']});
    // Headers that do not end are given up.
    const [slow] = sockets.filter(({destroyed}) => !destroyed);
    slow?.write('GET /v2/customFields HTTP/1.1\r\nhost: 127.0.0.1\r\n');
    await new Promise(resolve => slow?.once('close', resolve));
    for (const socket of sockets) socket.destroy();
    serving.child.kill('SIGTERM');
    await serving.ended;
  });

  test('says that no space is left, and never to move the state away (row 169)', async () => {
    const file = fileOf('full');
    const words = [command, ...first, 'fields', 'list', '--sandbox', file].map(word => `'${word}'`);
    expect(await start('bash', ['-c', `ulimit -f 60; ${words.join(' ')}`], {env}).ended).toEqual({
      exitCode: 11,
      stdout: '',
      stderr: `error: cannot write the sandbox state ${file}: no space left\nhint: Free some space, or use a file on another disk with --sandbox FILE.\n`,
    });
  });
});

test('a fault that resets closes the connection, and the state is for its owner alone', async () => {
  const server = await serve('reset.db', '--fault', 'GET /v2/customFields: reset');
  await expect(ask(`${server.base_url}/v2/customFields`, 'GET', {})).rejects.toThrow('socket hang up');
  server.child.kill();
  await server.ended;
  expect(statSync(`${home.path}/reset.db`).mode & 0o777).toBe(0o600);
});
