import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {quoteArgument} from '../../src/base/shell-word.js';
import {createHome, launcher, start} from '../harness/built-program.js';

const home = createHome();
afterAll(home.remove);

/**
 * What bash offers on Tab after these words, split as bash splits them.
 *
 * @param names offered in place of what bizctl would offer
 * @param asked the end of the word that bizctl is asked about
 */
async function offeredByBash(
  words: readonly string[],
  names?: readonly string[],
  asked = '',
): Promise<readonly string[]> {
  const answer =
    names &&
    `[[ $1 == __complete && \${!#} == *${quoteArgument(asked)} ]] && { printf '%s\\tlabel\\n' ${names.map(quoteArgument).join(' ')}; return; }`;
  const script = `
    bizctl() { ${answer ?? ''}
      "${process.execPath}" "${launcher}" "$@"; }
    source <(bizctl completion bash)
    COMP_WORDS=("$@")
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _bizctl
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const {stdout} = await start('bash', ['-c', script, 'bash', ...words], {env: home.env}).ended;
  return stdout.split('\n').filter(Boolean);
}

test.each<[readonly string[], readonly string[]]>([
  [['bizctl', 'fields', 'l'], ['list']],
  [['bizctl', 'fields', 'create', '--if-exists', 's'], ['skip']],
  [['bizctl', 'fields', 'create', '--if-exists', '=', 's'], ['skip']],
  [
    ['bizctl', 'fields', 'create', '--if-exists', '='],
    ['fail', 'skip', 'update', 'allow'],
  ],
  [['bizctl', '--base-url', '$(touch x)', 'fields', 'ge'], ['get']],
  [['bizctl', '--output', '=', 'json', 'fields', 'create', '--if-exists', '=', 's'], ['skip']],
])('bash completes %j with %j', async (words, offered) => {
  expect(await offeredByBash(words)).toEqual(offered);
});

const names = ['plain', 'with space', '$(touch x)', '`touch x`', 'a"b', "a'b", 'a\\b', 'a!b', '$HOME'];

test.each<[string, readonly string[]]>([
  [
    '',
    ['plain', 'with\\ space', '\\$\\(touch\\ x\\)', '\\`touch\\ x\\`', 'a\\"b', "a\\'b", 'a\\\\b', 'a\\!b', '\\$HOME'],
  ],
  ['"', ['plain', 'with space', "a'b"]],
  ["'", ['plain', 'with space', '$(touch x)', '`touch x`', 'a"b', 'a\\b', 'a!b', '$HOME']],
])('after the quote %j, bash offers only names that it takes as they are (row 166)', async (quote, offered) => {
  expect(await offeredByBash(['bizctl', 'fields', 'get', quote], names)).toEqual(offered);
});

test.each([
  ['two\\ wor', ['two\\ words', 'two\\ worlds']],
  ['"two wor', ['two words', 'two worlds']],
])('bash completes the word %j', async (word, offered) => {
  expect(await offeredByBash(['bizctl', 'fields', 'get', word], ['two words', 'two worlds'], 'two wor')).toEqual(
    offered,
  );
});

const hasFish = spawnSync('fish', ['--version']).status === 0;

test.skipIf(!hasFish)('fish completes the path in the value of an option', async () => {
  writeFileSync(join(home.path, 'my fields.yaml'), '');
  const script = `
    cd ${home.path}
    function bizctl; "${process.execPath}" "${launcher}" $argv; end
    bizctl completion fish | source
    complete -C "bizctl fields create --file=my"
    complete -C "bizctl fields create --file my"`;
  const {stdout} = await start('fish', ['-c', script], {env: home.env}).ended;
  expect(stdout).toBe('--file=my fields.yaml\nmy fields.yaml\n');
});
