import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {pipelines} from '../../src/commands/help/topics/pipelines.js';
import {bizctl, splitWords, type World} from '../harness/run-bizctl.js';
import {createSandboxTenant} from '../harness/sandbox-tenant.js';

const here = import.meta.dirname;
const files = Object.fromEntries(
  readdirSync(here, {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.yaml'))
    .map(path => [path.replaceAll('\\', '/'), readFileSync(join(here, path), 'utf8')]),
);
/** Arguments of `-f`: a file or a directory of files. */
const examples = [...new Set(Object.keys(files).map(path => path.split('/')[0] ?? path))].sort();

function openWorld(): World {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-examples-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  return {tenant: createSandboxTenant(), home, files, env: {BIZCTL_BASE_URL: 'https://sandbox.localhost/'}};
}

test.each(examples)('%s is planned, applied and verified, and its export leaves nothing to do', async example => {
  const world = openWorld();
  const run = (line: string, more: World = {}) => bizctl(line, {...world, ...more});
  const planned = await run(`fields plan -f ${example} --json`);
  expect({...planned, stdout: ''}).toEqual({exitCode: 0, stdout: '', stderr: ''});
  const {changes} = JSON.parse(planned.stdout);
  expect(changes.length).toBeGreaterThan(0);
  const applied = await run(`fields apply -f ${example} --yes --json --quiet --columns action,name,outcome`);
  expect({...applied, stdout: JSON.parse(applied.stdout)}).toEqual({
    exitCode: 0,
    stdout: changes.map(({name}: {readonly name: string}) => ({action: 'create', name, outcome: 'done'})),
    stderr: '',
  });
  expect(await run(`fields plan -f ${example} --check`)).toMatchObject({exitCode: 0, stderr: ''});
  const {stdout} = await run('fields export');
  expect(await run('fields plan -f - --check', {stdin: stdout})).toMatchObject({exitCode: 0, stderr: ''});
});

test('the pipelines in the README and in help run as written', async () => {
  const readme = readFileSync(join(here, '../../README.md'), 'utf8');
  const lines = Array.from(
    `${readme}${pipelines.example ?? ''}`.matchAll(/\b(?:run|script): (bizctl .*)/g),
    ([, line = '']) => line,
  );
  const firstLines: string[] = [];
  for (const line of lines) {
    const world = openWorld();
    const words = splitWords(line.replace('fields/', 'crm/').replace(/ (?:>>|\|) .*/, '')).slice(1);
    const {exitCode, stdout} = await bizctl(words, {...world, env: {...world.env, CI: 'true'}});
    expect({line, exitCode}).toEqual({line, exitCode: 0});
    firstLines.push(stdout.split('\n')[0]?.replace(/"(id|run)":"[\w-]+"/g, '"$1":"…"') ?? '');
  }
  expect(firstLines).toMatchInlineSnapshot(`
    [
      "::notice::3 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged; 26 not declared, left alone",
      "### Custom fields of \` https://sandbox.localhost/ \`",
      "{"action":"create","name":"employees","id":"…","outcome":"done","run":"…"}",
      "### Custom fields of \` https://sandbox.localhost/ \`",
      "{"action":"create","name":"employees","id":"…","outcome":"done","run":"…"}",
    ]
  `);
});
