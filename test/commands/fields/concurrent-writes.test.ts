import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../harness/fields-as-code.js';
import {createTenant, field, type Tenant} from '../../harness/tenant.js';

const {run} = useFieldsAsCode();

const create = 'fields create --name new --type decimal';
const waits = 'note: another command that writes to this tenant is running (process 1); waiting up to 30 s\n';
const options = {display_type: 'DROPDOWN', groups: [{options: [{id: 'x', title: 'X'}]}]};

/** Starts a command once another has read the list, and lets that one go on when the first waits, or has ended. */
async function runDuring(line: string, other: string) {
  const others: Promise<unknown>[] = [];
  const waiting = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const sleep = () => {
    waiting.resolve();
    return ended.promise;
  };
  const tenant: Tenant = createTenant([field('a', {options})], {
    'GET /v2/customFields#1': async (_request, carryOut) => {
      const list = await carryOut();
      const outcome = run(other, tenant, {sleep});
      others.push(outcome);
      await Promise.race([waiting.promise, outcome]);
      return list;
    },
  });
  const outcome = await run(line, tenant);
  ended.resolve();
  return {tenant, outcomes: [outcome, ...(await Promise.all(others))]};
}

test.each([create, 'fields apply -f f.yaml --yes'])(
  'a create waits for another command, and does not repeat the field: %s',
  async line => {
    const {tenant, outcomes} = await runDuring(line, create);
    expect(outcomes).toMatchObject([
      {exitCode: 0},
      {exitCode: 9, stderr: expect.stringContaining(`${waits}error: a field named`)},
    ]);
    expect(writesOf(tenant).filter(each => each.startsWith('POST'))).toHaveLength(1);
  },
);

test('two simultaneous updates of the choices of a field lose none', async () => {
  const {tenant, outcomes} = await runDuring('fields update name:a --option P', 'fields update name:a --option Q');
  expect(outcomes).toMatchObject([{exitCode: 0}, {exitCode: 0}]);
  const [{options: now}] = tenant.fields().map(text => JSON.parse(text));
  expect(now.groups[0].options.map(({title}: {title: string}) => title)).toEqual(['X', 'P', 'Q']);
});

test.each(['name:a', 'cf_a --journal'])(
  'the undo of a deletion of %s that waited restores what it deleted (row 151)',
  async field => {
    const {tenant, outcomes} = await runDuring('fields update name:a --label Later', `fields delete ${field} --yes`);
    expect(outcomes).toMatchObject([{exitCode: 0}, {exitCode: 0}]);
    expect(tenant.fields()).toEqual([]);
    const {stdout} = await run('fields runs --output ndjson --columns run,command', tenant);
    const {run: id} = JSON.parse(stdout.split('\n').find(line => line.includes('"delete"')) ?? '');
    expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
    expect(JSON.parse(tenant.fields()[0] ?? '').label).toBe('Later');
  },
);

test.each([create, 'fields update name:a --label L', 'fields delete cf_a --yes'])(
  'does not wait for longer than half a minute: %s',
  async line => {
    const slept: number[] = [];
    const sleep = async (milliseconds: number) => void slept.push(milliseconds);
    const outcomes: unknown[] = [];
    const tenant: Tenant = createTenant([field('a')], {
      'POST /v2/customFields': async (_request, carryOut) => {
        outcomes.push(await run(line, tenant, {sleep}));
        return carryOut();
      },
    });
    expect(await run('fields apply -f f.yaml --yes', tenant)).toMatchObject({exitCode: 0});
    expect(outcomes).toEqual([
      {
        exitCode: 10,
        stdout: '',
        stderr: `${waits}error: another command that writes to this tenant is running (process 1)\nhint: Wait for it to finish, or answer its question at its terminal.\n`,
      },
    ]);
    expect(slept.reduce((sum, each) => sum + each, 0)).toBe(30_000);
  },
);

test('a dry run does not wait', async () => {
  const {outcomes} = await runDuring('fields update name:a --option P', `${create} --dry-run`);
  expect(outcomes).toMatchObject([{exitCode: 0}, {exitCode: 0}]);
});
