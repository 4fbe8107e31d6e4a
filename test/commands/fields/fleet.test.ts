import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {token} from '../../harness/fixed.js';
import {countWrites, useFleet} from '../../harness/fleet.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const {createFleet, inHome, world} = useFleet();

const fail = async (): Promise<Response> => {
  throw new Error('no such tenant');
};
test('plans many tenants as a matrix and sends nothing to others', async () => {
  const {tenants, run} = await createFleet();
  const before = tenants.get('other')?.requests.length;
  const {exitCode, stdout} = await run("fields plan -f f.yaml --profiles 'cust-*' --check");
  expect({exitCode, stdout}).toEqual({
    exitCode: 8,
    stdout: [
      ...['cust-1', 'cust-2', 'cust-3'].flatMap(name => [
        name,
        '+ create  b  f.yaml:1:40',
        '          label: "B"',
        '          type: phone',
        '~ update  a  f.yaml:1:17',
        '          ~ label: "Label of a" -> "New"',
        `tenant    https://${name}.example.com/ (${name})`,
        'plan      1 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; 1 not declared, left alone ("old")',
        '',
      ]),
      'PROFILE  OUTCOME  LOSSES  CREATE  UPDATE  REPLACE  DELETE  UNCHANGED',
      ...['cust-1', 'cust-2', 'cust-3'].map(name => `${name}   planned  0       1       1       0        0       0`),
      '',
    ].join('\n'),
  });
  expect(tenants.get('other')?.requests.length).toBe(before);
});

test('saves a plan for each tenant, and applies one of them', async () => {
  const {tenants, run} = await createFleet();
  const directory = inHome('plans');
  expect((await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --out ${directory} --quiet`)).exitCode).toBe(0);
  expect(readdirSync(directory)).toEqual(['cust-1.json', 'cust-2.json']);
  const saved = {'plan.json': readFileSync(join(directory, 'cust-2.json'), 'utf8')};
  const saving = world({files: saved, tenant: {fetch: tenants.get('cust-2')?.fetch ?? fail}});
  expect((await bizctl('fields apply plan.json --profile cust-2', saving)).exitCode).toBe(0);
  expect((await bizctl('fields apply plan.json --profile cust-1', saving)).exitCode).toBe(10);
});

test('applies in waves and starts none after one that failed', async () => {
  const {tenants, run} = await createFleet({
    'cust-2': {'POST /v2/customFields': () => reply({message: 'no room'}, {status: 422})},
  });
  const {exitCode, stdout, stderr} = await run(
    "fields apply -f f.yaml --profiles 'cust-*' --waves 1,1,rest --yes --output ndjson --columns profile,outcome",
  );
  expect({exitCode, stdout}).toEqual({
    exitCode: 7,
    stdout:
      '{"profile":"cust-1","outcome":"applied"}\n{"profile":"cust-2","outcome":"failed"}\n{"profile":"cust-3","outcome":"not tried"}\n',
  });
  expect(stderr).toContain('cust-2: 1 of 2 changes was not applied');
  expect(stderr).toContain(
    'The API accepted the other. The causes are listed above. If the files are the cause, correct them, then apply them again.',
  );
  expect(['cust-1', 'cust-2', 'cust-3', 'other'].map(name => countWrites(tenants.get(name)))).toEqual([2, 2, 0, 0]);
});

test('writes nothing when one tenant cannot be planned or deletes more than expected', async () => {
  const {tenants, run} = await createFleet({
    'cust-3': {'GET /v2/customFields#1': () => reply('', {status: 403})},
  });
  expect((await run("fields apply -f f.yaml --profiles 'cust-*' --yes")).exitCode).toBe(3);
  expect((await run('fields apply -f f.yaml --profiles cust-1,cust-2 --prune --yes --expect-deletes 1')).exitCode).toBe(
    9,
  );
  expect((await run("fields apply -f f.yaml --profiles 'nobody*' --yes")).exitCode).toBe(2);
  expect((await run('fields apply -f f.yaml --profiles cust-1,cust-7 --yes')).exitCode).toBe(2);
  expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
  expect(
    (await run('fields apply -f f.yaml --profiles cust-1,cust-2 --prune --yes --expect-deletes 2 --waves rest'))
      .exitCode,
  ).toBe(0);
});

test('creates nothing twice through two profiles of one tenant', async () => {
  const {tenants, run} = await createFleet();
  await run('profile add twin --base-url https://cust-1.example.com');
  const {exitCode, stdout} = await run('fields apply -f f.yaml --profiles cust-1,twin --yes --json --columns outcome');
  expect({exitCode, outcomes: JSON.parse(stdout)}).toEqual({
    exitCode: 0,
    outcomes: [{outcome: 'applied'}, {outcome: 'nothing to do'}],
  });
  expect(countWrites(tenants.get('cust-1'))).toBe(2);
});

test('writes nothing to a tenant that has changed since it was planned (row 33)', async () => {
  const since = () => reply({custom_fields: [field('a', {label: 'of a colleague'}), field('old')]});
  const {tenants, run} = await createFleet({'cust-2': {'GET /v2/customFields#2': since}});
  const {exitCode, stdout} = await run(
    'fields apply -f f.yaml --profiles cust-2 --yes --output ndjson --columns profile,outcome,error',
  );
  expect({exitCode, stdout}).toEqual({
    exitCode: 10,
    stdout: '{"profile":"cust-2","outcome":"failed","error":"\\"a\\" has changed since it was planned"}\n',
  });
  expect(countWrites(tenants.get('cust-2'))).toBe(0);
});

test('takes the names of profiles as they are, but for the asterisk', async () => {
  const {run} = await createFleet();
  for (const pattern of ['cust.1', 'cust.*', 'cust-[12]', 'ust-*'])
    expect(await run(['fields', 'plan', '-f', 'f.yaml', '--profiles', pattern])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: no profile (?:named|matches) /),
    });
});

test('deletes from no tenant with --yes alone (row 32)', async () => {
  const {tenants, run} = await createFleet();
  expect(await run('fields apply -f f.yaml --profiles cust-1,cust-2 --prune --yes')).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: 2 fields would be deleted across all tenants ("old"), but --expect-deletes is missing
hint: If the plan is right, pass --expect-deletes 2.
`,
  });
  expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
});

test('a warning that says how to avoid a loss is shown where the loss is refused', async () => {
  const {fetch} = await createFleet();
  const files = {'f.yaml': 'custom_fields: [{name: fresh}]'};
  const {stderr} = await bizctl(
    'fields apply -f f.yaml --profiles cust-1 --prune --yes',
    world({files, tenant: {fetch}}),
  );
  expect(stderr).toContain('warning: cust-1: f.yaml:1:17: "fresh" is new and declares no type; ');
});

test.each(['', '0', 'rest,1', '1,,2', '1.5', '1, 2', 'all', '-1'])(
  'rejects --waves %j before any write',
  async waves => {
    const {tenants, run} = await createFleet();
    const line = ['fields', 'apply', '-f', 'f.yaml', '--profiles', 'cust-1,cust-2', '--yes', '--waves', waves];
    expect(await run(line)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: invalid value for --waves: ${JSON.stringify(waves)}\nhint: Use sizes such as 1,5,rest.\n`,
    });
    expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
  },
);

test.each([
  ['plan.json', 'a saved plan'],
  ['--resume 20261121T130000000-00000001', '--resume'],
])('refuses %s for many tenants', async (words, what) => {
  const {tenants, run} = await createFleet();
  expect(await run(`fields apply ${words} --profiles cust-1,cust-2 --yes`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${what} cannot be combined with --profiles\nhint: Use only one of them.\n`,
  });
  expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
});

test('a fleet plan with a refusal ends with 9, and says so in the table', async () => {
  const {fetch} = await createFleet();
  const changed = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = "fields plan -f f.yaml --profiles 'cust-1, cust-2' --output csv --columns profile,outcome";
  const {exitCode, stdout} = await bizctl(line, world({files: changed, tenant: {fetch}}));
  expect({exitCode, stdout}).toEqual({exitCode: 9, stdout: 'profile,outcome\r\ncust-1,refused\r\ncust-2,refused\r\n'});
});

test('a fleet as JSON counts what is as declared', async () => {
  const {run} = await createFleet();
  const {stdout} = await run("fields plan -f f.yaml --profiles 'cust-1,other' --json");
  expect(
    JSON.parse(stdout).map(({profile, unchanged}: {profile: string; unchanged: number}) => ({profile, unchanged})),
  ).toEqual([
    {profile: 'cust-1', unchanged: 0},
    {profile: 'other', unchanged: 0},
  ]);
});

test('--check of a fleet that is as declared ends with 0, and counts the tenants that are not', async () => {
  const {run} = await createFleet();
  expect((await run('fields apply -f f.yaml --profiles cust-1 --yes')).exitCode).toBe(0);
  expect((await run('fields plan -f f.yaml --profiles cust-1 --check')).exitCode).toBe(0);
  const {exitCode, stderr} = await run("fields plan -f f.yaml --profiles 'cust-*' --check");
  expect(exitCode).toBe(8);
  expect(stderr).toContain('changes are pending on 2 of 3 tenants');
});

test('applies in the order in which the profiles are given, so that a canary comes first', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const {tenants, run} = await createFleet({other: {'PATCH /v2/customFields': refuse}});
  const line = "fields apply -f f.yaml --profiles 'other,cust-*' --waves 1,rest --yes --columns profile,outcome";
  const {exitCode, stdout, stderr} = await run(line);
  expect({exitCode, stdout}).toEqual({
    exitCode: 7,
    stdout: 'PROFILE  OUTCOME\nother    failed\ncust-1   not tried\ncust-2   not tried\ncust-3   not tried\n',
  });
  expect(stderr).toContain(
    'error: 1 of 4 tenants failed: other; not tried: cust-1, cust-2, cust-3\n' +
      'hint: The causes are listed above. Once they are fixed, run the same command again.\n',
  );
  expect([...tenants].filter(([, tenant]) => countWrites(tenant) !== 0).map(([name]) => name)).toEqual(['other']);
});

test('each part of --profiles must match a profile', async () => {
  const {run} = await createFleet();
  expect(await run("fields plan -f f.yaml --profiles 'cust-1,prd-*'")).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: no profile matches "prd-*"\nhint: Run: bizctl profile list\n',
  });
});

test('a refusal of a fleet names its tenant, and how many are refused', async () => {
  const {fetch} = await createFleet();
  const changed = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = "fields apply -f f.yaml --profiles 'cust-*' --yes";
  expect(await bizctl(line, world({files: changed, tenant: {fetch}}))).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: the plan was refused for 3 of 3 tenants, so nothing was written: cust-1, cust-2, cust-3: f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost\n' +
      'hint: If that is intended, pass --replace a.\n',
  });
});

test('a fleet shows the protected fields that it leaves alone', async () => {
  const {fetch} = await createFleet();
  const changed = {
    'f.yaml': 'custom_fields: [{name: a, protect: true, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stdout} = await bizctl('fields plan -f f.yaml --profiles cust-1', world({files: changed, tenant: {fetch}}));
  expect(stdout).toContain('= keep  a  f.yaml:1:17\n');
  expect(stdout).toContain('not replaced, because it is protected');
});

test('two profiles of one tenant are pointed out, as what is lost is counted twice', async () => {
  const {run} = await createFleet();
  await bizctl('auth login --profile twin --base-url https://cust-1.example.com', world({stdin: token}));
  expect((await run('fields plan -f f.yaml --profiles cust-1,cust-2,twin')).stderr).toBe(
    'warning: cust-1 and twin are the same tenant: they have the same base URL and token\n',
  );
});

test('refuses BIZCTL_BASE_URL for another path on the host of a named profile (row 75)', async () => {
  const {run, tenants} = await createFleet();
  const shared = {BIZCTL_BASE_URL: 'https://cust-1.example.com/rest'};
  const requests = tenants.get('cust-1')?.requests.length;
  for (const which of ['--profiles cust-1', '--profile cust-1']) {
    const {exitCode, stderr} = await run(`fields apply -f f.yaml --yes ${which}`, shared);
    expect({exitCode, stderr}).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining(
        'profile "cust-1" is for https://cust-1.example.com/, not https://cust-1.example.com/rest (from BIZCTL_BASE_URL)\nhint: To use the profile, unset BIZCTL_BASE_URL.',
      ),
    });
  }
  expect(tenants.get('cust-1')?.requests.length).toBe(requests);
});

test('does not send BIZCTL_TOKEN to profiles of different origins (row 75)', async () => {
  const {run, tenants} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  await run('auth logout --profile cust-2');
  const received = () => [...tenants.values()].map(({requests}) => requests.length);
  const before = received();
  const shared = {BIZCTL_TOKEN: token};
  const refused = {
    exitCode: 3,
    stdout: '',
    stderr:
      'error: profile "cust-2" has no token, and BIZCTL_TOKEN is not sent to profiles of different origins\n' +
      'hint: Unset BIZCTL_TOKEN, or run: bizctl auth login --profile cust-2\n',
  };
  expect(await run("fields plan -f f.yaml --profiles 'cust-*'", shared)).toEqual(refused);
  expect(await run(`fields undo ${fleet} --yes`, shared)).toEqual(refused);
  expect(await run('fields diff cust-2 cust-1', shared)).toEqual(refused);
  expect(await run('fields diff cust-2 --profile cust-1', shared)).toEqual(refused);
  expect(received()).toEqual(before);
  // The other one has a token of its own.
  expect((await run('fields diff cust-1 cust-2', shared)).exitCode).not.toBe(3);
  // One origin, or tokens of their own.
  expect((await run('fields plan -f f.yaml --profiles cust-2', shared)).exitCode).toBe(0);
  expect((await run('fields plan -f f.yaml --profiles cust-1,cust-3', shared)).exitCode).toBe(0);
  expect((await run('fields diff cust-1 cust-3', shared)).exitCode).toBe(0);
});

test('suggests logging in to the profile whose token was refused', async () => {
  const {run} = await createFleet({'cust-2': {'GET /v2/customFields': () => reply({}, {status: 401})}});
  const {exitCode, stderr} = await run("fields plan -f f.yaml --profiles 'cust-*'");
  expect({exitCode, stderr}).toMatchObject({
    exitCode: 3,
    stderr: expect.stringMatching(/To log in again, run: bizctl auth login --profile cust-2\n$/),
  });
});

test('the plans of a fleet are not saved in a directory named "-"', async () => {
  const {run} = await createFleet();
  expect(await run('fields plan -f f.yaml --profiles cust-1 --out -')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --out cannot be "-"\nhint: To print a plan as JSON, pass --json instead.\n',
  });
});

test('says how to apply one of the plans that it has saved', async () => {
  const {run} = await createFleet();
  const directory = inHome('plans');
  const {stderr} = await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --out ${directory}`);
  expect(stderr).toContain(
    `note: saved 2 plans; to apply one, run: bizctl fields apply ${directory}/PROFILE.json --profile PROFILE\n`,
  );
});

test('a tenant with one change is planned, and one with none has nothing to do', async () => {
  const {run} = await createFleet();
  await run('fields apply -f f.yaml --profiles cust-1 --yes');
  await run(['fields', 'update', 'name:a', '--label', 'Other', '--profile', 'cust-1']);
  await run('fields apply -f f.yaml --profiles cust-2 --yes');
  const {stdout} = await run('fields plan -f f.yaml --profiles cust-1,cust-2 --json');
  expect(JSON.parse(stdout).map(({outcome, update}: {outcome: string; update: number}) => [update, outcome])).toEqual([
    [1, 'planned'],
    [0, 'nothing to do'],
  ]);
});

test('a jq program that fails after the writes of a fleet ends with 11, and hides nothing', async () => {
  const {run} = await createFleet({'cust-2': {'PATCH ': () => reply({message: 'no'}, {status: 422})}});
  const jq = ['--yes', '--jq', '.[] | error("x")'];
  const apply = (profiles: string) => run(['fields', 'apply', '-f', 'f.yaml', '--profiles', profiles, ...jq]);
  const failed = await apply('cust-1,cust-2');
  expect({exitCode: failed.exitCode, isNamed: failed.stderr.includes('1 of 2 tenants failed: cust-2')}).toEqual({
    exitCode: 7,
    isNamed: true,
  });
  const done = await apply('cust-3,other');
  const [, fleet = ''] = /to undo this, run: bizctl fields undo (\S+?)"/.exec(done.stderr) ?? [];
  expect({
    exitCode: done.exitCode,
    error: JSON.parse(done.stderr.trim().split('\n').at(-1) ?? '').error.message,
  }).toEqual({
    exitCode: 11,
    error: '--jq: x',
  });
  expect((await run(['fields', 'undo', fleet, '--expect-deletes', '2', ...jq])).exitCode).toBe(11);
});

test('does not advise to go on with a fleet whose batch was stopped because updates clear members', async () => {
  allowViolations();
  let isReplacing = false;
  const {fetch, run} = await createFleet({
    'cust-1': {
      PATCH: async (request, carryOut) => {
        const sent: JsonObject = JSON.parse(await request.text());
        const body = JSON.stringify(isReplacing ? {description: null, ...sent} : sent);
        return carryOut(new Request(request, {method: 'PATCH', body}));
      },
    },
  });
  await run('fields update name:a name:old --description D --profile cust-1');
  isReplacing = true;
  const files = {'f.json': '{"custom_fields":[{"name":"a","label":"A"},{"name":"old","label":"B"}]}'};
  const line = 'fields apply -f f.json --profiles cust-1,cust-2 --yes --concurrency 1';
  const {exitCode, stderr} = await bizctl(line, world({files, tenant: {fetch}}));
  expect({exitCode, end: stderr.split('\n').slice(-3)}).toEqual({
    exitCode: 7,
    end: ['error: 1 of 2 tenants failed: cust-1', 'hint: The causes are listed above.', ''],
  });
  expect(stderr).toMatch(
    /hint: To restore the old values, unless someone cleared them on purpose, run: bizctl fields undo \S+ --profile cust-1\n/,
  );
});
