import {expect, test} from 'vitest';
import {bizctl} from './harness/run-bizctl.js';

/** The words that are offered at the end of the line; a line that ends with a space has a new word under the cursor. */
async function offered(line: string): Promise<readonly string[]> {
  const words = line.split(' ');
  const {exitCode, stdout, stderr} = await bizctl(['__complete', '--', ...words]);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(candidate => candidate.split('\t')[0] ?? '');
}

test.each<[string, readonly string[]]>([
  ['', ['fields', 'dates', 'deals', 'auth', 'profile', 'sandbox', 'completion']],
  ['fie', ['fields']],
  ['fields ', ['list', 'get', 'create', 'update', 'edit', 'delete']],
  ['--json fields l', ['list']],
  ['fields list --fi', ['--filter']],
  ['fields list --filter ', []],
  ['fields list --filter x --li', ['--limit']],
  ['fields create --if-exists ', ['fail', 'skip', 'update', 'allow']],
  ['fields create --if-exists=s', ['--if-exists=skip']],
  ['fields list --output n', ['ndjson']],
  ['completion z', ['zsh']],
  ['fields delete -- --y', []],
  ['$(touch x) ; fields list --limi', ['--limit']],
])('after %j come %j', async (line, words) => {
  expect(await offered(line)).toEqual(words);
});

test('options are offered with what they mean, hidden ones not at all', async () => {
  const {stdout} = await bizctl(['__complete', '--', 'fields', 'update', '--']);
  expect(stdout).toContain('--label\twhat people read\n');
  expect(stdout).not.toContain('--name');
});
