import {expect, test} from 'vitest';
import {archivingTenant} from '../../../harness/archiving-tenant.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {decimal, field} from '../../../harness/tenant.js';

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

test('the undo of an update that brought a field back deletes it again (row 150)', async () => {
  const tenant = archivingTenant([archived]);
  await run('fields update cf_old --no-deleted --journal', tenant);
  const [update] = runIds();
  expect((await run(`fields undo ${update} --dry-run`, tenant)).stdout).toContain(
    '~ update  b\n          ~ deleted: null -> true\ntenant',
  );
  const undone = await run(`fields undo ${update} --yes`, tenant);
  expect({exitCode: undone.exitCode, said: undone.stderr.split('\n').at(-2)}).toEqual({
    exitCode: 0,
    said: `note: verified: run ${update} is undone`,
  });
  expect({updates: tenant.updates, live: tenant.live()}).toEqual({
    updates: [{deleted: false}, {deleted: true}],
    live: [],
  });
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

test('several archived fields of a name are told apart by their ids', async () => {
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
      exitCode: 4,
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
