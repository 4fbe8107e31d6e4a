import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {startPager} from '../../src/system/start-pager.js';

const directory = mkdtempSync(join(tmpdir(), 'bizctl-pager-'));
afterAll(() => rmSync(directory, {recursive: true}));

/** A program named less of that version, which writes down its arguments, its settings and what it reads. */
function installLess(version: string): string {
  const program = join(directory, 'less');
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "less ${version} (PCRE2)"; exit; fi\necho "$*|$LESS|$(cat)" > ${directory}/seen\n`,
    {mode: 0o755},
  );
  return program;
}

async function page(version: string, content: 'table' | 'text', env: NodeJS.ProcessEnv = {}): Promise<string> {
  const settings = {env: {PATH: process.env['PATH'], ...env}, track: () => {}, onExit: () => {}};
  const pager = await startPager(installLess(version), content, settings);
  await pager?.write('text');
  await pager?.close();
  return `${pager?.canScrollSideways}|${readFileSync(join(directory, 'seen'), 'utf8').trim()}`;
}

test('less keeps the heading of a table from version 600 on, and scrolls it sideways in any', async () => {
  expect(await page('599', 'table')).toBe('true||FRSX|text');
  expect(await page('600', 'table')).toBe('true|--header=1|FRSX|text');
  expect(await page('668.1', 'table')).toBe('true|--header=1|FRSX|text');
});

test('a text, or a user who sets LESS, gets less as it is', async () => {
  expect(await page('600', 'text')).toBe('false||FRX|text');
  expect(await page('600', 'table', {LESS: 'R'})).toBe('false||R|text');
});

test.each([
  ['exit 3;', 'the pager "exit 3;" exited with code 3'],
  ['exit 126;', 'cannot run the pager "exit 126;"'],
  ['exit 127;', 'cannot run the pager "exit 127;"'],
  ['kill $$', 'the pager "kill $$" was killed by SIGTERM'],
])('a pager that ends with %s fails with a hint', async (command, message) => {
  const pager = await startPager(command, 'text', {
    env: {PATH: process.env['PATH']},
    track: () => {},
    onExit: () => {},
  });
  await expect(pager?.close()).rejects.toMatchObject({
    message,
    details: {hint: 'Set BIZCTL_PAGER to an installed pager, or pass --no-pager.'},
  });
});

test.each(['/dev/null/less', 'no-such-pager'])('without such a program, %s, there is no pager', async command => {
  const settings = {env: {PATH: process.env['PATH']}, track: () => {}, onExit: () => {}};
  expect(await startPager(command, 'text', settings)).toBeUndefined();
});
