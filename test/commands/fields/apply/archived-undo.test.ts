import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {archivingTenant} from '../../../harness/archiving-tenant.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {cutJournal, journals, run} = useFieldsAsCode();
const archived = {...field('b'), id: 'cf_old', is_archived: true};
/** The ids of the runs, oldest first. */
const runIds = () => journals().map(([head]) => String(head.run));

test('an undo reaches the field that was recreated, not the archived one (rows 150, 151)', async () => {
  const tenant = archivingTenant();
  await run('fields update name:b --label New --journal', tenant);
  await run('fields delete name:b --yes --journal', tenant);
  const [update, deletion] = runIds();
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.live()).toMatchObject([{name: 'b', label: 'New'}]);
  expect((await run(`fields undo ${update} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.live()).toMatchObject([{name: 'b', label: 'Label of b'}]);
  expect(tenant.writes).toEqual(['PATCH cf_b', 'DELETE cf_b', 'POST', 'PATCH new1']);
});

test.each<[string, JsonObject]>([
  ['that looked archived', archived],
  ['with such a member of its own', {...archived, is_archived: false, status: 'archived'}],
])('the undo of an update that took the mark off a field %s deletes nothing (row 150)', async (_what, before) => {
  const tenant = archivingTenant([before]);
  await run('fields update cf_old --no-deleted --label New --journal', tenant);
  tenant.change('cf_old', {status: 'active'});
  const [update] = runIds();
  const undone = await run(`fields undo ${update} --yes`, tenant);
  const sign = before['is_archived'] === true ? 'is_archived: true' : 'status: "archived"';
  expect({exitCode: undone.exitCode, said: undone.stderr.split('\n').at(-3)}).toEqual({
    exitCode: 7,
    said: `error: run ${update} was only partly undone: "b" may have been deleted before the run (${sign}); the undo does not delete it again; if it was deleted, run: bizctl fields update cf_old --deleted`,
  });
  expect(tenant.updates).toEqual([{deleted: false, label: 'New'}, {label: 'Label of b'}]);
});

test('a field that was archived before a run, unmarked by it and recreated since is followed (row 150)', async () => {
  const tenant = archivingTenant([archived]);
  await run('fields update cf_old --no-deleted --label New --journal', tenant);
  await run('fields delete name:b --yes --journal', tenant);
  const [update, deletion] = runIds();
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  await run(`fields undo ${update} --yes`, tenant);
  expect(tenant.writes).toEqual(['PATCH cf_old', 'DELETE cf_old', 'POST', 'PATCH new1']);
  expect(tenant.live()).toMatchObject([{name: 'b', label: 'Label of b'}]);
});

test('an undo names the field that has the name of an archived one that it brings back', async () => {
  const tenant = archivingTenant();
  await run('fields update name:b --deleted --journal', tenant);
  await run('fields create --name b --type decimal --if-exists allow', tenant);
  const undone = await run(`fields undo ${runIds()[0]} --yes`, tenant);
  expect(undone.stderr).toContain('once "b" is listed again, it will share its name with the field new1\n');
});

test('a field that looks archived and is not deleted is not waited for', async () => {
  const tenant = archivingTenant([{...field('b'), status: 'archived'}]);
  await run('fields update cf_b --no-deleted --label New --journal', tenant);
  const {stderr} = await run('fields export', tenant);
  expect(stderr).not.toContain('the list may');
});

test('nothing is left to undo of an update of a field that looks archived as before', async () => {
  const tenant = archivingTenant([archived]);
  await run('fields update cf_old --no-deleted --journal', tenant);
  tenant.change('cf_old', {is_archived: true});
  const undone = await run(`fields undo ${runIds()[0]} --yes`, tenant);
  expect(undone).toMatchObject({exitCode: 0, stdout: 'no changes; 0 unchanged\n'});
});

test('the undo of a deletion mark does not wait for a list that shows the mark in another form', async () => {
  const tenant = archivingTenant();
  await run('fields update name:b --deleted --journal', tenant);
  const undone = await run(`fields undo ${runIds()[0]} --yes`, tenant);
  expect(undone.exitCode).toBe(0);
  expect(undone.stderr).not.toContain('the list may');
  expect(tenant.live()).toMatchObject([{name: 'b'}]);
});

test.each([[[archived, field('b')]], [[field('b'), archived]]])(
  'a name is that of the live field, wherever its archived twin is listed',
  async listed => {
    const tenant = archivingTenant(listed);
    for (const line of ['fields get b', 'fields get name:b'])
      expect(JSON.parse((await run(`${line} --json`, tenant)).stdout)).toMatchObject({id: 'cf_b'});
    expect((await run('fields update name:b --label New', tenant)).exitCode).toBe(0);
    expect((await run('fields delete name:b --yes', tenant)).exitCode).toBe(0);
    expect(tenant.writes).toEqual(['PATCH cf_b', 'DELETE cf_b']);
  },
);

test('an archived field is shown by its name if no other has it', async () => {
  const {stdout} = await run('fields get name:b --json', archivingTenant([archived]));
  expect(JSON.parse(stdout)).toEqual(archived);
});

test('names several archived fields with the same name by their ids', async () => {
  const tenant = archivingTenant([archived, {...archived, id: 'cf_older'}]);
  for (const line of ['fields get name:b', 'fields update name:b --label New'])
    expect(await run(line, tenant)).toEqual({
      exitCode: 9,
      stdout: '',
      stderr: 'error: "b" matches 2 fields: "cf_old" and "cf_older"\nhint: Use the id of the one you mean.\n',
    });
});

test('a create whose reply is lost finds the new field, not the archived one (row 22)', async () => {
  const tenant = archivingTenant();
  await run('fields delete name:b --yes --journal', tenant);
  tenant.loseReplies();
  const undone = await run(`fields undo ${runIds()[0]} --yes`, tenant);
  expect(undone.exitCode).toBe(0);
  expect(undone.stderr).toContain('confirmed by reading back');
});

test('a refused create does not take the archived field for its own', async () => {
  const tenant = archivingTenant([field('b')], 409);
  await run('fields delete name:b --yes --journal', tenant);
  tenant.refuseCreates(1);
  const undone = await run(`fields undo ${runIds()[0]} --yes`, tenant);
  expect(undone.exitCode).toBe(7);
  expect(undone.stderr).toMatch(
    /was not undone: create "b": HTTP 409: no \(POST \/v2\/customFields\)\nhint: To try to bring the deleted field back instead, run: bizctl fields update cf_b --no-deleted\n$/,
  );
});

test('a resumed run points out the deleted fields that it writes to', async () => {
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'b', type: decimal, label: 'New'}]})};
  const tenant = archivingTenant();
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  cutJournal(1);
  const [apply] = runIds();
  const before = archivingTenant([{...field('b'), is_archived: true}]);
  const resumed = await run(`fields apply --resume ${apply} --yes`, before);
  expect(resumed.exitCode).toBe(0);
  expect(resumed.stderr).toContain(
    'warning: the tenant still lists fields that may have been deleted: "b" (is_archived: true)\n',
  );
});

test.each(['fields update cf_x --label New --journal', 'fields delete cf_x --yes --journal'])(
  '%s sends nothing that it cannot record',
  async line => {
    const tenant = archivingTenant();
    expect(await run(line, tenant)).toEqual({
      exitCode: 9,
      stdout: '',
      stderr: 'error: cf_x is not listed, so --journal cannot record it\nhint: Omit --journal to write it anyway.\n',
    });
    expect(tenant.writes).toEqual([]);
  },
);

test('a dry run warns of a field that is skipped as the create does', async () => {
  const create = 'fields create --name b --type phone --if-exists skip';
  const warning = 'warning: "b": skipped, but the existing field has a different type: decimal\n';
  const tenant = archivingTenant();
  expect((await run(create, tenant)).stderr).toBe(warning);
  expect((await run(`${create} --dry-run`, tenant)).stderr).toBe(
    `${warning}note: nothing to send for "b"\nnote: dry run: no write was sent\n`,
  );
});

test('a deletion in progress is waited for, in whatever form the list shows it (row 152)', async () => {
  const tenant = archivingTenant([field('b')], 409);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'b', type: {...decimal, primitive_type: 'TEXT'}}]})};
  tenant.refuseCreates(2);
  const replaced = await run('fields apply -f f.yaml --replace b --yes --expect-deletes 1', tenant, {files});
  expect(replaced.exitCode).toBe(0);
  expect(replaced.stderr).toContain('note: the API still lists the deleted "b"; retrying for up to ');
  expect(tenant.live()).toMatchObject([{name: 'b', type: {primitive_type: 'TEXT'}}]);
});

test('the reply to a create is taken for its field by the id alone', async () => {
  allowViolations();
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'b', type: {...decimal, primitive_type: 'TEXT'}}]})};
  const listed = () => ({...JSON.parse(tenant.fields()[0] ?? '{}'), id: 'cf_b', status: 'archived'});
  const tenant = createTenant([field('b')], {
    'POST /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      return reply(listed(), {status: 201});
    },
    'GET /v2/customFields': () => reply({custom_fields: tenant.fields().length === 0 ? [] : [listed()]}),
  });
  const replaced = await run('fields apply -f f.yaml --replace b --yes --expect-deletes 1', tenant, {files});
  expect(replaced.exitCode).toBe(0);
});
