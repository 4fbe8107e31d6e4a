// Measures bizctl against the lower bound of its runtime and against common alternatives, interleaved in one run.
// `--json` prints the figures, `--rounds N` sets the rounds, `--only TEXT` selects cases.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {measureDates} from './dates.js';
import {isInstalled, measurePeak, median, time, timeAtTerminal} from './measure.js';

const {values: options} = parseArgs({
  options: {json: {type: 'boolean'}, rounds: {type: 'string', default: '5'}, only: {type: 'string', default: ''}},
});
const rounds = Number(options.rounds);
const node = process.execPath;
const here = import.meta.dirname;
const top = join(here, '../..');
const bun = join(top, 'node_modules/.bin/bun');
const executable = join(
  top,
  `dist/standalone/bizctl-${process.platform === 'darwin' ? 'macos' : process.platform}-${process.arch}`,
);
const quote = (/** @type {string} */ word) => `'${word}'`;
const bizctl = `${quote(node)} ${quote(join(top, 'bin/bizctl.js'))}`;
const standalone = quote(executable);
const hasStandalone = existsSync(executable);
const bare = (/** @type {string} */ name, runtime = node) =>
  `${quote(runtime)} ${quote(join(here, `bare-${name}.js`))}`;

const folder = mkdtempSync(join(tmpdir(), 'bizctl-bench-'));
const bodies = join(folder, 'bodies.ndjson');
const countOfCreates = 1000;
const concurrency = 16;
const latencyMs = 20;
const type = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};
const fields = Array.from({length: countOfCreates}, (_none, index) => ({
  name: `bench_${index}`,
  label: `Bench ${index}`,
  type,
}));
writeFileSync(bodies, fields.map(field => JSON.stringify(field)).join('\n'));
const fieldsFile = join(folder, 'fields.json');
writeFileSync(fieldsFile, JSON.stringify({custom_fields: fields}));
/** @type {NodeJS.ProcessEnv} */
const env = {PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', BIZCTL_TOKEN: 'bench'};

const server = spawn(node, [join(here, 'server.js')], {stdio: ['ignore', 'pipe', 'inherit']});
const [port] = await once(server.stdout, 'data');
const origin = `http://127.0.0.1:${String(port).trim()}`;
const base = (/** @type {number} */ rows) => `${origin}/${rows}/`;

/** Reads all pages with curl and jq, as a script without bizctl would. */
const curlAndJq = (/** @type {string} */ url) =>
  `t=; while :; do r=$(curl -s "${url}v2/customFields?page_size=1000&page_token=$t"); printf %s "$r" | jq -c '.custom_fields[]'; t=$(printf %s "$r" | jq -r '.next_page_token // empty'); [ -n "$t" ] || break; done | cat`;
const curlPages = (/** @type {string} */ url) =>
  `curl -s "${url}v2/customFields?page_size=1000&page_token=page-[0-99]" | cat`;

/** @typedef {{name: string, line: string, isAvailable?: boolean}} Runner */
/** @typedef {{name: string, of: string, runners: readonly Runner[], atTerminal?: boolean, isMemory?: boolean}} Case */

/** @type {(args: string, rest?: string) => readonly Runner[]} */
const bothBuilds = (args, rest = '') => [
  {name: 'bizctl', line: `${bizctl} ${args}${rest}`},
  {name: 'standalone', line: `${standalone} ${args}${rest}`, isAvailable: hasStandalone},
];
const page = `${base(25)}v2/customFields`;
const listPage = `fields list --json --base-url ${base(25)}`;

/** @type {readonly Case[]} */
const cases = [
  {
    name: '--version',
    of: 'node -e 0',
    runners: [
      ...bothBuilds('--version'),
      {name: 'node -e 0', line: `${quote(node)} -e 0`},
      {name: 'gh --version', line: 'gh --version', isAvailable: isInstalled('gh')},
    ],
  },
  {
    name: 'fields list --help',
    of: 'node -e 0',
    runners: [
      ...bothBuilds('fields list --help'),
      {name: 'node -e 0', line: `${quote(node)} -e 0`},
      {name: 'gh --help', line: 'gh --help', isAvailable: isInstalled('gh')},
    ],
  },
  {
    name: 'one page as JSON',
    of: 'fetch, Node',
    runners: [
      ...bothBuilds(listPage),
      {name: 'fetch, Node', line: `${bare('fetch')} ${page}`},
      {name: 'fetch, Bun', line: `${bare('fetch', bun)} ${page}`, isAvailable: hasStandalone},
      {name: 'curl', line: `curl -s ${page}`, isAvailable: isInstalled('curl')},
    ],
  },
  {
    name: 'one page as a table at a terminal',
    of: 'Ink, Node',
    atTerminal: true,
    runners: [
      ...bothBuilds(`fields list --base-url ${base(25)}`),
      {name: 'Ink, Node', line: bare('ink')},
      {name: 'Ink, Bun', line: bare('ink', bun), isAvailable: hasStandalone},
    ],
  },
  {
    name: 'peak memory of one page as JSON',
    of: 'fetch, Node',
    isMemory: true,
    runners: [
      ...bothBuilds(listPage),
      {name: 'fetch, Node', line: `${bare('fetch')} ${page}`},
      {name: 'fetch, Bun', line: `${bare('fetch', bun)} ${page}`, isAvailable: hasStandalone},
    ],
  },
  {
    name: '100,000 fields as NDJSON',
    of: 'loop, Node',
    runners: [
      ...bothBuilds(`fields list --output ndjson --base-url ${base(100_000)}`, ' | cat'),
      {name: 'loop, Node', line: `${bare('list')} ${base(100_000)} | cat`},
      {name: 'loop, Bun', line: `${bare('list', bun)} ${base(100_000)} | cat`, isAvailable: hasStandalone},
      {name: 'curl', line: curlPages(base(100_000)), isAvailable: isInstalled('curl')},
      {name: 'curl and jq', line: curlAndJq(base(100_000)), isAvailable: isInstalled('curl') && isInstalled('jq')},
    ],
  },
  {
    name: '1,000 creates, 16 at a time, 20 ms each',
    of: 'limit',
    runners: [
      ...bothBuilds(
        `fields create --file ${quote(bodies)} --concurrency ${concurrency} --output ndjson --base-url ${origin}/tenant-$$/`,
        ' | cat',
      ),
      {name: 'pool, Node', line: `${bare('creates')} ${base(0)} ${quote(bodies)} ${concurrency} | cat`},
      {
        name: 'xargs and curl',
        line: `xargs -d '\\n' -P${concurrency} -I{} curl -s -H 'content-type: application/json' -d {} ${base(0)}v2/customFields < ${quote(bodies)} | cat`,
        isAvailable: isInstalled('curl') && process.platform === 'linux',
      },
    ],
  },
  {
    name: 'apply of 1,000 creates',
    of: 'limit',
    runners: bothBuilds(
      `fields apply --file ${quote(fieldsFile)} --yes --quiet --concurrency ${concurrency} --output ndjson --base-url ${origin}/tenant-$$/`,
      ' | cat',
    ),
  },
];

/** Lower bounds: the server's delays in sequence. */
const limits = new Map(
  ['1,000 creates, 16 at a time, 20 ms each', 'apply of 1,000 creates'].map(name => [
    name,
    (countOfCreates * latencyMs) / concurrency,
  ]),
);

/** @param {Case} one */
async function runCase({name, of, runners, atTerminal = false, isMemory = false}) {
  const available = runners.filter(({isAvailable = true}) => isAvailable);
  const figures = new Map(available.map(({name}) => [name, /** @type {number[]} */ ([])]));
  const measure = isMemory ? measurePeak : atTerminal ? timeAtTerminal : time;
  for (let round = 0; round <= rounds; round += 1)
    for (const {name, line} of available) {
      const figure = await measure(line, env);
      // The first round warms up caches.
      if (round > 0) figures.get(name)?.push(figure);
    }
  const medians = [...figures].map(([name, all]) => ({name, figure: median(all)}));
  const limit = limits.get(name);
  const unit = limit ?? medians.find(each => each.name === of)?.figure ?? Number.NaN;
  return {
    case: name,
    unit: isMemory ? 'MiB' : 'ms',
    of: limit === undefined ? of : `the limit of ${limit}`,
    results: medians.map(({name, figure}) => ({name, figure: Math.round(figure), ratio: figure / unit})),
  };
}

/**
 * @param {string} build
 * @param {string} format
 */
async function comparePeaks(build, format) {
  const [few, many] = [10_000, 1_000_000];
  const peaks = new Map();
  for (const rows of [few, many]) {
    peaks.set(rows, await measurePeak(`${build} deals list --output ${format} --base-url ${base(rows)}`, env));
  }
  return {
    case: `peak memory, deals as ${format}, ${build === bizctl ? 'on Node' : 'standalone'}`,
    unit: 'MiB',
    of: '10,000',
    results: [...peaks].map(([rows, peak]) => ({
      name: rows.toLocaleString('en'),
      figure: Math.round(peak),
      ratio: peak / peaks.get(few),
    })),
  };
}

try {
  const results = [];
  for (const one of cases) if (one.name.includes(options.only)) results.push(await runCase(one));
  if ('date expressions'.includes(options.only)) results.push(await measureDates(folder, rounds));
  if (process.platform === 'linux' && 'peak memory'.includes(options.only))
    for (const build of hasStandalone ? [bizctl, standalone] : [bizctl])
      for (const format of ['ndjson', 'json']) results.push(await comparePeaks(build, format));
  if (options.json)
    process.stdout.write(`${JSON.stringify({node: process.versions.node, rounds, results}, undefined, 2)}\n`);
  else
    for (const {case: name, unit, of, results: rows} of results) {
      process.stdout.write(`\n${name} (median of ${rounds} in ${unit}, ratio to ${of})\n`);
      for (const {name, figure, ratio} of rows)
        process.stdout.write(`  ${name.padEnd(16)}${String(figure).padStart(8)}${ratio.toFixed(2).padStart(8)}\n`);
    }
} finally {
  server.kill();
  rmSync(folder, {recursive: true, force: true});
}
