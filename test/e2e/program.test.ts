import {execFileSync} from 'node:child_process';
import {afterAll, expect, test} from 'vitest';
import manifest from '../../package.json' with {type: 'json'};
import {builds, createHome, firstLine, launcher, runBuilt, type Started, start} from '../harness/built-program.js';
import {openCheckedRelay} from '../harness/checked-relay.js';
import {openServer} from '../harness/local-server.js';
import type {Outcome} from '../harness/run-bizctl.js';

const home = createHome();
const {env} = home;
afterAll(home.remove);

test('prints its version and its help', async () => {
  expect(await runBuilt(['--version'], {env})).toEqual({exitCode: 0, stdout: `${manifest.version}\n`, stderr: ''});
  const {exitCode, stdout} = await runBuilt(['fields', '--help'], {env});
  expect({exitCode, usage: stdout.split('\n')[0]}).toEqual({
    exitCode: 0,
    usage: 'Usage: bizctl fields [options] [command]',
  });
});

test('says in one line which Node it needs when run by an old one', async () => {
  const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', {value: '20.20.2'})";
  const {exitCode, stdout, stderr} = await start(process.execPath, ['--import', old, launcher, '--version'], {env})
    .ended;
  expect({exitCode, stdout, lines: stderr.split('\n').length}).toEqual({exitCode: 2, stdout: '', lines: 2});
  expect(stderr).toContain('bizctl needs Node 22.13 or newer, but this is Node 20.20.2.');
});

test('lists, creates and deletes on the embedded sandbox, and keeps its state', async () => {
  const created = await runBuilt(
    ['fields', 'create', '--sandbox', '--name', 'e2e', '--type', 'array<phone>', '--json'],
    {env},
  );
  expect(created).toMatchObject({exitCode: 0, stderr: ''});
  const {id} = JSON.parse(created.stdout);
  const listed = await runBuilt(['fields', 'list', '--sandbox', '--output', 'ndjson', '--columns', 'id'], {env});
  expect(listed.stdout.trimEnd().split('\n')).toHaveLength(27);
  expect((await runBuilt(['fields', 'delete', '--sandbox', id, '--yes'], {env})).exitCode).toBe(0);
  expect((await runBuilt(['fields', 'get', '--sandbox', id], {env})).exitCode).toBe(4);
  expect(await runBuilt(['sandbox', 'reset', '--yes', '--quiet'], {env})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('resets the sandbox, but not without --yes when there is no terminal', async () => {
  const isThere = async () =>
    (await runBuilt(['fields', 'get', 'name:fax', '--sandbox', '--quiet'], {env})).exitCode === 0;
  expect((await runBuilt(['fields', 'delete', 'name:fax', '--sandbox', '--yes'], {env})).exitCode).toBe(0);
  expect(await runBuilt(['sandbox', 'reset'], {env})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: cannot ask for confirmation without a terminal\nhint: Pass --yes to confirm.\n',
  });
  expect(await isThere()).toBe(false);
  expect(await runBuilt(['sandbox', 'reset', '--yes', '--quiet'], {env})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
  expect(await isThere()).toBe(true);
});

test('does not mistake the noun after --sandbox for a file', async () => {
  expect((await runBuilt(['--sandbox', 'fields', 'list', '--json', '--limit', '1', '--quiet'], {env})).exitCode).toBe(
    0,
  );
  const file = `${home.path}/other.db`;
  expect((await runBuilt(['fields', 'delete', 'name:fax', '--yes', '--sandbox', file], {env})).exitCode).toBe(0);
  expect((await runBuilt(['fields', 'get', 'name:fax', '--sandbox', file], {env})).exitCode).toBe(4);
  expect((await runBuilt(['fields', 'get', 'name:fax', '--sandbox'], {env})).exitCode).toBe(0);
});

test('exits quietly when stdout is closed (row 96)', async () => {
  const line = `"${process.execPath}" "${launcher}" deals list --sandbox --output ndjson | head -1; echo "\${PIPESTATUS[0]}"`;
  const {exitCode, stdout, stderr} = await start('bash', ['-c', line], {env}).ended;
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(stdout.split('\n').slice(0, 2)).toEqual([expect.stringMatching(/^\{"id":"deal_0001"/), '0']);
});

test('says that the disk is full (row 97) and survives a closed stdin', async () => {
  const full = await start('bash', ['-c', `"${process.execPath}" "${launcher}" deals list --sandbox > /dev/full`], {
    env,
  }).ended;
  expect(full).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: 'error: cannot write output: no space left (ENOSPC)\nhint: Check that the disk is not full.\n',
  });
  const closed = await start(
    'bash',
    ['-c', `"${process.execPath}" "${launcher}" deals list --sandbox --limit 1 --json --quiet <&-`],
    {env},
  ).ended;
  expect(closed).toMatchObject({exitCode: 0, stderr: ''});
});

test('writes the whole of a long list through a slow pipe (row 98)', async () => {
  const line = `"${process.execPath}" "${launcher}" deals list --sandbox --json | (sleep 0.3; cat)`;
  const {stdout} = await start('bash', ['-c', line], {env}).ended;
  expect(JSON.parse(stdout)).toHaveLength(240);
});

test('prints one line and a hint for a bad flag', async () => {
  expect(await runBuilt(['fields', 'list', '--limt', '3'], {env})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown option --limt\nhint: Did you mean --limit?\n',
  });
});

test('exits with 130 on Ctrl-C and 143 on SIGTERM, saying what a write may have done', async () => {
  let arrive = () => {};
  const asked = () =>
    new Promise<void>(resolve => {
      arrive = resolve;
    });
  await using server = await openServer(() => arrive());
  const world = {env: {...env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`}};

  const arrived = asked();
  const list = start(process.execPath, [launcher, 'fields', 'list', '--json'], world);
  await arrived;
  list.child.kill('SIGINT');
  expect(await list.ended).toMatchObject({
    exitCode: 130,
    stdout: '',
    stderr: expect.stringMatching(/^\{"error":\{"code":"interrupted","message":"interrupted"/),
  });

  // Loads conf, whose dependency when-exit would send the signal again.
  await runBuilt(['config', 'set', 'pager', 'less'], {env});
  const written = asked();
  const update = start(process.execPath, [launcher, 'fields', 'update', 'cf_1', '--label', 'x'], world);
  await written;
  update.child.kill('SIGTERM');
  expect(await update.ended).toEqual({
    exitCode: 143,
    stdout: '',
    stderr:
      'error: terminated; may have been updated: cf_1\n' +
      'hint: The write may still go through. In a few seconds, run: bizctl fields list\n',
  });
});

/** Presses Ctrl-C until the program ends. Signals that follow each other closely count as one. */
async function pressCtrlC({child, ended}: Started): Promise<Outcome> {
  child.kill('SIGINT');
  const again = setInterval(() => child.kill('SIGINT'), 150);
  return ended.finally(() => clearInterval(again));
}

test('a second Ctrl-C during a write of `api` ends it at once, naming the write (row 37)', async () => {
  const {promise: written, resolve} = Promise.withResolvers<void>();
  await using server = await openServer(() => resolve());
  const world = {env: {...env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}/rest`}};
  const patch = start(process.execPath, [launcher, 'api', 'PATCH', 'v2/deals/7', '-f', 'name=x'], world);
  await written;
  expect(await pressCtrlC(patch)).toEqual({
    exitCode: 130,
    stdout: '',
    stderr: 'error: interrupted; the write in progress may have succeeded: PATCH /v2/deals/7\n',
  });
});

test('a second Ctrl-C in an apply ends it at once, naming the write in flight (row 37)', async () => {
  const {promise: written, resolve} = Promise.withResolvers<void>();
  await using server = await openServer((request, response) => {
    if (request.method !== 'GET') return resolve();
    response.setHeader('content-type', 'application/json');
    response.end('{"custom_fields":[]}');
  });
  const stdin = '{"custom_fields":[{"name":"new","type":{"discriminator":"SIMPLE","primitive_type":"PHONE"}}]}';
  const world = {env: {...env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`}, stdin};
  const apply = start(process.execPath, [launcher, 'fields', 'apply', '-f', '-', '--yes'], world);
  await written;
  const {exitCode, stderr} = await pressCtrlC(apply);
  const [, run = ''] = /^note: run (\S+):/.exec(stderr) ?? [];
  expect({exitCode, end: stderr.split('\n').slice(1)}).toEqual({
    exitCode: 130,
    end: [
      'error: interrupted; may have been applied: create "new"',
      `hint: To resume, run: bizctl fields apply --resume ${run}`,
      '',
    ],
  });
});

test('a second Ctrl-C also names a field that was deleted and not created again (row 37)', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const {promise: bothArrived, resolve} = Promise.withResolvers<void>();
  const waiting = new Set<string>();
  let answerDelete = () => {};
  await using server = await openServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({custom_fields: ['old', 'other'].map(name => ({id: name, name, type}))}));
      return;
    }
    // Sent although the first Ctrl-C came before it.
    if (request.method === 'POST') {
      response.writeHead(422).end();
      return;
    }
    waiting.add(request.method ?? '');
    if (request.method === 'DELETE') answerDelete = () => response.writeHead(204).end();
    if (waiting.size === 2) resolve();
  });
  const email = {discriminator: 'SIMPLE', primitive_type: 'EMAIL'};
  const stdin = JSON.stringify({
    custom_fields: [
      {name: 'old', type: email},
      {name: 'other', type, label: 'L'},
    ],
  });
  const world = {env: {...env, BIZCTL_BASE_URL: `http://127.0.0.1:${server.port}`}, stdin};
  const args = ['fields', 'apply', '-f', '-', '--yes', '--replace', 'old', '--expect-deletes', '1'];
  const apply = start(process.execPath, [launcher, ...args], world);
  await bothArrived;
  apply.child.kill('SIGINT');
  let isAnswered = false;
  const again = setInterval(() => {
    if (isAnswered) apply.child.kill('SIGINT');
    else answerDelete();
    isAnswered = true;
  }, 250);
  const {exitCode, stderr} = await apply.ended;
  clearInterval(again);
  expect({exitCode, said: stderr.split('\n').find(line => line.startsWith('error: interrupted'))}).toEqual({
    exitCode: 130,
    said: 'error: interrupted; may have been applied: update "other"; "old" was deleted but not recreated: HTTP 422 (POST /v2/customFields); succeeded: 0, failed: 1, not tried: 0',
  });
});

test('exits at once when stdout is closed, even while waiting for a page (row 96)', async () => {
  await using server = await openServer((request, response) => {
    if (request.url?.includes('page_token')) return;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        custom_fields: Array.from({length: 2000}, (_, id) => ({id: String(id), name: 'x'.repeat(100)})),
        next_page_token: 'never',
      }),
    );
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const line = `"${process.execPath}" "${launcher}" fields list --output ndjson --timeout 600 | head -1 | wc -l; echo "\${PIPESTATUS[0]}"`;
  expect(await start('bash', ['-c', line], {env: {...env, BIZCTL_BASE_URL: origin}}).ended).toEqual({
    exitCode: 0,
    stdout: '1\n0\n',
    stderr: '',
  });
});

test('exits on Ctrl-C while waiting for input', async () => {
  for (const args of [
    ['dates', 'parse', '--sandbox'],
    ['fields', 'create', '--sandbox', '--file', '-'],
  ]) {
    const line = `"${process.execPath}" "${launcher}" ${args.join(' ')} < <(exec sleep 60 2>/dev/null) & child=$!; sleep 0.7; kill -INT $child; wait $child; echo $?`;
    const {stdout} = await start('bash', ['-c', line], {env}).ended;
    expect(stdout).toBe('130\n');
  }
});

test.each(builds)(
  'ends on a signal even while opening a pipe that nobody writes to (row 162), on %s',
  async (name, program) => {
    const pipe = `${home.path}/pipe of ${name}`;
    const quoted = program.map(word => `"${word}"`).join(' ');
    const line = `mkfifo '${pipe}'; ${quoted} fields plan -f '${pipe}' --sandbox --output table & child=$!; sleep 1.5; kill -TERM $child; wait $child; echo $?`;
    const {stdout, stderr} = await start('bash', ['-c', line], {env}).ended;
    expect({stdout, stderr}).toEqual({stdout: '143\n', stderr: 'error: terminated\n'});
  },
);

test.each(builds)('a signal ends the reading of a large file with mistakes (row 162), on %s', async (name, program) => {
  const pipe = `${home.path}/${name}.csv`;
  const quoted = program.map(word => `"${word}"`).join(' ');
  const rows = `(echo name,required; yes a,perhaps | head -n 150000)`;
  const line = `mkfifo '${pipe}'; ${quoted} fields plan -f '${pipe}' --sandbox & child=$!; ${rows} > '${pipe}'; kill -TERM $child; wait $child; echo $?`;
  expect((await start('bash', ['-c', line], {env}).ended).stdout).toBe('143\n');
});

test('says of stdin that is a directory what it is', async () => {
  const line = `"${process.execPath}" "${launcher}" fields create --file - --sandbox=:memory: < /`;
  expect(await start('sh', ['-c', line], {env}).ended).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: cannot read stdin: it is a directory\nhint: Pipe the input in, or pass a file name.\n',
  });
});

test('refuses a named pipe as a body, which perhaps nobody writes to, but not what a shell substitutes (row 113)', async () => {
  const pipe = `${home.path}/named`;
  const link = `${home.path}/link`;
  execFileSync('sh', ['-c', 'mkfifo "$0"; ln -s "$0" "$1"', pipe, link]);
  for (const path of [pipe, link])
    expect(await runBuilt(['api', 'POST', 'v2/x', '--input', path, '--sandbox', '--output', 'table'], {env})).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: cannot read ${path}: it is a named pipe\nhint: Pass - as the file, and append: < ${path}\n`,
    });
  const substituted = `"${process.execPath}" "${launcher}" api POST v2/customFields --input <(echo '{"name":"p","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"}}') --sandbox=:memory: --jq .name`;
  expect((await start('bash', ['-c', substituted], {env}).ended).stdout).toBe('"p"\n');
});

test.runIf(process.platform === 'linux').each(builds)(
  '%s refuses an argument that is not UTF-8, but not one with U+FFFD (row 49)',
  async (_name, [command, ...first]) => {
    const args = [...first, 'fields', 'get', '--sandbox', ':memory:'];
    const line = `exec "$0" "$@" "$(printf 'name:x\\366')"`;
    const latin1 = await start('sh', ['-c', line, command, ...args], {env}).ended;
    const replaced = await start(command, [...args, 'name:x\ufffd'], {env}).ended;
    expect([latin1, replaced]).toEqual([
      {exitCode: 2, stdout: '', stderr: expect.stringContaining('an argument is not valid UTF-8: "name:x\ufffd"')},
      {exitCode: 4, stdout: '', stderr: expect.stringContaining('no custom field named "x\ufffd"')},
    ]);
  },
);

test('refuses endless input, and what is not a file', async () => {
  const endless = await runBuilt(['fields', 'create', '--sandbox', '--file', '/dev/zero'], {env});
  expect(endless).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('/dev/zero is larger than 64 MiB'),
  });
  for (const [path, message] of [
    ['/', 'cannot read /: is a directory (EISDIR)'],
    ['', 'cannot read "": no such file or directory (ENOENT)'],
  ] as const) {
    const {exitCode, stderr} = await runBuilt(['fields', 'create', '--sandbox', '--file', path], {env});
    expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: `error: ${message}\nhint: Check the path.\n`});
  }
});

test('names the host that cannot be reached (row 11)', async () => {
  const server = await openServer(() => {});
  const origin = `http://127.0.0.1:${server.port}`;
  await server[Symbol.asyncDispose]();
  const world = {env: {...env, BIZCTL_BASE_URL: origin, BIZCTL_TOKEN: 'secret-token'}};
  expect(await runBuilt(['fields', 'list', '--retries', '0'], world)).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: cannot reach ${origin}: connection refused\nhint: Check that the server on this machine is running, and that the port in the base URL is right.\n`,
  });
});

test('serves the sandbox over HTTP to itself', async () => {
  const serving = start(process.execPath, [launcher, 'sandbox', 'serve', '--port', '0', '--json', '--quiet'], {env});
  const {base_url, token} = JSON.parse(await firstLine(serving));
  await using relay = await openCheckedRelay(base_url);
  const world = {env: {...env, BIZCTL_BASE_URL: relay.url, BIZCTL_TOKEN: token}};
  expect((await runBuilt(['deals', 'list', '--output', 'ndjson'], world)).stdout.trimEnd().split('\n')).toHaveLength(
    240,
  );
  expect((await runBuilt(['deals', 'list'], {env: {...world.env, BIZCTL_TOKEN: 'real-token'}})).exitCode).toBe(3);
  serving.child.kill('SIGINT');
  expect(await serving.ended).toMatchObject({exitCode: 0, stderr: ''});
});
