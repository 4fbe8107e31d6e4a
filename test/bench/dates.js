// Measures the parser of date expressions on texts that ask the most of it; run by itself, it measures one text as the
// first of a process.
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {rolldown} from 'rolldown';
import {median} from './measure.js';

const now = new Date('2026-11-21T13:00:00Z');
const lengths = [10_000, 20_000];
const parts = [
  '9, 10, 11 and ',
  'june 1, 2, 3, 4, 5 and ',
  'the last the first ',
  'the day after ',
  'every monday at 9 until ',
  '1 hour 2 minutes ',
  'between ',
  '1st ',
  '1/2/',
  'a ',
  'the ',
  'may ',
  "'",
  '日 é ',
];
const fill = (/** @type {string} */ part, /** @type {number} */ length) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/**
 * @param {string} bundle
 * @param {string} part
 * @param {number} length
 */
async function timeParse(bundle, part, length) {
  const {parseDateExpression} = await import(pathToFileURL(bundle).href);
  const text = fill(part, length);
  const started = performance.now();
  parseDateExpression(text, now, 'UTC');
  return performance.now() - started;
}

/**
 * The slowest of the texts: 10 kB and 20 kB of it once the code is warm, and 10 kB as the first text of a process.
 *
 * @param {string} folder
 * @param {number} rounds
 */
export async function measureDates(folder, rounds) {
  const bundle = join(folder, 'dates.mjs');
  const build = await rolldown({
    cwd: join(import.meta.dirname, '../..'),
    input: 'src/dates/parse-date-expression.ts',
    platform: 'node',
  });
  await build.write({file: bundle, codeSplitting: false});
  const rows = [];
  for (const part of parts) {
    const times = new Map(lengths.map(length => [length, /** @type {number[]} */ ([])]));
    for (let round = -2; round < rounds; round += 1)
      for (const length of lengths) {
        const figure = await timeParse(bundle, part, length);
        // The first rounds warm up the compiler.
        if (round >= 0) times.get(length)?.push(figure);
      }
    const [figure = Number.NaN, double = Number.NaN] = [...times.values()].map(median);
    rows.push({part, figure, double});
  }
  const [worst] = rows.toSorted((a, b) => b.figure - a.figure);
  if (worst === undefined) throw new Error('no texts to measure');
  const cold = Array.from({length: rounds}, () =>
    Number(spawnSync(process.execPath, [import.meta.filename, bundle, worst.part], {encoding: 'utf8'}).stdout),
  );
  const results = [
    {name: '10 kB', figure: worst.figure},
    {name: '20 kB', figure: worst.double},
    {name: '10 kB at first', figure: median(cold)},
  ];
  return {
    case: `date expressions, the slowest of ${parts.length} texts, "${worst.part.trim()}"`,
    unit: 'ms',
    of: '10 kB',
    results: results.map(({name, figure}) => ({name, figure: Math.round(figure), ratio: figure / worst.figure})),
  };
}

if (process.argv[1] === import.meta.filename) {
  const [bundle, part] = process.argv.slice(2);
  if (bundle === undefined || part === undefined) throw new Error('usage: dates.js BUNDLE TEXT');
  process.stdout.write(`${await timeParse(bundle, part, 10_000)}\n`);
}
