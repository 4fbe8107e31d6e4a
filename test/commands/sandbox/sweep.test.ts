import {expect, test} from 'vitest';
import {bizctl, type World} from '../../harness/run-bizctl.js';

test('refuses to run without a fields file, or with one on stdin', async () => {
  expect(await bizctl('sandbox sweep')).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: missing --file
    hint: Run: bizctl sandbox sweep --help
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('sandbox sweep -f -', {stdin: 'custom_fields: []'})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: sandbox sweep cannot read from stdin, because it reads the files once per case
    hint: Pass a file name.
    ",
      "stdout": "",
    }
  `);
});

test.each([
  ['reset --yes --profile acme', 'sandbox reset does not take --profile', '--profile'],
  ['sweep -f f.yaml --base-url https://acme.example', 'sandbox sweep does not take --base-url', '--base-url'],
])('refuses %s, which would be ignored', async (line, message, option) => {
  expect(await bizctl(`sandbox ${line}`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: Run the command without ${option}.\n`,
  });
});

const done = {exitCode: 0, stdout: '[]', stderr: ''};

/**
 * Runs `sandbox sweep` with fake processes; `ends` has the outcome of each command line.
 *
 * @param ends outcomes by a pattern for the words after `fields`; the first match counts
 */
async function sweep(ends: readonly (readonly [RegExp, Partial<typeof done>])[]) {
  const spawnSelf: World['spawnSelf'] = async ([, ...words]) => {
    const line = words.join(' ');
    const [, end = {}] = ends.find(([pattern]) => pattern.test(line)) ?? [];
    if (line.startsWith('list')) return {...done, stdout: '{"id":"1","name":"a"}\n', ...end};
    if (line.startsWith('plan')) return {...done, stdout: '{"changes":[],"summary":{"losses":0}}', ...end};
    return line.includes(' --verbose') ? {...done, stderr: '> PATCH http://x/v2/customFields/1\n'} : {...done, ...end};
  };
  const {exitCode, stdout, stderr} = await bizctl('sandbox sweep -f f.yaml --output ndjson', {spawnSelf});
  const rows = stdout
    .split('\n')
    .filter(Boolean)
    .map(row => JSON.parse(row));
  return {
    exitCode,
    stderr,
    counts: rows.map(({first_try, resumed, breaches}) => [first_try, resumed, breaches.length]),
  };
}

const apply = /^apply .* --fault /;
const first = 'PATCH /v2/customFields/*#1: 429 retry-after=0';
const failed = (what: string) => expect.stringContaining(`"message":"8 cases failed: ${first}: ${what}"`);

test.each<[string, readonly (readonly [RegExp, Partial<typeof done>])[], readonly number[], unknown]>([
  ['holds', [], [1, 0, 0], ''],
  [
    'is resumed',
    [
      [apply, {exitCode: 7}],
      [/^runs/, {stdout: '{"run":"R"}\n'}],
    ],
    [0, 1, 0],
    '',
  ],
  ['crashes', [[apply, {exitCode: 1, stderr: 'no'}]], [0, 0, 1], failed('it crashed: no')],
  ['prints no JSON', [[apply, {stdout: 'x'}]], [0, 0, 1], failed('its output is not JSON')],
  [
    'cannot be resumed',
    [
      [apply, {exitCode: 7}],
      [/^apply --resume R /, {exitCode: 7, stderr: 'no'}],
      [/^runs/, {stdout: '{"run":"R"}\n'}],
    ],
    [0, 0, 1],
    failed('resuming failed: no'),
  ],
  [
    'leaves changes',
    [[/^plan .* --check /, {exitCode: 8, stderr: 'label'}]],
    [0, 0, 1],
    failed('changes remain: label'),
  ],
])('tells whether an apply %s with each fault', async (_what, ends, counts, stderr) => {
  const isBroken = counts[2] === 1;
  expect(await sweep(ends)).toEqual({
    exitCode: isBroken ? 7 : 0,
    stderr,
    counts: Array.from({length: 8}, () => counts),
  });
});

test('says why the plan of a sweep failed', async () => {
  const stderr = '{"error":{"message":"f.yaml is empty","hint":"Fill it."}}';
  expect((await sweep([[/^plan/, {exitCode: 2, stdout: '', stderr}]])).stderr).toContain(
    '"message":"the plan: f.yaml is empty","hint":"Fill it."',
  );
});
