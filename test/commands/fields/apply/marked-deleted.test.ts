import {expect, test} from 'vitest';
import {TransportError} from '../../../../src/base/transport-error.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();
const runId = (): string => journals()[0]?.[0].run ?? '';

/** A tenant that answers a DELETE with 200 and lists the field further on, marked as deleted. */
function markingTenant() {
  allowViolations();
  let isDeleted = false;
  const list = () => [field('a'), field('b', isDeleted ? {deleted: true} : {})];
  return createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: list()}),
    'DELETE /v2/customFields/cf_b': () => {
      isDeleted = true;
      return reply({}, {status: 200});
    },
  });
}

const declaring = (name: string) => ({files: {'f.yaml': `custom_fields: [{name: ${name}, type: ${declaredType}}]`}});

test('a field that is listed as marked as deleted is deleted (rows 20, 138)', async () => {
  const tenant = markingTenant();
  const prune = 'fields apply -f f.yaml --yes --prune --expect-deletes';
  expect((await run(`${prune} 1`, tenant, declaring('a'))).exitCode).toBe(0);
  expect((await run(`${prune} 0`, tenant, declaring('a'))).stdout).toBe('no changes; 1 unchanged\n');
  expect(writesOf(tenant)).toEqual(['DELETE /v2/customFields/cf_b']);
  const exported = JSON.parse((await run('fields export --json', tenant)).stdout);
  expect(exported.custom_fields.map(({name}: {name: string}) => name)).toEqual(['a']);
});

test('a run can be undone where the API renames a field that it marks as deleted (row 156)', async () => {
  allowViolations();
  let isDeleted = false;
  const tenant = createTenant([field('a')], {
    'GET /v2/customFields': () => {
      const mark = (row: JsonObject) =>
        isDeleted && row['name'] === 'n' ? {...row, name: 'n (deleted)', deleted: true} : row;
      return reply({custom_fields: tenant.fields().map(text => mark(JSON.parse(text)))});
    },
    'DELETE /v2/customFields/': () => {
      isDeleted = true;
      return reply({}, {status: 200});
    },
  });
  const label = {name: 'a', label: 'Changed', type: decimal};
  const files = {'f.yaml': JSON.stringify({custom_fields: [label, {name: 'n', type: decimal}]})};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const applied = runId();
  await run('fields delete name:n --yes', tenant);
  expect(await run(`fields undo ${applied} --yes`, tenant)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`verified: run ${applied} is undone`),
  });
  expect(writesOf(tenant).slice(-2)).toEqual([
    expect.stringContaining('DELETE /v2/customFields/'),
    'PATCH /v2/customFields/cf_a {"label":"Label of a"}',
  ]);
});

test('a field that is marked as deleted is neither as declared nor created again', async () => {
  const tenant = markingTenant();
  await run('fields delete cf_b --yes', tenant);
  expect(await run('fields apply -f f.yaml --yes', tenant, declaring('b'))).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: f.yaml:1:17: "b": the field is marked as deleted on this tenant: cf_b\n' +
      'hint: Remove it from the files, or run: bizctl fields update cf_b --no-deleted\n',
  });
  expect(writesOf(tenant)).toEqual(['DELETE /v2/customFields/cf_b']);
});

test.each(['fail', 'skip', 'update'])(
  '--if-exists %s does not take a field that is marked as deleted for one that exists',
  async what => {
    const tenant = markingTenant();
    await run('fields delete cf_b --yes', tenant);
    expect(await run(`fields create --name b --label B --type decimal --if-exists ${what}`, tenant)).toEqual({
      exitCode: 9,
      stdout: '',
      stderr:
        'error: a field with that name is marked as deleted on this tenant: cf_b\n' +
        'hint: Pass --if-exists allow, or run: bizctl fields update cf_b --no-deleted\n',
    });
    expect(writesOf(tenant)).toEqual(['DELETE /v2/customFields/cf_b']);
  },
);

test('a field that is marked as deleted is recognized by its id as well', async () => {
  const tenant = markingTenant();
  await run('fields delete cf_b --yes', tenant);
  const byId = (id: string) => ({files: {'f.yaml': `custom_fields: [{id: ${id}, label: New}]`}});
  expect((await run('fields plan -f f.yaml --check', tenant, byId('cf_a'))).exitCode).toBe(8);
  expect(await run('fields plan -f f.yaml --check', tenant, byId('cf_b'))).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the field is marked as deleted on this tenant: cf_b'),
  });
});

test.each<[string, JsonObject]>([
  ['', {}],
  [', whatever the field looked like', {status: 'archived'}],
])('undo of a deletion mark is verified where only a set mark is shown%s (row 150)', async (_what, own) => {
  allowViolations();
  let isDeleted = false;
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: [field('a', isDeleted ? {...own, deleted: true} : own)]}),
    'PATCH /v2/customFields/cf_a': async request => {
      isDeleted = (await request.text()).includes('true');
      return reply(field('a', isDeleted ? {...own, deleted: true} : own));
    },
  });
  expect((await run('fields update name:a --deleted', tenant)).exitCode).toBe(0);
  const [runId] = (await run("fields runs --jq '.[].run' --raw", tenant)).stdout.split('\n');
  expect(await run(`fields undo ${runId} --yes`, tenant)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(`verified: run ${runId} is undone`),
  });
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"deleted":true}',
    'PATCH /v2/customFields/cf_a {"deleted":false}',
  ]);
});

test('undo names another field that has the name of one that it lists again (row 138)', async () => {
  allowViolations();
  let fields = [field('a')];
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: fields}),
    'PATCH /v2/customFields/cf_a': async request => {
      fields = [field('a', {deleted: (await request.text()).includes('true')}), ...fields.slice(1)];
      return reply(fields[0] ?? null);
    },
  });
  expect((await run('fields update name:a --deleted', tenant)).exitCode).toBe(0);
  fields = [...fields, {...field('a'), id: 'cf_other'}];
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, said: stderr.split('\n')[0]}).toEqual({
    exitCode: 0,
    said: 'warning: once "a" is listed again, it will share its name with the field cf_other',
  });
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"deleted":true}',
    'PATCH /v2/customFields/cf_a {"deleted":false}',
  ]);
});

test.each([
  [
    '--deleted',
    '"a" is marked as deleted and no longer listed; to list it again, run: bizctl fields update cf_a --no-deleted',
  ],
  ['--label New', '"a" is no longer listed and cannot be restored'],
])('undo of an update with %s says what became of a field that is gone (row 150)', async (flags, message) => {
  const tenant = createTenant([field('a')]);
  await run(`fields update name:a ${flags} --journal`, tenant);
  const emptied = createTenant([]);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, emptied);
  expect({exitCode, writes: writesOf(emptied)}).toEqual({exitCode: 7, writes: []});
  expect(stderr).toContain(`error: run ${runId()} was not undone: ${message}\n`);
});

/** A tenant that lists deleted fields, and brings one back when its name is created again. */
function revivingTenant(kept: JsonObject = {}) {
  allowViolations();
  let fields: readonly JsonObject[] = [field('a')];
  return createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: fields}),
    'DELETE /v2/customFields/cf_a': () => {
      fields = [field('a', {...kept, deleted: true})];
      return reply('', {status: 204});
    },
    'POST /v2/customFields': async request => {
      const revived = field('a', {...kept, ...JSON.parse(await request.text())});
      fields = [revived];
      return reply(revived, {status: 201});
    },
  });
}

test('undo takes a field that the API brings back for the one that it has recreated', async () => {
  const tenant = revivingTenant();
  await run('fields delete name:a --yes', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, stderr: stderr.split('\n').filter(line => !line.startsWith('note: run '))}).toEqual({
    exitCode: 0,
    stderr: [
      'warning: "a" is recreated with a new id; its stored values, hint and example_value cannot be restored; the deleted field is still listed; to try to bring it back instead, run: bizctl fields update cf_a --no-deleted',
      `note: verified: run ${runId()} is undone`,
      '',
    ],
  });
});

test('undo names what a field that the API brings back has and the deleted one had not (row 150)', async () => {
  const tenant = revivingTenant({helper_text: 'from before'});
  await run('fields delete name:a --yes', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain(`run ${runId()} was not undone: "a" still differs in helper_text: `);
  expect(writesOf(tenant)[1]).not.toContain('null');
});

test('undo of a create that the API no longer finds ends with 7, and names the run', async () => {
  const tenant = createTenant([], {'DELETE ': () => reply({message: 'no such field'}, {status: 404})});
  await run('fields create --name a --type decimal', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain(`error: run ${runId()} was not undone: delete "a": `);
});

test('undo says how to bring a field back whose name the API refuses', async () => {
  const tenant = createTenant([field('a')], {'POST ': () => reply({message: 'the name is reserved'}, {status: 409})});
  await run('fields delete name:a --yes', tenant);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain(
    'hint: To try to bring the deleted field back instead, run: bizctl fields update cf_a --no-deleted\n',
  );
});

test.each(['fields apply -f f.yaml --yes', '--resume'])(
  'a replacement that was not finished is, although the API lists the old field as deleted: %s (rows 31, 152)',
  async line => {
    allowViolations();
    let fields: readonly JsonObject[] = [field('a', {description: 'D'})];
    let posts = 0;
    const tenant = createTenant([], {
      'GET /v2/customFields': () => reply({custom_fields: fields}),
      'DELETE /v2/customFields/cf_a': () => {
        fields = [field('a', {description: 'D', deleted: true})];
        return reply('', {status: 204});
      },
      'POST /v2/customFields': async request => {
        posts += 1;
        if (posts === 1) return reply({message: 'no'}, {status: 422});
        fields = [...fields, {id: 'new', ...JSON.parse(await request.text())}];
        return reply(fields.at(-1) ?? {}, {status: 201});
      },
    });
    const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const replaced = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
    expect(replaced.exitCode).toBe(7);
    const again = line === '--resume' ? `fields apply --resume ${runId()}` : line;
    expect((await run(again, tenant, {files})).exitCode).toBe(0);
    expect(fields.at(-1)).toMatchObject({id: 'new', name: 'a', description: 'D', type: {primitive_type: 'PHONE'}});
  },
);

test('a field that a run could not delete, and that is marked as deleted since, is not created again (row 31)', async () => {
  allowViolations();
  let fields: readonly JsonObject[] = [field('a')];
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: fields}),
    'DELETE /v2/customFields/cf_a': () => reply({message: 'no'}, {status: 403}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(3);
  fields = [field('a', {deleted: true})];
  expect(await run('fields plan -f f.yaml --check', tenant, {files})).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the field is marked as deleted on this tenant: cf_a'),
  });
});

test('a lost create of a replacement is waited for, although the old field stays listed as deleted (rows 22, 138)', async () => {
  allowViolations();
  const replacement: JsonObject = {
    ...field('a', {id: 'new'}),
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
  };
  let fields: readonly JsonObject[] = [field('a')];
  let readsUntilListed = 0;
  let isOnline = true;
  const tenant = createTenant([], {
    'GET /v2/customFields': () => {
      if (!isOnline) throw new TransportError('ECONNREFUSED', false);
      readsUntilListed -= 1;
      if (readsUntilListed === 0) fields = [...fields, replacement];
      return reply({custom_fields: fields});
    },
    'DELETE /v2/customFields/cf_a': () => {
      fields = [field('a', {deleted: true})];
      return reply('', {status: 204});
    },
    'POST /v2/customFields': () => {
      isOnline = false;
      throw new TransportError('ECONNRESET', true);
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1 --retries 0';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  [isOnline, readsUntilListed] = [true, 3];
  expect((await run(`fields apply --resume ${runId()}`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant).filter(write => write.startsWith('POST'))).toHaveLength(1);
});

test.each([true, 'true', 1, 'yes', 2, {}])('no file deletes a field by a mark, which is %j (row 32)', async deleted => {
  const tenant = createTenant([field('a')]);
  const files = {'f.json': JSON.stringify({custom_fields: [{...field('a'), deleted, protect: true}]})};
  expect(await run('fields apply -f f.json --yes', tenant, {files})).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining(
      '"a": the file marks the field as deleted, but on this tenant it is not\nhint: Remove "deleted" from the file. To delete the field, leave the whole field out and plan with --prune.\n',
    ),
  });
  expect(writesOf(tenant)).toEqual([]);
});

test.each([false, 'false', 0, '', null])('a mark of deletion in a file that is %j changes nothing', async deleted => {
  const tenant = createTenant([field('a')]);
  const files = {'f.json': JSON.stringify({custom_fields: [{...field('a'), deleted}]})};
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
});

test.each([false, 0])('a replacement does not send a mark of deletion that is %j', async deleted => {
  allowViolations();
  const tenant = createTenant([field('a', {deleted})]);
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.json': JSON.stringify({custom_fields: [{...field('a'), type, deleted}]})};
  const line = 'fields apply -f f.json --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([
    'DELETE /v2/customFields/cf_a',
    `POST /v2/customFields ${JSON.stringify({name: 'a', type, label: 'Label of a'})}`,
  ]);
});

test('a plan that completes a replacement says that the old field is still listed as deleted', async () => {
  allowViolations();
  let isDeleted = false;
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: [field('b', isDeleted ? {deleted: true} : {})]}),
    'DELETE /v2/customFields/cf_b': () => {
      isDeleted = true;
      return reply('', {status: 204});
    },
    'POST /v2/customFields': () => reply({message: 'name taken'}, {status: 409}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]'};
  expect((await run('fields apply -f f.yaml --replace b --yes --expect-deletes 1', tenant, {files})).exitCode).toBe(7);
  const {exitCode, stdout} = await run('fields plan -f f.yaml --check', tenant, {files});
  expect({exitCode, warnings: stdout.match(/^warning .*/gm)}).toEqual({
    exitCode: 8,
    warnings: [
      `warning   run ${runId()} deleted "b" to replace it, and the API still lists it as deleted; if the API refuses to recreate it, bring the old field back. Run: bizctl fields update cf_b --no-deleted`,
    ],
  });
});

test('an undo says of each field that it cannot recreate how to bring it back', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c')], {
    'POST /v2/customFields': () => reply({message: 'name taken'}, {status: 409}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: c}]'};
  await run('fields apply -f f.yaml --prune --yes --expect-deletes 2', tenant, {files});
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, warnings: stderr.match(/^warning: .*not listed.*/gm)}).toEqual({
    exitCode: 7,
    warnings: ['a', 'b'].map(
      name =>
        `warning: "${name}" is not listed. To try to bring the deleted field back instead, run: bizctl fields update cf_${name} --no-deleted`,
    ),
  });
});
