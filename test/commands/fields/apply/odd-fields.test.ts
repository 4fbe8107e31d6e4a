import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();

const stored = (tenant: ReturnType<typeof createTenant>) => tenant.fields().map(text => JSON.parse(text));

test.each(['constructor', 'toString', '__proto__'])(
  'a member that is called %s is planned, applied and undone like any other (row 58)',
  async member => {
    const tenant = createTenant([field('a')]);
    const files = {'f.json': `{"custom_fields": [{"name": "a", "label": "New", "${member}": "x"}]}`};
    expect((await run('fields plan -f f.json', tenant, {files})).stdout).toContain(`+ ${member}: "x"`);
    expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
    const id = journals()[0]?.[0].run;
    expect((await run(`fields runs ${id}`, tenant)).stdout).not.toContain('undefined');
    expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
    expect(stored(tenant)[0].label).toBe('Label of a');
  },
);

test('choices that are not objects stay as they are (rows 32, 59, 148)', async () => {
  allowViolations();
  const options = {display_type: 'RADIO', groups: [{header: 'G', options: ['A', 'B']}]};
  const tenant = createTenant([field('a', {options})]);
  const exported = await run('fields export', tenant);
  const same = {'e.yaml': exported.stdout};
  expect((await run('fields apply -f e.yaml --yes', tenant, {files: same})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([]);
});

test('an export of a field without a name is accepted as it is (row 148)', async () => {
  const tenant = createTenant([field('a'), {...field('b'), id: 'x1', name: null}]);
  const files = {'e.yaml': (await run('fields export --with-ids', tenant)).stdout};
  expect(await run('fields apply -f e.yaml --yes', tenant, {files})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('no changes'),
  });
});

test('a field that is declared by its id alone is called by its name (rows 152, 154)', async () => {
  const tenant = createTenant([field('a')]);
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {'f.yaml': `custom_fields: [{id: cf_a, type: ${phone}}]`};
  expect((await run('fields apply -f f.yaml --yes --replace b', tenant, {files})).exitCode).toBe(2);
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  expect(stored(tenant)).toMatchObject([{name: 'a', label: 'Label of a', type: {primitive_type: 'PHONE'}}]);
});

test('diff --check says that a protected field differs', async () => {
  const tenant = createTenant([field('a')]);
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {'f.yaml': `custom_fields: [{name: a, protect: true, type: ${phone}}]`};
  const {exitCode, stdout} = await run('fields diff f.yaml --check', tenant, {files});
  expect({exitCode, stdout}).toEqual({exitCode: 8, stdout: expect.stringContaining('1 different')});
});

test('a value that is too large for YAML is planned all the same, on one line', async () => {
  const values = `[${'1,'.repeat(250_000)}1]`;
  const files = {'f.json': `{"custom_fields": [{"name": "a", "default_value": {"x": ${values}}}]}`};
  const {exitCode, stdout} = await run('fields plan -f f.json', createTenant([field('a')]), {files});
  expect({exitCode, isWhole: stdout.includes(`+ default_value: {"x":${values}}\n`)}).toEqual({
    exitCode: 0,
    isWhole: true,
  });
});

test('a field that does not show whether it is deleted is not, as a file may say', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{id: cf_a, name: a, deleted: false}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --check --json', tenant, {files});
  expect({exitCode, changes: JSON.parse(stdout).changes}).toEqual({exitCode: 0, changes: []});
});

test('two fields that are replaced may get the ids of each other (rows 137, 150, 156)', async () => {
  const free: string[] = [];
  const fields = new Map(['a', 'b'].map(name => [`cf_${name}`, field(name)]));
  const tenant = {
    fetch: async (request: Request) => {
      const target = decodeURIComponent(new URL(request.url).pathname.split('/')[3] ?? '');
      if (request.method === 'GET') return reply({custom_fields: [...fields.values()]});
      if (request.method === 'DELETE') {
        fields.delete(target);
        free.push(target);
        return new Response(null, {status: 204});
      }
      const id = free.pop() ?? 'new';
      const created = {...field('new'), ...JSON.parse(await request.text()), id};
      fields.set(id, created);
      return reply(created, {status: 201});
    },
  };
  const type = {...decimal, primitive_type: 'PHONE'};
  const line = 'fields apply -f f.json --yes --replace a --replace b --expect-deletes 2 --concurrency 2';
  const world = {
    files: {'f.json': JSON.stringify({custom_fields: ['a', 'b'].map(name => ({name, type}))})},
    env: {BIZCTL_TENANT: 'acme'},
  };
  expect(await run(line, tenant, world)).toMatchObject({exitCode: 0});
  const [[{run: id} = {run: ''}] = []] = journals();
  const undone = await run(`fields undo ${id} --yes --expect-deletes 2`, tenant, {env: world.env});
  expect(undone).toMatchObject({exitCode: 0});
  const types = [...fields.values()].map(each => [each['name'], JSON.stringify(each['type'])]);
  expect(Object.fromEntries(types)).toEqual({a: JSON.stringify(decimal), b: JSON.stringify(decimal)});
});

test('an update with a hint whose reply is lost is confirmed by the rest (row 27)', async () => {
  allowViolations();
  const tenant = createTenant([field('a')], {
    PATCH: async (_request, carryOut) => {
      await carryOut();
      return new Response(null, {status: 204});
    },
  });
  const {exitCode, stderr} = await run('fields update cf_a --label B --hint h', tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'note: cf_a: updated; confirmed by reading back, except for hint\n',
  });
  expect(await run('fields update cf_a --hint h', tenant)).toMatchObject({exitCode: 0});
});

test.each(['1e2', '1E+2', '100.0'])('%s is a whole number (row 56)', async size => {
  const text = JSON.stringify(field('a', {validators: [{size: {size: 0, size_type: 'MIN'}}]})).replace(
    '"size":0',
    `"size":${size}`,
  );
  const tenant = {
    fetch: async (request: Request) =>
      request.method === 'GET' ? reply(`{"custom_fields":[${text}]}`) : reply(await request.text()),
  };
  const {exitCode, stdout} = await run('fields export --output json', tenant);
  expect({exitCode, hasId: stdout.includes('cf_a')}).toEqual({exitCode: 0, hasId: false});
});

const unsendable = (what: string, hint: string) => ({
  exitCode: 9,
  stderr: `error: cannot ${what} "a": its id ".." cannot be part of a URL\nhint: ${hint}\n`,
});

test.each([
  [
    'label',
    '',
    '{"name": "a", "label": "New"}',
    unsendable('update', 'Leave the field as it is on the tenant: declare its current values, or omit it.'),
  ],
  ['absence', '--prune', '{"name": "b"}', unsendable('delete', 'Declare the field by its name, or omit --prune.')],
])(
  'a %s that needs a request with an unusable id is refused, with what helps (row 153)',
  async (_what, option, declared, refused) => {
    const tenant = createTenant([field('a', {id: '..'}), field('b')]);
    const files = {'f.json': `{"custom_fields": [${declared}]}`};
    const {exitCode, stderr} = await run(`fields plan -f f.json ${option}`, tenant, {files});
    expect({exitCode, stderr}).toEqual(refused);
  },
);
