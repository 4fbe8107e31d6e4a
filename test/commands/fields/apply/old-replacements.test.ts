import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

const {inHome, journals, run, runId} = useFieldsAsCode();

const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone}]})};
const other = {'f.json': JSON.stringify({custom_fields: [{name: 'b', label: 'B'}]})};
const hour = 3_600_000;
const after = (hours: number) => ({clock: () => new Date(now.getTime() + hours * hour), files});
const marks = () => readdirSync(inHome('data/runs')).filter(name => name.endsWith('.unfinished'));

const replace = 'fields apply -f f.json --yes --replace a --expect-deletes 1';
const retry = 'fields apply -f f.json --yes --replace a';
/** What the new field has of the old one. */
const whole = `POST /v2/customFields {"name":"a","type":${JSON.stringify(phone)},"label":"Old label"}`;

/** A tenant that refuses to create fields for so many times, in which `a` was deleted to be replaced. */
async function halfDone(refusals: number): Promise<Tenant> {
  let left = refusals;
  const tenant = createTenant([field('a', {label: 'Old label'}), field('b')], {
    'POST /v2/customFields': (_request, carryOut) => {
      left -= 1;
      return left < 0 ? carryOut() : reply({message: 'no'}, {status: 422});
    },
  });
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  expect(marks()).toEqual([`${runId()}.unfinished`]);
  return tenant;
}

test('a replacement is completed however often that was refused before (row 152)', async () => {
  const tenant = await halfDone(53);
  for (let hours = 1; hours <= 52; hours += 1)
    expect((await run(retry, tenant, after(hours))).stderr).toContain(
      'error: "a" was deleted but not recreated: HTTP 422: no',
    );
  expect((await run(retry, tenant, after(53))).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(whole);
});

test('the only record of a field is kept for longer than other runs (row 152)', async () => {
  const tenant = await halfDone(1);
  for (let hours = 1; hours <= 52; hours += 1)
    await run(`fields update cf_b --label B${hours}`, tenant, after(100 * 24 + hours));
  expect((await run(retry, tenant, after(101 * 24 + 53))).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(whole);
});

test('the only record of a field is found behind thousands of later runs on other tenants (row 152)', async () => {
  const tenant = await halfDone(1);
  const journal = readFileSync(inHome('data/runs', `${runId()}.jsonl`), 'utf8');
  const elsewhere = journal.replaceAll(
    '"base_url":"https://api.example.com/"',
    '"base_url":"https://other.example.com/"',
  );
  for (let index = 0; index < 5001; index += 1)
    writeFileSync(inHome('data/runs', `20261122T130000000-${String(index).padStart(8, '0')}.jsonl`), elsewhere);
  expect((await run(retry, tenant, after(48))).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(whole);
});

test('a replacement that was completed between many runs is not completed again (row 152)', async () => {
  const tenant = await halfDone(1);
  const begun = runId();
  let hours = 1;
  const runOthers = async () => {
    for (let count = 0; count < 26; count += 1, hours += 1)
      await run('fields apply -f f.json --yes', tenant, {...after(hours), files: relabel(`B${hours}`)});
  };
  const relabel = (label: string) => ({'f.json': JSON.stringify({custom_fields: [{name: 'b', label}]})});
  await runOthers();
  expect((await run(retry, tenant, after(hours))).exitCode).toBe(0);
  hours += 1;
  await runOthers();
  const [id] = tenant.fields().flatMap(text => (JSON.parse(text).name === 'a' ? JSON.parse(text).id : []));
  expect((await run(`fields delete ${id} --yes`, tenant, after(hours))).exitCode).toBe(0);
  const again = await run('fields plan -f f.json --json', tenant, after(hours + 1));
  expect(JSON.parse(again.stdout).changes).toMatchObject([
    {action: 'create', body: {name: 'a', type: phone}, notes: []},
  ]);
  const undeclared = await run('fields plan -f f.json', tenant, {...after(hours + 1), files: other});
  expect(undeclared.stdout).not.toContain(begun);
});

test('a run is marked only while a field that it replaces may be missing (row 152)', async () => {
  const tenant = createTenant([field('a', {label: 'Old label'})]);
  expect((await run(replace, tenant, {files})).exitCode).toBe(0);
  expect(marks()).toEqual([]);
  const refusing = createTenant([field('a', {label: 'Old label'})], {
    'DELETE /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  expect((await run(replace, refusing, {files})).exitCode).not.toBe(0);
  expect(marks()).toEqual([]);
});

test('a run that is resumed to the end is not marked any more (row 152)', async () => {
  const tenant = await halfDone(2);
  const resume = `fields apply --resume ${runId()} --yes`;
  expect((await run(resume, tenant)).exitCode).toBe(7);
  expect(marks()).toEqual([`${runId()}.unfinished`]);
  expect((await run(resume, tenant)).exitCode).toBe(0);
  expect({marks: marks(), runs: journals().length, write: writesOf(tenant).at(-1)}).toEqual({
    marks: [],
    runs: 1,
    write: whole,
  });
});

test('a field that someone has created in place of a replaced one is updated, not completed (row 152)', async () => {
  const tenant = await halfDone(1);
  expect((await run('fields create --name a --type phone --if-exists allow', tenant, {files})).exitCode).toBe(0);
  const relabel = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, label: 'New'}]})};
  const {stdout} = await run('fields plan -f f.json --json', tenant, {...after(1), files: relabel});
  expect(JSON.parse(stdout).changes).toMatchObject([{action: 'update', body: {label: 'New'}, notes: []}]);
});

test('a mark goes once another run has completed the replacement (row 152)', async () => {
  const tenant = await halfDone(1);
  expect((await run(retry, tenant, after(1))).exitCode).toBe(0);
  expect(marks()).toHaveLength(1);
  await run('fields plan -f f.json', tenant, after(10));
  expect(marks()).toEqual([]);
});

test('a mark of a replacement that is complete stays while the run may be under way (row 152)', async () => {
  const tenant = await halfDone(1);
  expect((await run(retry, tenant, after(0.05))).exitCode).toBe(0);
  await run('fields plan -f f.json', tenant, after(0.1));
  expect(marks()).toHaveLength(1);
});

test('a mark stays although the list shows a field of that name (row 152)', async () => {
  const tenant = await halfDone(1);
  const stale = {
    fetch: async (request: Request) =>
      request.method === 'GET' ? reply({custom_fields: [field('a'), field('b')]}) : tenant.fetch(request),
  };
  await run('fields plan -f f.json', stale, {...after(1), files: other});
  expect(marks()).toHaveLength(1);
  expect((await run(retry, tenant, after(2))).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(whole);
});

test.each([
  ['the files again', () => retry],
  ['--resume', () => `fields apply --resume ${runId()} --yes`],
])('a field whose name is held is recreated by %s, which waits for the name (rows 29, 152)', async (_how, line) => {
  let posts = 0;
  const tenant = createTenant([field('a', {label: 'Old label'})], {
    'POST /v2/customFields': (_request, carryOut) => {
      posts += 1;
      if (posts === 1) return reply({message: 'no'}, {status: 422});
      return posts < 4 ? reply({message: 'the name is taken'}, {status: 409}) : carryOut();
    },
  });
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  const {exitCode, stderr} = await run(line(), tenant, {files});
  expect({exitCode, stderr, write: writesOf(tenant).at(-1)}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(
      'note: "a" cannot be recreated yet: HTTP 409: the name is taken (POST /v2/customFields); retrying for up to 1 s\n',
    ),
    write: whole,
  });
});
