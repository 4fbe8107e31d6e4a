import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {settingNames} from '../../../src/app/settings.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createScreen} from '../../harness/screen.js';
import {createTenant, field} from '../../harness/tenant.js';
import {readTree} from '../../harness/tree.js';

const leaves = readTree().map(({path}) => path.split(' '));
const verbsOf = (of: string) => leaves.flatMap(([noun, verb]) => (noun === of && verb !== undefined ? [verb] : []));

/** The words offered at the end of the line; a trailing space starts a new word. */
async function offered(line: string, world: World = {}): Promise<readonly string[]> {
  const words = line.split(' ');
  const {exitCode, stdout, stderr} = await bizctl(['__complete', '--', ...words], world);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(candidate => candidate.split('\t')[0] ?? '');
}

test('every command that takes fields completes the columns of its table', async () => {
  const paths = readTree().flatMap(({path, usage}) => (/ [<[]field\b/.test(usage) ? [path] : []));
  expect(paths).toContain('fields get');
  const words = await Promise.all(paths.map(path => offered(`${path} --columns na`)));
  expect(words).toEqual(paths.map(() => ['name']));
});

test.each<[string, readonly string[]]>([
  ['', [...new Set(leaves.map(([noun = '']) => noun))]],
  ['fie', ['fields']],
  ['fields ', verbsOf('fields')],
  ['--json fields l', ['list']],
  ['fields list --fi', ['--filter']],
  ['fields list --filter ', []],
  ['fields list --filter x --li', ['--limit']],
  ['fields create --if-exists ', ['fail', 'skip', 'update', 'allow']],
  ['fields create --if-exists=s', ['--if-exists=skip']],
  ['fields list --output n', ['ndjson']],
  ['completion z', ['zsh']],
  ['fields delete -- --y', []],
  ['fields list --filter $(touch x) --limi', ['--limit']],
  ['nosuch ', []],
  ['fields nosuch ', []],
  ['help fields cr', ['create']],
  ['help ex', ['exit-codes']],
  ['fields list --hel', ['--help']],
  ['fields create --type d', ['decimal', 'datetime']],
  ['fields list --type=arr', ['--type=array<']],
  ['fields create --type array<ph', ['array<phone>']],
  ['api ge', ['get']],
  ['fields list --nope=x', []],
  ['fields create --display boolean:t', ['boolean:toggle', 'boolean:toggle_button']],
  ['fields update x --option-display ', ['dropdown', 'radio', 'checkbox']],
  ['fields update x --null d', ['description', 'default_value', 'display_options']],
  ['fields update x --null h', ['hint', 'helper_text']],
  ['fields create --null h', ['helper_text']],
  ['fields create --null e', ['example_value']],
  ['fields list --columns id,na', ['id,name']],
  ['fields runs --columns run,o', ['run,open', 'run,outcome']],
  ['fields runs 20261128T233741786-52ba62f1 --columns o', []],
  ['fields browse --columns na', ['name']],
  ['fields edit --columns na', ['name']],
  ['fields delete --columns na', ['name']],
  ['fields plan --columns id,na', []],
  ['config set columns.fields id,na', ['id,name']],
  ['fields list --sort label', ['label', 'label:desc']],
  ['dates parse x --time-zone Europe/Berl', ['Europe/Berlin']],
  ['api P', ['POST', 'PUT', 'PATCH']],
  ['api GET v2/d', ['v2/dateExpressions', 'v2/deals']],
  ['api GET /v2/d', ['/v2/dateExpressions', '/v2/deals']],
  ['config set col', ['color', ...settingNames.filter(name => name.startsWith('columns.'))]],
  ['config set output j', ['json']],
  ["completion 'z", ['zsh']],
  ['fields list --sandb', ['--sandbox']],
  ['fields list --sandbox', ['--sandbox']],
  ['fields list --sandbox ./com', [':file']],
  ['fields list --sandbox=./com', [':file']],
  ['fields export --split d', [':file']],
  ['completion "zs', ['zsh']],
  ['help pip', ['pipelines']],
  // File names are for the shell, and only where a file is meant.
  ['fields create --file ', [':file']],
  ['fields plan --file=x', [':file']],
  ['fields apply pl', [':file']],
  ['fields list READ', []],
  ['dates parse x', []],
])('completes %j with %j', async (line, words) => {
  expect(await offered(line)).toEqual(words);
});

test('completes a new word for shells that drop empty arguments', async () => {
  const {stdout} = await bizctl(['__complete', '--new-word', '--', 'fields', 'create', '--if-exists']);
  expect(stdout).toBe((await bizctl(['__complete', '--', 'fields', 'create', '--if-exists', ''])).stdout);
});

test('offers options with their descriptions, but no hidden ones', async () => {
  const {stdout} = await bizctl(['__complete', '--', 'fields', 'update', '--']);
  expect(stdout).toContain('--label\tlabel shown to people\n');
  expect(stdout).not.toContain('--name');
});

describe('what is cached of a tenant', () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-tab-'));
  afterAll(() => rmSync(home, {recursive: true}));
  const silent = {
    fetch: async () => {
      throw new Error('completion must not send requests');
    },
  };
  const fields = [
    field('size'),
    field('$(touch x)'),
    field('two words'),
    field('hidden\u200b'),
    field('ctrl\u0007'),
    field(''),
  ];

  beforeAll(async () => {
    await bizctl('fields list', {home, tenant: createTenant(fields), screen: createScreen(80, 24)});
    await bizctl('profile add acme --base-url https://acme.example', {home});
  });

  test.each<[string, readonly string[]]>([
    ['fields get ', ['size', '$(touch x)', 'two words']],
    ['fields get name:', ['name:size', 'name:$(touch x)', 'name:two words']],
    ["fields get 'tw", ['two words']],
    ['fields update ', ['name:size', 'name:$(touch x)', 'name:two words']],
    ['fields delete --yes ', ['name:size', 'name:$(touch x)', 'name:two words']],
    ['fields delete name:size name:t', ['name:two words']],
    ['fields get cf_s', ['cf_size']],
    ['fields get cf_size ', []],
    ['fields get --base-url https://other.example ', []],
    ['fields list --profile ', ['acme']],
    ['fields list --profile=a', ['--profile=acme']],
    ['profile use ', ['acme']],
    ['fields plan --profiles ac', ['acme']],
    ['fields plan --profiles other,', ['other,acme']],
    ['fields plan --profiles=other,', ['--profiles=other,acme']],
    ['fields plan --profiles=other', []],
    ['fields diff x ', ['acme']],
    ['profile add ', []],
  ])('completes %j with %j', async (line, words) => {
    expect(await offered(line, {home, tenant: silent})).toEqual(words);
  });

  test('names that need a prefix are offered with it, and found by it', async () => {
    const at = {home, env: {BIZCTL_BASE_URL: 'https://odd.example'}};
    const odd = [field('--dash'), field(':file'), field('name:inner'), field('plain')];
    await bizctl('fields list', {...at, tenant: createTenant(odd), screen: createScreen(80, 24)});
    const words = await offered('fields get ', {...at, tenant: silent});
    expect(words).toEqual(['name:--dash', 'name::file', 'name:name:inner', 'plain']);
    for (const word of words)
      expect((await bizctl(['fields', 'get', word], {...at, tenant: createTenant(odd)})).exitCode).toBe(0);
  });

  test('a backslash of the shell does not make a name the file of a sandbox', async () => {
    const {stdout} = await bizctl(['__complete', '--', 'fields', 'get', '--sandbox', 'two\\ w'], {home});
    expect(stdout).toBe('');
  });

  test('completes runs, latest first', async () => {
    const tenant = createTenant([field('a')]);
    for (const label of ['x', 'y']) await bizctl(`fields update cf_a --label ${label}`, {home, tenant});
    const runs = JSON.parse((await bizctl('fields runs --json', {home})).stdout).map(({run}: {run: string}) => run);
    expect(await offered('fields undo ', {home})).toEqual(runs);
    expect(await offered('fields apply --resume ', {home})).toEqual(runs);
    expect(await offered('fields runs ', {home})).toEqual(runs);
  });

  test('caches nothing from a pipe or from part of a list', async () => {
    const other = {home, env: {BIZCTL_BASE_URL: 'https://other.example'}};
    for (const line of ['fields list', 'fields list --filter x', 'fields list --limit 1'])
      await bizctl(line, {
        ...other,
        tenant: createTenant(fields),
        ...(line === 'fields list' ? {} : {screen: createScreen(80, 24)}),
      });
    expect(await offered('fields get ', {...other, tenant: silent})).toEqual([]);
  });

  test('ignores a damaged cache', async () => {
    const cache = join(home, 'cache');
    for (const file of readdirSync(cache)) writeFileSync(join(cache, file), '{"id');
    expect(await offered('fields get ', {home, tenant: silent})).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('does not wait for a named pipe', async () => {
    const cache = join(home, 'cache');
    for (const file of readdirSync(cache)) {
      rmSync(join(cache, file));
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(cache, file)]);
    }
    expect(await offered('fields get ', {home, tenant: silent})).toEqual([]);
  });
});

test('offers the first 2,000 of many fields', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-tab-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const fields = Array.from({length: 2005}, (_none, index) => field(`f${String(index).padStart(4, '0')}`));
  await bizctl('fields list', {home, tenant: createTenant(fields), screen: createScreen(80, 24)});
  const names = await offered('fields get f', {home});
  expect([names.length, names.at(-1)]).toEqual([2000, 'f1999']);
});
