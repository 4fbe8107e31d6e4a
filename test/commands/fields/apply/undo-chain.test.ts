import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Json, JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {token} from '../../../harness/fixed.js';
import {createTenant, decimal, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';

/*
 * A field that a run has deleted comes back under another id when that run is undone. Earlier runs wrote to it under the
 * old one, and can still be undone (row 150).
 */

const {cutJournal, inHome, run} = useFieldsAsCode();

const choices = (...titles: readonly string[]) => ({
  display_type: 'RADIO',
  groups: [{header: 'H', options: titles.map(title => ({title}))}],
});
const declare = (...fields: readonly JsonObject[]) => JSON.stringify({custom_fields: fields});
const files = {
  'one.json': declare({name: 'n', type: decimal, label: 'One', options: choices('One', 'Two')}),
  'two.json': declare({name: 'n', label: 'Two', options: choices('One', 'Three')}),
  'none.json': declare({name: 'other'}),
  'phone.json': declare({name: 'n', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}),
};

function withoutIds(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (member, inner: unknown) => (member === 'id' ? undefined : inner));
}

const show = (tenant: Tenant) => tenant.fields().map(text => withoutIds(JSON.parse(text)));

/** The ids of all runs, latest first. */
async function listRuns(tenant: Tenant): Promise<readonly string[]> {
  const {stdout} = await run('fields runs --output tsv --columns run', tenant);
  return stdout.trim().split('\n').slice(1);
}

test.each<readonly [string, readonly string[]]>([
  ['one field', ['create --name n --type decimal --label A', 'update name:n --label B', 'delete name:n --yes']],
  [
    'two fields of one name',
    [
      'create --name n --type decimal --label A',
      'delete name:n --yes',
      'create --name n --type decimal --label B',
      'update name:n --label C',
      'delete name:n --yes',
    ],
  ],
  [
    'choices',
    [
      'apply -f one.json --yes',
      'apply -f two.json --yes --expect-deletes 1',
      'update name:n --option Four',
      'apply -f none.json --prune --yes --expect-deletes 1',
    ],
  ],
  [
    'a replacement',
    ['create --name n --type decimal --label A', 'apply -f phone.json --replace n --yes --expect-deletes 1'],
  ],
  [
    'an undo that is undone',
    [
      'create --name n --type decimal --label A',
      'update name:n --label B',
      'delete name:n --yes',
      'undo LAST --yes',
      'undo LAST --yes --expect-deletes 1',
    ],
  ],
])('runs that wrote %s are undone, the latest first', async (_what, lines) => {
  const tenant = createTenant([field('other')]);
  const states: (readonly Json[])[] = [];
  for (const line of lines) {
    states.push(show(tenant));
    const [last = ''] = line.includes('LAST') ? await listRuns(tenant) : [];
    expect((await run(`fields ${line.replace('LAST', last)}`, tenant, {files})).exitCode).toBe(0);
  }
  for (const id of await listRuns(tenant)) {
    const first = await run(`fields undo ${id} --yes`, tenant);
    // The undo of a create deletes a field.
    const {exitCode} = first.exitCode === 9 ? await run(`fields undo ${id} --yes --expect-deletes 1`, tenant) : first;
    expect({exitCode, fields: show(tenant)}).toEqual({exitCode: 0, fields: states.pop()});
  }
});

test('a run of a saved plan is undone before the runs that began before it, even if they were planned later', async () => {
  const tenant = createTenant([field('n'), field('other')]);
  let seconds = 0;
  const clock = () => {
    seconds += 1;
    return new Date(Date.UTC(2026, 10, 21, 13, 0, seconds));
  };
  const execute = (line: string | readonly string[], world = {files}) => run(line, tenant, {clock, ...world});
  const plan = inHome('plan.json');
  expect((await execute(`fields plan -f none.json --prune --out ${plan} --quiet`)).exitCode).toBe(0);
  for (const label of ['New', 'Label of n'])
    expect((await execute(['fields', 'update', 'name:n', '--label', label])).exitCode).toBe(0);
  const saved = {files: {...files, 'plan.json': readFileSync(plan, 'utf8')}};
  expect((await execute('fields apply plan.json --yes --expect-deletes 1', saved)).exitCode).toBe(0);
  const [deletion, update] = await listRuns(tenant);
  for (const id of [deletion, update]) expect((await execute(`fields undo ${id} --yes`)).exitCode).toBe(0);
  expect(show(tenant)).toEqual([withoutIds(field('other')), withoutIds(field('n', {label: 'New'}))]);
});

test('a run is not undone in a field that was recreated and then renamed', async () => {
  const tenant = createTenant([field('a'), field('other')]);
  for (const line of ['update name:a --label New', 'delete name:a --yes'])
    expect((await run(`fields ${line}`, tenant)).exitCode).toBe(0);
  const [deletion, update] = await listRuns(tenant);
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  const renamed = createTenant(
    tenant.fields().map(text => ({...JSON.parse(text.replace('"name":"a"', '"name":"b"'))})),
  );
  expect(await run(`fields undo ${update} --yes`, renamed)).toMatchObject({
    exitCode: 10,
    stderr: expect.stringMatching(/the field with id \S+ was named "a"\n/),
  });
});

test('the undo of a create that was cut off does not call undone what an undo has created again', async () => {
  const tenant = createTenant([field('other')]);
  await run('fields create --name n --type decimal', tenant);
  cutJournal(2);
  expect((await run('fields delete name:n --yes', tenant)).exitCode).toBe(0);
  const [deletion, creation] = await listRuns(tenant);
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[1] ?? '');
  expect(await run(`fields undo ${creation} --yes`, tenant)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining(`"n" may be the field that a later undo recreated as ${id}, which is left alone\n`),
  });
});

test('a deleted field that was brought back is undone itself, not the one that an undo has created in its place', async () => {
  const fields = [field('a'), field('other')];
  const keepDeleted: Fault = (_request, carryOut) =>
    carryOut(
      new Request('https://api.example.com/v2/customFields/cf_a', {
        method: 'PATCH',
        body: '{"deleted": true}',
        headers: {'content-type': 'application/json', authorization: `Bearer ${token}`},
      }),
    ).then(() => reply('', {status: 204, type: 'text/plain'}));
  const tenant = createTenant(fields, {'DELETE /v2/customFields/cf_a': keepDeleted});
  for (const line of ['update name:a --label New', 'delete name:a --yes']) await run(`fields ${line}`, tenant);
  const [deletion, update] = await listRuns(tenant);
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  expect((await run('fields update cf_a --no-deleted', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${update} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '')).toMatchObject({id: 'cf_a', label: 'Label of a'});
});

test('a field that an undo has created again before it was cut off is followed, once that undo was repeated', async () => {
  const tenant = createTenant([field('a'), field('other')]);
  for (const line of ['update name:a --label New', 'delete name:a --yes']) await run(`fields ${line}`, tenant);
  const [deletion = '', update = ''] = await listRuns(tenant);
  await run(`fields undo ${deletion} --yes`, tenant);
  const [undo = ''] = await listRuns(tenant);
  const directory = inHome('data/runs');
  const cut = (id: string, keep: number) => {
    const lines = readFileSync(join(directory, `${id}.jsonl`), 'utf8').split('\n');
    writeFileSync(join(directory, `${id}.jsonl`), `${lines.slice(0, keep).join('\n')}\n`);
  };
  cut(undo, 2);
  cut(deletion, 4);
  expect((await run(`fields undo ${deletion} --yes`, tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${update} --yes`, tenant)).exitCode).toBe(0);
  expect(show(tenant)).toEqual([withoutIds(field('other')), withoutIds(field('a'))]);
});
