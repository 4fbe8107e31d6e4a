import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type JsonObject, stringOf} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {inHome, run, runId} = useFieldsAsCode();

const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};

/** A tenant with the same fields, some of which have been changed in the meantime. */
function afterChanges(tenant: Tenant, changes: {readonly [id: string]: JsonObject}): Tenant {
  const fields: readonly JsonObject[] = tenant.fields().map(text => JSON.parse(text));
  return createTenant(fields.map(each => ({...each, ...changes[stringOf(each['id']) ?? '']})));
}

test('an undo does not mind that a field was renamed that the run left alone (row 156)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const later = afterChanges(tenant, {cf_b: {name: 'renamed'}});
  expect((await run(`fields undo ${runId()} --yes`, later)).exitCode).toBe(0);
  expect(writesOf(later)).toEqual(['PATCH /v2/customFields/cf_a {"label":"Label of a"}']);
});

test('an undo leaves alone what was renamed, or has the id of a deleted field, and undoes the rest (row 156)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('d'), field('e')]);
  const files = {
    'f.yaml': `custom_fields: [{name: a, label: New}, {name: b, label: New}, {name: c, type: ${declaredType}}]`,
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[4] ?? '');
  const later = afterChanges(tenant, {cf_b: {name: 'renamed'}, [id]: {name: 'other_c'}});
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, later);
  const said = [
    `"c" is now listed as "other_c" (${id}), which is left alone`,
    '"b" is now listed as "renamed" (cf_b), which is left alone',
  ];
  expect({exitCode, said: stderr.split('\n').filter(line => line.startsWith('warning: "'))}).toEqual({
    exitCode: 7,
    said: said.map(each => `warning: ${each}`),
  });
  expect(writesOf(later)).toEqual(['PATCH /v2/customFields/cf_a {"label":"Label of a"}']);
});

test('an undo writes nothing where most fields have other names, as on a tenant that was reset (row 156)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': `custom_fields: [{name: c, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const other = afterChanges(tenant, {cf_a: {name: 'supplier'}, cf_b: {name: 'region'}});
  expect(await run(`fields undo ${runId()} --yes --expect-deletes 1`, other)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr:
      'error: this may not be the tenant of the plan: the field with id cf_a was named "a"\n' +
      'hint: If the field has been renamed since, plan again; to undo a run, restore the fields by hand.\n',
  });
  expect(writesOf(other)).toEqual([]);
});

test('an undo leaves alone a field of another type, which is not the one that the run wrote (row 150)', async () => {
  const tenant = createTenant([field('a'), field('b'), field('d')]);
  const files = {'f.yaml': `custom_fields: [{name: a, label: New}, {name: c, label: C, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[3] ?? '');
  const later = afterChanges(tenant, {cf_a: {type: phone}, [id]: {type: phone}});
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, later);
  expect({exitCode, said: stderr.split('\n').filter(line => line.startsWith('warning: "'))}).toEqual({
    exitCode: 7,
    said: [
      `warning: "c" has since been deleted; ${id}, which has a different type, is left alone`,
      'warning: "a" has since been deleted; cf_a, which has a different type, is left alone',
    ],
  });
  expect(writesOf(later)).toEqual([]);
});

test('an undo of a single create leaves alone a field of another type that has its id and its name (row 150)', async () => {
  const tenant = createTenant([field('b'), field('d')]);
  expect((await run('fields create --name c --type decimal', tenant)).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[2] ?? '');
  const later = afterChanges(tenant, {[id]: {type: phone}});
  expect(await run(`fields undo ${runId()} --yes --expect-deletes 1`, later)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining(`"c" has since been deleted; ${id}, which has a different type, is left alone\n`),
  });
  expect(writesOf(later)).toEqual([]);
});

test.each([
  ['is as it was', {}, 0, []],
  ['was renamed', {name: 'renamed'}, 7, []],
  ['has another type', {type: phone, name: 'other'}, 0, ['POST']],
])(
  'a deletion of unknown outcome is undone only if the field is gone: the one with its id %s',
  async (_what, change, exitCode, methods) => {
    const tenant = createTenant([field('a'), field('b'), field('d')]);
    const before = afterChanges(tenant, {cf_a: change});
    expect((await run('fields delete name:a --yes --journal', tenant)).exitCode).toBe(0);
    const path = inHome('data/runs', `${runId()}.jsonl`);
    const [begun, intent] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${begun}\n${intent}\n`);
    expect((await run(`fields undo ${runId()} --yes`, before)).exitCode).toBe(exitCode);
    expect(writesOf(before).map(line => line.split(' ')[0])).toEqual(methods);
  },
);

/** A tenant whose list shows these fields from now on. */
const listing = (tenant: Tenant, fields: () => readonly JsonObject[]): Pick<Tenant, 'fetch'> => ({
  fetch: async request => (request.method === 'GET' ? reply({custom_fields: [...fields()]}) : tenant.fetch(request)),
});

test('an undo of a create names another new field with that name, and leaves it alone (row 24)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields create --name n --type decimal', tenant)).exitCode).toBe(0);
  const twin = field('n', {label: 'Not mine'});
  const stored = () => tenant.fields().map(text => JSON.parse(text));
  const {exitCode, stderr} = await run(
    `fields undo ${runId()} --yes --expect-deletes 1`,
    listing(tenant, () => [...stored(), twin]),
  );
  expect({exitCode, stderr, left: stored()}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(
      'warning: "n" is also the name of cf_n, which the run did not create; it is left alone\n',
    ),
    left: [field('a')],
  });
});

test('an undo of a create that is not listed does not touch another field with that name (row 24)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields create --name n --type decimal', tenant)).exitCode).toBe(0);
  const others = listing(tenant, () => [field('a'), field('n', {label: 'Not mine'})]);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, others);
  expect({exitCode, stderr, writes: writesOf(tenant).length}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(
      'warning: "n" is no longer listed, and another field with that name, cf_n, is left alone\n',
    ),
    writes: 1,
  });
});
