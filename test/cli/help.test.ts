import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, describe, expect, test} from 'vitest';
import {inChoice} from '../../src/base/in-series.js';
import {helpTopics} from '../../src/commands/help-topics.js';
import {formatNames} from '../../src/output/formats.js';
import {token} from '../harness/fixed.js';
import {bizctl, splitWords} from '../harness/run-bizctl.js';
import {createSandboxTenant} from '../harness/sandbox-tenant.js';
import {createPager, createScreen} from '../harness/screen.js';
import {createTenant, reply} from '../harness/tenant.js';
import {readTree} from '../harness/tree.js';

const leaves = readTree();

async function helpOf(path: string): Promise<string> {
  const {exitCode, stdout, stderr} = await bizctl(`${path} --help`);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return stdout;
}

function examplesIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}\$ (bizctl .*)$/gm)].map(([, line = '']) => line);
}

const fieldsFile = 'custom_fields: [{name: from_file, label: X, type: {discriminator: SIMPLE, primitive_type: PHONE}}]';

describe('both examples of each command run', () => {
  const tenant = createSandboxTenant();
  const home = mkdtempSync(join(tmpdir(), 'bizctl-help-'));
  afterAll(() => rmSync(home, {recursive: true}));

  test.each(leaves.map(({path}) => path))('%s', async path => {
    const lines = examplesIn(await helpOf(path));
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line).toMatch(new RegExp(`^bizctl ${path}\\b`));
      expect({line, fitsManualAt80: line.length <= 73}).toEqual({line, fitsManualAt80: true});
      // Other tests run these: the sandbox commands open files and ports, undo needs a run, and browse a terminal.
      if (/^sandbox|undo$|browse$/.test(path)) continue;
      const words = splitWords(line.replace(/ [<>] \S+$/, '')).slice(1);
      const files = {'fields.yaml': fieldsFile, 'fields/a.yaml': fieldsFile};
      const world = {tenant, home, stdin: token, files, editor: (text: string) => text, answer: 'yes'} as const;
      const {exitCode, stderr} = await bizctl(words, world);
      expect({line, exitCode, stderr: stderr.replace(/^note: .*\n/gm, '').replace(/^\{"note".*\n/gm, '')}).toEqual({
        line,
        exitCode: 0,
        stderr: '',
      });
    }
  });
});

test('bizctl alone, and a noun alone, print their help', async () => {
  const alone = await bizctl('');
  expect(alone).toMatchObject({exitCode: 0, stderr: ''});
  expect(alone.stdout).toContain('Start here:');
  expect(await bizctl('fields')).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringContaining('Usage: bizctl fields'),
  });
  expect((await bizctl('--help')).stdout).toBe(alone.stdout);
});

test.each([
  ['frobnicate', 'unknown command "frobnicate"', 'Run: bizctl --help'],
  ['fields lst', 'unknown command "lst"', 'Did you mean bizctl fields list?'],
  ['fields rm x', 'unknown command "rm"', 'Did you mean bizctl fields delete?'],
  ['profile delete x', 'unknown command "delete"', 'Did you mean bizctl profile remove?'],
  ['apply', 'unknown command "apply"', 'Did you mean bizctl fields apply?'],
  ['login', 'unknown command "login"', 'Did you mean bizctl auth login?'],
  [
    'list',
    'unknown command "list"',
    `Did you mean ${inChoice(leaves.filter(({path}) => path.endsWith(' list')).map(({path}) => `bizctl ${path}`))}?`,
  ],
  ['fields list --limt 3', 'unknown option --limt', 'Did you mean --limit?'],
  ['fields list --colums name', 'unknown option --colums', 'Did you mean --columns?'],
  ['fields list --timout 3', 'unknown option --timout', 'Did you mean --timeout?'],
  ['fields list --format json', 'unknown option --format', `Use --output ${inChoice(formatNames)}.`],
  ['fields list --csv', 'unknown option --csv', 'Use --output csv.'],
  ['fields list -V', 'unknown option -V', 'For the version, run: bizctl --version'],
  ['version', 'unknown command "version"', 'For the version, run: bizctl --version'],
  ['fields list -o json', 'unknown option -o', `Use --output ${inChoice(formatNames)}.`],
  [
    'fields apply -f x --dry-run',
    'unknown option --dry-run',
    'For a preview, use fields plan; create, update, edit, delete and undo accept --dry-run.',
  ],
  [
    'fields plan -f x --format json',
    'invalid value for --format: "json" (use text, markdown or github)',
    'For JSON, use --output json.',
  ],
  ['fields list --xyzzy', 'unknown option --xyzzy', 'Run: bizctl fields list --help'],
  ['fields list -y', 'unknown option -y', 'Run: bizctl fields list --help'],
  ['fields delete a --force', 'unknown option --force', 'To skip the confirmation, use --yes.'],
  ['fields list --output', '--output needs a value', `Use --output ${inChoice(formatNames)}.`],
  ['fields list --columns', '--columns needs a value', 'Run: bizctl help options'],
  ['fields list --filter', '--filter needs a value', 'Run: bizctl fields list --help'],
  [
    'auth login MYTOKEN',
    'unexpected argument',
    'Pass a base URL with --base-url and a profile with --profile. Pipe the token in: bizctl auth login --profile NAME < token-file',
  ],
  [
    'fields plan a.yaml b.yaml',
    'unexpected arguments: "a.yaml", "b.yaml"',
    'Pass fields files with -f: -f a.yaml -f b.yaml',
  ],
  [
    'fields apply a.json b.json',
    'unexpected argument: "b.json"',
    'Pass fields files with -f: -f a.json -f b.json. Apply saved plans one at a time.',
  ],
  ['fields plan f.yaml', 'unexpected argument: "f.yaml"', 'Pass fields files with -f: -f f.yaml'],
  ['fields list --limit', '--limit needs a value', 'Run: bizctl fields list --help'],
  ['--profile sandbox fields list --limit', '--limit needs a value', 'Run: bizctl fields list --help'],
  [
    'fields get cf_a more',
    'unexpected argument: "more"',
    'Quote a value that contains spaces. Run: bizctl fields get --help',
  ],
  ['fields export --out f.yaml', 'unknown option --out', 'Redirect the output to a file: > FILE'],
  [
    'api POST v2/customFields name=x --sandbox',
    'unexpected argument: "name=x"',
    'Pass body members with -f: -f name=x',
  ],
  [
    'api GET v2/customFields page_size=5 --sandbox',
    'unexpected argument: "page_size=5"',
    'Pass query parameters with -q: -q page_size=5',
  ],
  [
    'api POST v2/customFields x name=x --sandbox',
    'unexpected arguments: "x", "name=x"',
    'Quote a value that contains spaces. Run: bizctl api --help',
  ],
  ['api v2/deals GET', 'unknown method "v2/deals"', 'Pass the method before the path.'],
  ['fields get', 'no field given', 'Pass an id or name:NAME. To list them, run: bizctl fields list'],
  ['fields delete', 'no field given', 'Pass an id or name:NAME. To list them, run: bizctl fields list'],
  ['fields list --sort -label', 'unknown column "-label"', 'Use label:desc.'],
  ['fields list --sort label:down', 'unknown direction "down" in --sort label:down', 'Use label or label:desc.'],
  ['fields diff --sandbox', 'missing argument <desired>', 'Run: bizctl fields diff --help'],
  ['schema', 'missing argument <document>', 'Use fields, plan, diff, result, error or openapi.'],
  ['completion', 'missing argument <shell>', 'Use bash, zsh, fish or powershell.'],
  [
    'fields apply',
    'no saved plan or fields files given',
    'Pass a saved plan, or fields files with -f. To write a fields file, run: bizctl fields export > fields.yaml',
  ],
  [
    "api GET v2/x -H 'Authorization: x'",
    'the header Authorization cannot be set',
    'To send a different token, set BIZCTL_TOKEN.',
  ],
  ['deals get', 'no deal given', 'Pass the id of a deal. To list them, run: bizctl deals list'],
  [
    'fields list --sandbox --base-url https://x.example',
    '--sandbox cannot be combined with --base-url',
    'Use only one of them.',
  ],
  ['fields list --sandbox --profile x', '--sandbox cannot be combined with --profile', 'Use only one of them.'],
])('rejects %j with one line and a hint, exit 2', async (line, message, hint) => {
  const tenant = createTenant();
  expect(await bizctl(line, {tenant})).toEqual({exitCode: 2, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n`});
  expect(tenant.requests).toEqual([]);
});

test('fits the help of most commands into 24 lines, and wraps it at the width of the terminal', async () => {
  const helps = await Promise.all(leaves.map(async ({path}) => ({path, lines: (await helpOf(path)).split('\n')})));
  const long = helps.filter(({lines}) => lines.length > 25).map(({path}) => path);
  expect(long).toEqual(['fields create', 'fields update']);
  for (const columns of ['40', '60']) {
    const {stdout} = await bizctl('fields list --help', {env: {COLUMNS: columns}});
    const options = stdout.split('\n').filter(line => /^ {2,}(?:-|[a-z])/.test(line));
    expect(options.filter(line => line.length > Number(columns))).toEqual([]);
  }
  // Without a terminal, and where COLUMNS is of no use.
  const helpAt = async (COLUMNS: string | undefined) => (await bizctl('fields create --help', {env: {COLUMNS}})).stdout;
  const wide = await helpAt('100');
  expect([await helpAt(undefined), await helpAt('19'), await helpAt('x')]).toEqual([wide, wide, wide]);
  expect(await helpAt('60')).not.toBe(wide);
});

test('names the options that all commands share in one line, and lists them as a topic', async () => {
  expect(await helpOf('fields get')).toMatch(
    /\n\nFor --json, --columns, --profile, --sandbox and more: bizctl help options\n$/,
  );
  const {stdout} = await bizctl('help options');
  expect(stdout).toContain('--retry-budget <seconds>');
  expect(stdout).toContain('--columns <paths>');
});

test('shows help that is longer than the terminal in the pager', async () => {
  const pager = createPager();
  const screen = createScreen(80, 10);
  await bizctl('fields create --help', {screen, pager, terminal: 80});
  expect(pager.lines().join('\n')).toContain('Usage: bizctl fields create');
  expect(pager.countClosed()).toBe(1);
});

test('reports to a person in words, also with --json (row 100)', async () => {
  const screen = createScreen(80, 10);
  expect((await bizctl('fields get none --json', {tenant: createTenant(), screen})).exitCode).toBe(4);
  expect(screen.lines()).toEqual([
    'error: no custom field with the id or name "none"',
    'hint: Run: bizctl fields list',
  ]);
});

test('prints errors as JSON when JSON is asked for, even usage errors', async () => {
  for (const line of [
    'fields list --json --limt 3',
    'fields list --output ndjson --limt 3',
    'fields list --output=json --limt 3',
  ]) {
    const {exitCode, stdout, stderr} = await bizctl(line);
    expect({exitCode, stdout, error: JSON.parse(stderr)}).toEqual({
      exitCode: 2,
      stdout: '',
      error: {
        error: {
          code: 'usage',
          message: 'unknown option --limt',
          hint: 'Did you mean --limit?',
          retryable: false,
          status: null,
          method: null,
          path: null,
          request_id: null,
        },
        format_version: 1,
      },
    });
  }
  expect((await bizctl('fields list --limt 3', {env: {BIZCTL_OUTPUT: 'json'}})).stderr).toMatch(/^\{"error"/);
});

test('refuses --json together with another --output', async () => {
  expect(await bizctl('fields list --json --output ndjson')).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('--json cannot be combined with --output ndjson'),
  });
});

test('--verbose logs requests and where settings came from; --quiet hides notes', async () => {
  const tenant = createTenant([], {'GET ': () => reply({custom_fields: []}, {headers: {'x-request-id': 'r-1'}})});
  const {stderr} = await bizctl('fields list --verbose', {tenant});
  expect(stderr.replace(/in \d+ ms/, 'in N ms')).toMatchInlineSnapshot(`
    "base URL https://api.example.com/ (from BIZCTL_BASE_URL); token from BIZCTL_TOKEN
    > GET https://api.example.com/v2/customFields
    < HTTP 200 in N ms, request id r-1
    note: this tenant has no custom fields; to create one, run: bizctl fields create
    "
  `);
  expect((await bizctl('fields list --quiet', {tenant: createTenant()})).stderr).toBe('');
});

test.each(Object.keys(helpTopics))('help %s shows each of its rows, for people and for programs', async topic => {
  const rows: readonly {readonly name: string; readonly text: string}[] = JSON.parse(
    (await bizctl(`help ${topic} --json`)).stdout,
  );
  const {stdout} = await bizctl(`help ${topic}`);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({name, text}) => text === '' || !stdout.includes(`  ${name}`))).toEqual([]);
});

test('help covers commands and topics, and suggests a near name for anything else', async () => {
  for (const path of ['fields', 'fields create'])
    expect(await bizctl(`help ${path}`)).toEqual(await bizctl(`${path} --help`));
  expect((await bizctl('help')).stdout).toBe((await bizctl('--help')).stdout);
  expect((await bizctl('help exit-codes')).stdout).toContain('  7    incomplete or unknown');
  const {stdout} = await bizctl('help environment');
  expect(stdout).toMatch(/^ {2}BIZCTL_TOKEN {2,}bearer token/m);
  // Row 90.
  expect(stdout).toContain('certificates are not supported');
  expect((await bizctl('help formatting')).stdout).toContain('--output ndjson');
  expect(await bizctl('help fields crate')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown command or topic "fields crate"\nhint: Did you mean bizctl help fields create?\n',
  });
});

test.each([
  ['exit-code', 'Did you mean bizctl help exit-codes?'],
  ['options x', 'Did you mean bizctl help options?'],
  ['fields-files create', 'Did you mean bizctl help fields-files?'],
  ['fields lst x', 'Did you mean bizctl help fields list?'],
  ['api extra', 'Run: bizctl help api'],
  ['deals list x', 'Run: bizctl help deals list'],
])('help %s: %s', async (words, hint) => {
  expect(await bizctl(`help ${words}`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: unknown command or topic "${words}"\nhint: ${hint}\n`,
  });
});

test.each([
  ['profile delete x', 'Did you mean bizctl profile remove?'],
  ['fields remove x', 'Did you mean bizctl fields delete?'],
  ['fields show x', 'Did you mean bizctl fields get?'],
  ['config show', 'Did you mean bizctl config get?'],
  ['sandbox start', 'Did you mean bizctl sandbox serve?'],
  ['deals create', 'Run: bizctl deals --help'],
  ['fields rename a b', 'Run: bizctl fields --help'],
  ['apply', 'Did you mean bizctl fields apply?'],
  ['help plan', 'Did you mean bizctl help fields plan?'],
  ['fields create --hlep', 'Did you mean --help?'],
])('for %s, suggests what that noun has: %s', async (line, hint) => {
  const {exitCode, stderr} = await bizctl(line);
  expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 2, hint: `hint: ${hint}`});
});

test('a topic is rows in the format that is set, and text where none is', async () => {
  const rows = (stdout: string) => stdout.startsWith('[');
  expect(rows((await bizctl('help exit-codes --json')).stdout)).toBe(true);
  expect(rows((await bizctl('help exit-codes', {env: {BIZCTL_OUTPUT: 'json'}})).stdout)).toBe(true);
  expect(rows((await bizctl('help exit-codes', {env: {BIZCTL_OUTPUT: ''}})).stdout)).toBe(false);
  expect(rows((await bizctl('help exit-codes', {env: {BIZCTL_OUTPUT: 'table'}})).stdout)).toBe(false);
});
