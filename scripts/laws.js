import {spawnSync} from 'node:child_process';
import {parseArgs} from 'node:util';

// npm run laws -- --runs 1000 --seed 1 --dialect '{"ids":"uuids"}' [file or name of a law]
const {values, positionals} = parseArgs({
  options: {runs: {type: 'string'}, seed: {type: 'string'}, dialect: {type: 'string'}, law: {type: 'string'}},
  allowPositionals: true,
});
const {runs = '200', seed, dialect, law} = values;
const env = {
  ...process.env,
  LAWS_RUNS: runs,
  ...(seed === undefined ? {} : {LAWS_SEED: seed}),
  ...(dialect === undefined ? {} : {LAWS_DIALECT: dialect}),
};
const words = ['run', ...(positionals.length > 0 ? positionals : ['test/dialects'])];
const {status} = spawnSync(
  'vitest',
  [...words, '--testTimeout=3600000', ...(law === undefined ? [] : ['--testNamePattern', law])],
  {env, stdio: 'inherit'},
);
process.exitCode = status ?? 1;
