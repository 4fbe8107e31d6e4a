import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {acme, other, useProfiles} from '../../harness/profiles.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, refuseConnection, reply} from '../../harness/tenant.js';

const {file, inHome, run, store} = useProfiles();

test('a login checks the token, keeps it for its owner only, and does not show it (rows 78, 79, 81)', async () => {
  const tenant = createTenant();
  const login = await run('auth login --base-url https://acme.example', {tenant, stdin: `${token}\n`});
  expect(login).toEqual({
    exitCode: 0,
    stdout: 'profile   default\nbase URL  https://acme.example/\ntoken     stored\nin use    yes\n',
    stderr: `note: logged in to https://acme.example/; the token is stored unencrypted in ${file()}\n`,
  });
  expect(tenant.requests).toEqual(['GET /v2/dateExpressions?time_zone=UTC&query=today']);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    version: 1,
    current: 'default',
    profiles: {default: acme},
  });
  expect([statSync(file()).mode & 0o777, statSync(inHome('config')).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(readdirSync(inHome('config')).sort()).toEqual(['config.json', 'config.json.lock']);
});

test('what is stored is used, and --verbose says where it came from', async () => {
  store({acme}, 'acme');
  const tenant = createTenant();
  const {exitCode, stderr} = await run('deals list --json --verbose', {tenant});
  expect({exitCode, first: stderr.split('\n')[0]}).toEqual({
    exitCode: 0,
    first: 'base URL https://acme.example/ (from profile "acme"); token from profile "acme"',
  });
});

test.each([
  ['the flag', '--profile other', {BIZCTL_PROFILE: 'acme'}, 'other'],
  ['the environment', '', {BIZCTL_PROFILE: 'other'}, 'other'],
  ['the one in use', '', {}, 'acme'],
])('the profile is chosen by %s', async (_what, flags, env, name) => {
  store({acme, other}, 'acme');
  const {stderr} = await run(`fields list --json --verbose ${flags}`, {env, tenant: createTenant()});
  expect(stderr).toContain(`base URL https://${name}.example/ (from profile "${name}")`);
});

test('a token goes to no other origin than its own (rows 75, 77)', async () => {
  store({acme}, 'acme');
  const tenant = createTenant();
  for (const url of [
    'https://other.example',
    'https://acme.example.evil.net',
    'https://acme.example:8443',
    'http://localhost',
  ])
    expect(await run(`fields list --base-url ${url}`, {tenant})).toEqual({
      exitCode: 3,
      stdout: '',
      stderr: `error: profile "acme" is for https://acme.example, not ${url} (from --base-url)\nhint: To use ${url}, set BIZCTL_TOKEN to its token, or run: bizctl auth login --profile NAME --base-url ${url}\n`,
    });
  expect((await run('fields list', {tenant, env: {BIZCTL_BASE_URL: 'https://other.example'}})).exitCode).toBe(3);
  expect(tenant.requests).toEqual([]);
  // The same origin in another spelling is the same origin.
  for (const url of ['https://ACME.example:443/', 'https://acme.example/rest'])
    expect((await run(`deals list --json --base-url ${url}`, {tenant: answering({deals: []})})).exitCode).toBe(0);
});

test('a profile that was named is never left for what the environment says', async () => {
  store({acme}, 'acme');
  const tenant = createTenant();
  const env = {BIZCTL_BASE_URL: 'https://prod.example', BIZCTL_TOKEN: token};
  expect(await run('fields list --profile acme', {tenant, env})).toEqual({
    exitCode: 3,
    stdout: '',
    // BIZCTL_TOKEN would not help.
    stderr:
      'error: profile "acme" is for https://acme.example, not https://prod.example (from BIZCTL_BASE_URL)\n' +
      'hint: To use the profile, unset BIZCTL_BASE_URL. To use https://prod.example, run: bizctl auth login --profile NAME --base-url https://prod.example\n',
  });
  expect(tenant.requests).toEqual([]);
  expect((await run('fields list', {tenant, env})).exitCode).toBe(0);
});

test('a base URL that was changed by hand does not get the token', async () => {
  store({acme: {...acme, base_url: 'https://evil.example/'}}, 'acme');
  const tenant = createTenant();
  expect(await run('deals list', {tenant})).toEqual({
    exitCode: 3,
    stdout: '',
    stderr:
      'error: the token of profile "acme" was saved for https://acme.example, not for https://evil.example\nhint: To log in again, run: bizctl auth login\n',
  });
  expect(tenant.requests).toEqual([]);
});

test('a login says that another token is used in place of the stored one', async () => {
  const tenant = createTenant();
  const logIn = (env: Record<string, string> = {}) =>
    run('auth login --base-url https://acme.example', {tenant, stdin: token, env});
  const note = 'note: BIZCTL_TOKEN is set, and is used instead of the stored token unless --profile is passed\n';
  expect((await logIn({BIZCTL_TOKEN: 'sandbox_of-the-environment'})).stderr).toContain(note);
  expect((await logIn()).stderr).not.toContain(note);
});

test('a token that is not taken is not stored, and not shown', async () => {
  const tenant = answering({message: `no such token: other-token`}, {status: 401});
  const {exitCode, stdout, stderr} = await run('auth login --base-url https://acme.example', {
    tenant,
    stdin: 'other-token',
  });
  expect({exitCode, stdout}).toEqual({exitCode: 3, stdout: ''});
  expect(stderr).toContain('HTTP 401: no such token: ***');
  expect(stderr).not.toContain('other-token');
  expect(existsSync(file())).toBe(false);
});

test('nothing is stored when the API cannot be asked', async () => {
  const tenant = createTenant([], {'GET /': refuseConnection});
  expect((await run('auth login --base-url https://acme.example --retries 0', {tenant, stdin: token})).exitCode).toBe(
    6,
  );
  expect(existsSync(file())).toBe(false);
});

test('a token that may list deals but parse no dates is a good token', async () => {
  const tenant = createTenant([], {'GET /v2/dateExpressions': () => reply({message: 'no'}, {status: 403})});
  expect((await run('auth login --base-url https://acme.example', {tenant, stdin: token})).exitCode).toBe(0);
});

const refuse = () => reply({message: 'no'}, {status: 403});
const refusing = {'GET /v2/dateExpressions': refuse, 'GET /v2/deals': refuse};

test('a token that may only list custom fields is stored with a warning', async () => {
  const tenant = createTenant([], refusing);
  const {exitCode, stderr} = await run('auth login --base-url https://acme.example', {tenant, stdin: token});
  expect({exitCode, warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
    exitCode: 0,
    warnings: [
      'warning: this token is not allowed to parse dates or list deals (HTTP 403), but it can list custom fields',
    ],
  });
  expect(existsSync(file())).toBe(true);
});

test('a token that may do nothing is not stored', async () => {
  const tenant = createTenant([], {...refusing, 'GET /v2/customFields': refuse});
  const {exitCode, stderr} = await run('auth login --base-url https://acme.example', {tenant, stdin: token});
  expect({exitCode, stderr}).toEqual({exitCode: 3, stderr: expect.stringContaining('error: HTTP 403: no')});
  expect(existsSync(file())).toBe(false);
});

test.each([
  ['nothing on stdin', 'auth login --base-url https://acme.example', '', 'no token on stdin'],
  [
    'two lines',
    'auth login --base-url https://acme.example',
    'abc\ndef',
    'the token from stdin contains characters that are not allowed in a token',
  ],
  ['no address', 'auth login', 'abcdef', 'no base URL is configured'],
  ['plain http', 'auth login --base-url http://acme.example', 'abcdef', 'uses unencrypted http to acme.example'],
  ['the sandbox', 'auth login --sandbox', 'abcdef', 'profiles and logins do not apply to the sandbox'],
])('a login with %s is refused before any request', async (_what, line, stdin, message) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await run(line, {tenant, stdin});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('abc');
  expect(existsSync(file())).toBe(false);
});

test('at a terminal the address and the token are asked for', async () => {
  const answers = {'Base URL of the API': 'https://acme.example', 'Token for https://acme.example': token};
  const {exitCode, stderr} = await run('auth login', {terminal: 100, answers, tenant: createTenant()});
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain(token);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({profiles: {default: acme}});
});

test('without anybody to ask, a login at a terminal says how to give the token', async () => {
  const {exitCode, stderr} = await run('auth login --base-url https://acme.example --no-input', {
    terminal: 100,
    answers: {},
  });
  expect({exitCode, hint: stderr.includes('bizctl auth login --base-url https://acme.example < token-file')}).toEqual({
    exitCode: 2,
    hint: true,
  });
});

test('a login to another tenant wants another name', async () => {
  store({acme}, 'acme');
  const before = readFileSync(file(), 'utf8');
  const {exitCode, stderr} = await run('auth login --base-url https://other.example', {stdin: token});
  expect(exitCode).toBe(3);
  expect(stderr).toContain('profile "acme" is for https://acme.example, not https://other.example');
  // Tenants may share a host.
  for (const line of ['auth login', 'auth login --profile acme']) {
    const moved = await run(`${line} --base-url https://acme.example/other`, {stdin: token});
    expect(moved).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(
        'profile "acme" is for https://acme.example/, not https://acme.example/other (from --base-url)',
      ),
    });
  }
  expect(readFileSync(file(), 'utf8')).toBe(before);
});

test.each(['__proto__', 'toString', '../x', '', '💥', '-x', 'a b'])(
  'refuses %j for the name of a profile (row 82)',
  async name => {
    const {exitCode, stderr} = await bizctl(
      ['auth', 'login', '--profile', name, '--base-url', 'https://acme.example'],
      {home: inHome(), stdin: token},
    );
    expect({exitCode, isThere: existsSync(file())}).toEqual({exitCode: 2, isThere: false});
    expect(stderr).toContain(`${JSON.stringify(name)} is not a valid profile name`);
  },
);

test('dots in a name are dots (row 82)', async () => {
  const line = 'auth login --profile acme.eu --base-url https://acme.example';
  expect((await run(line, {stdin: token, tenant: createTenant()})).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(file(), 'utf8')).profiles).toEqual({'acme.eu': acme});
});

test('a logout forgets the token and keeps the address', async () => {
  store({acme, other}, 'acme');
  expect(await run('auth logout')).toEqual({
    exitCode: 0,
    stdout: '',
    stderr:
      'note: removed the token of profile "acme"; it stays valid at https://acme.example/ until it expires or is revoked\n',
  });
  expect(JSON.parse(readFileSync(file(), 'utf8')).profiles).toEqual({acme: {base_url: acme.base_url}, other});
  expect(await run('auth logout --profile acme')).toMatchObject({
    exitCode: 0,
    stderr: 'note: profile "acme" has no token\n',
  });
  expect(await run('auth logout --profile acm')).toMatchObject({
    exitCode: 2,
    stderr: 'error: no profile named "acm"\nhint: Did you mean acme?\n',
  });
});

test('the status says for each profile where address and token come from, and whether they work', async () => {
  const empty = {base_url: 'https://empty.example/'};
  store({acme, other, empty}, 'acme');
  const fetch = async (request: Request) =>
    request.url.startsWith('https://other.example') ? reply({message: 'gone'}, {status: 401}) : reply({results: []});
  const {exitCode, stdout, stderr} = await run('auth status', {tenant: {fetch}});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(stdout).toMatchInlineSnapshot(`
    "PROFILE  IN USE  BASE URL                BASE URL FROM  TOKEN FROM  WORKS
    acme     yes     https://acme.example/   profile        profile     yes
    other            https://other.example/  profile        profile     no: HTTP 401: gone (GET /v2/dateExpressions)
    empty            https://empty.example/  profile        none        no: no token
    "
  `);
});

test('the status of what is in use decides the exit code', async () => {
  store({acme, other}, 'other');
  const fetch = async (request: Request) =>
    request.url.startsWith('https://other.example') ? reply({message: 'gone'}, {status: 401}) : reply({results: []});
  expect(await run('auth status --json --columns profile,works', {tenant: {fetch}})).toMatchObject({
    exitCode: 3,
    stdout:
      '[\n  {\n    "profile": "acme",\n    "works": true\n  },\n  {\n    "profile": "other",\n    "works": false\n  }\n]\n',
  });
  expect((await run('auth status --profile acme', {tenant: {fetch}})).exitCode).toBe(0);
  const env = {BIZCTL_BASE_URL: 'https://ci.example', BIZCTL_TOKEN: token};
  const inCi = await run('auth status --json --columns profile,is_current,base_url_source,token_source', {
    tenant: {fetch},
    env,
  });
  expect({exitCode: inCi.exitCode, first: JSON.parse(inCi.stdout)[0]}).toEqual({
    exitCode: 0,
    first: {profile: null, is_current: true, base_url_source: 'BIZCTL_BASE_URL', token_source: 'BIZCTL_TOKEN'},
  });
});

test.each(['profile use other', 'profile add third --base-url https://third.example', 'auth login --profile acme'])(
  'an unknown column does not make a failure of what %s has done',
  async line => {
    store({acme, other}, 'acme');
    const {exitCode, stderr} = await run(`${line} --columns nope`, {tenant: createTenant(), stdin: token});
    expect({exitCode, isWarned: stderr.includes('unknown column')}).toEqual({exitCode: 0, isWarned: true});
  },
);

test('profiles are added, chosen and removed, and what is removed is not replaced by another tenant', async () => {
  expect((await run('profile add acme --base-url https://acme.example')).exitCode).toBe(0);
  expect((await run('profile add other --base-url https://other.example')).exitCode).toBe(0);
  expect((await run('profile list')).stdout).toMatchInlineSnapshot(`
    "NAME   BASE URL                TOKEN  IN USE
    acme   https://acme.example/   none   yes
    other  https://other.example/  none
    "
  `);
  expect((await run('profile use other --json --columns name,is_current')).stdout).toBe(
    '{\n  "name": "other",\n  "is_current": true\n}\n',
  );
  expect(await run('profile add acme --base-url https://third.example')).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('profile "acme" already exists, with base URL https://acme.example/'),
  });
  expect((await run('profile remove other')).exitCode).toBe(2);
  expect((await run('profile remove other', {answer: 'no'})).exitCode).toBe(9);
  expect((await run('profile remove other', {answer: 'yes'})).exitCode).toBe(0);
  expect(await run('fields list')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('no base URL is configured'),
  });
  expect((await run('profile use othr')).exitCode).toBe(2);
});

test('a token of any length that a header can carry is hidden, a longer one is refused (row 79)', async () => {
  const long = Array.from({length: 125}, (_, part) => createHash('sha256').update(String(part)).digest('hex')).join('');
  const tenant = answering({message: `bad: ${long}`}, {status: 401});
  const refused = await run('auth login --base-url https://acme.example', {tenant, stdin: long});
  expect(refused.exitCode).toBe(3);
  for (let start = 0; start < long.length; start += 40)
    expect(refused.stderr).not.toContain(long.slice(start, start + 12));
  const longer = await run('auth login --base-url https://acme.example', {tenant, stdin: 'x'.repeat(1_000_000)});
  expect(longer).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: the token from stdin has 1000000 characters, which is too long for a header\nhint: Check that it is a token.\n',
  });
});

test('a server that puts the token into its answers does not get it onto stdout (row 66)', async () => {
  store({acme}, 'acme');
  const tenant = answering('', {status: 302, headers: {location: `https://${token}.evil.example/`}});
  const {stdout, stderr} = await run('auth status --json', {tenant});
  expect(`${stdout}${stderr}`).not.toContain(token);
  expect(JSON.parse(stdout)[0].problem).toContain('***');
});

test('the token of a profile that is named comes before that of the environment', async () => {
  store({acme, empty: {base_url: 'https://empty.example/'}}, 'acme');
  const env = {BIZCTL_TOKEN: 'sandbox_of-the-environment'};
  const from = async (flags: string) =>
    /token from (.*)/.exec(
      (await run(`fields list --verbose ${flags}`, {env, tenant: answering({custom_fields: []})})).stderr,
    )?.[1];
  expect([await from('--profile acme'), await from(''), await from('--profile empty')]).toEqual([
    'profile "acme"',
    'BIZCTL_TOKEN',
    'BIZCTL_TOKEN',
  ]);
});

test('another address at the same host is not the tenant of the profile (row 156)', async () => {
  store({acme}, 'acme');
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const tenant = answering({custom_fields: []});
  const tenantOf = async (more: string) =>
    /^tenant +(.*)$/m.exec((await run(`fields plan -f f.yaml ${more}`, {tenant, files})).stdout)?.[1];
  expect(await tenantOf('')).toBe('https://acme.example/ (acme)');
  expect(await tenantOf('--base-url https://acme.example')).toBe('https://acme.example/ (acme)');
  expect(await tenantOf('--base-url https://acme.example/other')).toBe('https://acme.example/other');
});

test('adding a profile again changes nothing, and says so', async () => {
  const add = 'profile add acme --base-url https://acme.example';
  const toLogIn = 'note: to log in, run: bizctl auth login --profile acme\n';
  expect((await run(add)).stderr).toBe(toLogIn);
  expect((await run(add)).stderr).toBe(`note: profile "acme" already has that base URL\n${toLogIn}`);
});
