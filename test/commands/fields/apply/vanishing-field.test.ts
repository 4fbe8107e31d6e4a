import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();
const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: field('a')['type'], label: 'A'}]})};
const namesOf = (tenant: Tenant) => tenant.fields().map(text => JSON.parse(text).name);

/** A tenant whose list leaves out an updated field for so many reads: a search index that is written anew. */
function forgetful(tenant: Tenant, reads: number): Tenant {
  let left = 0;
  return {
    ...tenant,
    fetch: async request => {
      if (request.method === 'PATCH') left = reads;
      if (request.method !== 'GET' || left === 0) return tenant.fetch(request);
      left -= 1;
      return reply({custom_fields: []});
    },
  };
}

const create = 'fields create --name a --type decimal --label A --if-exists update';
const apply = 'fields apply -f f.json --yes';

test.each([
  ['name:a', apply],
  ['cf_a', apply],
  ['name:a', create],
  ['cf_a', create],
])(
  'a field that is not listed for a moment after an update of %s is not created again by %s (rows 24, 138)',
  async (which, line) => {
    const tenant = createTenant([field('a')]);
    const server = forgetful(tenant, 6);
    expect((await run(`fields update ${which} --label B`, server)).exitCode).toBe(0);
    const {exitCode, stderr} = await run(line, server, {files});
    expect({exitCode, waits: stderr.includes('waiting up to'), names: namesOf(tenant)}).toEqual({
      exitCode: 0,
      waits: true,
      names: ['a'],
    });
    expect(JSON.parse(tenant.fields()[0] ?? '').label).toBe('A');
  },
);

test('a field that is still not listed is not created again, until it counts as deleted (row 138)', async () => {
  const tenant = createTenant([field('a')]);
  const server = forgetful(tenant, Number.POSITIVE_INFINITY);
  expect((await run('fields update cf_a --label B', server)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const refused = {
    exitCode: 10,
    stdout: '',
    stderr: expect.stringContaining(
      `error: "a" (cf_a) was updated by run ${id}, but is not listed\nhint: The list may lag behind; run the command again later. If the field has since been deleted, use fields create with --if-exists allow.\n`,
    ),
  };
  expect(await run('fields apply -f f.json --yes', server, {files})).toEqual(refused);
  const after = (seconds: number) => ({files, clock: () => new Date(now.getTime() + seconds * 1000)});
  expect(await run('fields apply -f f.json --yes', server, after(599))).toEqual(refused);
  const plan = await run('fields plan -f f.json --json', server, {files});
  expect(JSON.parse(plan.stdout).warnings).toEqual([`"a" (cf_a) was updated by run ${id}, but is not listed`]);
  expect(namesOf(tenant)).toEqual(['a']);
  expect((await run('fields apply -f f.json --yes', createTenant(), after(601))).exitCode).toBe(0);
});

test('a plan warns of a field that an unverified apply wrote and that is still not listed (rows 24, 138)', async () => {
  const tenant = createTenant([field('a')]);
  const server = forgetful(tenant, Number.POSITIVE_INFINITY);
  expect((await run('fields apply -f f.json --yes', server, {files})).exitCode).toBe(7);
  const later = {files, clock: () => new Date(now.getTime() + 601_000)};
  const {stdout} = await run('fields plan -f f.json --json', server, later);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect(JSON.parse(stdout).warnings).toEqual([
    `"a" (cf_a) was updated by run ${id}, but is not listed; if it still exists, this creates a second field with that name`,
  ]);
  // What has been seen since may have been deleted since.
  expect((await run('fields update name:a --label New', tenant, later)).exitCode).toBe(0);
  const last = {files, clock: () => new Date(now.getTime() + 1_300_000)};
  expect(JSON.parse((await run('fields plan -f f.json --json', createTenant(), last)).stdout).warnings).toEqual([]);
});

test('a field of unknown name that is not listed any more is not created again (rows 24, 138)', async () => {
  const tenant = createTenant([field('a')]);
  const nameless: Tenant = {
    ...tenant,
    fetch: async request => {
      const answer = await tenant.fetch(request);
      return request.method === 'PATCH' ? reply({id: 'cf_a'}) : answer;
    },
  };
  const server = forgetful(nameless, Number.POSITIVE_INFINITY);
  await run('fields update cf_a --label B', server);
  const {exitCode, stderr} = await run(apply, server, {files});
  expect({exitCode, stderr, names: namesOf(tenant)}).toEqual({
    exitCode: 10,
    stderr: expect.stringContaining('error: "cf_a" (cf_a) was updated by run '),
    names: ['a'],
  });
});

test('several fields that are not listed are named together', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const server = forgetful(tenant, Number.POSITIVE_INFINITY);
  await run('fields update name:a --label B', server);
  await run('fields update name:b --label B', tenant);
  const both = {'f.json': JSON.stringify({custom_fields: ['a', 'b'].map(name => ({name, type: field(name)['type']}))})};
  expect((await run('fields plan -f f.json --json', server, {files: both})).stdout).toMatch(
    /"\\"[ab]\\" \(cf_[ab]\) was updated by run \S+, \\"[ab]\\" \(cf_[ab]\) was updated by run \S+, but are not listed"/,
  );
});

test('a field that is named like its id does not stop creates of other names', async () => {
  const tenant = createTenant([{...field('a'), id: 'a'}]);
  await run('fields update a --label B', tenant);
  const {exitCode, stderr} = await run('fields create --name b --type decimal', createTenant());
  expect({exitCode, waits: stderr.includes('waiting up to')}).toEqual({exitCode: 0, waits: false});
});

test.each(['fields delete name:a --yes --journal', 'fields update name:a --deleted'])(
  'an update before %s does not stop a create',
  async line => {
    const tenant = createTenant([field('a')]);
    await run('fields update name:a --label B', tenant);
    await run(line, tenant);
    const gone = createTenant();
    const {exitCode, stderr} = await run('fields apply -f f.json --yes', gone, {files});
    expect({exitCode, waits: stderr.includes('waiting up to')}).toEqual({exitCode: 0, waits: false});
  },
);

test('the undo of an update waits for a field that is not listed for a moment (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const server = forgetful(tenant, 3);
  await run('fields update name:a --label B', server);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, server)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').label).toBe('Label of a');
});

/** A tenant whose API deletes c along with b. */
function cascading(tenant: Tenant): Tenant {
  return {
    ...tenant,
    fetch: async request => {
      if (request.method === 'DELETE' && request.url.endsWith('cf_b'))
        await tenant.fetch(new Request(request.url.replace('cf_b', 'cf_c'), {method: 'DELETE'}));
      return tenant.fetch(request);
    },
  };
}

test('a field that the API deletes along with another is named (row 155)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c')]);
  const declared = {custom_fields: [{name: 'b', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}]};
  const {exitCode, stderr} = await run(
    'fields apply -f f.json --replace b --expect-deletes 1 --yes',
    cascading(tenant),
    {
      files: {'f.json': JSON.stringify(declared)},
    },
  );
  expect({exitCode, names: namesOf(tenant), warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
    exitCode: 0,
    names: ['a', 'b'],
    warnings: ['warning: "c" is no longer listed, although this run did not delete it'],
  });
});

test('a field that was marked as deleted may disappear (row 155)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c', {deleted: true})]);
  const {exitCode, stderr} = await run('fields apply -f f.json --prune --expect-deletes 1 --yes', cascading(tenant), {
    files,
  });
  expect({exitCode, names: namesOf(tenant), warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
    exitCode: 0,
    names: ['a'],
    warnings: null,
  });
});

test('a field that one read of the list leaves out has not vanished (row 24)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  let leavesOut = 0;
  const server: Tenant = {
    ...tenant,
    fetch: async request => {
      if (request.method === 'PATCH') leavesOut = 1;
      if (request.method !== 'GET' || leavesOut === 0) return tenant.fetch(request);
      leavesOut -= 1;
      return reply({
        custom_fields: tenant
          .fields()
          .map(text => JSON.parse(text))
          .filter(({name}) => name !== 'b'),
      });
    },
  };
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', server, {files});
  expect({exitCode, warnings: stderr.match(/^warning: .*$/gm)}).toEqual({exitCode: 0, warnings: null});
});
