import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';
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
