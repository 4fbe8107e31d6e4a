import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {token} from '../../harness/fixed.js';
import {acme, other, useProfiles} from '../../harness/profiles.js';
import {createScreen} from '../../harness/screen.js';
import {createTenant, reply} from '../../harness/tenant.js';

const {run, store} = useProfiles();
const tenant = createTenant();

/** Which profiles a list or a status calls current. */
async function currentIn(line: string, world: Parameters<typeof run>[1] = {}): Promise<readonly string[]> {
  const {stdout} = await run(`${line} --output csv`, world);
  return stdout.split('\r\n').filter(row => row.endsWith('true'));
}

test('a default profile that the file no longer has is an error, and the hint leads out of it', async () => {
  store({acme, other}, 'gone');
  const error =
    'error: the default profile "gone" does not exist\nhint: To choose another, run: bizctl profile use NAME\n';
  for (const line of ['fields list', 'auth logout'])
    expect(await run(line, {tenant})).toEqual({exitCode: 2, stdout: '', stderr: error});
  const status = await run('auth status --columns profile,is_current,works --output csv', {tenant});
  expect(status).toMatchObject({
    exitCode: 2,
    stdout: 'profile,is_current,works\r\nacme,false,true\r\nother,false,true\r\ngone,true,false\r\n',
    stderr: expect.stringContaining('does not work: the default profile'),
  });
  expect((await run('profile use acme')).exitCode).toBe(0);
  expect((await run('fields list', {tenant})).exitCode).toBe(0);
});

test.each([
  ['profile use acme', {acme}],
  ['auth login', {}],
])('where the default profile is gone, the hint is %s', async (command, profiles) => {
  store(profiles, 'gone');
  expect((await run('fields list', {tenant})).stderr).toMatch(new RegExp(`run: bizctl ${command}\n$`, 'i'));
});

test('a profile that is added takes the place of a default one that is gone', async () => {
  store({acme}, 'gone');
  expect((await run('profile add third --base-url https://third.example --json')).stdout).toContain(
    '"is_current": true',
  );
  store({acme}, 'gone');
  const world = {tenant, stdin: token};
  expect((await run('auth login --base-url https://fourth.example --json', world)).stdout).toContain(
    '"name": "default"',
  );
  expect((await run('fields list', {tenant})).exitCode).toBe(0);
});

test('BIZCTL_PROFILE overrides the default profile, and every command says so', async () => {
  store({acme, other}, 'acme');
  const env = {BIZCTL_PROFILE: 'other'};
  expect(await currentIn('profile list', {env})).toEqual(['other,https://other.example/,true,true']);
  expect(await currentIn('auth status --columns profile,is_current', {env, tenant})).toEqual(['other,true']);
  expect(await run('profile use acme', {env})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^in use +no$/m),
    stderr: 'note: profile "acme" is now the default, but BIZCTL_PROFILE overrides it\n',
  });
  expect(await run('profile use other', {env})).toMatchObject({exitCode: 0, stderr: ''});
});

test('where the environment alone names the tenant, no profile is in use', async () => {
  store({acme, other}, 'acme');
  const env = {BIZCTL_BASE_URL: 'https://third.example', BIZCTL_TOKEN: token};
  expect((await run('profile list --json --columns name,is_current', {env})).stdout).not.toContain('true');
  expect(await run('profile use other', {env})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^in use +no$/m),
    stderr: 'note: profile "other" is now the default, but BIZCTL_BASE_URL and BIZCTL_TOKEN override it\n',
  });
});

const url = 'https://acme.example';

test.each([
  ['', {BIZCTL_PROFILE: ''}, 'BIZCTL_PROFILE'],
  ['', {BIZCTL_BASE_URL: '', BIZCTL_TOKEN: ''}, 'BIZCTL_TOKEN'],
  ['', {BIZCTL_TOKEN: ''}, 'BIZCTL_TOKEN'],
  ['', {BIZCTL_BASE_URL: '', BIZCTL_TOKEN: token}, 'BIZCTL_BASE_URL'],
  ['', {BIZCTL_BASE_URL: url, BIZCTL_TOKEN: ''}, 'BIZCTL_TOKEN'],
  [`--base-url ${url}`, {BIZCTL_PROFILE: ''}, 'BIZCTL_PROFILE'],
])('the default profile does not stand in for a variable that is set but empty: %s %o', async (flags, env, empty) => {
  store({acme}, 'acme');
  const asked = createTenant();
  expect(await run(`fields create --name a --type text ${flags}`, {tenant: asked, env})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${empty} is set but empty\nhint: Set it, or unset it to use the default profile: unset ${empty}\n`,
  });
  expect(asked.requests).toEqual([]);
});

test.each([
  ['auth logout', 'BIZCTL_PROFILE'],
  ['auth login', 'BIZCTL_PROFILE'],
  ['auth login', 'BIZCTL_BASE_URL'],
])('%s does not touch the default profile for an empty %s', async (line, empty) => {
  store({acme}, 'acme');
  const tenantToAsk = createTenant();
  expect(await run(line, {tenant: tenantToAsk, stdin: token, env: {[empty]: ''}})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`error: ${empty} is set but empty\n`),
  });
  expect(tenantToAsk.requests).toEqual([]);
  expect((await run('profile list --columns has_token --output tsv')).stdout).toBe('has_token\ntrue\n');
});

test.each([
  ['', {BIZCTL_PROFILE: '', BIZCTL_BASE_URL: url, BIZCTL_TOKEN: token}],
  ['', {BIZCTL_PROFILE: 'acme', BIZCTL_BASE_URL: '', BIZCTL_TOKEN: ''}],
  ['--profile acme', {BIZCTL_PROFILE: '', BIZCTL_BASE_URL: '', BIZCTL_TOKEN: ''}],
  [`--base-url ${url}`, {BIZCTL_BASE_URL: ''}],
])('an empty variable does not matter where the tenant is named otherwise: %s %o', async (flags, env) => {
  store({acme}, 'acme');
  expect(await run(`fields list --json ${flags}`, {tenant: createTenant(), env})).toMatchObject({exitCode: 0});
});

test('an empty BIZCTL_BASE_URL does not matter to a login at another address', async () => {
  const line = 'auth login --base-url https://new.example';
  const {exitCode} = await run(line, {tenant: createTenant(), stdin: token, env: {BIZCTL_BASE_URL: ''}});
  expect(exitCode).toBe(0);
});

test('auth status names an empty variable that keeps commands from using the default profile', async () => {
  store({acme}, 'acme');
  const {exitCode, stdout} = await run('auth status --json', {tenant: createTenant(), env: {BIZCTL_PROFILE: ''}});
  const shown = JSON.parse(stdout).map(({profile, is_current, problem}: JsonObject) => ({
    profile,
    is_current,
    problem,
  }));
  expect({exitCode, shown}).toEqual({
    exitCode: 2,
    shown: [
      {profile: null, is_current: true, problem: 'BIZCTL_PROFILE is set but empty'},
      {profile: 'acme', is_current: false, problem: null},
    ],
  });
});

test('auth status --profile shows that profile alone, as commands with --profile use it', async () => {
  store({acme, other}, 'acme');
  const {stdout} = await run('auth status --profile other --json', {tenant, env: {BIZCTL_TOKEN: 'tok_of_another'}});
  expect(JSON.parse(stdout)).toEqual([
    {
      profile: 'other',
      is_current: true,
      base_url: 'https://other.example/',
      base_url_source: 'profile "other"',
      token_source: 'profile "other"',
      works: true,
      problem: null,
    },
  ]);
});

test.each([
  ['profile use acme --base-url https://new.example', 'profile use does not take --base-url', '--base-url'],
  ['profile list --base-url https://new.example', 'profile list does not take --base-url', '--base-url'],
  ['config set output json --profile acme', 'config set does not take --profile', '--profile'],
  ['profile remove acme --profile other --yes', 'profile remove does not take --profile', '--profile'],
  ['profile list --profile acme', 'profile list does not take --profile', '--profile'],
  ['config list --base-url https://new.example', 'config list does not take --base-url', '--base-url'],
])('%s is refused, since the option would do nothing', async (line, problem, option) => {
  store({acme}, 'acme');
  expect(await run(line)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${problem}\nhint: Run the command without ${option}.\n`,
  });
});

test('columns are named by their paths, and by their headings', async () => {
  store({acme, other}, 'acme');
  for (const columns of ['name,is_current', 'name,in use'])
    expect((await run(['profile', 'list', '--columns', columns])).stdout).toBe('NAME   IN USE\nacme   yes\nother\n');
});

test('while a token is checked, says where (row 182)', async () => {
  store({acme}, 'acme');
  const screen = createScreen(80, 40);
  const fetch = async () => {
    await screen.shows('checking the token with acme.example…');
    return reply({results: []});
  };
  expect((await run('auth status', {tenant: {fetch}, screen, silentMs: 0})).exitCode).toBe(0);
});
