import {rmSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, field, reply, reset, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {inHome, journals, run, runId} = useFieldsAsCode();
const budget = {'f.yaml': `custom_fields: [{name: Budget, label: B, type: ${declaredType}}]`};

/** A tenant that changes the names of new fields. */
function renaming(rename: (name: string) => string, fields: readonly JsonObject[] = []): Tenant {
  const tenant = createTenant(fields);
  return {
    ...tenant,
    fetch: async request => {
      if (request.method !== 'POST') return tenant.fetch(request);
      const {name, ...others} = JSON.parse(await request.text());
      const body = JSON.stringify({name: rename(name), ...others});
      return tenant.fetch(new Request(request.url, {method: 'POST', headers: request.headers, body}));
    },
  };
}

test('an API that changes the case of a name gets no second field from a second apply', async () => {
  const tenant = renaming(name => name.toLowerCase());
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files: budget});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"Budget": a field whose name differs only in case already exists: cf_');
  const again = await run('fields apply -f f.yaml --yes', tenant, {files: budget});
  expect({...again, stdout: ''}).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: expect.stringContaining('"Budget": a field whose name differs only in case already exists: cf_'),
  });
  expect(writesOf(tenant)).toHaveLength(1);
});

test('an apply says what an API has made of a name, and no later one creates it again', async () => {
  const tenant = renaming(name => `x-${name}`);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files: budget});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"Budget" is not listed; listed instead: "x-Budget"');
  const {id} = JSON.parse(tenant.fields()[0] ?? '');
  const known = `"Budget" was created before, and the API lists it as "x-Budget": ${id}`;
  const hint = 'hint: Use the name that the API lists, or delete that field first.\n';
  expect(await run('fields apply -f f.yaml --yes', tenant, {files: budget})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: f.yaml:1:17: ${known}\n${hint}`,
  });
  for (const ifExists of ['fail', 'skip', 'update'])
    expect(await run(`fields create --name Budget --label B --type decimal --if-exists ${ifExists}`, tenant)).toEqual({
      exitCode: 9,
      stdout: '',
      stderr: `error: ${known}\n${hint}`,
    });
  expect(writesOf(tenant)).toHaveLength(1);
});

/** As `renaming`, and the first create is carried out without a reply. */
function renamingUnseen(rename: (name: string) => string, fields: readonly JsonObject[] = []): Tenant {
  const tenant = renaming(rename, fields);
  let isLost = false;
  return {
    ...tenant,
    fetch: async request => {
      const response = await tenant.fetch(request);
      if (request.method !== 'POST' || isLost) return response;
      isLost = true;
      return reset();
    },
  };
}

test('a create whose reply was lost is not repeated where the API lists it under another name (rows 18, 19)', async () => {
  const tenant = renamingUnseen(name => `x-${name}`, [field('other', {label: 'B'})]);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: budget})).exitCode).toBe(7);
  const created = tenant
    .fields()
    .map(text => JSON.parse(text).id)
    .at(-1);
  const doubt = `"Budget" may have been created by an earlier run and listed as "x-Budget": ${created}`;
  const hint =
    'hint: If so, use the name that the API lists, or delete that field first. If not, use fields create with --if-exists allow.\n';
  const apply = await run('fields apply -f f.yaml --yes', tenant, {files: budget});
  expect(apply).toEqual({exitCode: 9, stdout: '', stderr: expect.stringContaining(`${doubt}\n${hint}`)});
  expect((await run(`fields apply --resume ${runId()}`, tenant)).exitCode).toBe(9);
  const create = await run('fields create --name Budget --label B --type decimal', tenant);
  expect(create).toEqual({exitCode: 9, stdout: '', stderr: expect.stringContaining(`${doubt}\n${hint}`)});
  expect(await run(`fields undo ${runId()} --yes`, tenant)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining(`"Budget" may have been created as "x-Budget": ${created}; it is left alone`),
  });
  expect(writesOf(tenant)).toHaveLength(1);
});

test('a field that may have been created under another name is not created again, even if an earlier one was deleted', async () => {
  expect((await run('fields apply -f f.yaml --yes', createTenant(), {files: budget})).exitCode).toBe(0);
  const tenant = renamingUnseen(name => `x-${name}`);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: budget})).exitCode).toBe(7);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: budget})).exitCode).toBe(9);
  expect(writesOf(tenant)).toHaveLength(1);
});

test.each<[string, JsonObject, boolean]>([
  ['has another label', {label: 'Other'}, false],
  ['has what was not sent', {description: 'D'}, false],
  ['is marked as deleted', {deleted: true}, false],
  ['was there before', {}, true],
])('does not confuse a field that %s with one whose reply was lost', async (_what, members, wasThere) => {
  const like = field('x_budget', {label: 'B', ...members});
  const tenant = createTenant(wasThere ? [like] : [], {'POST /v2/customFields#1': reset});
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: budget})).exitCode).toBe(7);
  const later = createTenant([like]);
  expect((await run('fields apply -f f.yaml --yes', later, {files: budget})).exitCode).toBe(0);
  expect(later.fields()).toHaveLength(2);
});

test('neither is one that has only its type in common, nor one that a later run has created', async () => {
  const files = {'f.yaml': `custom_fields: [{name: color, type: ${declaredType}}]`};
  const cut = createTenant([], {'POST /v2/customFields#1': reset});
  expect((await run('fields apply -f f.yaml --yes', cut, {files})).exitCode).toBe(7);
  const {label: _label, ...price} = field('price');
  const later = createTenant([price]);
  expect((await run('fields apply -f f.yaml --yes', later, {files})).exitCode).toBe(0);
  // It was created after all, and deleted since.
  const colors = createTenant([{...price, name: 'color_2', id: 'cf_color_2'}]);
  const clock = () => new Date(now.getTime() + 3_600_000);
  expect((await run('fields apply -f f.yaml --yes', colors, {files, clock})).exitCode).toBe(0);
});

test.each([
  [' Budget', (name: string) => name.trim()],
  ['Budget', (name: string) => `${name} `],
])('an API that changes the spaces around %j gets no second field', async (declared, rename) => {
  const tenant = renaming(rename);
  const files = {'f.yaml': `custom_fields: [{name: "${declared}", label: B, type: ${declaredType}}]`};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect(exitCode).toBe(7);
  expect(stderr).toContain(
    `"${declared}": a field whose name differs only in leading or trailing spaces already exists: cf_`,
  );
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(9);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('an API that makes identifiers of names gets no second field from another machine', async () => {
  const tenant = renaming(name => name.toLowerCase().replace(/[^a-z]+/g, '_'));
  const files = {'f.yaml': `custom_fields: [{name: Deal size (EUR), label: B, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  rmSync(inHome('data'), {recursive: true});
  const {id} = JSON.parse(tenant.fields()[0] ?? '');
  const known = `a field whose name differs only in case, accents, spaces or punctuation already exists: ${id}`;
  const hint = 'hint: Use its exact spelling, or declare that field too.\n';
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: `error: f.yaml:1:17: "Deal size (EUR)": ${known}\n${hint}`,
  });
  const orAllow = 'hint: Use its exact spelling, "deal_size_eur_", or use --if-exists allow.\n';
  const create = "fields create --name 'Deal size (EUR)' --type decimal --label";
  expect(await run(`${create} B`, tenant)).toEqual({exitCode: 9, stdout: '', stderr: `error: ${known}\n${orAllow}`});
  expect(writesOf(tenant)).toHaveLength(1);
  // The ids of choices are those of another tenant.
  const options = {display_type: 'RADIO', groups: [{header: 'G', options: [{id: 'c1', title: 'A'}]}]};
  const stdin = JSON.stringify({
    name: 'Deal-size (EUR)',
    label: 'D',
    type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'},
    options,
  });
  const chosen = createTenant([
    field('deal_size_eur', {
      label: 'D',
      options: {display_type: 'RADIO', groups: [{header: 'G', options: [{id: 'c9', title: 'A'}]}]},
    }),
  ]);
  expect((await run('fields create --file -', chosen, {stdin})).exitCode).toBe(9);
  // A field with other members is another field.
  expect((await run(`${create} C`, tenant)).exitCode).toBe(0);
});

test.each([
  ['collapses spaces', (name: string) => name.replace(/\s+/g, ' ')],
  ['drops punctuation', (name: string) => name.replace(/[()]/g, '')],
  ['replaces punctuation', (name: string) => name.replace(/[ ()]+/g, '.')],
])('an API that %s gets no second field from another machine', async (_what, rename) => {
  const tenant = renaming(rename);
  const line = "fields create --name 'Deal  size (EUR)' --type decimal --label B --if-exists skip";
  expect((await run(line, tenant)).exitCode).toBe(0);
  rmSync(inHome('data'), {recursive: true});
  expect((await run(line, tenant)).exitCode).toBe(9);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('a create that the next run would not recognize by its members ends with 7', async () => {
  const tenant = renaming(name => name.replace(/\s+/g, '_'));
  const relabeling: Tenant = {
    ...tenant,
    fetch: async request => {
      const answer = await tenant.fetch(request);
      return new Response((await answer.text()).replace('"label":"B"', '"label":"Label B"'), answer);
    },
  };
  expect((await run("fields create --name 'Deal  size' --type decimal --label B", relabeling)).exitCode).toBe(7);
});

test('create refuses a name that differs from an existing one only in case, but for --if-exists allow', async () => {
  const tenant = createTenant([field('budget')]);
  const create = 'fields create --name Budget --label B --type decimal';
  for (const line of [create, `${create} --if-exists skip`, `${create} --if-exists update`])
    expect(await run(line, tenant)).toEqual({
      exitCode: 9,
      stdout: '',
      stderr:
        'error: a field whose name differs only in case already exists: cf_budget\n' +
        'hint: Use its exact spelling, "budget", or use --if-exists allow.\n',
    });
  expect((await run(`${create} --if-exists allow`, tenant)).exitCode).toBe(0);
  // Each of the two is itself now.
  expect((await run(`${create} --if-exists skip`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('two fields whose names differ only in case can both be declared', async () => {
  const tenant = createTenant([field('budget')]);
  const files = {
    'f.yaml': `custom_fields:\n  - {id: cf_budget, name: budget, label: X}\n  - {name: Budget, label: B, type: ${declaredType}}\n`,
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
});

test('does not count a create answered with an existing field, and never undoes it', async () => {
  const old = field('keep');
  const upserting = () =>
    createTenant([old], {'POST /v2/customFields': () => reply({...old, name: 'new'}, {status: 201})});
  const created = upserting();
  expect(await run('fields create --name new --label N --type decimal', created)).toEqual({
    exitCode: 7,
    stdout: '',
    stderr:
      'error: creating "new" returned an existing field: "cf_keep"\n' +
      'hint: The API may have changed that field instead. Check it; nothing was deleted.\n',
  });
  const applied = upserting();
  const files = {'f.yaml': `custom_fields: [{name: new, label: N, type: ${declaredType}}]`};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', applied, {files});
  expect({exitCode, names: stderr.includes('creating "new" returned an existing field: "cf_keep"')}).toEqual({
    exitCode: 7,
    names: true,
  });
  for (const [{run: id}] of journals()) await run(`fields undo ${id} --yes`, applied);
  expect(applied.requests.filter(each => each.startsWith('DELETE'))).toEqual([]);
});

test('a create under a name that the next run would not recognize ends with 7', async () => {
  const created = await run(
    'fields create --name Budget --label B --type decimal',
    renaming(name => name.slice(0, 3)),
  );
  expect({exitCode: created.exitCode, stderr: created.stderr.split('\n').slice(1)}).toEqual({
    exitCode: 7,
    stderr: [
      'error: the API created "Budget" as "Bud"',
      'hint: Use the names that the API assigned; otherwise running the command again creates these fields a second time.',
      '',
    ],
  });
  const similar = await run(
    'fields create --name Size --type decimal',
    renaming(name => name.toLowerCase()),
  );
  expect(similar.exitCode).toBe(0);
});

test.each([
  ['fields apply -f f.yaml --yes', 7],
  ['fields create --name Budget --label B --type decimal', 7],
])('%s to an API that changes the name can be undone', async (line, exitCode) => {
  const tenant = renaming(name => `x-${name}`);
  expect((await run(line, tenant, {files: budget})).exitCode).toBe(exitCode);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test('an undo names the field that may be the created one, where neither id nor name were returned (rows 137, 150)', async () => {
  allowViolations();
  const renamed = renaming(name => name.toLowerCase(), [field('other')]);
  const tenant = {
    fetch: async (request: Request) => {
      const answer = await renamed.fetch(request);
      return request.method === 'POST' ? reply({name: 'Budget', label: 'B'}, {status: 201}) : answer;
    },
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: budget})).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  const created = JSON.parse(renamed.fields()[1] ?? '').id;
  expect({
    exitCode,
    warnings: stderr.split('\n').filter(line => line.startsWith('warning') && line.endsWith('left alone')),
  }).toEqual({
    exitCode: 7,
    warnings: [`warning: "Budget" may have been created as "budget": ${created}; it is left alone`],
  });
});

test('no field is planned to be pruned that a declared name may mean', async () => {
  const tenant = createTenant([field('Amount'), field('amount'), field('other')]);
  const files = {'f.yaml': 'custom_fields: [{name: AMOUNT, label: L}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --prune --json', tenant, {files});
  const changes: readonly {action: string; name: string}[] = JSON.parse(stdout).changes;
  expect({exitCode, changes: changes.map(({action, name}) => `${action} ${name}`)}).toEqual({
    exitCode: 9,
    changes: ['delete other'],
  });
});

test('tells two fields with similar names apart that a run was to create (rows 18, 39)', async () => {
  let isCutOff = false;
  const tenant = createTenant([], {
    'POST ': async (request, carryOut) => {
      isCutOff = true;
      const {name} = JSON.parse(await request.clone().text());
      if (name === 'a') await carryOut();
      return reset();
    },
    'GET ': (_request, carryOut) => (isCutOff ? reset() : carryOut()),
  });
  const files = {
    'f.yaml': `custom_fields: [{name: a, label: L, type: ${declaredType}}, {name: b, label: L, type: ${declaredType}}]`,
  };
  expect((await run('fields apply -f f.yaml --yes --retries 0 --concurrency 1', tenant, {files})).exitCode).toBe(7);
  const after = createTenant(tenant.fields().map(text => JSON.parse(text)));
  expect(after.fields().map(text => JSON.parse(text).name)).toEqual(['a']);
  const clock = () => new Date(now.getTime() + 60_000);
  expect((await run(`fields apply --resume ${runId()} --yes`, after, {clock})).exitCode).toBe(0);
  expect(after.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'b']);
});

test.each(['fields delete cf_Stage --yes --journal', 'fields apply -f b.json --prune --expect-deletes 1 --yes'])(
  'however often the run of %s is undone, the field is recreated once (row 150)',
  async line => {
    const tenant = renaming(name => name.trim(), [field('Stage ', {id: 'cf_Stage'}), field('b')]);
    const files = {'b.json': JSON.stringify({custom_fields: [field('b')]})};
    expect((await run(line, tenant, {files})).exitCode).toBe(0);
    const id = runId();
    const first = await run(`fields undo ${id} --yes`, tenant);
    expect(first.exitCode).toBe(7);
    expect(first.stderr).toContain('"Stage " is not listed; listed instead: "Stage"');
    const fields = tenant.fields();
    const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
    expect({exitCode, warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
      exitCode: 7,
      warnings: [expect.stringMatching(/^warning: "Stage " is now listed as "Stage" \(cf_\w+\), which is left alone$/)],
    });
    expect(tenant.fields()).toEqual(fields);
  },
);

test('the undo of a replacement leaves a field alone that the API has renamed (row 150)', async () => {
  const tenant = renaming(name => name.toLowerCase(), [field('Stage')]);
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'Stage', type}]})};
  const line = 'fields apply -f f.json --replace Stage --expect-deletes 1 --yes';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  const fields = tenant.fields();
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
    exitCode: 7,
    warnings: [expect.stringMatching(/^warning: "Stage" is now listed as "stage" \(cf_\w+\), which is left alone$/)],
  });
  expect(tenant.fields()).toEqual(fields);
});
