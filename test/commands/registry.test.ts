import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {expect, test} from 'vitest';
import {pathOf} from '../../src/commands/command-tree.js';
import {readRoot, readTree} from '../harness/tree.js';

/*
 * What a change costs: a verb is its file and one line in its noun, and cases.test.ts asks for its cases; a noun is its
 * folder and one line in the program.
 */

const src = join(import.meta.dirname, '../../src');
const files = globSync('{cli,commands,app}/**/*.{ts,tsx}', {cwd: src}).map(file => file.replaceAll('\\', '/'));
const textOf = new Map(files.map(file => [file, readFileSync(join(src, file), 'utf8')]));

/** Every command of the tree, hidden ones too. */
function findAll(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [command, ...command.commands.flatMap(findAll)];
}

/** The file that adds a command: `commands/NOUN/VERB.ts`, or the index of a command without verbs. */
function fileOf(path: string): string {
  const [noun = '', verb = 'index'] = path.split(' ');
  return `commands/${noun.replace(/^__complete$/, 'completion').replace(/^__/, '')}/${verb}.ts`;
}

const paths = findAll(readRoot())
  .map(command => pathOf(command).slice(1).join(' '))
  .filter(path => path !== '');

/** The files that add commands to the tree, by the function that does. */
const adders = files.flatMap(file =>
  Array.from(
    textOf.get(file)?.matchAll(/^export function (add[A-Z]\w*)\((?:root|\w+): (?:Root|Group), /gm) ?? [],
  ).flatMap(([, name = '']) => (/^(addGroup|addListCommand|addPlainList)$/.test(name) ? [] : [{file, name}])),
);

test('every command file is in the tree, and every command has its file', () => {
  expect([...new Set(adders.map(({file}) => file))].sort()).toEqual([...new Set(paths.map(fileOf))].sort());
});

test.each(adders)('$name is named in its own file and in the one above', ({file, name}) => {
  const above = file.endsWith('/index.ts') ? 'cli/program.ts' : file.replace(/[^/]+$/, 'index.ts');
  const naming = files.filter(each => new RegExp(`\\b${name}\\b`).test(textOf.get(each) ?? ''));
  expect(naming.sort()).toEqual([file, above].sort());
});

/** Options whose help is longer than 60 characters, or more than one phrase. */
function findWordyOptions(options: readonly Option[]): readonly string[] {
  return options
    .filter(({hidden, description}) => !hidden && !/^\S(?:.{0,58}[^.\s])?$/.test(description))
    .map(({flags}) => flags);
}

test('bizctl is described in one phrase, and so are the options of every command', () => {
  const root = readRoot();
  // It names the resources.
  expect(root.description()).toMatch(/^[A-Z].{8,78}[^.]$/);
  expect(findWordyOptions(root.options)).toEqual([]);
});

test.each(readTree())('$path is described in one phrase, and so are its options', ({command}) => {
  expect(command.description()).toMatch(/^[A-Z].{8,58}[^.]$/);
  expect(findWordyOptions(command.options)).toEqual([]);
});

test('every hidden command is one that other programs call', () => {
  const shown = new Set(readTree().map(({path}) => path));
  const nouns = new Set(readTree().map(({path}) => path.split(' ')[0]));
  expect(paths.filter(path => !shown.has(path) && !nouns.has(path))).toEqual(['__complete', '__manual']);
});
