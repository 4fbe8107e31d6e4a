import {expect, test} from 'vitest';
import {readYaml} from '../../src/json/read-yaml.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, decimal, field} from '../harness/tenant.js';

const command = '::set-output name=x::y';
const texts = {
  label: command,
  description: `  ${command}`,
  helper_text: `line\n${command} ##[error]x`,
  [command]: '##[group]',
};
const row = {id: 'cf_a', name: `in the middle ${command}`, type: decimal, ...texts};
const env = {GITHUB_ACTIONS: 'true'};
const files = {
  'f.yaml': 'custom_fields:\n  - {name: new, label: x, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}\n',
};
const run = (line: string | readonly string[]) => bizctl(line, {tenant: createTenant([row]), env, files});
const commands = /::|##[\w[]/;

test.each([
  'fields list --json',
  'fields list --output ndjson',
  'fields list --output yaml',
  'fields list --columns label,helper_text --json',
  'fields list --jq .',
  'fields list',
  'fields get cf_a',
  'fields get cf_a --json',
  'fields export --all',
  'api GET v2/customFields',
  'api GET v2/customFields --include',
  'fields plan -f f.yaml --prune',
  'fields plan -f f.yaml --prune --json',
  'fields plan -f f.yaml --prune --format markdown',
])('%s prints no command of a runner under GITHUB_ACTIONS (row 164)', async line => {
  const {exitCode, stdout, stderr} = await run(line);
  expect({exitCode, isBroken: stdout.includes('\\u003a')}).toEqual({exitCode: 0, isBroken: true});
  expect(stdout + stderr).not.toMatch(commands);
});

test('JSON and YAML keep the value (row 164)', async () => {
  expect(JSON.parse((await run('fields list --json')).stdout)).toEqual([row]);
  expect(JSON.parse((await run('api GET v2/customFields')).stdout)).toEqual({custom_fields: [row]});
  expect(readYaml((await run('fields get cf_a --output yaml')).stdout, 'x').value).toEqual(row);
});

test('CSV, TSV and --raw stay exact (row 164)', async () => {
  expect((await run('fields list --output csv --columns label')).stdout).toBe(`label\r\n${command}\r\n`);
  expect((await run('fields list --output tsv --columns label')).stdout).toBe(`label\n${command}\n`);
  expect((await run('fields list --jq .[0].label --raw')).stdout).toBe(`${command}\n`);
});

test('a file gets what the API sent: the runner does not read it (row 164)', async () => {
  const exact = 'host,code\nfe80::1,std::vector\n##[x],a\n';
  const world = {tenant: answering(exact, {type: 'text/csv'}), env};
  expect((await bizctl('api GET export.csv', {...world, redirect: 'file'})).stdout).toBe(exact);
  expect((await bizctl('api GET export.csv', world)).stdout).not.toMatch(commands);
});

test('binary replies are printed byte by byte, or not at all (row 164)', async () => {
  const download = (text: string, type: string) =>
    bizctl('api GET v2/file', {tenant: answering(Buffer.from(text, 'latin1'), {type}), env});
  const latin = `caf\u00e9 ${command}\n`;
  expect((await download(latin, 'text/plain')).stdout).toMatch(/^caf. :\\u003aset-output name=x:\\u003ay\n$/);
  expect(await download(latin, 'application/octet-stream')).toEqual({
    exitCode: 11,
    stdout: '',
    stderr:
      'error: the reply is binary, and a CI runner could interpret parts of it as commands\nhint: To keep such a reply, redirect it to a file: > FILE\n',
  });
  expect(await download('caf\u00e9 :x: #\n', 'application/octet-stream')).toMatchObject({exitCode: 0, stderr: ''});
});

test('annotations of our own are commands still, one a line (row 164)', async () => {
  const {stdout} = await run('fields plan -f f.yaml --prune --format github');
  expect(
    stdout
      .trim()
      .split('\n')
      .every(line => /^::(?:notice|warning|error)[ :]/.test(line)),
  ).toBe(true);
});

test.each(['', ' --json'])('messages on stderr never act as commands%s (row 164)', async format => {
  const tenant = answering({message: `${command}\n##[error]x`}, {status: 400});
  const {exitCode, stderr} = await bizctl(`fields list${format}`, {tenant, env});
  expect({exitCode, isCommand: commands.test(stderr)}).toEqual({exitCode: 5, isCommand: false});
  const unknown = await bizctl(['fields', 'get', `name:${command}${format}`], {
    tenant: createTenant([field('a')]),
    env,
  });
  expect({exitCode: unknown.exitCode, isCommand: commands.test(unknown.stderr)}).toEqual({
    exitCode: 4,
    isCommand: false,
  });
});

test.each([
  ['Azure Pipelines', {TF_BUILD: 'True'}, '##vso[task.complete result=Failed]'],
  ['TeamCity', {TEAMCITY_VERSION: '2026.1'}, "##teamcity[buildProblem description='x']"],
])('what %s takes for commands is broken in JSON and in messages (row 164)', async (_what, runner, foreign) => {
  const label = `in the middle ${foreign}`;
  const listed = await bizctl('fields list --json', {tenant: createTenant([field('a', {label})]), env: runner});
  expect(listed.stdout).not.toMatch(/##/);
  expect(JSON.parse(listed.stdout)[0].label).toBe(label);
  const tenant = answering({message: label}, {status: 400});
  expect((await bizctl('fields list', {tenant, env: runner})).stderr).toContain(
    `error: HTTP 400: in the middle #\\u0023${foreign.slice(2)}`,
  );
});

test('elsewhere nothing is changed', async () => {
  expect((await bizctl('fields list --json', {tenant: createTenant([row])})).stdout).toContain(command);
});
