import {spawnSync} from 'node:child_process';
import {parseArgs} from 'node:util';

// For example: npm run laws -- --runs 1000 --seed 7 --law undo --dialect '{"ids":"uuids"}' --edit '{"place":"both"}'
const {values, positionals} = parseArgs({
  options: {
    runs: {type: 'string', default: '200'},
    seed: {type: 'string'},
    // Switches of the servers, and edits of the files, that are the same in every case.
    dialect: {type: 'string', default: '{}'},
    edit: {type: 'string', default: '{}'},
    // A part of the name of a law, as a regular expression.
    law: {type: 'string', default: '.'},
  },
  allowPositionals: true,
});
const {runs, seed, dialect, edit, law} = values;
const env = {...process.env, LAWS_RUNS: runs, LAWS_DIALECT: dialect, LAWS_EDIT: edit};
const files = positionals.length > 0 ? positionals : ['test/dialects'];
const {status} = spawnSync('vitest', ['run', ...files, '--testTimeout=3600000', '--testNamePattern', law], {
  env: seed === undefined ? env : {...env, LAWS_SEED: seed},
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
