// Measures bizctl beside the least that its runtime can do and beside what people would use otherwise, in turns and in one run. `--json` prints the
// figures, `--rounds N` says how often each is run, `--only TEXT` which.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {isInstalled, measurePeak, median, time} from './measure.js';

const {values: options} = parseArgs({
  options: {json: {type: 'boolean'}, rounds: {type: 'string', default: '5'}, only: {type: 'string', default: ''}},
});
const rounds = Number(options.rounds);
const node = process.execPath;
const here = import.meta.dirname;
const bizctl = `'${node}' '${join(here, '../../bin/bizctl.js')}'`;
const bare = (/** @type {string} */ name) => `'${node}' '${join(here, `bare-${name}.js`)}'`;

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

/** Pages by curl and jq: what a script would do without bizctl. */
const curlAndJq = (/** @type {string} */ url) =>
  `t=; while :; do r=$(curl -s "${url}v2/customFields?page_size=1000&page_token=$t"); printf %s "$r" | jq -c '.custom_fields[]'; t=$(printf %s "$r" | jq -r '.next_page_token // empty'); [ -n "$t" ] || break; done | cat`;
const curlPages = (/** @type {string} */ url) =>
  `curl -s "${url}v2/customFields?page_size=1000&page_token=page-[0-99]" | cat`;

/** @typedef {{name: string, line: string, isThere?: boolean}} Runner */
/** @typedef {{name: string, of: string, rounds?: number, runners: readonly Runner[]}} Case */

/** @type {readonly Case[]} */
const cases = [
  {
    name: '--version',
    of: 'bare',
    runners: [
      {name: 'bizctl', line: `${bizctl} --version`},
      {name: 'bare', line: `'${node}' -e 0`},
      {name: 'gh', line: 'gh --version', isThere: isInstalled('gh')},
    ],
  },
  {
    name: 'one page as JSON',
    of: 'bare',
    runners: [
      {name: 'bizctl', line: `${bizctl} fields list --json --base-url ${base(25)}`},
      {name: 'bare', line: `${bare('list')} ${base(25)}`},
      {name: 'curl', line: `curl -s ${base(25)}v2/customFields`, isThere: isInstalled('curl')},
    ],
  },
  {
    name: '100,000 fields as NDJSON',
    of: 'bare',
    runners: [
      {name: 'bizctl', line: `${bizctl} fields list --output ndjson --base-url ${base(100_000)} | cat`},
      {name: 'bare', line: `${bare('list')} ${base(100_000)} | cat`},
      {name: 'curl', line: curlPages(base(100_000)), isThere: isInstalled('curl')},
      {name: 'curl and jq', line: curlAndJq(base(100_000)), isThere: isInstalled('curl') && isInstalled('jq')},
    ],
  },
  {
    name: '1,000 creates, 16 at a time, 20 ms each',
    of: 'limit',
    runners: [
      {
        name: 'bizctl',
        line: `${bizctl} fields create --file '${bodies}' --concurrency ${concurrency} --output ndjson --base-url ${base(0)} | cat`,
      },
      {name: 'bare', line: `${bare('creates')} ${base(0)} '${bodies}' ${concurrency} | cat`},
      {
        name: 'xargs and curl',
        line: `xargs -d '\\n' -P${concurrency} -I{} curl -s -H 'content-type: application/json' -d {} ${base(0)}v2/customFields < '${bodies}' | cat`,
        isThere: isInstalled('curl') && process.platform === 'linux',
      },
    ],
  },
  {
    name: 'apply of 1,000 creates',
    of: 'limit',
    runners: [
      {
        name: 'bizctl',
        line: `${bizctl} fields apply --file '${fieldsFile}' --yes --quiet --concurrency ${concurrency} --output ndjson --base-url ${origin}/tenant-$$/ | cat`,
      },
    ],
  },
];

/** What cannot be beaten: the waits of the server, one after the other. */
const limits = new Map(
  ['1,000 creates, 16 at a time, 20 ms each', 'apply of 1,000 creates'].map(name => [
    name,
    (countOfCreates * latencyMs) / concurrency,
  ]),
);

/** @param {Case} one */
async function runCase({name, of, runners}) {
  const there = runners.filter(({isThere = true}) => isThere);
  const times = new Map(there.map(({name}) => [name, /** @type {number[]} */ ([])]));
  for (let round = 0; round <= rounds; round += 1)
    for (const {name, line} of there) {
      const milliseconds = await time(line, env);
      // The first round warms up caches.
      if (round > 0) times.get(name)?.push(milliseconds);
    }
  const figures = [...times].map(([name, all]) => ({name, figure: Math.round(median(all))}));
  const limit = limits.get(name);
  const unit = limit ?? figures.find(figure => figure.name === of)?.figure ?? Number.NaN;
  return {
    case: name,
    unit: 'ms',
    of: limit === undefined ? of : `the limit of ${limit}`,
    results: figures.map(({name, figure}) => ({name, figure, ratio: figure / unit})),
  };
}

/** @param {string} format */
async function comparePeaks(format) {
  const [few, many] = [10_000, 1_000_000];
  const peaks = new Map();
  for (const rows of [few, many]) {
    const line = ['deals', 'list', '--output', format, '--base-url', base(rows)];
    peaks.set(rows, await measurePeak([node, join(here, '../../bin/bizctl.js'), ...line], env));
  }
  return {
    case: `peak memory, deals as ${format}`,
    unit: 'MiB',
    of: '10,000',
    results: [...peaks].map(([rows, peak]) => ({
      name: rows.toLocaleString('en'),
      figure: Math.round(peak / 1024),
      ratio: peak / peaks.get(few),
    })),
  };
}

try {
  const results = [];
  for (const one of cases) if (one.name.includes(options.only)) results.push(await runCase(one));
  if (process.platform === 'linux' && 'peak memory'.includes(options.only))
    for (const format of ['ndjson', 'json']) results.push(await comparePeaks(format));
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
