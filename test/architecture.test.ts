import {globSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {expect, test} from 'vitest';

/**
 * The folders of src from the top down, and the folders that each may import; a folder may import itself. `api` and
 * `output` never meet.
 */
const table: {readonly [folder: string]: readonly string[]} = {
  'main.ts': ['cli', 'system', 'base'],
  cli: ['commands', 'app', 'output', 'base'],
  commands: ['app', 'plan', 'profile', 'sandbox', 'dates', 'api', 'http', 'system', 'output', 'json', 'base'],
  app: ['plan', 'profile', 'sandbox', 'api', 'http', 'system', 'output', 'json', 'base'],
  plan: ['api', 'json', 'base'],
  profile: ['system', 'json', 'base'],
  sandbox: ['dates', 'api', 'json', 'base'],
  dates: [],
  api: ['http', 'json', 'base'],
  http: ['json', 'base'],
  system: ['output', 'base'],
  output: ['json', 'base'],
  json: ['base'],
  base: [],
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly kind: 'type' | 'static' | 'lazy';
}

const src = join(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx}', {cwd: src}).map(file => file.replaceAll('\\', '/'));

function readImports(file: string): readonly Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export) (type )?(?:[\w*{][^;']*? from )?'([^']+)'/gm);
  const calls = text.matchAll(/import\('([^']+)'\)/g);
  return [
    ...Array.from(statements, ([, type, target = '']) => ({
      target,
      kind: type === undefined ? ('static' as const) : ('type' as const),
    })),
    ...Array.from(calls, ([, target = '']) => ({target, kind: 'lazy' as const})),
  ].map(({target, kind}) => ({
    file,
    kind,
    target: target.startsWith('.') ? toFile(join(dirname(file), target)) : target,
  }));
}

function toFile(target: string): string {
  const path = relative('.', target).replaceAll('\\', '/').replace(/\.js$/, '');
  return files.find(file => file === `${path}.ts` || file === `${path}.tsx`) ?? target;
}

const imports = files.flatMap(readImports);

function folderOf(file: string): string {
  return file.split('/')[0] ?? file;
}

function isAllowed({file, target}: Import): boolean {
  const [from, to] = [folderOf(file), folderOf(target)];
  return from === to || (table[from] ?? []).includes(to);
}

test('src holds main.ts and the folders of the table, and nothing else', () => {
  expect(new Set(files.map(folderOf))).toEqual(new Set(Object.keys(table)));
});

test('every folder imports only what the table allows', () => {
  const internal = imports.filter(({target}) => files.includes(target));
  expect(internal.length).toBeGreaterThan(200);
  expect(internal.filter(each => !isAllowed(each)).map(({file, target}) => `${file} -> ${target}`)).toEqual([]);
});

test('the table allows no import that the code does not need', () => {
  const found = new Set(imports.map(({file, target}) => `${folderOf(file)} -> ${folderOf(target)}`));
  const allowed = Object.entries(table).flatMap(([from, targets]) => targets.map(target => `${from} -> ${target}`));
  expect(allowed.filter(each => !found.has(each))).toEqual([]);
});

/** Files that import one another in a circle, by the first that is found of each circle. */
function findCircles(): readonly string[] {
  const targetsOf = Map.groupBy(imports, ({file}) => file);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
    if (path.includes(file) || done.has(file)) return;
    for (const {target} of targetsOf.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return circles;
}

test('no files import one another in a circle, not even types', () => {
  expect(findCircles()).toEqual([]);
});

test('no noun imports the folder of another', () => {
  const crossing = imports.filter(({file, target}) => {
    const [, from, inFrom] = /^commands\/([^/]+)\/(.+)/.exec(file) ?? [];
    const [, to] = /^commands\/([^/]+)\//.exec(target) ?? [];
    return inFrom !== undefined && to !== undefined && from !== to;
  });
  expect(crossing).toEqual([]);
});

/** The folders inside others, from the bottom up; `.` stands for the files beside them. */
const layers: {readonly [folder: string]: readonly string[]} = {
  plan: ['choices', '.', 'undo'],
  'commands/fields': ['input', 'show', 'runs', 'find', 'write', 'body', 'plan', 'apply', 'fleet', 'browse', '.'],
};

test.each(Object.entries(layers))('the folders of %s import only those below them', (folder, order) => {
  const layerOf = (file: string) => file.slice(folder.length + 1).match(/^([^/]+)\//)?.[1] ?? '.';
  const inside = imports.filter(({file, target}) => [file, target].every(each => each.startsWith(`${folder}/`)));
  expect(new Set(inside.map(({file}) => layerOf(file)))).toEqual(new Set(order));
  expect(inside.filter(({file, target}) => order.indexOf(layerOf(target)) > order.indexOf(layerOf(file)))).toEqual([]);
});

test('only main.ts and system touch the process, the console, the clock and the exit code', () => {
  const touching = files.filter(
    file =>
      file !== 'main.ts' &&
      !file.startsWith('system/') &&
      /\b(?:process|console)\.|\bDate\.now\(|\bnew Date\(\)/.test(
        readFileSync(join(src, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
      ),
  );
  expect(touching).toEqual([]);
});

test('the command tree is built without loading a heavy library', () => {
  const heavy = new Set([
    'ky',
    'zod',
    'ink',
    'react',
    'cli-table3',
    'yaml',
    'hono',
    'rrule-temporal',
    'temporal-polyfill',
    'node:sqlite',
    'env-paths',
    'p-map',
    'string-width',
    'conf',
    'jq-wasm/inline',
    '@clack/prompts',
    '@hono/node-server',
    'fastest-levenshtein',
  ]);
  /** The chain of imports by which each is reached. */
  const reached = new Map<string, string>();
  const follow = (target: string, chain = target) => {
    if (reached.has(target)) return;
    reached.set(target, chain);
    for (const each of imports)
      if (each.file === target && each.kind === 'static') follow(each.target, `${chain} > ${each.target}`);
  };
  for (const file of files)
    if (/^(?:main|cli\/run-command-line)\.ts$/.test(file) || /^commands\/[^/]+\/index\.ts$/.test(file)) follow(file);
  expect([...reached].flatMap(([target, chain]) => (heavy.has(target) ? chain : []))).toEqual([]);
  expect([...reached.keys()]).toContain('commands/fields/list.ts');
});

function measureLines(folder: string) {
  const root = join(import.meta.dirname, '..');
  return globSync(`${folder}/**/*.{ts,tsx}`, {cwd: root}).map(file => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1,
  }));
}

test.each([
  ['src', 200],
  ['test', 400],
])('no file in %s is longer than %d lines', (folder, most) => {
  expect(measureLines(folder).filter(({lines}) => lines > most)).toEqual([]);
});

test.each([
  [0.5, 60],
  [0.9, 130],
])('a share of %d of the files in src has at most %d lines', (share, most) => {
  const lengths = measureLines('src');
  expect(lengths.filter(({lines}) => lines <= most).length).toBeGreaterThanOrEqual(lengths.length * share);
});

test('api and http are small together', () => {
  expect(files.filter(file => /^(?:api|http)\//.test(file)).length).toBeLessThanOrEqual(26);
});

test('files are named in kebab-case, and no folder is a drawer', () => {
  expect(files.filter(file => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(file))).toEqual(
    [],
  );
  expect(files.filter(file => /(?:^|\/)(?:utils?|lib|helpers?|common|shared|misc)(?:\/|\.)/.test(file))).toEqual([]);
});
