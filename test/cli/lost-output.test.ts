import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {BrokenPipeError, OutputError} from '../../src/base/errors.js';
import {useFieldsAsCode, writesOf} from '../harness/fields-as-code.js';
import {bizctl, type World} from '../harness/run-bizctl.js';
import {createTenant, field, reply} from '../harness/tenant.js';
import {allowViolations} from '../harness/violations.js';

const failWith = (error: Error) => ({
  stdout: () => {
    throw error;
  },
});
const closed = failWith(new BrokenPipeError());
const full = failWith(new OutputError('cannot write output: ENOSPC'));
const fullError = 'error: cannot write output: ENOSPC\n';
const {inHome, run} = useFieldsAsCode();

describe('a reader that has gone stops no work, and the work decides the exit code (row 139)', () => {
  test('plan --check still finds changes', async () => {
    const {exitCode, stderr} = await run('fields plan -f f.yaml --check', createTenant([field('a')]), closed);
    expect({exitCode, stderr}).toEqual({exitCode: 8, stderr: expect.stringContaining('changes are pending')});
  });

  test('plan --out still saves the plan', async () => {
    const path = inHome('plan.json');
    const {exitCode} = await run(`fields plan -f f.yaml --out ${path}`, createTenant([field('a')]), closed);
    expect({exitCode, changes: JSON.parse(readFileSync(path, 'utf8')).changes.length}).toEqual({
      exitCode: 0,
      changes: 2,
    });
  });

  test('diff --check still compares', async () => {
    expect((await run('fields diff f.yaml --check', createTenant([field('a')]), closed)).exitCode).toBe(8);
  });

  test('apply still verifies what it wrote', async () => {
    const tenant = createTenant([field('a')]);
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, closed);
    expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.stringContaining('verified: the tenant matches')});
    const lying = createTenant([field('a')], {
      'PATCH /v2/customFields': () => reply(field('a', {label: 'New label'})),
    });
    expect((await run('fields apply -f f.yaml --yes', lying, closed)).exitCode).toBe(7);
  });

  test('undo still verifies', async () => {
    const tenant = createTenant([field('a')]);
    const applied = await run('fields apply -f f.yaml --yes', tenant);
    const id = /run (\S+):/.exec(applied.stderr)?.[1];
    const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 1`, tenant, closed);
    expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.stringContaining(`verified: run ${id} is undone`)});
  });

  test('dates parse --strict still checks the answer to one phrase', async () => {
    const tenant = createTenant();
    expect((await bizctl('dates parse xyzzy --strict', {tenant, ...closed})).exitCode).toBe(4);
    expect((await bizctl('dates parse --strict', {tenant, stdin: 'xyzzy\n', ...closed})).exitCode).toBe(0);
  });

  test('a refusal is still reported as one, and a list that was cut is not', async () => {
    const tenant = createTenant([field('a')]);
    allowViolations();
    expect((await bizctl('api GET v2/nothing', {tenant, ...closed})).exitCode).toBe(4);
    expect(await bizctl('fields list --json', {tenant, ...closed})).toEqual({exitCode: 0, stdout: '', stderr: ''});
  });
});

test.each<[string, number, World, string]>([
  ['fields list', 0, {}, fullError],
  ['fields get name:a', 0, {}, fullError],
  ['fields export', 0, {}, fullError],
  ['api GET v2/customFields', 0, {}, fullError],
  ['fields delete name:a --yes', 1, {}, `note: the write succeeded, but the output could not be written\n${fullError}`],
  ['fields plan -f f.yaml --check', 0, {}, fullError],
  ['fields update name:a --label x --dry-run', 0, {}, `note: dry run: no write was sent\n${fullError}`],
  [
    'fields update name:a --label x',
    1,
    {},
    `note: the write succeeded, but the output could not be written\n${fullError}`,
  ],
])(
  '%s ends with 11 when its output cannot be written, once its work is done (row 140)',
  async (line, writes, world, stderr) => {
    const tenant = createTenant([field('a')]);
    expect(await run(line, tenant, {...world, ...full})).toEqual({exitCode: 11, stdout: '', stderr});
    expect(writesOf(tenant)).toHaveLength(writes);
  },
);

test('an apply whose output cannot be written is verified and journaled all the same (row 140)', async () => {
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', createTenant([field('a')]), full);
  expect({exitCode, stderr: stderr.split('\n').slice(1)}).toEqual({
    exitCode: 11,
    stderr: [
      'note: all 2 writes succeeded, but the output could not be written',
      'note: verified: the tenant matches the files',
      'error: cannot write output: ENOSPC',
      '',
    ],
  });
});
