import {expect, test} from 'vitest';
import {type JsonObject, stringOf} from '../../../../src/json/json.js';
import {archivingTenant} from '../../../harness/archiving-tenant.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {decimal, field} from '../../../harness/tenant.js';

/*
 * An API that lists deleted fields further on, by a sign that the reference does not name.
 */

const {cutJournal, journals, run} = useFieldsAsCode();
const runId = (): string => journals()[0]?.[0].run ?? '';
const text = {discriminator: 'SIMPLE', primitive_type: 'TEXT'};
const declare = (...fields: readonly JsonObject[]) => ({'f.yaml': JSON.stringify({custom_fields: fields})});
const files = declare({name: 'b', type: text});
const replace = 'fields apply -f f.yaml --replace b --yes --expect-deletes 1';
const archived = {...field('b'), id: 'cf_old', is_archived: true};

test('a field that the API keeps as archived is no twin of the one that replaces it', async () => {
  const tenant = archivingTenant();
  expect((await run(replace, tenant, {files})).exitCode).toBe(0);
  expect(await run('fields plan -f f.yaml --prune --check', tenant, {files})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(
      'the tenant still lists fields that may have been deleted: "b" (is_archived: true)',
    ),
  });
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toContain('no changes; 1 unchanged\n');
  const {stdout} = await run('fields export --json', tenant);
  expect(JSON.parse(stdout)).toEqual({custom_fields: [{name: 'b', type: text, label: 'Label of b'}]});
});

test.each([422, 500])(
  'a replacement whose create ended with %i is completed, whatever was archived before',
  async status => {
    const tenant = archivingTenant([field('b'), archived], status);
    expect((await run(replace, tenant, {files})).exitCode).toBe(0);
    const back = {files: declare({name: 'b', type: decimal})};
    tenant.refuseCreates(10);
    expect((await run(replace, tenant, back)).exitCode).toBe(7);
    const other = {files: declare({name: 'other', type: decimal})};
    expect((await run('fields plan -f f.yaml', tenant, other)).stdout).toMatch(
      /warning +run \S+ deleted "b" to replace it/,
    );
    tenant.refuseCreates(0);
    const {changes, warnings} = JSON.parse((await run('fields plan -f f.yaml --json', tenant, back)).stdout);
    expect({actions: changes.map(({action}: {action: string}) => action), warnings}).toEqual({
      actions: ['create'],
      warnings: expect.arrayContaining([
        expect.stringContaining('the API still lists it as deleted; if the API refuses'),
      ]),
    });
    const cutOff = journals().at(-1)?.[0].run;
    expect((await run(`fields apply --resume ${cutOff} --yes`, tenant, back)).exitCode).toBe(0);
    expect(tenant.live()).toMatchObject([{name: 'b', type: decimal}]);
    const {stdout} = await run(`fields runs ${cutOff}`, tenant);
    expect(/create +b +(\S+)/.exec(stdout)?.[1]).toBe(tenant.live()[0]?.['id']);
  },
);

test('a file with the id of a field that was replaced does not replace it once more', async () => {
  const tenant = archivingTenant();
  const byId = {files: declare({id: 'cf_b', name: 'b', type: text})};
  expect((await run(replace, tenant, byId)).exitCode).toBe(0);
  const id = stringOf(tenant.live()[0]?.['id']);
  for (const line of [replace, 'fields plan -f f.yaml --prune'])
    expect(await run(line, tenant, byId)).toMatchObject({
      exitCode: 9,
      stderr: expect.stringContaining(
        `"b": the field cf_b may have been deleted (is_archived: true); the one with its name is ${id}\nhint: Remove its id, or the declaration.\n`,
      ),
    });
  expect(tenant.writes).toEqual(['DELETE cf_b', 'POST']);
});

test('a column of a CSV file completes the field, not its archived twin', async () => {
  const validators = [{required: false, size: {size: 9, size_type: 'MAX'}}];
  const old = {...archived, validators: [{size: {size: 1, size_type: 'MIN'}}]};
  const tenant = archivingTenant([field('b', {validators}), old]);
  const csv = {files: {'f.csv': 'name,required\nb,true\n'}};
  expect((await run('fields apply -f f.csv --yes', tenant, csv)).exitCode).toBe(0);
  expect(tenant.live()).toMatchObject([{validators: [{required: true, size: {size: 9, size_type: 'MAX'}}]}]);
});

test('a deletion of unknown outcome is undone where the API keeps the field as archived', async () => {
  const tenant = archivingTenant([field('b'), archived]);
  expect((await run('fields delete cf_b --yes --journal', tenant)).exitCode).toBe(0);
  cutJournal(2);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.live()).toMatchObject([{name: 'b', label: 'Label of b'}]);
});

test('a create points out that the field of its name may have been deleted', async () => {
  const tenant = archivingTenant([archived]);
  const create = (label: string, ifExists: string) =>
    run(`fields create --name b --label ${label} --type decimal --if-exists ${ifExists}`, tenant);
  const sign = 'the existing field may have been deleted: is_archived: true';
  expect((await create('New', 'skip')).stderr).toContain(`skipped, but ${sign}`);
  expect((await create('New', 'update')).stderr).toContain(sign);
});

test('a create with --if-exists takes the field that is not archived', async () => {
  const tenant = archivingTenant([archived, field('b')]);
  const {exitCode, stdout} = await run('fields create --name b --type decimal --if-exists skip --quiet', tenant);
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: 'cf_b\n'});
});

test.each([
  false,
  'no',
  0,
  '0001-01-01T00:00:00Z',
  '1970-01-01 00:00:00',
  '0000-00-00',
  '9999-12-31',
  '5',
  'user 7',
  '',
  {by: null},
])('a field with is_archived: %j is not deleted', async value => {
  const tenant = archivingTenant([{...field('b'), is_archived: value}]);
  expect(
    (await run('fields apply -f f.yaml --prune --yes --expect-deletes 1', tenant, {files: declare()})).exitCode,
  ).toBe(9);
  const {stdout} = await run('fields plan -f f.yaml --prune', tenant, {
    files: declare({name: 'other', type: decimal}),
  });
  expect(stdout).toContain('- delete  b');
});

test.each([
  true,
  'Yes',
  1,
  '2026-01-02',
  '2026-01-02T03:04:05Z',
  '2026-01-02 03:04:05',
  '20260102T030405Z',
  'Fri, 02 Jan 2026 03:04:05 GMT',
  1_780_000_000,
  1_780_000_000.5,
  1_780_000_000_000,
])('a field with is_archived: %j is not deleted once more', async value => {
  const tenant = archivingTenant([{...field('b'), is_archived: value}]);
  const {stdout} = await run('fields plan -f f.yaml --prune', tenant, {
    files: declare({name: 'other', type: decimal}),
  });
  expect(stdout).toContain('not pruned, because they may have been deleted: "b"');
});
