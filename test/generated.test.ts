import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import manifest from '../package.json' with {type: 'json'};
import {resourceWords} from '../src/base/resources.js';
import {type Shell, scripts} from '../src/commands/completion/scripts.js';
import {exitCodes} from '../src/commands/exit-codes.js';
import {createManual} from '../src/commands/manual/create-manual.js';
import {readRoot, readTree} from './harness/tree.js';

/*
 * Committed files that are generated from the code. `npm run generate` rewrites them.
 */

const top = join(import.meta.dirname, '..');

/** The file of the script of each shell in the package. */
const scriptFiles: {readonly [shell in Shell]: string} = {
  bash: 'bizctl.bash',
  zsh: '_bizctl',
  fish: 'bizctl.fish',
  powershell: 'bizctl.ps1',
};

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

const sections: {readonly [name: string]: () => Promise<string>} = {
  commands: async () => {
    const byNoun = Map.groupBy(readTree(), ({path}) => path.split(' ')[0] ?? '');
    return toTable(
      ['command', 'what it does', ''],
      Array.from(byNoun, ([noun, leaves]) => {
        const verbs = leaves.flatMap(({path}) => path.split(' ')[1] ?? []);
        const [command] = leaves.map(leaf => (verbs.length > 0 ? (leaf.command.parent ?? leaf.command) : leaf.command));
        return [`\`bizctl ${noun}\``, command?.description() ?? '', verbs.map(verb => `\`${verb}\``).join(' ')];
      }),
    );
  },
  'exit codes': async () =>
    toTable(
      ['exit', 'meaning', 'what to do'],
      exitCodes.map(({exit, meaning, action}) => [String(exit), meaning, action]),
    ),
};

test('the tables in the README are up to date', async () => {
  const file = join(top, 'README.md');
  const made = new Map<string, string>();
  for (const [name, make] of Object.entries(sections)) made.set(name, await make());
  const generated = readFileSync(file, 'utf8').replace(
    /(<!-- generated: (.*?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_all, begin: string, name: string, end: string) => {
      const section = made.get(name);
      if (section === undefined) throw new Error(`there is nothing to generate for ${name}`);
      return `${begin}${section}\n${end}`;
    },
  );
  for (const name of Object.keys(sections)) expect(generated).toContain(`<!-- generated: ${name} -->`);
  await expect(generated).toMatchFileSnapshot(file);
});

test('package.json lists the pages of the manual', async () => {
  const man = (await createManual(readRoot(), manifest.version)).map(({file}) => `./dist/man/${file}`);
  const listed = {...manifest, man: man.toSorted()};
  await expect(`${JSON.stringify(listed, undefined, 2)}\n`).toMatchFileSnapshot(join(top, 'package.json'));
});

test('the package holds only what its users need (row 130)', () => {
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {cwd: top, encoding: 'utf8'});
  const paths: readonly string[] = JSON.parse(packed)[0].files.map(({path}: {readonly path: string}) => path);
  const kinds = new Set(paths.map(path => path.replace(/^(completions|dist\/(?:chunks|man))\/.*/, '$1')));
  expect([...kinds].sort()).toEqual([
    'LICENSE',
    'README.md',
    'bin/bizctl.js',
    'completions',
    'dist/chunks',
    'dist/licenses.txt',
    'dist/main.js',
    'dist/man',
    'package.json',
  ]);
});

test('installing the package runs nothing and fetches nothing else (rows 126, 127)', () => {
  const members = Object.keys(manifest);
  expect(members.filter(member => /dependencies$/i.test(member))).toEqual(['devDependencies']);
  expect(Object.keys(manifest.scripts).filter(name => /install|^prepare$/.test(name))).toEqual([]);
});

test('the manual gives the choices and the default of an option', async () => {
  const pages = await createManual(readRoot(), manifest.version);
  const textOf = (name: string) => pages.find(({file}) => file === name)?.text ?? '';
  expect(textOf('bizctl-fields-plan.1')).toContain(
    'layout of the plan. One of: text, markdown, github. Default: text.',
  );
  expect(textOf('bizctl-fields-create.1')).toContain('number of concurrent writes. Default: 4.');
  expect(pages.filter(({text}) => /Default: (?:true|undefined)/.test(text))).toEqual([]);
});

test('the files that CONTRIBUTING.md names exist', () => {
  const text = readFileSync(join(top, 'CONTRIBUTING.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:src|test|scripts|completions)\/[^`\s]*)`/g)].map(([, path = '']) => path);
  const missing = paths.filter(path => !/[A-Z]{3}/.test(path) && !existsSync(join(top, path)));
  expect({isNamed: paths.length > 0, missing}).toEqual({isNamed: true, missing: []});
});

test('README.md and package.json name all resources', () => {
  const [, , summary] = readFileSync(join(top, 'README.md'), 'utf8').split('\n');
  expect([summary, manifest.description]).toEqual([
    expect.stringContaining(resourceWords),
    expect.stringContaining(resourceWords),
  ]);
});
