import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {token} from './harness/fixed.js';
import {bizctl, splitWords} from './harness/run-bizctl.js';
import {createSandboxTenant} from './harness/sandbox-tenant.js';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

function blockOf(language: string, beginning: string): string {
  const blocks = Array.from(readme.matchAll(/```(\w+)\n([\s\S]*?)```/g), ([, name = '', text = '']) => ({name, text}));
  return blocks.find(({name, text}) => name === language && text.includes(beginning))?.text ?? '';
}

test('the first steps in the README run one after the other', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-readme-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = createSandboxTenant();
  const lines = blockOf('sh', 'bizctl fields list --sandbox')
    .split('\n')
    .filter(line => line.startsWith('bizctl '));
  expect(lines).toHaveLength(10);
  for (const line of lines) {
    const words = splitWords(
      line
        .replace(/\s#.*| \|.*/g, '')
        .replace(' --sandbox', '')
        .replace('https://host/path', 'https://api.example.com'),
    ).slice(1);
    const {exitCode, stderr} = await bizctl(words, {
      tenant,
      home,
      answer: 'yes',
      answers: {'Token for https://api.example.com': token},
      terminal: 100,
      editor: text => text,
    });
    expect({
      line,
      exitCode,
      errors: stderr.split('\n').filter(each => each.startsWith('error') || each.startsWith('warning')),
    }).toEqual({line, exitCode: 0, errors: []});
  }
});
