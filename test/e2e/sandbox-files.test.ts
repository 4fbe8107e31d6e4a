import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterAll, expect, test} from 'vitest';
import {createHome, firstLine, launcher, runBuilt, start} from '../harness/built-program.js';

const home = createHome();
afterAll(home.remove);
const fileOf = (name: string) => join(home.path, name);
const run = (...words: readonly string[]) => runBuilt([...words, '--no-input'], {env: home.env});

function createDatabase(name: string, sql: string): string {
  const database = new DatabaseSync(fileOf(name));
  database.exec(sql);
  database.close();
  return fileOf(name);
}

test.each<[string, () => string, string, string]>([
  [
    'a named pipe',
    () => {
      execFileSync('sh', ['-c', 'mkfifo "$0"', fileOf('pipe')]);
      return fileOf('pipe');
    },
    'is not a regular file',
    'Use another file with --sandbox FILE.',
  ],
  [
    'a directory',
    () => {
      mkdirSync(fileOf('directory'));
      return fileOf('directory');
    },
    'is not a regular file',
    'Use another file with --sandbox FILE.',
  ],
  ['a device', () => '/dev/null', 'is not a regular file', 'Use another file with --sandbox FILE.'],
  [
    "another program's database",
    () => createDatabase('other.db', 'CREATE TABLE notes (text)'),
    'belongs to another program',
    'Use another file with --sandbox FILE.',
  ],
  [
    'a state of a later version',
    () => createDatabase('later.db', 'CREATE TABLE entities (id); PRAGMA user_version = 9'),
    'was written by a later version of bizctl',
    'Use that version, or use another file with --sandbox FILE.',
  ],
])('says at once that %s is not a state of the sandbox (row 121)', async (_what, prepare, problem, hint) => {
  const file = prepare();
  expect(await run('fields', 'list', `--sandbox=${file}`)).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: `error: cannot open the sandbox state ${file}: it ${problem}\nhint: ${hint}\n`,
  });
});

test('leaves a state alone that another process has locked, and does not call the outcome unknown', async () => {
  const file = fileOf('locked.db');
  expect((await run('sandbox', 'reset', '--yes', '--sandbox', file)).stderr).toBe(
    `note: created the sandbox ${file}\n`,
  );
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  expect(await run('fields', 'create', '--name', 'x', '--type', 'phone', '--sandbox', file)).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: `error: the sandbox state ${file} is locked by another process\nhint: Wait for that process, or use another file with --sandbox FILE.\n`,
  });
  database.exec('ROLLBACK');
  database.close();
  expect((await run('fields', 'get', 'name:x', '--sandbox', file)).exitCode).toBe(4);
  expect((await run('sandbox', 'reset', '--yes', '--sandbox', file)).stderr).toBe(
    `note: reset the sandbox ${file} to its initial state\n`,
  );
});

test('a signal is answered while another process has locked the state (rows 37, 38)', async () => {
  const file = createDatabase('held.db', 'CREATE TABLE entities (id)');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const words = ['fields', 'list', '--verbose', '--sandbox', file];
  const {child, ended} = start(process.execPath, [launcher, ...words], {env: home.env});
  const asksAgain = setInterval(() => child.kill('SIGINT'), 300);
  const {exitCode} = await ended;
  clearInterval(asksAgain);
  database.close();
  expect(exitCode).toBe(130);
});

test('--sandbox= of an empty variable never means the default state', async () => {
  for (const empty of [['--sandbox='], ['--sandbox', '']])
    expect(await run('sandbox', 'reset', '--yes', ...empty)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --sandbox= is empty\nhint: Pass a file, or --sandbox alone for the default one.\n',
    });
  expect(existsSync(join(home.path, 'data/bizctl/sandbox.db'))).toBe(false);
});

test.each<[readonly string[], RegExp]>([
  [['--json'], /^\{"base_url":"http:\/\/127\.0\.0\.1:\d+","token":"sandbox_\w+","state":":memory:"\}\n$/],
  [['--output', 'ndjson'], /^\{"base_url":"http:\/\/127\.0\.0\.1:\d+","token":"sandbox_\w+","state":":memory:"\}\n$/],
  [['--jq', '.base_url', '--raw'], /^http:\/\/127\.0\.0\.1:\d+\n$/],
  [['--output', 'csv', '--columns', 'state,token'], /^state,token\r\n:memory:,sandbox_\w+\r\n$/],
  [['--output', 'yaml'], /^base_url: http:\/\/127\.0\.0\.1:\d+\ntoken: sandbox_\w+\nstate: (['"]?):memory:\1\n$/],
])('sandbox serve prints its address in the chosen format: %j', async (options, printed) => {
  const words = ['sandbox', 'serve', '--port', '0', '--quiet', '--sandbox=:memory:', ...options];
  const {child, stdout, ended} = start(process.execPath, [launcher, ...words], {env: home.env});
  await expect.poll(stdout, {timeout: 10_000}).toMatch(printed);
  child.kill('SIGTERM');
  expect((await ended).exitCode).toBe(0);
});

test('a server whose state is locked asks to wait, and carries out nothing meanwhile', async () => {
  const file = fileOf('served.db');
  const words = ['sandbox', 'serve', '--port', '0', '--json', '--quiet', '--sandbox', file];
  const serving = start(process.execPath, [launcher, ...words], {env: home.env});
  const {base_url, token}: {base_url: string; token: string} = JSON.parse(await firstLine(serving));
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const body = JSON.stringify({name: 'x', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}});
  const reply = await fetch(`${base_url}/v2/customFields`, {method: 'POST', headers, body});
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1']);
  database.exec('ROLLBACK');
  database.close();
  expect((await fetch(`${base_url}/v2/customFields`, {method: 'POST', headers, body})).status).toBe(201);
  serving.child.kill('SIGTERM');
  expect((await serving.ended).exitCode).toBe(0);
});

test.each([423, 507])('a fault with the status %i is that status, and says nothing of the state', async status => {
  const fault = `GET /v2/customFields: ${status}`;
  const {exitCode, stderr} = await run('fields', 'list', '--sandbox=:memory:', '--retries', '0', '--fault', fault);
  expect(exitCode).not.toBe(11);
  expect(stderr).toContain(`HTTP ${status}`);
});
