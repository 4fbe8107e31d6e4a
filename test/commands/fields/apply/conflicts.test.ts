import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, type Fault, field, reply, reset, type Tenant} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();
const exists: Fault = () => reply({message: 'the name is taken'}, {status: 409});
const namesOf = (tenant: Tenant) => tenant.fields().map(text => JSON.parse(text).name);

/** A gateway sends the request twice, and passes on the reply to the second. */
const twice: Fault = async (request, carryOut) => {
  await carryOut();
  return exists(request, carryOut);
};
const twiceAs422: Fault = async (_request, carryOut) => {
  await carryOut();
  return reply({message: 'Name already taken.'}, {status: 422});
};

function declare(...fields: readonly object[]) {
  return {files: {'f.json': JSON.stringify({custom_fields: fields})}};
}

test.each([
  ['fields create --name a --type decimal', ''],
  ['fields apply -f f.json --yes', 'create "a": '],
])('%s does not count as failed if it is refused, and its field is there (rows 21, 137)', async (line, prefix) => {
  const tenant = createTenant([], {'POST /v2/customFields': twice});
  const {exitCode, stderr} = await run(line, tenant, declare({name: 'a', type: decimal}));
  const [found = '{}'] = tenant.fields();
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(
      `error: ${prefix}the outcome of creating "a" is unknown (HTTP 409: the name is taken (POST /v2/customFields)); the tenant now has "${JSON.parse(found).id}"\n`,
    ),
  });
  expect(
    journals()
      .map(([, ...entries]) => entries.map(({event}) => event))
      .flat(),
  ).toEqual(expect.not.arrayContaining(['failed']));
  expect((await run(line, tenant, declare({name: 'a', type: decimal}))).exitCode).toBe(line.includes('create') ? 9 : 0);
  expect(namesOf(tenant)).toEqual(['a']);
});

test("the undo of a create that is not certain says that the field may be someone else's (row 150)", async () => {
  const tenant = createTenant([], {'POST /v2/customFields': twice});
  await run('fields create --name a --type decimal', tenant);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 1`, tenant);
  expect({exitCode, names: namesOf(tenant)}).toEqual({exitCode: 0, names: []});
  expect(stderr).toMatch(/^warning: "a" \(\S+\) may have been created by someone else$/m);
});

test('a refusal with 422 that says that the name is taken is looked into, as 409 is (row 137)', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': twiceAs422});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, declare({name: 'a', type: decimal}));
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('the outcome of creating "a" is unknown (HTTP 422: Name already taken'),
  });
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(namesOf(tenant)).toEqual([]);
});

test('a refusal whose words resemble those of a conflict does not keep a conflict from being looked into', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields#1': () => reply({message: 'titles of a field must be unique'}, {status: 422}),
    'POST /v2/customFields#2': twice,
  });
  const declared = declare({name: 'a', type: decimal}, {name: 'b', type: decimal});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes --concurrency 1', tenant, declared);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('the outcome of creating "b" is unknown (HTTP 409: the name is taken'),
  });
});

test.each([
  ['is not there', {}],
  ['existed before', {'POST /v2/customFields': exists}],
])('a create that is refused is a failure if its field %s', async (_what, faults) => {
  const tenant = createTenant([field('b')], {'POST /v2/customFields': exists, ...faults});
  const line = 'fields create --name b --type decimal --if-exists allow';
  const other = 'fields create --name a --type decimal';
  const {exitCode, stderr} = await run('POST /v2/customFields' in faults ? line : other, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 5,
    stderr: 'error: HTTP 409: the name is taken (POST /v2/customFields)\n',
  });
});

test('Ctrl-C while a conflict is looked into ends the command', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields': exists,
    'GET /v2/customFields': (_request, carryOut) => {
      if (!tenant.requests.some(each => each.startsWith('POST'))) return carryOut();
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const line = 'fields create --name a --type decimal';
  const {exitCode, stderr} = await run(line, tenant, {signal: interruption.signal});
  expect({exitCode, stderr}).toEqual({
    exitCode: 130,
    stderr: expect.stringMatching(/^error: interrupted; may have been created: "a"\n/),
  });
});

test('a create that is refused as a conflict is a failure if the list cannot be read any more', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': exists,
    'GET /v2/customFields': (_request, carryOut) =>
      tenant.requests.some(each => each.startsWith('POST')) ? reply({message: 'no'}, {status: 403}) : carryOut(),
  });
  expect(await run('fields create --name a --type decimal', tenant)).toEqual({
    exitCode: 5,
    stdout: '',
    stderr: 'error: HTTP 409: the name is taken (POST /v2/customFields)\n',
  });
});

const replaced = {name: 'a', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}};
const replace = 'fields apply -f f.json --yes --replace a --expect-deletes 1';

/** A tenant that still lists the first field when it was deleted, and refuses creates as long as it does. */
function slow(tenant: Tenant, reads: number): Tenant {
  const deleted = tenant.fields().slice(0, 1);
  let left = 0;
  return {
    ...tenant,
    fetch: async request => {
      if (request.method === 'DELETE') left = reads;
      if (left === 0 || request.method === 'DELETE') return tenant.fetch(request);
      if (request.method === 'POST') {
        tenant.requests.push('POST refused');
        return reply({message: 'the name is taken'}, {status: 409});
      }
      left -= 1;
      return reply({custom_fields: [...deleted, ...tenant.fields()].map(text => JSON.parse(text))});
    },
  };
}

const postsOf = ({requests}: Tenant) => requests.filter(request => request.startsWith('POST')).length;

test('a replacement waits for an API that deletes with a delay (rows 29, 152)', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await run(replace, slow(tenant, 3), declare(replaced));
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining('note: the API still lists the deleted "a"; retrying for up to 1 s\n'),
  });
  expect(tenant.fields().map(text => JSON.parse(text).type.primitive_type)).toEqual(['PHONE']);
  expect(postsOf(tenant)).toBe(3);
});

test('a replacement that is refused as long as the API lists the deleted field says that it was deleted', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await run(replace, slow(tenant, Number.POSITIVE_INFINITY), declare(replaced));
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('"a" was deleted but not recreated: HTTP 409: the name is taken'),
  });
  expect(postsOf(tenant)).toBeGreaterThan(5);
  expect(journals().flatMap(([, ...entries]) => entries.map(({event}) => event))).toContain('failed');
});

test('a replacement waits for an API that keeps the name of a deleted field for a while (rows 29, 152)', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields#1': exists,
    'POST /v2/customFields#2': exists,
  });
  const {exitCode, stderr} = await run(replace, tenant, declare(replaced));
  expect({exitCode, stderr, posts: postsOf(tenant)}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(
      'note: "a" cannot be recreated yet: HTTP 409: the name is taken (POST /v2/customFields); retrying for up to 1 s\n',
    ),
    posts: 3,
  });
});

test('a replacement whose name stays taken says that the field was deleted', async () => {
  const tenant = createTenant([field('a')], {'POST /v2/customFields': exists});
  const {exitCode, stderr} = await run(replace, tenant, declare(replaced));
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('"a" was deleted but not recreated: HTTP 409: the name is taken'),
  });
});

test('a replacement that is refused for another reason is not tried again', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const tenant = createTenant([field('a')], {'POST /v2/customFields': refuse});
  expect((await run(replace, tenant, declare(replaced))).exitCode).toBe(7);
  expect(postsOf(tenant)).toBe(1);
});

test.each([409, 422])(
  "a replacement that is refused with %i although its field is there may be someone else's",
  async status => {
    const choices = (type: string) =>
      field('a', {
        type: {discriminator: 'SIMPLE', primitive_type: type},
        options: {display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'A'}]}], default_option_id: 'o1'},
      });
    const tenant = createTenant([choices('EMAIL')], {
      'POST /v2/customFields': async (_request, carryOut) => {
        await carryOut();
        return reply({message: 'no'}, {status});
      },
    });
    const {exitCode, stderr} = await run(replace, tenant, declare(replaced));
    const [id] = tenant.fields().map(text => JSON.parse(text).id);
    expect({exitCode, stderr: stderr.split('\n').filter(line => line.startsWith('error'))}).toEqual({
      exitCode: 7,
      stderr: [
        `error: replace "a": "a" was deleted, and the outcome of creating "a" is unknown (HTTP ${status}: no (POST /v2/customFields)); the tenant now has "${id}"`,
      ],
    });
    // The same command completes it.
    expect((await run('fields apply -f f.json --yes', tenant, declare(replaced))).exitCode).toBe(0);
    const [completed] = tenant.fields().map(text => JSON.parse(text).options);
    expect(completed.default_option_id).toBe(completed.groups[0].options[0].id);
  },
);

test('where names stay taken, the list is read again once, however many creates are refused', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': exists});
  const names = ['a', 'b', 'c', 'd'];
  const declared = declare(...names.map(name => ({name, type: decimal})));
  expect((await run('fields apply -f f.json --yes --concurrency 1', tenant, declared)).exitCode).toBe(5);
  const lists = tenant.requests.slice(tenant.requests.findIndex(each => each.startsWith('POST')));
  expect(lists.map(request => request.split(' ')[0])).toEqual(['POST', 'GET', 'POST', 'POST', 'POST']);
});

test.each([403, 409, 422])('once a field cannot be recreated (%i), no other is deleted (row 152)', async status => {
  const tenant = createTenant(
    ['a', 'b', 'c', 'd'].map(name => field(name)),
    {'POST /v2/customFields': () => reply({message: 'no'}, {status})},
  );
  const names = ['a', 'b', 'c'];
  const fields = [...names.map(name => ({...replaced, name})), {name: 'd', label: 'New'}];
  const line = `fields apply -f f.json --yes ${names.map(name => `--replace ${name}`).join(' ')} --expect-deletes 3`;
  const {exitCode, stderr} = await run(line, tenant, declare(...fields));
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(
      'error: replace "b": not deleted, because "a" could not be recreated\nerror: 1 more failed for the same reason as replace "b": replace "c"\n',
    ),
  });
  expect(tenant.fields().map(text => JSON.parse(text))).toMatchObject([
    {name: 'b'},
    {name: 'c'},
    {name: 'd', label: 'New'},
  ]);
});

test('once a field may not have been recreated, no other is deleted (row 152)', async () => {
  const tenant = createTenant(
    ['a', 'b'].map(name => field(name)),
    {'POST /v2/customFields': reset},
  );
  const line = 'fields apply -f f.json --yes --replace a --replace b --expect-deletes 2';
  const {exitCode, stderr} = await run(line, tenant, declare(...['a', 'b'].map(name => ({...replaced, name}))));
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('error: replace "b": not deleted, because "a" may not have been recreated\n'),
  });
  expect(namesOf(tenant)).toEqual(['b']);
});

test('replacements are made one at a time', async () => {
  const tenant = createTenant(['a', 'b', 'c'].map(name => field(name)));
  const fields = ['a', 'b', 'c'].map(name => ({...replaced, name}));
  const line = 'fields apply -f f.json --yes --replace a --replace b --replace c --expect-deletes 3';
  expect((await run(line, tenant, declare(...fields))).exitCode).toBe(0);
  const writes = tenant.requests.map(request => request.split(' ')[0]).filter(method => method !== 'GET');
  expect(writes).toEqual(['DELETE', 'POST', 'DELETE', 'POST', 'DELETE', 'POST']);
});

test.each([403, 422])(
  'once a field cannot be created (%i), none is deleted for a replacement (row 152)',
  async status => {
    const tenant = createTenant([field('a'), field('b')], {'POST ': () => reply({message: 'no'}, {status})});
    const fields = [
      {...replaced, name: 'a'},
      {name: 'new', type: decimal},
    ];
    const line = 'fields apply -f f.json --yes --replace a --expect-deletes 1';
    const {stderr} = await run(line, tenant, declare(...fields));
    expect(stderr).toContain('error: replace "a": not deleted, because "new" could not be created\n');
    expect(namesOf(tenant)).toEqual(['a', 'b']);
  },
);

test('with --fail-fast, no replacement is begun after one that failed', async () => {
  const tenant = createTenant(
    ['a', 'b'].map(name => field(name)),
    {'DELETE #1': () => reply({message: 'no'}, {status: 403})},
  );
  const line = 'fields apply -f f.json --yes --replace a --replace b --expect-deletes 2 --fail-fast';
  const {stderr} = await run(line, tenant, declare(...['a', 'b'].map(name => ({...replaced, name}))));
  expect(stderr).toContain('error: replace "b": not deleted, because "a" could not be replaced\n');
  expect(namesOf(tenant)).toEqual(['a', 'b']);
});

test.each([
  ['alone', undefined, []],
  ['beside another change', 'Theirs', ['"b" still differs in label: "Theirs" -> "Ours"']],
])('reports a duplicate that another machine created at the same time, %s (row 36)', async (_how, label, others) => {
  const created = JSON.stringify({name: 'a', label: 'A', type: decimal});
  const tenant: Tenant = createTenant([field('b')], {
    'POST /v2/customFields#1': async ({url, headers}, carryOut) => {
      // Another machine writes between our read and our write.
      await tenant.fetch(new Request(url, {method: 'POST', headers, body: created}));
      return carryOut();
    },
    'PATCH /v2/customFields/cf_b#1': async (request, carryOut) => {
      const {url, method, headers} = request;
      const answer = await carryOut();
      if (label !== undefined) await tenant.fetch(new Request(url, {method, headers, body: JSON.stringify({label})}));
      return answer;
    },
  });
  const fields = [
    {name: 'a', label: 'A', type: decimal},
    {name: 'b', label: 'Ours'},
  ];
  const files = {'f.json': JSON.stringify({custom_fields: fields})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, {files});
  const twice = /"a": 2 fields on this tenant have that name: \S+ and \S+/;
  expect(exitCode).toBe(7);
  expect(stderr).toMatch(
    new RegExp(`error: all writes succeeded, but the tenant does not match the files: .*${twice.source}`),
  );
  expect(stderr).toContain(
    'Another apply may have run at the same time. To undo this one, run: bizctl fields undo 2026',
  );
  for (const other of others) expect(stderr).toContain(`warning: ${other}`);
  expect(tenant.fields()).toHaveLength(3);
});
