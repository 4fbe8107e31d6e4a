import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type Shell, scriptFiles, scripts} from '../src/completion/scripts.js';
import {environment} from '../src/environment.js';
import {exitCodes} from '../src/errors.js';
import {readTree} from './harness/tree.js';

/*
 * Files that come from the code, and are committed. `npm run completions` writes them anew.
 */

const top = join(import.meta.dirname, '..');

function isShell(name: string): name is Shell {
  return name in scripts;
}

test.each(Object.keys(scripts).filter(isShell))('the completion script of %s is up to date', async shell => {
  await expect(scripts[shell]).toMatchFileSnapshot(join(top, 'completions', scriptFiles[shell]));
});

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const sections: {readonly [name: string]: () => string} = {
  commands: () =>
    toTable(
      ['command', 'what it does'],
      readTree().map(({usage, command}) => [`\`${usage}\``, command.description()]),
    ),
  'exit codes': () =>
    toTable(
      ['exit', 'meaning', 'what to do'],
      exitCodes.map(({exit, meaning, action}) => [String(exit), meaning, action]),
    ),
  environment: () =>
    toTable(
      ['variable', 'meaning'],
      environment.map(({variable, meaning}) => [`\`${variable}\``, meaning]),
    ),
};

test('the tables of the README are up to date', async () => {
  const file = join(top, 'README.md');
  const generated = readFileSync(file, 'utf8').replace(
    /(<!-- generated: (.*?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const section = sections[name];
      if (!section) throw new Error(`there is nothing to generate for ${name}`);
      return `${begin}${section()}\n${end}`;
    },
  );
  for (const name of Object.keys(sections)) expect(generated).toContain(`<!-- generated: ${name} -->`);
  await expect(generated).toMatchFileSnapshot(file);
});
