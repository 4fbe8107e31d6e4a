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

/** The steps: a title, a command line, and its exit code, which is 9 for a guard. */
const steps = /** @type {const} */ ([
  ['The custom fields of a tenant', 'fields list', 0],
  [
    'Create one',
    "fields create --name renewal_date --type datetime --label 'Renewal date' --display date_time --required",
    0,
  ],
  ['Creating it again is refused: bizctl looks first', 'fields create --name renewal_date --type datetime', 9],
  ['Change just its label', "fields update name:renewal_date --label 'Contract renewal'", 0],
  ['Delete it', 'fields delete name:renewal_date --yes', 0],
  ['What a date phrase means', 'dates parse every friday at 3pm until march --time-zone Europe/Amsterdam', 0],
  ['Deals, a few of 240', 'deals list --limit 8', 0],
  ['The same for a script', 'deals list --limit 2 --output ndjson --columns id,title,amount.value', 0],
]);

let failures = 0;
for (const [title, line, expected] of steps) {
  console.log(`\n# ${title}\n$ bizctl ${line} --sandbox`);
  const words = Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
  const {status} = spawnSync(process.execPath, [launcher, ...words, '--sandbox'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== expected) failures += 1;
}
rmSync(home, {recursive: true, force: true});
console.log(
  failures === 0
    ? '\nAll of it ran on the sandbox inside bizctl: no account, no token, no network.'
    : `\n${failures} of ${steps.length} steps went wrong.`,
);
process.exitCode = failures === 0 ? 0 : 1;
