import {mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {createHome, runBuilt} from '../harness/built-program.js';

const top = join(import.meta.dirname, '../..');
const home = createHome();
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"custom_fields": [{"id": "cf_1", "name": "a"}]}');
});
beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  home.remove();
});

interface Bundle {
  readonly [file: string]: readonly string[];
}

/** The packages whose code a run loads, as V8 saw it. */
async function loadedBy(args: readonly string[]): Promise<ReadonlySet<string>> {
  const bundle: Bundle = JSON.parse(readFileSync(join(top, 'node_modules/.cache/bizctl/bundle.json'), 'utf8'));
  const seen = join(home.path, 'seen');
  mkdirSync(seen, {recursive: true});
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const env = {...home.env, NODE_V8_COVERAGE: seen, BIZCTL_BASE_URL: `http://127.0.0.1:${port}`, BIZCTL_TOKEN: 'x'};
  expect((await runBuilt(args, {env})).exitCode).toBe(0);
  const urls = readdirSync(seen).flatMap(file => {
    const {result}: {result: readonly {url: string}[]} = JSON.parse(readFileSync(join(seen, file), 'utf8'));
    return result.map(({url}) => url);
  });
  rmSync(seen, {recursive: true});
  const files = urls.filter(url => url.startsWith('file:')).map(url => relative(top, fileURLToPath(url)));
  expect(files).toContain('dist/main.js');
  const inputs = files.flatMap(file => bundle[file.replaceAll('\\', '/')] ?? []);
  return new Set(inputs.flatMap(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
}

const forPeople = ['ink', 'react', 'cli-table3', 'string-width', '@clack/prompts', 'conf', 'yaml', 'jq-wasm'];
const notForPages = ['zod', 'hono', 'p-map'];
const forRequests = ['ky', ...notForPages];

test.each([
  ['--version', [...forPeople, ...forRequests, 'commander']],
  ['--help', [...forPeople, ...forRequests]],
  ['fields list --help', [...forPeople, ...forRequests]],
  ['help exit-codes', [...forPeople, ...forRequests]],
  ['completion bash', [...forPeople, ...forRequests]],
  ['__complete -- fields list --fil', [...forPeople, ...forRequests]],
  ['fields list --json', [...forPeople, ...notForPages]],
  ['fields list --output ndjson', [...forPeople, ...notForPages]],
  ['fields list', ['ink', 'react', 'cli-table3', '@clack/prompts', 'conf', 'yaml', ...notForPages]],
])('%s loads nothing that it does not use', async (line, unused) => {
  const loaded = await loadedBy(line.split(' '));
  expect(unused.filter(name => loaded.has(name))).toEqual([]);
});

/** Creating one takes up to 15 ms. */
const costly = ['Collator', 'DateTimeFormat', 'ListFormat', 'RelativeTimeFormat', 'Segmenter'];
const throwing = `for (const name of ${JSON.stringify(costly)}) Intl[name] = class { constructor() { throw new Error(name); } };`;

test.each(['--version', 'fields list --help', 'fields list --json'])('%s creates no Intl object', async line => {
  const env = {...home.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(throwing)}`};
  const {exitCode, stderr} = await runBuilt([...line.split(' '), '--sandbox', ':memory:'], {env});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
});
