import {execFileSync} from 'node:child_process';
import {mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {useTempHomes} from '../../harness/temp-homes.js';
import {createTenant, field} from '../../harness/tenant.js';

const openHome = useTempHomes();

test('where nothing can be written, warnings say so and the writes go on', async () => {
  const home = openHome();
  writeFileSync(join(home, 'file'), '');
  const tenant = createTenant([field('a'), field('b')]);
  const {exitCode, stderr} = await bizctl('fields delete cf_a cf_b --yes', {
    tenant,
    env: {BIZCTL_STATE_DIR: join(home, 'file')},
  });
  expect({exitCode, stderr, left: tenant.fields()}).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(
      /^warning: [^\n]+; do not run another command that writes to this tenant until this one has ended\nwarning: [^\n]+; fields undo cannot undo these writes\n$/,
    ),
    left: [],
  });
});

test.each(['update cf_a --label L', 'delete cf_a --yes'])(
  '%s --journal is not sent without a record of it',
  async line => {
    const home = openHome();
    writeFileSync(join(home, 'file'), '');
    const tenant = createTenant([field('a')]);
    const {exitCode, stderr} = await bizctl(`fields ${line} --journal`, {
      tenant,
      env: {BIZCTL_STATE_DIR: join(home, 'file')},
    });
    expect({exitCode, stderr, left: tenant.fields().length}).toEqual({
      exitCode: 11,
      stderr: expect.stringMatching(
        /^warning: [^\n]+; do not run another command that writes to this tenant until this one has ended\nerror: cannot create the directory [^\n]+\n/,
      ),
      left: 1,
    });
    expect(tenant.requests.filter(request => !request.startsWith('GET'))).toEqual([]);
  },
);

test('a journal that cannot be read is named, and stops neither plans nor writes', async () => {
  const home = openHome();
  const tenant = createTenant([field('a')]);
  expect((await bizctl('fields update name:a --label L', {tenant, home})).exitCode).toBe(0);
  const journal = join(home, 'data', 'runs', '20261121T120000000-00000000.jsonl');
  mkdirSync(journal);
  const warning = `warning: cannot read the journal ${journal}: is a directory (EISDIR)`;
  const run = async (line: string) => {
    const {exitCode, stderr} = await bizctl(line, {
      tenant,
      home,
      files: {'f.yaml': 'custom_fields: [{name: a, label: M}]'},
    });
    return {exitCode, warnings: stderr.split('\n').filter(each => each.startsWith('warning: '))};
  };
  const lines = [
    'fields plan -f f.yaml',
    'fields apply -f f.yaml --yes',
    'fields update name:a --label N',
    'fields runs',
  ];
  const outcomes = [];
  for (const line of lines) outcomes.push(await run(line));
  expect(outcomes).toEqual(lines.map(() => ({exitCode: 0, warnings: [warning]})));
});

test.skipIf(process.platform === 'win32')(
  'a named pipe in the place of a journal or a lock is not waited for',
  async () => {
    const home = openHome();
    const tenant = createTenant([field('a')]);
    expect((await bizctl('fields update name:a --label M --journal', {tenant, home})).exitCode).toBe(0);
    const directory = join(home, 'data', 'runs');
    for (const name of readdirSync(directory)) {
      rmSync(join(directory, name));
      execFileSync('sh', ['-c', 'mkfifo "$0"', join(directory, name)]);
    }
    const {exitCode, stderr} = await bizctl('fields update name:a --label N', {tenant, home});
    expect({exitCode, isSaid: stderr.includes('.lock: it is not a regular file')}).toEqual({
      exitCode: 11,
      isSaid: true,
    });
    expect((await bizctl('fields runs', {tenant, home})).stderr).toMatch(
      /\.jsonl: it is not a regular file\nnote: none of the recorded runs can be read\n$/,
    );
  },
);

test('runs that cannot be listed are an error, not an empty list', async () => {
  const home = openHome();
  const file = join(home, 'file');
  writeFileSync(file, '');
  const world = {tenant: createTenant([field('a')]), env: {BIZCTL_STATE_DIR: file}};
  expect(await bizctl('fields runs', world)).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: `error: cannot read the directory ${file}/runs: not a directory (ENOTDIR)\n`,
  });
  const plan = await bizctl('fields plan -f -', {...world, stdin: 'custom_fields: [{name: a}]'});
  expect(plan.exitCode).toBe(0);
});

test('an apply refuses where nothing can be written, and says what to set (row 86)', async () => {
  const home = openHome();
  writeFileSync(join(home, 'file'), '');
  const BIZCTL_STATE_DIR = join(home, 'file');
  expect(
    await bizctl('fields apply -f - --yes', {
      tenant: createTenant(),
      stdin: 'custom_fields: []',
      env: {BIZCTL_STATE_DIR},
    }),
  ).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: `error: cannot create the directory ${BIZCTL_STATE_DIR}: a file has that name\nhint: Set BIZCTL_STATE_DIR to a writable directory.\n`,
  });
});

test('a lock that cannot be used is an error, as other commands may hold it (row 155)', async () => {
  const home = openHome();
  const tenant = createTenant([field('a')]);
  expect((await bizctl('fields update name:a --label L', {tenant, home})).exitCode).toBe(0);
  const directory = join(home, 'data', 'runs');
  for (const name of readdirSync(directory))
    if (name.endsWith('.lock')) writeFileSync(join(directory, name), 'no database'.repeat(100));
  const {exitCode, stderr} = await bizctl('fields update name:a --label M', {tenant, home});
  expect({exitCode, stderr}).toEqual({
    exitCode: 11,
    stderr: expect.stringMatching(/^error: cannot lock the tenant with /),
  });
});
