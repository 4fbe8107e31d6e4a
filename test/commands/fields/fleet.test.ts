import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {token} from '../../harness/fixed.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../harness/tenant.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bizctl-fleet-'));
});
afterEach(() => rmSync(home, {recursive: true}));

const files = {
  'f.yaml':
    'custom_fields: [{name: a, label: New}, {name: b, label: B, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
};
const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};

/** A tenant per profile, each at its own address. */
async function createFleet(faults: {readonly [profile: string]: {readonly [place: string]: Fault}} = {}) {
  const names = ['cust-1', 'cust-2', 'cust-3', 'other'];
  const tenants = new Map(names.map(name => [name, createTenant([field('a'), field('old')], faults[name])]));
  const fetch = async (request: Request) => {
    const tenant = tenants.get(new URL(request.url).hostname.split('.')[0] ?? '');
    if (!tenant) throw new Error('no such tenant');
    return tenant.fetch(request);
  };
  const run = (line: string | readonly string[], more: World['env'] = {}) =>
    bizctl(line, {home, env: {...env, ...more}, files, tenant: {fetch}});
  for (const name of names)
    await bizctl(`auth login --profile ${name} --base-url https://${name}.example.com`, {
      home,
      env,
      stdin: token,
      tenant: {fetch},
    });
  return {tenants, run, fetch};
}

const fail = async (): Promise<Response> => {
  throw new Error('no such tenant');
};
const writes = (tenant: Tenant | undefined) => tenant?.requests.filter(each => !each.startsWith('GET')).length;

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
        'plan      1 to create, 1 to update, 0 to replace, 0 to delete; 0 as declared; 1 not declared, left alone',
        '',
      ]),
      'PROFILE  CREATE  UPDATE  REPLACE  DELETE  LOSSES  UNCHANGED  OUTCOME  RUN  ERROR',
      ...['cust-1', 'cust-2', 'cust-3'].map(
        name => `${name}   1       1       0        0       0       0          planned`,
      ),
      '',
    ].join('\n'),
  });
  expect(tenants.get('other')?.requests.length).toBe(before);
});

test('saves a plan for each tenant, and applies one of them', async () => {
  const {tenants, run} = await createFleet();
  const directory = join(home, 'plans');
  expect((await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --out ${directory} --quiet`)).exitCode).toBe(0);
  expect(readdirSync(directory)).toEqual(['cust-1.json', 'cust-2.json']);
  const saved = {'plan.json': readFileSync(join(directory, 'cust-2.json'), 'utf8')};
  const world = {home, env, files: saved, tenant: {fetch: tenants.get('cust-2')?.fetch ?? fail}};
  expect((await bizctl('fields apply plan.json --profile cust-2', world)).exitCode).toBe(0);
  expect((await bizctl('fields apply plan.json --profile cust-1', world)).exitCode).toBe(10);
});

test.each([
  ['markdown', '### Custom fields of ` cust-2 `\n\n> **Failed:** ` HTTP 401: no (GET /v2/customFields) `\n'],
  ['github', '::error::cust-2: HTTP 401: no (GET /v2/customFields)\n'],
])('a plan as %s has a tenant that could not be planned', async (format, section) => {
  const refuse = {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})};
  const {run} = await createFleet({'cust-2': refuse});
  const {exitCode, stdout} = await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --format ${format}`);
  expect({exitCode, hasSection: stdout.includes(section)}).toEqual({exitCode: 3, hasSection: true});
});

test.each(['markdown', 'github'])('names the tenants in a plan as %s', async format => {
  const {run} = await createFleet();
  const {stdout} = await run(`fields plan -f f.yaml --profiles cust-1,cust-2 --format ${format}`);
  expect(stdout.match(/^(?:### Custom fields of ` cust-\d `|::notice ?[^:]*::cust-\d: 1 to create)/gm)).toHaveLength(2);
});

test('annotates the lines of the files in a run of GitHub Actions (row 164)', async () => {
  const {fetch} = await createFleet();
  const line = "fields plan -f f.yaml --profiles 'cust-*' --format github";
  const world = {home, tenant: {fetch}, env: {...env, GITHUB_ACTIONS: 'true'}};
  const plan = await bizctl(line, {...world, files});
  expect(plan.stdout.split('\n')).toContain(
    '::notice file=f.yaml,line=1,col=17,title=cust-1%3A update a::~ label: "Label of a" -> "New"',
  );
  expect((await bizctl(line, {...world, files: {'f.yaml': 'custom_fields: [{name: 1}]'}})).stdout).toBe(
    '::error file=f.yaml,line=1,col=24::name is not a string: 1. Put it in quotes.\n',
  );
});

test('undoes all of a fleet by one command, and names each tenant and run', async () => {
  const {tenants, run} = await createFleet();
  const before = [...tenants.values()].map(tenant => tenant.fields());
  const applied = await run("fields apply -f f.yaml --profiles 'cust-*' --yes --json");
  const rows: readonly {profile: string; run: string}[] = JSON.parse(applied.stdout);
  for (const {profile, run} of rows) expect(applied.stderr).toContain(`"${profile}: run ${run}: 1 to create`);
  const [, fleet = ''] = /bizctl fields undo (\S+?)"/.exec(applied.stderr) ?? [];
  // The count is that of all tenants, as in apply.
  expect(await run(`fields undo ${fleet} --yes --expect-deletes 1`)).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: 3 fields would be deleted across all tenants (delete b), but --expect-deletes is 1\n' +
      'hint: Check the plan. If that is intended, pass --expect-deletes 3.\n',
  });
  expect((await run(`fields undo ${fleet} --yes`)).stderr).toMatch(/--expect-deletes is missing/);
  const shown = await run(`fields undo ${fleet} --dry-run --json`);
  expect(JSON.parse(shown.stdout)).toMatchObject(
    ['cust-3', 'cust-2', 'cust-1'].map(profile => ({profile, delete: 1, outcome: 'planned'})),
  );
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 3 --json`);
  expect(undone.exitCode).toBe(0);
  expect(JSON.parse(undone.stdout)).toMatchObject(
    rows.toReversed().map(({profile, run}) => ({profile, run, delete: 1, outcome: 'undone', error: null})),
  );
  expect(undone.stderr).toContain('"cust-1: verified: run ');
  expect(await run(`fields undo ${fleet} --yes`)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: fleet ${fleet} was already undone\nhint: To list the runs, run: bizctl fields runs\n`,
  });
  expect([...tenants.values()].map(tenant => tenant.fields())).toEqual(before);
  const {stdout} = await run('fields runs --json --columns tenant,outcome,fleet');
  expect(JSON.parse(stdout).filter((row: {outcome: string}) => row.outcome === 'undone')).toEqual(
    ['cust-3', 'cust-2', 'cust-1'].map(tenant => ({tenant, outcome: 'undone', fleet})),
  );
});

test('undoes what is left of a fleet of which one run was undone and another wrote nothing', async () => {
  const {tenants, run} = await createFleet();
  const before = [...tenants.values()].map(tenant => tenant.fields());
  const applied = await run("fields apply -f f.yaml --profiles 'cust-*' --yes --json");
  const rows: readonly {profile: string; run: string}[] = JSON.parse(applied.stdout);
  const [, fleet = ''] = /bizctl fields undo (\S+?)"/.exec(applied.stderr) ?? [];
  const [first] = rows;
  expect((await run(`fields undo ${first?.run} --profile ${first?.profile} --yes --expect-deletes 1`)).exitCode).toBe(
    0,
  );
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 2 --json`);
  expect(undone.exitCode).toBe(0);
  expect(JSON.parse(undone.stdout).map(({profile}: {profile: string}) => profile)).toEqual(['cust-3', 'cust-2']);
  expect([...tenants.values()].map(tenant => tenant.fields())).toEqual(before);
});

test('tells tenants apart by their profiles, whatever BIZCTL_TENANT says (row 156)', async () => {
  const {tenants, run} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes", {BIZCTL_TENANT: 'acme'});
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  expect((await run(`fields undo ${fleet} --yes --expect-deletes 3`)).exitCode).toBe(0);
  expect(['cust-1', 'cust-2', 'cust-3'].map(name => writes(tenants.get(name)))).toEqual([4, 4, 4]);
});

test('undoes nothing of a fleet when one tenant cannot be read, and names it', async () => {
  const {tenants, run} = await createFleet({
    'cust-2': {'GET /v2/customFields#4': () => reply({message: 'no'}, {status: 403})},
  });
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const before = [...tenants.values()].map(writes);
  expect(await run(`fields undo ${fleet} --yes --expect-deletes 3`)).toMatchObject({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringMatching(/^error: cannot plan 1 of 3 tenants; cust-2: HTTP 403/),
  });
  expect([...tenants.values()].map(writes)).toEqual(before);
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
  expect(stderr).toContain('cust-2: 1 of 2 changes were not applied');
  expect(stderr).toMatch(/fields apply --resume \S+ --profile cust-2"/);
  expect(['cust-1', 'cust-2', 'cust-3', 'other'].map(name => writes(tenants.get(name)))).toEqual([2, 2, 0, 0]);
});

test('writes nothing when one tenant cannot be planned or deletes more than expected', async () => {
  const {tenants, run} = await createFleet({
    'cust-3': {'GET /v2/customFields#1': () => reply('', {status: 403})},
  });
  expect((await run("fields apply -f f.yaml --profiles 'cust-*' --yes")).exitCode).toBe(3);
  expect((await run('fields apply -f f.yaml --profiles cust-1,cust-2 --prune --yes --expect-deletes 1')).exitCode).toBe(
    9,
  );
  expect((await run("fields apply -f f.yaml --profiles 'nobody*' --yes")).exitCode).toBe(4);
  expect((await run('fields apply -f f.yaml --profiles cust-1,cust-7 --yes')).exitCode).toBe(4);
  expect([...tenants.values()].map(writes)).toEqual([0, 0, 0, 0]);
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
  expect(writes(tenants.get('cust-1'))).toBe(2);
});

test('writes nothing to a tenant that has changed since it was planned (row 33)', async () => {
  const since = () => reply({custom_fields: [field('a', {label: 'of a colleague'}), field('old')]});
  const {tenants, run} = await createFleet({'cust-2': {'GET /v2/customFields#2': since}});
  const {exitCode, stdout} = await run(
    'fields apply -f f.yaml --profiles cust-2 --yes --output ndjson --columns profile,outcome,error',
  );
  expect({exitCode, stdout}).toEqual({
    exitCode: 7,
    stdout: '{"profile":"cust-2","outcome":"failed","error":"\\"a\\" has changed since it was planned"}\n',
  });
  expect(writes(tenants.get('cust-2'))).toBe(0);
});

test('takes the names of profiles as they are, but for the asterisk', async () => {
  const {run} = await createFleet();
  for (const pattern of ['cust.1', 'cust.*', 'cust-[12]', 'ust-*'])
    expect(await run(['fields', 'plan', '-f', 'f.yaml', '--profiles', pattern])).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringMatching(/^error: no profile (?:named|matches) /),
    });
});

test('deletes from no tenant with --yes alone (row 32)', async () => {
  const {tenants, run} = await createFleet();
  expect(await run('fields apply -f f.yaml --profiles cust-1,cust-2 --prune --yes')).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: 2 fields would be deleted across all tenants (delete old), but --expect-deletes is missing
hint: If that is intended, pass --expect-deletes 2.
`,
  });
  expect([...tenants.values()].map(writes)).toEqual([0, 0, 0, 0]);
});

test.each(['', '0', 'rest,1', '1,,2', '1.5', '1, 2', 'all', '-1'])(
  'rejects --waves %j before any write',
  async waves => {
    const {tenants, run} = await createFleet();
    const line = ['fields', 'apply', '-f', 'f.yaml', '--profiles', 'cust-1,cust-2', '--yes', '--waves', waves];
    expect(await run(line)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: --waves ${waves} is not a list of wave sizes\nhint: Use sizes such as 1,5,rest.\n`,
    });
    expect([...tenants.values()].map(writes)).toEqual([0, 0, 0, 0]);
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
  expect([...tenants.values()].map(writes)).toEqual([0, 0, 0, 0]);
});

test('a fleet plan with a refusal ends with 9, and says so in the table', async () => {
  const {fetch} = await createFleet();
  const changed = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = "fields plan -f f.yaml --profiles 'cust-1, cust-2' --output csv --columns profile,outcome";
  const {exitCode, stdout} = await bizctl(line, {home, env, files: changed, tenant: {fetch}});
  expect({exitCode, stdout}).toEqual({exitCode: 9, stdout: 'profile,outcome\r\ncust-1,refused\r\ncust-2,refused\r\n'});
});

test.each([
  ['--yes', {}],
  ['', {answer: 'yes'}],
] as const)('an undo of a fleet says once what it cannot restore (options: %j)', async (option, more) => {
  const {run, fetch} = await createFleet({'cust-1': {}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-1' --prune --yes --expect-deletes 1");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const line = `fields undo ${fleet} ${option} --expect-deletes 1`;
  const undone = await bizctl(line, {home, env, files, tenant: {fetch}, ...more});
  expect({exitCode: undone.exitCode, count: undone.stderr.split('is recreated with a new id').length - 1}).toEqual({
    exitCode: 0,
    count: 1,
  });
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
  expect(stderr).toContain('2 of 3 tenants have changes');
});

test('what an undo of a fleet says of one of its tenants names it, and suggests commands for it', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const {run} = await createFleet({'cust-2': {'PATCH /v2/customFields#2': refuse}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 3`);
  expect(undone).toMatchObject({
    exitCode: 7,
    stderr: expect.stringMatching(
      new RegExp(
        [
          'error: cust-2: ~ update a: HTTP 422: no \\(PATCH /v2/customFields/cf_a\\)',
          'warning: cust-2: "a" still differs in label: "New" -> "Label of a"',
          'error: cust-2: 1 of 2 changes were not applied',
          'hint: .* Run: bizctl fields apply --resume \\S+ --profile cust-2',
          'note: cust-1: run ',
        ].join('\n'),
      ),
    ),
  });
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
      'hint: Each failure is listed above. Run the same command again to continue.\n',
  );
  expect([...tenants].filter(([, tenant]) => writes(tenant) !== 0).map(([name]) => name)).toEqual(['other']);
});

test('each part of --profiles must match a profile', async () => {
  const {run} = await createFleet();
  expect(await run("fields plan -f f.yaml --profiles 'cust-1,prd-*'")).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: 'error: no profile matches "prd-*"\nhint: Run: bizctl profile list\n',
  });
});

test('a fleet of which each write was refused has nothing to undo', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const {run} = await createFleet({'cust-1': {'PATCH /v2/customFields': refuse, 'POST /v2/customFields': refuse}});
  const {stderr} = await run('fields apply -f f.yaml --profiles cust-1 --yes --json');
  expect(stderr).not.toContain('fields undo');
  const [{fleet} = {fleet: ''}] = JSON.parse((await run('fields runs --json')).stdout);
  expect(await run(`fields undo ${fleet} --yes`)).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining(`error: fleet ${fleet} wrote nothing\n`),
  });
  expect(await run(`fields apply --resume ${fleet} --profile cust-1`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      `error: ${fleet} is the id of a fleet, not of a run\n` +
      'hint: To continue an apply to several tenants, run the same command again.\n',
  });
});

test('a refusal of a fleet names its tenant, and how many are refused', async () => {
  const {fetch} = await createFleet();
  const changed = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = "fields apply -f f.yaml --profiles 'cust-*' --yes";
  expect(await bizctl(line, {home, env, files: changed, tenant: {fetch}})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: refused for 3 of 3 tenants; cust-1: f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost\n' +
      'hint: If that is intended, pass --replace a.\n',
  });
});

test('a fleet shows the protected fields that it leaves alone', async () => {
  const {fetch} = await createFleet();
  const changed = {
    'f.yaml': 'custom_fields: [{name: a, protect: true, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stdout} = await bizctl('fields plan -f f.yaml --profiles cust-1', {
    home,
    env,
    files: changed,
    tenant: {fetch},
  });
  expect(stdout).toContain('= keep  a  f.yaml:1:17\n');
});

test('two profiles of one tenant are pointed out, as what is lost is counted twice', async () => {
  const {run} = await createFleet();
  await bizctl('auth login --profile twin --base-url https://cust-1.example.com', {home, env, stdin: token});
  expect((await run('fields plan -f f.yaml --profiles cust-1,cust-2,twin')).stderr).toBe(
    'warning: cust-1 and twin are the same tenant: they have one address and token\n',
  );
});

test('a fleet sums up what is lost, once, in a review as Markdown', async () => {
  const {run} = await createFleet();
  const {stdout, stderr} = await run("fields plan -f f.yaml --profiles 'cust-*' --prune --format markdown");
  expect(stdout.match(/^(?:##.*|\*\*Losses.*)$/gm)).toEqual([
    '## Custom fields of 3 tenants: 3 with changes',
    '**Losses:** 3 across all tenants; without a terminal or with --yes, pass --expect-deletes 3',
    ...['cust-1', 'cust-2', 'cust-3'].flatMap(name => [`### Custom fields of \` ${name} \``, '**Losses:** 1']),
  ]);
  expect(stderr).toContain(
    'note: losses: 3 across all tenants; without a terminal or with --yes, pass --expect-deletes 3',
  );
});

test('annotations of a fleet begin with what matters most in all of it (row 165)', async () => {
  const refuse = {'GET /v2/customFields': () => reply({message: 'no'}, {status: 401})};
  const {run} = await createFleet({'cust-3': refuse});
  const {stdout} = await run("fields plan -f f.yaml --profiles 'cust-*' --prune --format github");
  expect(stdout.split('\n').map(line => line.split(/%0A|;/)[0])).toEqual([
    '::error::cust-3: HTTP 401: no (GET /v2/customFields)',
    '::warning title=losses::2 across all tenants',
    '::warning title=cust-1%3A delete old::its id and the values stored in it are lost',
    '::warning title=cust-2%3A delete old::its id and the values stored in it are lost',
    '::notice::3 tenants: 1 failed, 2 with changes',
    '::notice::cust-1: 1 to create, 1 to update, 0 to replace, 1 to delete',
    '::notice::cust-2: 1 to create, 1 to update, 0 to replace, 1 to delete',
    '::notice file=f.yaml,line=1,col=40,title=cust-1%3A create b::label: "B"',
    '::notice file=f.yaml,line=1,col=17,title=cust-1%3A update a::~ label: "Label of a" -> "New"',
    '::notice file=f.yaml,line=1,col=40,title=cust-2%3A create b::label: "B"',
    '::notice file=f.yaml,line=1,col=17,title=cust-2%3A update a::~ label: "Label of a" -> "New"',
    '',
  ]);
});

test('240 tenants fit into one comment, the rest is counted (row 165)', async () => {
  const tenant = createTenant([field('a'), field('old')]);
  const names = Array.from({length: 240}, (_none, index) => `mass-${index}`);
  const world = {home, env, files, tenant};
  await bizctl('auth login --profile mass-0 --base-url https://one.example.com', {...world, stdin: token});
  const path = join(home, 'config', 'config.json');
  const stored = JSON.parse(readFileSync(path, 'utf8'));
  const profiles = Object.fromEntries(names.map(name => [name, stored.profiles['mass-0']]));
  writeFileSync(path, JSON.stringify({...stored, profiles}));
  const {stdout} = await bizctl("fields plan -f f.yaml --profiles 'mass-*' --format markdown --quiet", world);
  expect(stdout.length).toBeLessThan(60_000);
  expect(stdout).toContain('## Custom fields of 240 tenants: 240 with changes\n');
});
