import {appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {describe, expect, test, vi} from 'vitest';
import {InterruptedError, OutputError} from '../../../src/base/errors.js';
import {arrayOf, type JsonObject, objectOf} from '../../../src/json/json.js';
import {parseJson} from '../../../src/json/parse-json.js';
import {token} from '../../harness/fixed.js';
import {countWrites, useFleet} from '../../harness/fleet.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply} from '../../harness/tenant.js';

const {createFleet, inHome, world} = useFleet();

const prune = "fields apply -f f.yaml --profiles 'cust-*' --prune";
const refuse = () => reply({message: 'no'}, {status: 422});

test('what a fleet loses is shown above the question, and the plans before it', async () => {
  const {fetch} = await createFleet();
  const seen: string[] = [];
  const asked = world({
    tenant: {fetch},
    terminal: 100,
    stdout: text => void seen.push(text),
    answer: () => {
      seen.push('QUESTION');
      return 'no';
    },
  });
  const {exitCode, stderr} = await bizctl(prune, asked);
  expect({exitCode, stderr}).toEqual({
    exitCode: 9,
    stderr: expect.stringContaining('3 fields would be deleted.'),
  });
  const shown = seen.slice(0, seen.indexOf('QUESTION')).join('');
  expect(['cust-1', 'cust-2', 'cust-3'].filter(name => !shown.includes(name))).toEqual([]);
});

test('a fleet asks even if just one tenant has changes, and shows only that one', async () => {
  const {tenants, fetch} = await createFleet();
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  for (const name of ['cust-2', 'cust-3'])
    await bizctl(`fields apply -f f.yaml --profile ${name} --yes`, world({tenant: {fetch}, files}));
  const line = "fields apply -f f.yaml --profiles 'cust-*' --json";
  const {exitCode, stderr} = await bizctl(line, world({tenant: {fetch}, files, answer: 'no'}));
  expect({exitCode, writes: countWrites(tenants.get('cust-1'))}).toEqual({exitCode: 9, writes: 0});
  expect(stderr.match(/^cust-\d$/gm)).toEqual(['cust-1']);
  expect(stderr).toContain('? Apply these changes to 1 of 3 tenants?');
});

test('where stdout carries JSON, the plans to confirm are on stderr, of a fleet and of one tenant', async () => {
  const {fetch} = await createFleet();
  const asked = world({tenant: {fetch}, answer: 'yes'});
  const fleet = await bizctl(`${prune} --json --expect-deletes 3`, asked);
  expect(JSON.parse(fleet.stdout).map(({outcome}: {outcome: string}) => outcome)).toEqual(
    Array.from({length: 3}, () => 'applied'),
  );
  expect(['cust-1', 'cust-2', 'cust-3'].filter(name => !fleet.stderr.split('\n').includes(name))).toEqual([]);
  const one = await bizctl('fields apply -f one.yaml --profile cust-1 --json', {
    ...asked,
    files: {'one.yaml': 'custom_fields: [{name: z, label: Z, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}]'},
  });
  expect(JSON.parse(one.stdout)).toEqual([expect.objectContaining({name: 'z', outcome: 'done'})]);
  expect(one.stderr).toContain('+ create  z  one.yaml:1:17\n          label: "Z"\n');
});

test('the runs of another profile with the same token are not offered to undo', async () => {
  const {run, fetch} = await createFleet();
  await run('profile add twin --base-url https://cust-1.example.com');
  await bizctl(
    'auth login --profile twin --base-url https://cust-1.example.com',
    world({stdin: token, tenant: {fetch}}),
  );
  expect((await run('fields update name:a --label New --profile cust-1')).exitCode).toBe(0);
  expect(await bizctl('fields undo --profile twin', world({tenant: {fetch}, answer: 'yes'}))).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('no run on profile "twin"'),
  });
});

test('nobody is asked about plans that could not be shown', async () => {
  const {tenants, fetch} = await createFleet();
  const full = world({
    tenant: {fetch},
    terminal: 100,
    answer: 'yes',
    stdout: () => {
      throw new OutputError('cannot write output: ENOSPC');
    },
  });
  expect((await bizctl(prune, full)).exitCode).toBe(11);
  expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
});

test('an unknown outcome of one profile is looked up before another one of the same tenant writes', async () => {
  let isListed = false;
  const {tenants, run} = await createFleet({
    'cust-1': {
      'POST /v2/customFields': async (_request, carryOut) => {
        await carryOut();
        return reply({message: 'oops'}, {status: 500});
      },
      'GET /v2/customFields': async (_request, carryOut) => {
        const response = await carryOut();
        const fields = arrayOf(objectOf(parseJson(await response.clone().text()))?.['custom_fields']) ?? [];
        // The last read of the first profile, then those of the second.
        isListed ||= fields.length > 2 && (tenants.get('cust-1')?.requests.length ?? 0) > 15;
        return isListed ? response : reply({custom_fields: fields.slice(0, 2)});
      },
    },
  });
  await run('profile add twin --base-url https://cust-1.example.com');
  await run('fields apply -f f.yaml --profiles cust-1,twin --yes');
  const posts = tenants.get('cust-1')?.requests.filter(each => each.startsWith('POST'));
  expect(posts).toHaveLength(1);
});

test('every tenant that cannot be planned is named', async () => {
  const {run} = await createFleet({
    'cust-1': {'GET /v2/customFields': () => reply({message: 'not you'}, {status: 403})},
    'cust-3': {'GET /v2/customFields': () => reply({message: 'not you'}, {status: 403})},
    other: {'GET /v2/customFields': () => reply({message: 'gone'}, {status: 404})},
  });
  expect((await run("fields apply -f f.yaml --profiles '*' --yes")).stderr).toMatch(
    /cannot plan 3 of 4 tenants, so nothing was written: cust-1, cust-3: HTTP 403: not you [^;]*; other: HTTP 404: gone/,
  );
});

test('--fail-fast stops a fleet within a wave', async () => {
  const {tenants, run} = await createFleet({'cust-1': {'PATCH ': refuse}, 'cust-2': {'PATCH #2': refuse}});
  const line = "fields apply -f f.yaml --profiles 'cust-*' --yes --fail-fast --columns outcome --output csv";
  const {stdout} = await run(line);
  expect(stdout).toBe('outcome\r\nfailed\r\nnot tried\r\nnot tried\r\n');
  expect(['cust-2', 'cust-3'].map(name => countWrites(tenants.get(name)))).toEqual([0, 0]);
});

test('notices a field that has got a twin since the plans were made', async () => {
  let hasTwin = false;
  const {tenants, fetch} = await createFleet({
    'cust-1': {
      'PATCH ': (_request, carryOut) => {
        hasTwin = true;
        return carryOut();
      },
    },
    'cust-2': {
      'GET /v2/customFields': (_request, carryOut) =>
        hasTwin ? reply({custom_fields: [field('a'), field('a', {id: 'cf_twin'}), field('old')]}) : carryOut(),
    },
  });
  const line = 'fields apply -f one.yaml --profiles cust-1,cust-2 --yes --columns outcome --output csv';
  const files = {'one.yaml': 'custom_fields: [{name: a, label: New}]'};
  const {exitCode, stdout} = await bizctl(line, world({tenant: {fetch}, files}));
  expect({exitCode, stdout}).toEqual({exitCode: 7, stdout: 'outcome\r\napplied\r\nfailed\r\n'});
  expect(countWrites(tenants.get('cust-2'))).toBe(0);
});

test('a tenant on which Ctrl-C stops a fleet is interrupted, and the others are not tried (row 37)', async () => {
  let now = 0;
  const interruption = new AbortController();
  const {fetch} = await createFleet({
    'cust-2': {
      'PATCH ': (_request, carryOut) => {
        interruption.abort(new InterruptedError());
        // Whatever is read after that takes long.
        vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
        return carryOut();
      },
    },
  });
  const line = "fields apply -f f.yaml --profiles 'cust-*' --yes --columns outcome --output csv";
  const {exitCode, stdout, stderr} = await bizctl(line, world({tenant: {fetch}, signal: interruption.signal}));
  const {message, hint} = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
  expect(stderr).toContain('to undo this, run: bizctl fields undo ');
  expect({exitCode, stdout, message, hint}).toEqual({
    exitCode: 130,
    stdout: 'outcome\r\napplied\r\ninterrupted\r\nnot tried\r\n',
    message: 'interrupted; not tried: cust-3',
    hint: 'To continue, run the same command again.',
  });
});

test.each([
  ['fields apply -f f.yaml --profiles cust-* --prune --expect-deletes 3', 'fields plan'],
  ['fields undo FLEET --expect-deletes 3', '--dry-run'],
])('a fleet that is interrupted says how to continue, with the count of losses: %s', async (line, shows) => {
  const interruption = new AbortController();
  let isStopping = false;
  const stop: Fault = (_request, carryOut) => {
    if (isStopping) interruption.abort(new InterruptedError());
    return carryOut();
  };
  const {fetch} = await createFleet({'cust-2': {'DELETE ': stop}});
  const applied = await bizctl("fields apply -f f.yaml --profiles 'cust-*' --yes", world({tenant: {fetch}}));
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(applied.stderr) ?? [];
  isStopping = true;
  const words = `${line.replace('FLEET', fleet)} --yes --output csv`.split(' ');
  const {exitCode, stderr} = await bizctl(words, world({tenant: {fetch}, signal: interruption.signal}));
  const {message, hint} = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error;
  expect({exitCode, message, hint}).toEqual({
    exitCode: 130,
    message: expect.stringMatching(/^interrupted; not tried: cust-[13]$/),
    hint: expect.stringMatching(
      `run the same command again, with --expect-deletes set to the number that ${shows} now shows.$`,
    ),
  });
});

test('--profiles can be repeated, and --out names a file that is in the way', async () => {
  const {run} = await createFleet();
  writeFileSync(inHome('plan.json'), '{}');
  const plan = 'fields plan -f f.yaml --profiles cust-2 --profiles cust-1 --columns profile --output csv';
  expect((await run(plan)).stdout).toBe('profile\r\ncust-2\r\ncust-1\r\n');
  expect(await run(`${plan} --out ${inHome('plan.json')}`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`${inHome('plan.json')} is a file`),
  });
});

describe.each(['damaged', 'moved aside'])('a run of a fleet whose journal is %s', how => {
  async function damage(names: readonly string[]) {
    const {run} = await createFleet();
    const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
    const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
    const runs: {tenant: string; run: string}[] = JSON.parse((await run(`fields runs ${fleet} --json`)).stdout);
    const directory =
      readdirSync(inHome(), {recursive: true, encoding: 'utf8'}).find(path => path.endsWith('/runs')) ?? '';
    const problems = runs
      .filter(({tenant}) => names.includes(tenant))
      .map(({tenant, run: id}) => {
        const file = inHome(directory, `${id}.jsonl`);
        appendFileSync(file, 'nonsense\n');
        if (how === 'moved aside') renameSync(file, `${file}.damaged`);
        const journal = how === 'moved aside' ? `${file}.damaged` : file;
        return `run ${id} on ${tenant} cannot be undone, because its journal ${journal} is damaged`;
      });
    return {run, fleet, problems};
  }

  test('is named by the undo of the fleet and its dry run, and never asked about alone', async () => {
    const {run, fleet, problems} = await damage(['cust-2']);
    expect(await run(`fields undo ${fleet} --dry-run`)).toMatchObject({
      exitCode: 7,
      stderr: expect.stringContaining(`1 of 3 undos would be incomplete: ${problems[0]}\n`),
    });
    const undo = () => run(`fields undo ${fleet} --yes --expect-deletes 2`);
    // No tenant is warned of the journal of another.
    expect((await run(`fields undo ${fleet} --dry-run`)).stderr).not.toContain('warning');
    const incomplete = {
      exitCode: 7,
      stderr: expect.stringContaining(`error: fleet ${fleet} was not undone completely: ${problems[0]}\n`),
    };
    const first = await undo();
    expect(first).toMatchObject(incomplete);
    // Nothing is left that the same command could restore.
    expect(first.stderr).not.toContain('To retry');
    expect(await run(`fields undo ${fleet}`)).toMatchObject(incomplete);
  });

  test('is named above the question', async () => {
    const {fleet, problems} = await damage(['cust-2']);
    const {fetch} = await createFleet();
    const {stderr} = await bizctl(`fields undo ${fleet}`, world({tenant: {fetch}, answer: 'no'}));
    expect(stderr.indexOf(`warning: ${problems[0]}\n`)).toBeGreaterThanOrEqual(0);
    expect(stderr.indexOf(`warning: ${problems[0]}\n`)).toBeLessThan(stderr.indexOf('Undo the apply on 2 tenants?'));
  });

  test('is named where no other run of it can be read', async () => {
    const {run, fleet, problems} = await damage(['cust-1', 'cust-2', 'cust-3']);
    expect((await run(`fields undo ${fleet} --yes`)).stderr).toContain(problems.join('; '));
    expect((await run(`fields runs ${fleet}`)).exitCode).toBe(0);
  });
});

test('after a failure, the hint asks for the number of losses that are left, and what has one cause is said once (row 141)', async () => {
  const {run} = await createFleet({'cust-2': {'PATCH ': refuse}, 'cust-3': {'PATCH ': refuse}});
  const {exitCode, stderr} = await run(`${prune} --yes --expect-deletes 3`);
  const errors = stderr.split('\n').filter(line => /^(?:error|hint):/.test(line));
  expect({exitCode, errors}).toEqual({
    exitCode: 7,
    errors: [
      'error: cust-2: update "a": HTTP 422: no (PATCH /v2/customFields/cf_a)',
      'error: cust-2: 1 of 3 changes was not applied',
      'hint: The API accepted the others. The causes are listed above. If the files are the cause, correct them, then apply them again.',
      'error: cust-3: update "a": HTTP 422: no (PATCH /v2/customFields/cf_a)',
      'error: 2 of 3 tenants failed: cust-2, cust-3',
      'hint: The causes are listed above. Once they are fixed, run the same command again, with --expect-deletes set to the number that fields plan now shows.',
    ],
  });
  // Nothing is deleted twice, and without a write nothing is incomplete.
  expect((await run(`${prune} --yes --expect-deletes 0`)).exitCode).toBe(5);
});

test('damaged settings are reported once for all tenants', async () => {
  const {run} = await createFleet();
  mkdirSync(inHome('config'), {recursive: true, mode: 0o700});
  writeFileSync(inHome('config', 'settings.json'), '{"output": 1}', {mode: 0o600});
  const {stderr} = await run("fields plan -f f.yaml --profiles 'cust-*'", {BIZCTL_TOKEN: token});
  expect(stderr.split('ignoring stored settings')).toHaveLength(2);
});

test('a run is undone at the base URL that its profile had', async () => {
  const {run} = await createFleet();
  const {stderr} = await run('fields apply -f f.yaml --profile cust-1 --yes');
  const [, id = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? /run (\S+):/.exec(stderr) ?? [];
  await run('profile remove cust-1 --yes');
  await run('profile add cust-1 --base-url https://cust-2.example.com');
  const undo = (target: string) => run(`fields undo ${id} ${target} --yes --expect-deletes 1`, {BIZCTL_TOKEN: token});
  expect(await undo('--profile cust-1')).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: run ${id} is for https://cust-1.example.com/, but this is https://cust-2.example.com/\nhint: Profile cust-1 had a different base URL when the plan was made. To apply the plan there, set BIZCTL_TOKEN to the token of that tenant and BIZCTL_TENANT=cust-1. Run: bizctl fields undo ${id} --base-url https://cust-1.example.com/\n`,
  });
  expect((await undo('--profile cust-2')).stderr).toContain(
    `hint: If you have no profile cust-1, pass --base-url https://cust-1.example.com/ instead of --profile. Run: bizctl fields undo ${id} --profile cust-1\n`,
  );
  const env = {BIZCTL_TOKEN: token, BIZCTL_TENANT: 'cust-1'};
  const elsewhere = await run(`fields undo ${id} --base-url https://cust-2.example.com --yes --expect-deletes 1`, env);
  expect(elsewhere.stderr).toContain(`hint: Run: bizctl fields undo ${id} --base-url https://cust-1.example.com/\n`);
  const pasted = `fields undo ${id} --base-url https://cust-1.example.com/ --yes --expect-deletes 1`;
  expect((await run(pasted, env)).exitCode).toBe(0);
});

test('failures whose hints name their own tenant are all reported', async () => {
  const forbid = () => reply({message: 'no'}, {status: 403});
  const {run} = await createFleet({'cust-1': {'PATCH ': forbid}, 'cust-2': {'PATCH ': forbid}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  expect(['cust-1', 'cust-2'].filter(name => stderr.includes(`the token from profile "${name}"`))).toEqual([
    'cust-1',
    'cust-2',
  ]);
});

test('a journal whose first line is damaged may belong to a fleet, which the undo does not call complete (row 40)', async () => {
  const {run, tenants} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const runs: {tenant: string; run: string}[] = JSON.parse((await run(`fields runs ${fleet} --json`)).stdout);
  const {run: id = ''} = runs.find(({tenant}) => tenant === 'cust-2') ?? {};
  const directory =
    readdirSync(inHome(), {recursive: true, encoding: 'utf8'}).find(path => path.endsWith('/runs')) ?? '';
  const journal = inHome(directory, `${id}.jsonl`);
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/^.*\n/, '{garbage\n'));
  // A run of another day is none of this fleet.
  const older = `20200101${id.slice(8)}`;
  writeFileSync(inHome(directory, `${older}.jsonl`), readFileSync(journal));
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 2`);
  expect({exitCode: undone.exitCode, isOlderPart: undone.stderr.includes(`run ${older}`)}).toEqual({
    exitCode: 7,
    isOlderPart: false,
  });
  expect(undone.stderr).toContain(
    `run ${id} on cust-2, which may be part of the fleet, cannot be undone, because its journal ${journal} is damaged or cannot be read`,
  );
  expect((await run(`fields runs ${fleet}`)).stderr).toContain(
    `warning: run ${id} may belong to this fleet, but its journal is damaged or unreadable\n`,
  );
  expect(['cust-1', 'cust-2', 'cust-3'].map(name => tenants.get(name)?.fields().length)).toEqual([2, 3, 2]);
  expect((await run(`fields undo ${id} --profile cust-2 --yes`)).stderr).toContain(
    'hint: What it wrote cannot be undone; restore the fields by hand.\n',
  );
});

test('a fleet is not told to put the id of a choice on one tenant into the files of all (row 149)', async () => {
  await createFleet();
  const toOptions = (choices: readonly JsonObject[]) => ({
    display_type: 'RADIO',
    groups: [{header: 'G', options: choices}],
  });
  const stored = toOptions([
    {id: '1', title: 'Draft'},
    {id: '2', title: 'Gone'},
  ]);
  const tenant = createTenant([field('a', {options: stored})]);
  const declared = {name: 'a', options: toOptions([{title: 'Draft'}, {title: 'Sent'}])};
  const files = {'choices.json': JSON.stringify({custom_fields: [declared]})};
  const advise = async (option: string) => {
    const {stdout} = await bizctl(`fields plan -f choices.json ${option} cust-1`, world({tenant, files}));
    return /added in its place; (.*)$/m.exec(stdout)?.[1];
  };
  expect([await advise('--profiles'), await advise('--profile')]).toEqual([
    'to keep its values, rename it on each tenant first; its id may differ between tenants',
    'to rename it and keep its values, give the new choice its id: 2',
  ]);
});
