import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createSandbox} from '../src/sandbox/sandbox.js';
import {seedNewStore} from '../src/sandbox/seed.js';
import {openStore} from '../src/sandbox/store.js';
import {now, token} from './harness/fixed.js';
import {bizctl, splitWords} from './harness/run-bizctl.js';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function blockOf(language: string, beginning: string): string {
  const blocks = Array.from(readme.matchAll(/```(\w+)\n([\s\S]*?)```/g), ([, name = '', text = '']) => ({name, text}));
  return blocks.find(({name, text}) => name === language && text.includes(beginning))?.text ?? '';
}

test('the first steps of the README run one after the other, with its own fields file', async () => {
  const store = openStore(':memory:');
  seedNewStore(store);
  const tenant = {fetch: createSandbox(store, {token, now: () => now})};
  const lines = blockOf('sh', 'bizctl fields list --sandbox')
    .split('\n')
    .filter(line => line.startsWith('bizctl '));
  expect(lines).toHaveLength(9);
  for (const line of lines) {
    const words = splitWords(line.replace(/\s#.*| \|.*/g, '').replace(' --sandbox', '')).slice(1);
    const {exitCode, stderr} = await bizctl(words, {
      tenant,
      answer: 'yes',
      files: {'fields.yaml': blockOf('yaml', 'custom_fields:')},
    });
    expect({
      line,
      exitCode,
      errors: stderr.split('\n').filter(each => each.startsWith('error') || each.startsWith('warning')),
    }).toEqual({line, exitCode: 0, errors: []});
  }
});
