import {expect, test} from 'vitest';
import {countWrites, useFleet} from '../../harness/fleet.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createScreen} from '../../harness/screen.js';
import {type Fault, reply} from '../../harness/tenant.js';

const {createFleet, world} = useFleet();

const apply = "fields apply -f f.yaml --profiles 'cust-*'";
const columns = '--columns profile,outcome';

test('the plan of a fleet with chosen columns is its table', async () => {
  const {run} = await createFleet();
  const plan = `fields plan -f f.yaml --profiles cust-1,cust-2`;
  expect(await run(`${plan} ${columns}`)).toEqual({
    exitCode: 0,
    stdout: 'PROFILE  OUTCOME\ncust-1   planned\ncust-2   planned\n',
    stderr: '',
  });
  expect(await run(`${plan} --columns profil`)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown column "profil"\nhint: Did you mean profile?\n',
  });
});

test('while tenants are planned, a line says how many are done', async () => {
  const {fetch} = await createFleet();
  const screen = createScreen(80, 24);
  const slowly = async (request: Request) => {
    if (request.url.includes('cust-2')) await screen.shows('1 of 2 tenants planned');
    return fetch(request);
  };
  const {exitCode} = await bizctl(
    'fields plan -f f.yaml --profiles cust-1,cust-2',
    world({tenant: {fetch: slowly}, screen}),
  );
  const left = screen.lines().filter(line => line.includes('tenants planned'));
  expect({exitCode, left}).toEqual({exitCode: 0, left: []});
});

test.each([
  ['a fleet', apply, ['cust-1', 'cust-2', 'cust-3']],
  ['one tenant', 'fields apply -f f.yaml --profile cust-1', ['~ update', '+ create']],
])('columns of the result hide nothing of what is to be confirmed for %s', async (_what, line, shown) => {
  const {tenants, fetch} = await createFleet();
  const asked = world({tenant: {fetch}, terminal: 100, answer: 'no'});
  const {exitCode, stdout} = await bizctl(`${line} --columns outcome`, asked);
  expect({exitCode, missing: shown.filter(text => !stdout.includes(text))}).toEqual({exitCode: 9, missing: []});
  expect(stdout).toContain('label: "Label of a" -> "New"');
  expect([...tenants.values()].map(countWrites)).toEqual([0, 0, 0, 0]);
});

test('after writes, an unknown column does not hide the table, nor fail the command', async () => {
  const {tenants, run} = await createFleet();
  const {exitCode, stdout, stderr} = await run(`${apply} --yes --columns profil,run`);
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringMatching(/^RUN\n(?:\d{8}T\S+\n){3}$/)});
  expect(stderr).toContain('warning: unknown column "profil". Did you mean profile?');
  expect(countWrites(tenants.get('cust-3'))).toBe(2);
});

test('the runs of a fleet are those of one tenant if it is named', async () => {
  const {run} = await createFleet();
  const {stderr} = await run(`${apply} --yes`);
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  const list = `fields runs ${fleet} --columns tenant`;
  expect((await run(list)).stdout).toBe('TENANT\ncust-3\ncust-2\ncust-1\n');
  expect((await run(`${list} --profile cust-2`)).stdout).toBe('TENANT\ncust-2\n');
  expect(await run(`${list} --profile other`)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'note: no run of this fleet on this tenant\n',
  });
});

test('an undo that each tenant refuses ends as the undo of one would', async () => {
  let isRefusing = false;
  const refuse: Fault = (_request, carryOut) => (isRefusing ? reply('', {status: 401}) : carryOut());
  const {run} = await createFleet(
    Object.fromEntries(['cust-1', 'cust-2', 'cust-3'].map(name => [name, {'PATCH ': refuse, 'DELETE ': refuse}])),
  );
  const {stderr} = await run(`${apply} --yes`);
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  isRefusing = true;
  const undone = await run(`fields undo ${fleet} --yes --expect-deletes 3`);
  expect(undone.exitCode).toBe(3);
  expect(undone.stderr).toContain(`error: fleet ${fleet} was not undone: 3 of 3 tenants failed`);
});

test('the dry run of an undo says in its rows what would be incomplete', async () => {
  const {run} = await createFleet();
  const {stderr} = await run(`${apply} --yes`);
  const [, fleet = ''] = /bizctl fields undo (\S+)/.exec(stderr) ?? [];
  for (const profile of ['cust-1', 'cust-2']) await run(`fields update name:a --label Theirs --profile ${profile}`);
  const dry = await run(`fields undo ${fleet} --dry-run --json --columns profile,error`);
  const error = expect.stringContaining('would be incomplete: ');
  expect({exitCode: dry.exitCode, rows: JSON.parse(dry.stdout)}).toEqual({
    exitCode: 7,
    rows: [
      {profile: 'cust-3', error: null},
      {profile: 'cust-2', error},
      {profile: 'cust-1', error},
    ],
  });
  expect(dry.stderr).toContain('2 of 3 undos would be incomplete: cust-2, cust-1');
});
