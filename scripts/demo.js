// Runs the main commands on the embedded sandbox without configuration, showing each command line and its output.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const launcher = join(import.meta.dirname, '../bin/bizctl.js');
const home = mkdtempSync(join(tmpdir(), 'bizctl-demo-'));
const env = {
  ...process.env,
  XDG_DATA_HOME: home,
  HOME: home,
  LOCALAPPDATA: home,
  BIZCTL_OUTPUT: '',
  BIZCTL_BASE_URL: '',
};

const steps = [
  ['The custom fields of a tenant', 'fields', 'list'],
  [
    'Create one',
    'fields',
    'create',
    '--name',
    'renewal_date',
    '--type',
    'datetime',
    '--label',
    'Renewal date',
    '--display',
    'date_time',
    '--required',
  ],
  [
    'Creating it again is refused: bizctl looks first',
    'fields',
    'create',
    '--name',
    'renewal_date',
    '--type',
    'datetime',
  ],
  ['Change just its label', 'fields', 'update', 'name:renewal_date', '--label', 'Contract renewal'],
  ['Delete it', 'fields', 'delete', 'name:renewal_date', '--yes'],
  [
    'What a date phrase means',
    'dates',
    'parse',
    'every',
    'friday',
    'at',
    '3pm',
    'until',
    'march',
    '--time-zone',
    'Europe/Amsterdam',
  ],
  ['Deals, a few of 240', 'deals', 'list', '--limit', '8'],
  [
    'The same for a script',
    'deals',
    'list',
    '--limit',
    '2',
    '--output',
    'ndjson',
    '--columns',
    'id,title,amount.value',
  ],
];

/** The expected exit codes: 9 for the step that shows a guard, else 0. */
const expected = steps.map(([title]) => (title?.includes('refused') ? 9 : 0));

let failures = 0;
for (const [index, [title, ...args]] of steps.entries()) {
  console.log(`\n# ${title}\n$ bizctl ${args.map(word => (/\s/.test(word) ? `'${word}'` : word)).join(' ')} --sandbox`);
  const {status} = spawnSync(process.execPath, [launcher, ...args, '--sandbox'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== expected[index]) failures += 1;
}
rmSync(home, {recursive: true, force: true});
console.log(
  failures === 0
    ? '\nAll of it ran on the sandbox inside bizctl: no account, no token, no network.'
    : `\n${failures} of ${steps.length} steps went wrong.`,
);
process.exitCode = failures === 0 ? 0 : 1;
