import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {acme, useProfiles} from '../../harness/profiles.js';
import {createTenant} from '../../harness/tenant.js';

const {file, inHome, run, store} = useProfiles();

test.each([
  ['empty', '', '1:1'],
  ['cut', '{\n  "version": 1,\n  "profiles": {"acme": {"token": {"value": "secr', '3:49'],
  ['an array', '[]', '1:1'],
  ['another shape', '{"version": 1,\n"profiles": {\n"acme": {"base_url": 5}}}', '3:22'],
  ['a later version', '{\n"version": 2, "profiles": {}}', '2:12'],
  [
    'an address with a password',
    '{"version": 1, "profiles": {"acme":\n {"base_url": "https://ann:secret@x.example"}}}',
    '2:15',
  ],
  [
    'an address with a user name',
    '{"version": 1, "profiles": {"acme":\n {"base_url": "https:secret@x.example"}}}',
    '2:15',
  ],
  [
    'a token of another shape',
    '{"version": 1, "profiles": {"acme":\n {"base_url": "x", "token": "secret-1"}}}',
    '2:15',
  ],
])('a file that is %s is named with its place, not quoted and not touched (row 85)', async (_what, content, place) => {
  mkdirSync(inHome('config'), {mode: 0o700});
  writeFileSync(file(), content, {mode: 0o600});
  for (const command of ['deals list', 'auth logout', 'profile list', 'profile use acme']) {
    const {exitCode, stdout, stderr} = await run(command);
    expect({command, exitCode, stdout}).toEqual({command, exitCode: 2, stdout: ''});
    expect(stderr).toContain(`error: ${file()}:${place}: `);
    expect(stderr).not.toContain('secr');
  }
  expect((await run('auth login --base-url https://acme.example', {stdin: token})).exitCode).toBe(2);
  expect(readFileSync(file(), 'utf8')).toBe(content);
  const env = {BIZCTL_BASE_URL: 'https://acme.example', BIZCTL_TOKEN: token};
  expect((await run('deals list --json', {env, tenant: createTenant()})).exitCode).toBe(0);
});

test('a file of another version is not to be repaired (row 85)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  writeFileSync(file(), '{"version": 2, "profiles": {}}', {mode: 0o600});
  expect((await run('profile list')).stderr).toBe(
    `error: ${file()}:1:13: written by a different version of bizctl; this one reads version 1\n` +
      'hint: Use that version of bizctl, or move the file aside. It was not changed.\n',
  );
});

test('a password written into a base URL by hand is named (row 79)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  const base_url = 'https://ann:secret@acme.example';
  writeFileSync(file(), JSON.stringify({version: 1, profiles: {acme: {base_url}}}), {mode: 0o600});
  expect((await run('profile list')).stderr).toBe(
    `error: ${file()}:1:45: this base URL contains a user name or password\n` +
      'hint: Repair the file, or move it aside and log in again. It was not changed.\n',
  );
});

test('accepts a byte order mark (row 85)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  writeFileSync(file(), `\ufeff${JSON.stringify({version: 1, profiles: {acme}})}`, {mode: 0o600});
  expect((await run('profile list --json')).exitCode).toBe(0);
});

test('what others could read they cannot any more, and that is said once (row 80)', async () => {
  store({acme}, 'acme');
  chmodSync(file(), 0o644);
  chmodSync(inHome('config'), 0o755);
  const {exitCode, stderr} = await run('profile list');
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: [file(), inHome('config')]
      .map(path => `note: ${path} was readable by other users and may contain tokens; it is now private\n`)
      .join(''),
  });
  expect([statSync(file()).mode & 0o777, statSync(inHome('config')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect((await run('profile list')).stderr).toBe('');
});

test('a directory that the user named keeps its permissions', async () => {
  store({acme}, 'acme');
  chmodSync(inHome('config'), 0o755);
  expect((await run('profile list', {env: {BIZCTL_CONFIG_DIR: inHome('config')}})).stderr).toBe('');
  expect(statSync(inHome('config')).mode & 0o777).toBe(0o755);
});

test('a link stays a link, and what it points at is replaced (row 87)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  const target = inHome('dotfiles.json');
  writeFileSync(target, JSON.stringify({version: 1, profiles: {}}), {mode: 0o600});
  symlinkSync(target, file());
  expect((await run('profile add acme --base-url https://acme.example')).exitCode).toBe(0);
  expect(lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, 'utf8')).profiles).toEqual({acme: {base_url: 'https://acme.example/'}});
});

test('the file of another user is not read (row 87)', async () => {
  store({acme}, 'acme');
  expect(await run('profile list', {uid: 12345})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${file()} belongs to another user\nhint: Run bizctl as that user, or keep your own profiles elsewhere with BIZCTL_CONFIG_DIR.\n`,
  });
});

test.runIf(process.getuid?.() === 0)('sudo leaves nothing in the directory of another user (row 87)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  chownSync(inHome('config'), 65534, 65534);
  const add = 'profile add acme --base-url https://acme.example';
  expect(await run(add, {uid: 0, env: {SUDO_UID: '65534'}})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`error: ${inHome('config')} belongs to another user\n`),
  });
  expect(readdirSync(inHome('config'))).toEqual([]);
  // As in a container.
  expect((await run(add, {uid: 0})).exitCode).toBe(0);
});

test('reading makes nothing where nothing is stored (row 86)', async () => {
  expect((await run('profile list --json')).stdout).toBe('[]\n');
  expect((await run('fields list --json')).exitCode).toBe(2);
  expect(readdirSync(inHome())).toEqual([]);
});

test('where no directory can be made, a login ends with 11 and all else works (row 86)', async () => {
  const world = {home: '/dev/null', tenant: createTenant(), stdin: token};
  expect(await run('auth login --base-url https://acme.example', world)).toEqual({
    exitCode: 11,
    stdout: '',
    stderr:
      'error: cannot create the directory /dev/null: a file has that name\nhint: Set BIZCTL_CONFIG_DIR to a writable directory.\n',
  });
  expect((await run('fields list --json --base-url https://acme.example', world)).exitCode).toBe(0);
  const env = {BIZCTL_BASE_URL: 'https://acme.example', BIZCTL_TOKEN: token};
  expect((await run('deals list --json', {...world, env})).exitCode).toBe(0);
});

test('what would be lost in silence is damage (row 85)', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  for (const content of [
    '{"version": 1,\n"profiles": {"__proto__": {"base_url": "https://a.example"}}}',
    '{"version": 1, "profiles": {},\n"profiles": {}}',
    '{"version": 1, "profiles": {"a": {\n"base_url": "nope"}}}',
    `{"version": 1, "profiles": {},\n"more": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ]) {
    writeFileSync(file(), content, {mode: 0o600});
    expect(await run('profile add b --base-url https://b.example')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/config\.json:[12]:\d+: (?:the JSON|not|the key|a profile|this base URL) /),
    });
    expect(readFileSync(file(), 'utf8')).toBe(content);
  }
  writeFileSync(file(), ' '.repeat(2_000_000), {mode: 0o600});
  expect((await run('profile list')).stderr).toContain('is too large');
});

test('a link to a link that points at nothing yet is kept, and what killed writers left is removed', async () => {
  mkdirSync(inHome('config'), {mode: 0o700});
  mkdirSync(inHome('dot'));
  symlinkSync('link.json', file());
  symlinkSync('../dot/real.json', inHome('config/link.json'));
  writeFileSync(inHome('dot/real.json.0123456789ab.tmp'), 'a token');
  expect((await run('profile add acme --base-url https://acme.example')).exitCode).toBe(0);
  expect([file(), inHome('config/link.json')].every(each => lstatSync(each).isSymbolicLink())).toBe(true);
  expect(readdirSync(inHome('dot')).sort()).toEqual(['real.json', 'real.json.lock']);
});
