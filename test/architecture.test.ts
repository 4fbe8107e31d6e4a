import {globSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {expect, test} from 'vitest';

/**
 * What each folder, and each file beside them, may import; a folder may import itself. `types:` is for types only. It is the table of the design's
 * section 5, with the libraries by name and with what lies below all folders: json.ts and the words that people read.
 */
const base = ['errors.ts', 'json.ts', 'member-order.ts', 'near-names.ts', 'shell-word.ts', 'types:secrets.ts'];
const table: {readonly [place: string]: readonly string[]} = {
  'errors.ts': [],
  'json.ts': ['member-order.ts', 'node:crypto'],
  'member-order.ts': ['types:json.ts'],
  'environment.ts': [],
  'secrets.ts': [],
  'shell-word.ts': [],
  'near-names.ts': ['fastest-levenshtein'],
  'sandbox-address.ts': [],
  'version.ts': ['../package.json'],
  'context.ts': ['types:api', 'types:output'],
  'ask-line.ts': ['errors.ts', 'node:readline/promises', 'node:stream'],
  'confirm.ts': ['errors.ts', 'types:context.ts', 'ask-line.ts'],
  'line-prompts.ts': ['errors.ts', 'types:context.ts', 'ask-line.ts', 'confirm.ts', 'output'],
  'prompts.ts': ['errors.ts', 'types:context.ts', 'types:ask-line.ts', 'confirm.ts', 'output', '@clack/prompts'],
  'terminal-programs.ts': [
    'types:errors.ts',
    'start-editor.ts',
    'start-pager.ts',
    'types:node:child_process',
    'types:output',
  ],
  'start-editor.ts': ['errors.ts', 'node:child_process', 'node:os'],
  'start-pager.ts': ['errors.ts', 'types:output', 'node:child_process', 'node:events'],
  'display.ts': ['errors.ts', 'types:json.ts', 'types:api', 'output', 'show-list.ts'],
  'show-list.ts': ['shell-word.ts', 'types:api', 'output', 'raw/count-rows.ts'],
  'run-store.ts': ['errors.ts', 'types:context.ts', 'local', 'plan', 'node:fs', 'node:path'],
  'run-program.ts': ['node:child_process'],
  'user-files.ts': ['types:context.ts', 'errors.ts', 'node:fs', 'node:path'],
  'unpack.ts': ['types:api', 'types:node:stream', 'node:zlib'],
  'node-client.ts': ['types:api', 'unpack.ts', 'node:http', 'node:https'],
  'bun-stdout.ts': [],
  'proxy-variable.ts': ['errors.ts'],
  'bun-client.ts': ['types:api', 'errors.ts', 'proxy-variable.ts', 'unpack.ts', 'node:stream'],
  'choose-words.ts': [],
  'use-proxies.ts': ['types:api', 'errors.ts', 'proxy-variable.ts', 'node:diagnostics_channel', 'node:http'],
  'relieve.ts': ['node:v8', 'node:vm'],
  raw: ['json.ts', 'node:buffer'],
  'field-cache.ts': [
    'errors.ts',
    'json.ts',
    'types:api',
    'types:context.ts',
    'local',
    'output',
    'types:profile',
    'types:session.ts',
    'node:crypto',
    'node:fs',
    'node:path',
  ],
  'desk.ts': ['errors.ts', 'types:context.ts', 'display.ts', 'output'],
  'open-http.ts': [
    'api',
    'errors.ts',
    'types:context.ts',
    'types:desk.ts',
    'types:output',
    'types:profile',
    'version.ts',
  ],
  'open-profiles.ts': ['types:context.ts', 'types:output', 'profile'],
  'session.ts': [
    'errors.ts',
    'types:api',
    'types:context.ts',
    'desk.ts',
    'embedded-sandbox.ts',
    'open-http.ts',
    'open-profiles.ts',
    'field-cache.ts',
    'types:json.ts',
    'types:output',
    'profile',
  ],
  'embedded-sandbox.ts': [
    'errors.ts',
    'types:context.ts',
    'types:profile',
    'local',
    'sandbox',
    'sandbox-address.ts',
    'node:path',
    'node:fs',
  ],
  'global-options.ts': ['commands/options.ts', 'output/format.ts', 'version.ts', '@commander-js/extra-typings'],
  'help-topics.ts': ['environment.ts', 'errors.ts'],
  'program.ts': [
    'choose-words.ts',
    'commands',
    'types:context.ts',
    'desk.ts',
    'help-topics.ts',
    'global-options.ts',
    'types:output',
    'session.ts',
  ],
  'run-command-line.ts': [
    'types:context.ts',
    'errors.ts',
    'types:output',
    'program.ts',
    'sandbox-address.ts',
    '@commander-js/extra-typings',
  ],
  'run.ts': ['types:context.ts', 'errors.ts', 'output', 'run-command-line.ts', 'secrets.ts', 'version.ts'],
  'find-directories.ts': ['errors.ts', 'types:context.ts', 'env-paths', 'node:path'],
  'open-output.ts': ['errors.ts', 'types:output'],
  'network.ts': ['types:api', 'bun-client.ts', 'node-client.ts', 'proxy-variable.ts', 'use-proxies.ts'],
  'main.ts': [
    'network.ts',
    'bun-stdout.ts',
    'prompts.ts',
    'line-prompts.ts',
    'terminal-programs.ts',
    'types:context.ts',
    'errors.ts',
    'find-directories.ts',
    'open-output.ts',
    'relieve.ts',
    'run.ts',
    'run-program.ts',
    'user-files.ts',
    'node:fs',
    'node:timers/promises',
  ],
  api: [...base, 'raw', 'ky', 'zod', 'node:buffer', 'node:timers/promises'],
  plan: [...base, 'api/differences.ts', 'api/overlay.ts', 'api/schemas.ts', 'types:api', 'node:crypto', 'zod'],
  input: [...base, 'raw', 'node:buffer', 'types:context.ts', 'yaml'],
  local: ['errors.ts', 'node:crypto', 'node:fs', 'node:os', 'node:path', 'node:sqlite'],
  profile: [
    'errors.ts',
    'json.ts',
    'near-names.ts',
    'secrets.ts',
    'input/duplicate-key.ts',
    'local',
    'conf',
    'yaml',
    'zod',
    'node:fs',
    'node:os',
    'node:path',
  ],
  output: [
    ...base,
    'raw',
    'jq-wasm/inline',
    'ink',
    'react',
    'cli-table3',
    'string-width',
    'yaml',
    'node:stream',
    'node:util',
  ],
  manual: ['environment.ts', 'errors.ts', 'types:@commander-js/extra-typings'],
  completion: ['types:@commander-js/extra-typings'],
  sandbox: [
    'json.ts',
    'api/schemas.ts',
    'hono',
    '@hono/node-server',
    'chrono-node',
    'rrule-temporal',
    'temporal-polyfill',
    'node:crypto',
    'node:sqlite',
  ],
  commands: [
    ...base,
    'api',
    'input',
    'plan',
    'local',
    'completion',
    'types:choose-words.ts',
    'help-topics.ts',
    'manual',
    'version.ts',
    'embedded-sandbox.ts',
    'field-cache.ts',
    'run-store.ts',
    'sandbox-address.ts',
    'types:session.ts',
    'types:desk.ts',
    'open-http.ts',
    'open-profiles.ts',
    'profile',
    'types:context.ts',
    'global-options.ts',
    'local',
    'output/to-json.ts',
    'output/printable.ts',
    'output/to-yaml.ts',
    'output/view.ts',
    'output/value.ts',
    'output/value-lines.ts',
    'types:output',
    '@commander-js/extra-typings',
    'p-map',
  ],
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

function isAllowed({file, target, kind}: Import): boolean {
  const folder = folderOf(file);
  if (folder.includes('.') ? file === target : folderOf(target) === folder) return true;
  return (table[folder] ?? []).some(entry => {
    const [place, needsType] = entry.startsWith('types:') ? [entry.slice('types:'.length), true] : [entry, false];
    return (!needsType || kind === 'type') && (target === place || target.startsWith(`${place}/`));
  });
}

test('every folder imports just what the table allows', () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.filter(each => !isAllowed(each)).map(({file, target}) => `${file} -> ${target}`)).toEqual([]);
});

test('no noun imports the folder of another', () => {
  const crossing = imports.filter(({file, target}) => {
    const [, from, inFrom] = /^commands\/([^/]+)\/(.+)/.exec(file) ?? [];
    const [, to] = /^commands\/([^/]+)\//.exec(target) ?? [];
    return inFrom !== undefined && to !== undefined && from !== to;
  });
  expect(crossing).toEqual([]);
});

test('just main.ts touches the process, the console, the clock and the exit code', () => {
  const touching = files.filter(
    file =>
      file !== 'main.ts' &&
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
    'chrono-node',
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
  const reached = new Set<string>();
  const follow = (target: string) => {
    if (reached.has(target)) return;
    reached.add(target);
    for (const each of imports) if (each.file === target && each.kind === 'static') follow(each.target);
  };
  for (const file of files)
    if (/^(?:main|run-command-line)\.ts$/.test(file) || /^commands\/[^/]+\/index\.ts$/.test(file)) follow(file);
  expect([...reached].filter(target => heavy.has(target))).toEqual([]);
  expect(reached).toContain('commands/fields/list.ts');
});

test('files are named in kebab-case, and no folder is a drawer', () => {
  expect(files.filter(file => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.tsx?$/.test(file))).toEqual(
    [],
  );
  expect(files.filter(file => /(?:^|\/)(?:utils?|lib|helpers?|common|shared|misc)(?:\/|\.)/.test(file))).toEqual([]);
});
