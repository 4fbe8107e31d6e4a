import {expect, test} from 'vitest';
import {countWrites, useFleet} from '../../harness/fleet.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply} from '../../harness/tenant.js';

const {createFleet, world} = useFleet();

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
      'error: 3 fields would be deleted across all tenants ("b"), but --expect-deletes is 1\n' +
      'hint: Check the plan; if it is right, pass --expect-deletes 3.\n',
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
    stderr: `error: fleet ${fleet} was already undone\nhint: Run: bizctl fields runs\n`,
  });
  expect([...tenants.values()].map(tenant => tenant.fields())).toEqual(before);
  const {stdout} = await run('fields runs --json --columns tenant,outcome,fleet');
  expect(JSON.parse(stdout).filter((row: {outcome: string}) => row.outcome === 'undone')).toEqual(
    ['cust-3', 'cust-2', 'cust-1'].map(tenant => ({tenant, outcome: 'undone', fleet})),
  );
});

test('undoes the rest of a fleet after one run was undone and another wrote nothing', async () => {
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

test('a tenant on which nothing is left to undo is a row like the others', async () => {
  const {run, fetch} = await createFleet();
  const files = {
    'b.yaml': 'custom_fields: [{name: b, label: B, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stderr} = await bizctl(
    'fields apply -f b.yaml --profiles cust-1,cust-2 --yes',
    world({tenant: {fetch}, files}),
  );
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  expect((await run('fields delete name:b --yes --profile cust-1')).exitCode).toBe(0);
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 1 --json`);
  expect(undone.stderr).toContain('cust-1: no changes; ');
  expect({exitCode: undone.exitCode, rows: JSON.parse(undone.stdout)}).toMatchObject({
    exitCode: 0,
    rows: [
      {profile: 'cust-2', delete: 1, outcome: 'undone'},
      {profile: 'cust-1', delete: 0, outcome: 'undone'},
    ],
  });
});

test('tells tenants apart by their profiles, whatever BIZCTL_TENANT says (row 156)', async () => {
  const {tenants, run} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes", {BIZCTL_TENANT: 'acme'});
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  expect((await run(`fields undo ${fleet} --yes --expect-deletes 3`)).exitCode).toBe(0);
  expect(['cust-1', 'cust-2', 'cust-3'].map(name => countWrites(tenants.get(name)))).toEqual([4, 4, 4]);
});

test('undoes nothing of a fleet when one tenant cannot be read, and names it', async () => {
  const {tenants, run} = await createFleet({
    'cust-2': {'GET /v2/customFields#4': () => reply({message: 'no'}, {status: 403})},
  });
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const before = [...tenants.values()].map(countWrites);
  expect(await run(`fields undo ${fleet} --yes --expect-deletes 3`)).toMatchObject({
    exitCode: 3,
    stdout: '',
    stderr: expect.stringMatching(/^error: cannot plan 1 of 3 tenants, so nothing was written: cust-2: HTTP 403/),
  });
  expect([...tenants.values()].map(countWrites)).toEqual(before);
});

test.each([
  ['--yes', {}],
  ['', {answer: 'yes'}],
] as const)('an undo of a fleet says once what it cannot restore (options: %j)', async (option, more) => {
  const {run, fetch} = await createFleet({'cust-1': {}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-1' --prune --yes --expect-deletes 1");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const line = `fields undo ${fleet} ${option} --expect-deletes 1`;
  const undone = await bizctl(line, world({tenant: {fetch}, ...more}));
  expect({exitCode: undone.exitCode, count: undone.stderr.split('is recreated with a new id').length - 1}).toEqual({
    exitCode: 0,
    count: 1,
  });
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
          'error: cust-2: update "a": HTTP 422: no \\(PATCH /v2/customFields/cf_a\\)',
          'warning: cust-2: "a" still differs in label: "New" -> "Label of a"',
          'error: cust-2: 1 of 2 changes was not applied',
          'hint: .* run: bizctl fields undo \\S+ --profile cust-2',
          'note: cust-1: run ',
        ].join('\n'),
      ),
    ),
  });
});

test('a fleet whose every write was refused has nothing to undo', async () => {
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
      `error: ${fleet} is the id of a fleet (an apply to several tenants), not of a run\n` +
      'hint: To continue an apply to several tenants, run the same command again. If it deletes anything, set --expect-deletes to the number that fields plan now shows.\n',
  });
});

test('a fleet is not undone for one profile, nor applied to one', async () => {
  const {run} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  for (const option of ['--profile cust-1', '--base-url https://cust-1.example.com', '--sandbox']) {
    const [name = ''] = option.split(' ');
    expect(await run(`fields undo ${fleet} ${option} --yes --expect-deletes 1`)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`error: ${name} cannot be combined with the id of a fleet\n`),
    });
    expect(await run(`fields plan -f f.yaml --profiles cust-1 ${option}`)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${name} cannot be combined with --profiles\nhint: ${name === '--profile' ? 'Use only one of them.' : `Omit ${name}: each profile has its own base URL.`}\n`,
    });
  }
  expect((await run(`fields runs ${fleet} --columns tenant`)).stdout).toBe('TENANT\ncust-3\ncust-2\ncust-1\n');
});

test('a dry run names the tenants whose undo would be incomplete, and ends with 7', async () => {
  const {run} = await createFleet();
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  expect((await run(`fields undo ${fleet} --dry-run`)).exitCode).toBe(0);
  await run('fields update name:a --label Mine --profile cust-2');
  const shown = await run(`fields undo ${fleet} --dry-run`);
  expect({
    exitCode: shown.exitCode,
    error: shown.stderr.split('\n').findLast(line => line.startsWith('error')),
  }).toEqual({
    exitCode: 7,
    error: 'error: 1 of 3 undos would be incomplete: cust-2',
  });
});

test('an undo of a fleet writes nothing to a tenant that changed after the plan was confirmed', async () => {
  let reads = 0;
  const changeAfterPlan: Fault = (_request, carryOut) => {
    reads += 1;
    return reads > 4 ? reply({custom_fields: [field('a', {label: 'Mine'}), field('b')]}) : carryOut();
  };
  const {tenants, run} = await createFleet({'cust-2': {'GET /v2/customFields': changeAfterPlan}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 3 --json`);
  expect(JSON.parse(undone.stdout)).toMatchObject([
    {profile: 'cust-3', outcome: 'undone'},
    {profile: 'cust-2', outcome: 'failed', error: '"a" has changed since it was planned'},
    {profile: 'cust-1', outcome: 'undone'},
  ]);
  expect(countWrites(tenants.get('cust-2'))).toBe(2);
  expect(JSON.parse(undone.stderr.trimEnd().split('\n').at(-1) ?? '').error).toMatchObject({
    message: `fleet ${fleet} was not undone completely: 1 of 3 tenants failed: cust-2`,
    hint: 'To continue, run the same command again, with --expect-deletes set to the number that --dry-run now shows. Fields that have changed since, and runs with a damaged journal, are left alone; restore them by hand.',
  });
});

test('a tenant that another undo restored in the meantime counts as undone', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined;
  const {tenants, run} = await createFleet({
    'cust-1': {
      'GET /v2/customFields': async (_request, carryOut) => {
        const other = meanwhile;
        meanwhile = undefined;
        await other?.();
        return carryOut();
      },
    },
  });
  const before = [...tenants.values()].map(tenant => tenant.fields());
  const {stdout, stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes --json");
  const [, fleet = ''] = /bizctl fields undo (\S+?)"/.exec(stderr) ?? [];
  const rows: readonly {profile: string; run: string}[] = JSON.parse(stdout);
  const last = rows.find(({profile}) => profile === 'cust-3');
  meanwhile = () => run(`fields undo ${last?.run} --profile cust-3 --yes --expect-deletes 1`);
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 3 --json`);
  expect({exitCode: undone.exitCode, rows: JSON.parse(undone.stdout)}).toMatchObject({
    exitCode: 0,
    rows: rows.toReversed().map(({profile, run}) => ({profile, run, outcome: 'undone', error: null})),
  });
  expect([...tenants.values()].map(tenant => tenant.fields())).toEqual(before);
  expect(countWrites(tenants.get('cust-3'))).toBe(4);
});

test('--fail-fast leaves the rest of a fleet as it is once an undo has failed', async () => {
  const {tenants, run} = await createFleet();
  const applied = await run("fields apply -f f.yaml --profiles 'cust-*' --yes --json");
  const [, fleet = ''] = /bizctl fields undo (\S+?)"/.exec(applied.stderr) ?? [];
  const refuse = async (request: Request) =>
    request.method === 'GET'
      ? (tenants.get(new URL(request.url).hostname.split('.')[0] ?? '') ?? createTenant()).fetch(request)
      : reply({message: 'no'}, {status: 422});
  const line = `fields undo ${fleet} --yes --expect-deletes 3 --fail-fast --json`;
  const {exitCode, stdout} = await bizctl(line, world({tenant: {fetch: refuse}}));
  const outcomes = JSON.parse(stdout).map(({outcome}: {outcome: string}) => outcome);
  expect({exitCode, outcomes}).toEqual({exitCode: 7, outcomes: ['failed', 'not tried', 'not tried']});
});

test('says that an undo leaves what cannot come back, without advice to retry', async () => {
  const {fetch, tenants} = await createFleet();
  const files = {'f.yaml': 'custom_fields: [{name: a, hint: H, label: New}]'};
  const run = (line: string) => bizctl(line, world({files, tenant: {fetch}}));
  const {stderr} = await run('fields apply -f f.yaml --profiles cust-1,cust-2 --yes');
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const undone = await run(`fields undo ${fleet} --yes --columns profile,outcome --output csv`);
  const {message, hint} = JSON.parse(undone.stderr.trimEnd().split('\n').at(-1) ?? '').error;
  expect({exitCode: undone.exitCode, stdout: undone.stdout, message, hint}).toEqual({
    exitCode: 7,
    stdout: 'profile,outcome\r\ncust-2,partly undone\r\ncust-1,partly undone\r\n',
    message: `fleet ${fleet} was not undone completely: 2 of 2 tenants could only be undone in part: cust-2, cust-1`,
    hint: 'Fields that have changed since, and runs with a damaged journal, are left alone; restore them by hand.',
  });
  const labels = tenants
    .get('cust-1')
    ?.fields()
    .map(text => JSON.parse(text).label);
  expect(labels).toEqual(['Label of a', 'Label of old']);
});

test('an undo that --fail-fast stops names the tenants that were not tried', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const {run} = await createFleet({'cust-2': {'PATCH #2': refuse}});
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-*' --yes");
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const undone = await run(`fields undo ${fleet} --yes --fail-fast --expect-deletes 3`);
  expect(undone).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('1 of 3 tenants failed: cust-2; not tried: cust-1\n'),
  });
});

test('an undo of a fleet on whose tenants other commands are writing sends nothing (row 35)', async () => {
  let fleet = '';
  const undone: Awaited<ReturnType<typeof bizctl>>[] = [];
  const {tenants, run} = await createFleet({
    'cust-1': {
      'PATCH #2': async (_request, carryOut) => {
        await run('fields update name:a --label Other --profile cust-2');
        return carryOut();
      },
    },
    'cust-2': {
      'PATCH #2': async (_request, carryOut) => {
        undone.push(await run(`fields undo ${fleet} --yes --expect-deletes 2`));
        return carryOut();
      },
    },
  });
  const {stderr} = await run("fields apply -f f.yaml --profiles 'cust-1,cust-2' --yes");
  [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  expect((await run('fields update name:a --label Other --profile cust-1')).exitCode).toBe(0);
  expect(undone).toMatchObject([
    {
      exitCode: 10,
      stderr: expect.stringMatching(
        `\nerror: fleet ${fleet} was not undone: 2 of 2 tenants failed: cust-2, cust-1\nhint: To continue, run the same`,
      ),
    },
  ]);
  expect(['cust-1', 'cust-2'].map(name => countWrites(tenants.get(name)))).toEqual([3, 3]);
});

test('a fleet whose files would rename choices by their ids says so, as the ids are those of one tenant (row 149)', async () => {
  const {fetch} = await createFleet();
  const options = (...ids: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: ids.map(text => ({id: text.split(' ')[0] ?? '', title: text.split(' ')[1] ?? ''}))}],
  });
  const answer = async (request: Request) =>
    request.method === 'GET'
      ? reply({custom_fields: [field('a', {options: options('1 High', '2 Low', '3 Old')})]})
      : fetch(request);
  const plan = (...ids: readonly string[]) => {
    const files = {'a.json': JSON.stringify({custom_fields: [{name: 'a', options: options(...ids)}]})};
    return bizctl('fields plan -f a.json --profiles cust-1,cust-2 --json', world({files, tenant: {fetch: answer}}));
  };
  const renamed = await plan('1 High', '2 Low', '3 New');
  expect(JSON.parse(renamed.stdout).map(({losses}: {losses: number}) => losses)).toEqual([0, 0]);
  expect(renamed.stderr).toContain(
    'would rename it: \\"Old\\" to \\"New\\"; if the input comes from a different tenant',
  );
  const crossed = await plan('2 High', '1 Low', '3 New');
  expect(JSON.parse(crossed.stdout).map(({losses}: {losses: number}) => losses)).toEqual([1, 1]);
  expect(crossed.stderr).toContain(
    'the choice \\"Old\\" would be removed: the input uses its id \\"3\\" for \\"New\\", but also the id \\"2\\" for \\"High\\", ' +
      'which has a different id here. To rename it, correct or remove that id. To match by title alone, omit the ids.',
  );
});
