import {afterAll, expect, test} from 'vitest';
import {createHome, launcher, start} from '../harness/built-program.js';

const home = createHome();
afterAll(home.remove);

/** What bash offers on Tab after these words, split as bash splits them. */
async function offeredByBash(words: readonly string[]): Promise<readonly string[]> {
  const script = `
    bizctl() { "${process.execPath}" "${launcher}" "$@"; }
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
