import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {settingNames} from '../../src/app/settings.js';
import {formatNames} from '../../src/output/formats.js';
import {token} from '../harness/fixed.js';
import {bizctl, type World} from '../harness/run-bizctl.js';
import {useTempHomes} from '../harness/temp-homes.js';
import {createTenant, field} from '../harness/tenant.js';

const openHome = useTempHomes();

/** Stores settings, then runs the command. */
async function withSettings(settings: {readonly [name: string]: string}, line: string, world: World = {}) {
  const home = openHome();
  for (const [name, value] of Object.entries(settings))
    expect((await bizctl(['config', 'set', name, value], {home})).exitCode).toBe(0);
  return bizctl(line, {home, ...world});
}

const tenant = () => createTenant([field('a'), field('b')]);

test('reads settings with --sandbox, which profile and auth commands refuse', async () => {
  const run = (line: string) => bizctl(line, {home: openHome()});
  expect((await run('config get output --sandbox')).exitCode).toBe(0);
  for (const line of ['profile list --sandbox', 'auth status --sandbox'])
    expect(await run(line)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: profiles and logins do not apply to the sandbox\nhint: Run the command without --sandbox.\n',
    });
});

test('a setting is stored in a private file, shown with its source, and removed', async () => {
  const home = openHome();
  expect(await bizctl('config set output yaml', {home})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'note: output is now yaml\n',
  });
  const file = join(home, 'config', 'settings.json');
  expect({text: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777}).toEqual({
    text: '{\n  "output": "yaml"\n}\n',
    mode: 0o600,
  });
  expect((await bizctl('config get output --json', {home})).stdout).toBe(
    `${JSON.stringify({setting: 'output', value: 'yaml', source: 'config', description: 'output format'}, undefined, 2)}\n`,
  );
  expect((await bizctl('config get output --output table', {home})).stdout).toBe('yaml\n');
  expect((await bizctl('config unset output', {home})).stderr).toBe(
    '{"note":{"message":"output is now table (default)"}}\n',
  );
  expect((await bizctl('config get output', {home})).stdout).toBe('table\n');
});

test('flag, then environment, then config, then default', async () => {
  const settings = {output: 'ndjson'};
  const list = 'fields list --limit 1 --quiet --columns id';
  const ndjson = '{"id":"cf_a"}\n';
  const yaml = '- id: cf_a\n...\n';
  expect((await withSettings({}, list, {tenant: tenant()})).stdout).toBe('ID\ncf_a\n');
  expect((await withSettings(settings, list, {tenant: tenant()})).stdout).toBe(ndjson);
  expect((await withSettings(settings, list, {tenant: tenant(), env: {BIZCTL_OUTPUT: 'yaml'}})).stdout).toBe(yaml);
  expect(
    (await withSettings(settings, `${list} --output yaml`, {tenant: tenant(), env: {BIZCTL_OUTPUT: 'csv'}})).stdout,
  ).toBe(yaml);
});

test('--verbose says which settings are from config', async () => {
  const settings = {output: 'ndjson', pager: 'more'};
  const linesOf = async (line: string, env = {}) =>
    (await withSettings(settings, line, {tenant: tenant(), env})).stderr
      .split('\n')
      .filter(each => each.includes('config'));
  expect(await linesOf('fields list --verbose')).toEqual(['output ndjson (from config)', 'pager more (from config)']);
  expect(await linesOf('fields list --verbose --json', {PAGER: 'less'})).toEqual([]);
});

test('preferred columns are for tables, not for machine formats, and --columns overrides them', async () => {
  const settings = {'columns.fields': 'name, label'};
  const run = async (line: string) => (await withSettings(settings, line, {tenant: tenant()})).stdout;
  expect(await run('fields list')).toBe('NAME  LABEL\na     Label of a\nb     Label of b\n');
  expect(await run('fields list --columns id')).toBe('ID\ncf_a\ncf_b\n');
  expect(JSON.parse(await run('fields list --json'))).toEqual([field('a'), field('b')]);
  // Results of writes keep their own columns.
  expect(await run('fields update cf_a cf_b --label L')).toMatch(/^OUTCOME +ID/);
});

test('colors are off with color never', async () => {
  const {stdout, stderr} = await withSettings({color: 'never'}, 'fields list --limit 1', {
    tenant: tenant(),
    terminal: 80,
  });
  expect((stdout + stderr).includes('\u001b')).toBe(false);
});

test('the editor is that of the environment, else of the settings, else the default', async () => {
  const used: string[] = [];
  const world: World = {
    tenant: tenant(),
    answer: 'yes',
    editor: (text, _path, command) => {
      used.push(command);
      return text;
    },
  };
  await withSettings({editor: 'nano -w'}, 'fields edit a', world);
  await withSettings({}, 'fields edit a', world);
  await withSettings({editor: 'nano -w'}, 'fields edit a', {...world, env: {VISUAL: 'code --wait'}});
  expect(used).toEqual(['nano -w', 'vi', 'code --wait']);
});

test('a value has no columns but its own', async () => {
  expect(await bizctl('config get output --columns source')).toMatchObject({exitCode: 0, stdout: 'source  default\n'});
  expect(await bizctl('config get output --columns nope')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('unknown column "nope"'),
  });
});

test.each([
  ['config set outptu json', 2, 'unknown setting "outptu"', 'Did you mean output?'],
  ['config set output xml', 2, 'invalid value for output: "xml"', `Use one of: ${formatNames.join(', ')}.`],
  [
    ['config', 'set', 'pager', ' '],
    2,
    'the value of pager is empty',
    'To turn off the pager, run: bizctl config set pager cat',
  ],
  ['config get nothing', 2, 'unknown setting "nothing"', `Available settings: ${settingNames.join(', ')}.`],
])('%s is refused', async (line, exitCode, message, hint) => {
  const home = openHome();
  expect(await bizctl(line, {home})).toEqual({exitCode, stdout: '', stderr: `error: ${message}\nhint: ${hint}\n`});
});

test('refuses an unknown time zone, even one that the file names', async () => {
  const home = openHome();
  expect(await bizctl('config set time-zone Berlin', {home})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: invalid value for time-zone: "Berlin"\nhint: Did you mean Europe/Berlin?\n',
  });
  mkdirSync(join(home, 'config'), {mode: 0o700});
  writeFileSync(join(home, 'config', 'settings.json'), '{"time-zone":"Berlin"}', {mode: 0o600});
  expect(await bizctl('dates parse today', {home, tenant: tenant()})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: unknown time zone "Berlin" (from config)\nhint: Did you mean Europe/Berlin? To remove it, run: bizctl config unset time-zone\n',
  });
  for (const zone of ['Mars', 'EST', 'Marsopolis'])
    expect((await bizctl(`config set time-zone ${zone}`, {home})).stderr).toContain(
      'hint: Use an IANA name such as UTC or America/New_York.\n',
    );
});

test('a preferred column that is unknown is a warning: the list is shown', async () => {
  const {exitCode, stdout, stderr} = await withSettings({'columns.fields': 'name,bogus'}, 'fields list', {
    tenant: tenant(),
  });
  expect({
    exitCode,
    lines: stdout.split('\n').length,
    isWarned: stderr.startsWith('warning: columns.fields: unknown column "bogus"'),
  }).toEqual({exitCode: 0, lines: 4, isWarned: true});
});

test.each([
  ['', '1:1: not valid JSON: unexpected end'],
  ['{"output": 1}', '1:12: the value of "output" is not a string'],
  ['{"columns.deals": "id", "output": 1}', '1:35: the value of "output" is not a string'],
  ['{\n"a":"b","a":"c"}', '2:9: the key "a" appears twice in one object'],
  ['[]', '1:1: not an object'],
])('a damaged file is named with its place, and left alone: %j', async (text, problem) => {
  const home = openHome();
  mkdirSync(join(home, 'config'), {mode: 0o700});
  const file = join(home, 'config', 'settings.json');
  writeFileSync(file, text, {mode: 0o600});
  for (const command of ['config set output json', 'config list', 'config get output', 'config unset output'])
    expect(await bizctl(command, {home})).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${file}:${problem}\nhint: Repair the file, or remove it. It was not changed.\n`,
    });
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('with a token from the environment, damaged settings are only a warning (row 85)', async () => {
  const home = openHome();
  mkdirSync(join(home, 'config'), {mode: 0o700});
  const file = join(home, 'config', 'settings.json');
  writeFileSync(file, '{"output": 1}', {mode: 0o600});
  expect(await bizctl('fields list --columns id', {home, tenant: tenant(), env: {BIZCTL_TOKEN: token}})).toEqual({
    exitCode: 0,
    stdout: 'ID\ncf_a\ncf_b\n',
    stderr: `warning: ${file}:1:12: the value of "output" is not a string; ignoring stored settings\n`,
  });
});

test('unknown settings are kept', async () => {
  const home = openHome();
  mkdirSync(join(home, 'config'), {mode: 0o700});
  const file = join(home, 'config', 'settings.json');
  writeFileSync(file, '{"later":"x"}', {mode: 0o600});
  await bizctl('config set color never', {home});
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({later: 'x', color: 'never'});
});

test('a stored format that this version does not know is named, and can be removed (row 85)', async () => {
  const home = openHome();
  mkdirSync(join(home, 'config'), {mode: 0o700});
  writeFileSync(join(home, 'config', 'settings.json'), '{"output": "xml"}', {mode: 0o600});
  expect(await bizctl('config list', {home})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: unknown output format "xml" (from config)\nhint: To remove it, run: bizctl config unset output --output table\n',
  });
  expect((await bizctl('config unset output --output table', {home})).exitCode).toBe(0);
  expect((await bizctl('config list', {home})).exitCode).toBe(0);
});

test('names the variable of an unknown output format', async () => {
  const {exitCode, stderr} = await bizctl('fields list', {env: {BIZCTL_OUTPUT: 'jsn'}});
  expect({exitCode, error: stderr.split('\n')[0]}).toEqual({
    exitCode: 2,
    error: 'error: unknown output format "jsn" (from BIZCTL_OUTPUT)',
  });
});
