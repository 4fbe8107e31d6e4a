import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, reset, type Tenant} from '../../../harness/tenant.js';

const {inHome, journals, run, runId} = useFieldsAsCode();

test('--resume finishes an interrupted run and sends nothing twice', async () => {
  // The create arrives; its reply and everything after it are lost.
  const lost = createTenant([field('a')], {
    'POST /v2/customFields#1': async (_request, carryOut) => {
      await carryOut();
      return reset();
    },
    'PATCH /v2/customFields#1': () => reset(),
  });
  let isCut = false;
  const fetch = async (request: Request) => {
    if (isCut) return reset();
    if (request.method === 'POST') isCut = true;
    return lost.fetch(request);
  };
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --concurrency 1 --retries 0', {fetch});
  expect(exitCode).toBe(7);
  const id = /--resume (\S+)/.exec(stderr)?.[1];
  expect((await run(`fields apply --resume ${id}`, lost)).exitCode).toBe(0);
  expect(lost.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'new']);
  expect(writesOf(lost).filter(each => each.startsWith('POST'))).toHaveLength(1);
  const {stdout} = await run('fields runs --output ndjson --columns run,outcome', lost);
  expect(stdout).toBe(`{"run":"${id}","outcome":"converged"}\n`);
  const shown = await run(`fields runs ${id} --output ndjson --columns action,name,state`, lost);
  expect(shown.stdout).toBe(
    '{"action":"create","name":"new","state":"done"}\n{"action":"update","name":"a","state":"done"}\n',
  );
});

test('a resumed run with nothing left to write does not advise to resume it again', async () => {
  const tenant = createTenant([field('a', {label: 'New label'})]);
  const [own] = tenant.fields().map(text => JSON.parse(text));
  // Somebody deletes the new field at once.
  const fetch = async (request: Request) =>
    request.method === 'GET' ? reply({custom_fields: [own]}) : tenant.fetch(request);
  const first = await run('fields apply -f f.yaml --yes', {fetch});
  const [, id] = /run (\S+):/.exec(first.stderr) ?? [];
  const {exitCode, stderr} = await run(`fields apply --resume ${id}`, {fetch});
  expect({exitCode, hint: stderr.split('\n').find(line => line.startsWith('hint'))}).toEqual({
    exitCode: 7,
    hint: 'hint: The API may have dropped or changed part of what was sent. To create what is missing, apply the same files again.',
  });
});

test('a resumed run whose update the API has dropped advises neither to create anything nor to resume it', async () => {
  const tenant = createTenant([field('a')], {'PATCH ': () => reply(field('a'))});
  const first = await run('fields apply -f f.yaml --yes', tenant);
  const [, id] = /run (\S+):/.exec(first.stderr) ?? [];
  const {exitCode, stderr} = await run(`fields apply --resume ${id}`, tenant);
  expect({exitCode, hint: stderr.split('\n').find(line => line.startsWith('hint'))}).toEqual({
    exitCode: 7,
    hint: 'hint: The API may have dropped or changed part of what was sent. To see what differs, plan the same files again. If the API insists on its own value, put that value in the files.',
  });
});

/** Runs an apply in which one write fails; returns the id of the run. */
const cutOff = async (tenant: Tenant) => {
  await run('fields apply -f f.yaml --yes', tenant);
  return journals().at(-1)?.[0].run ?? '';
};
const failing = () =>
  createTenant([field('a')], {'PATCH /v2/customFields#1': () => reply({message: 'no'}, {status: 422})});

test('a run that had finished has nothing left to resume, and refuses a tenant that has changed since', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  const id = journals()[0]?.[0].run;
  const sent = writesOf(tenant).length;
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 0,
    stdout:
      'no changes; 2 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "new")\n',
    stderr: '',
  });
  expect(writesOf(tenant)).toHaveLength(sent);
  const later = createTenant([field('a', {label: 'of a colleague'})]);
  expect(await run(`fields apply --resume ${id}`, later)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: run ${id} was completed, but the tenant has changed since\nhint: Plan again and review the changes.\n`,
  });
  expect(writesOf(later)).toEqual([]);
  const onlyLabel = createTenant([field('a', {label: 'of a colleague'}), field('new', {label: 'New'})]);
  expect((await run(`fields apply --resume ${id}`, onlyLabel)).exitCode).toBe(10);
  expect(writesOf(onlyLabel)).toEqual([]);
});

test('a run whose undo was cut off is not resumed', async () => {
  const tenant = createTenant([field('a')], {'DELETE ': () => reply({message: 'no'}, {status: 422})});
  await run('fields apply -f f.yaml --yes', tenant);
  const id = journals()[0]?.[0].run;
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(7);
  const sent = writesOf(tenant).length;
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: run ${id} was partly undone\nhint: Plan again. To undo the rest instead, run: bizctl fields undo ${id}\n`,
  });
  expect(writesOf(tenant)).toHaveLength(sent);
});

test('refuses to resume over a change that someone else has made since', async () => {
  const tenant = failing();
  const id = await cutOff(tenant);
  const later = createTenant([field('a', {label: 'of a colleague'}), field('new')]);
  const {exitCode, stderr} = await run(`fields apply --resume ${id}`, later);
  const error = stderr.split('\n').find(line => line.startsWith('error: '));
  expect({exitCode, error}).toEqual({
    exitCode: 10,
    error: 'error: "a" has changed since the run',
  });
  expect(writesOf(later)).toEqual([]);
});

test('fails when a change it had made is gone, and does not make it again', async () => {
  const id = await cutOff(failing());
  const later = createTenant([field('a', {label: 'New label'})]);
  expect((await run(`fields apply --resume ${id}`, later)).exitCode).toBe(7);
  expect(writesOf(later)).toEqual([]);
});

test('resumes after a last line that was cut off', async () => {
  const tenant = failing();
  const id = await cutOff(tenant);
  const path = inHome('data/runs', `${id}.jsonl`);
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"event":"done","at":"2026-11-2`);
  expect((await run(`fields apply --resume ${id}`, tenant)).exitCode).toBe(0);
  expect((await run('fields runs --output ndjson --columns outcome', tenant)).stdout).toBe('{"outcome":"converged"}\n');
});

test('a resumed run that had only its end to record shows no table', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  const id = journals()[0]?.[0].run;
  const path = inHome('data/runs', `${id}.jsonl`);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 0,
    stdout:
      'no changes; 2 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "new")\n',
    stderr: '',
  });
});

test('a run is not resumed at another address, which is not asked for anything', async () => {
  const tenant = createTenant([field('a')], {'PATCH ': () => reply({message: 'no'}, {status: 422})});
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(7);
  const [{run: id}] = journals()[0] ?? [{run: ''}];
  const other = createTenant();
  expect(await run(`fields apply --resume ${id} --yes --base-url https://other.example.com`, other)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: run ${id} is for https://api.example.com/, but this is https://other.example.com/\nhint: Run: bizctl fields apply --resume ${id} --base-url https://api.example.com/\n`,
  });
  expect(other.requests).toEqual([]);
});

test('what somebody has changed since in a field that the run created is named, and left alone', async () => {
  const tenant = failing();
  const id = await cutOff(tenant);
  await run('fields update name:new --label Other', tenant);
  const sent = writesOf(tenant).length;
  const {exitCode, stderr} = await run(`fields apply --resume ${id}`, tenant);
  expect({exitCode, sent: writesOf(tenant).slice(sent)}).toEqual({
    exitCode: 7,
    sent: ['PATCH /v2/customFields/cf_a {"label":"New label"}'],
  });
  expect(stderr).toContain('"new" still differs in label: "Other" -> "New"');
});

test.each([
  ['an update', '{name: a, label: New}, ', ''],
  ['a deletion', '', '--prune --expect-deletes 1'],
])('a resumed run does not repeat %s that no list shows (row 138)', async (_what, first, options) => {
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields/cf_b#1': () => reply({message: 'no'}, {status: 422}),
  });
  const listed = tenant.fields().map(text => JSON.parse(text));
  const fetch = async (request: Request) =>
    request.method === 'GET' ? reply({custom_fields: listed}) : tenant.fetch(request);
  const files = {'f.yaml': `custom_fields: [${first}{name: b, label: New}]`};
  const line = `fields apply -f f.yaml --yes --concurrency 1 ${options}`;
  expect((await run(line, {fetch}, {files})).exitCode).toBe(7);
  const id = journals().at(-1)?.[0].run ?? '';
  const before = writesOf(tenant);
  await run(`fields apply --resume ${id} --yes`, {fetch});
  expect(before.length).toBe(2);
  expect(writesOf(tenant).slice(2)).toEqual([expect.stringMatching(/^PATCH \/v2\/customFields\/cf_b /)]);
});

test('an update that was not made is not taken for done because the field was changed otherwise (row 18)', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}, {name: b, label: New}]'};
  expect((await run('fields apply -f f.yaml --yes', createTenant([field('a'), field('b')]), {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  const path = inHome('data/runs', `${id}.jsonl`);
  const lines = readFileSync(path, 'utf8').split('\n');
  const begun = lines.filter(line => line.includes('"event":"run"') || line.includes('"event":"intent"'));
  writeFileSync(path, `${begun.join('\n')}\n`);
  const tenant = createTenant([field('a', {label: 'New'}), field('b', {description: 'by somebody else'})]);
  expect(await run(`fields apply --resume ${id}`, tenant)).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('error: "b" has changed since the run\n'),
  });
  expect(writesOf(tenant)).toEqual([]);
  expect(journals()[0]?.map(({event}) => event)).toEqual(['run', 'intent', 'intent']);
});

test('a replacement is not resumed where someone else has created the field without what it had (row 152)', async () => {
  const choices = [
    {id: 'x', title: 'Low'},
    {id: 'y', title: 'High'},
  ];
  const options = {display_type: 'RADIO', groups: [{options: choices}]};
  const before = createTenant([field('a', {description: 'D', options: {...options, default_option_id: 'y'}})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  const id = journals()[0]?.[0].run;
  const made = {...field('a'), id: 'cf_new', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}};
  const resume = async (members: JsonObject) => {
    const tenant = createTenant([{...made, ...members}]);
    const {exitCode, stderr} = await run(`fields apply --resume ${id}`, tenant);
    return {exitCode, said: stderr.split('\n')[0], writes: writesOf(tenant)};
  };
  const lacking = (what: string) => ({
    exitCode: 10,
    said: `error: someone else recreated "a", which the run had deleted in order to replace it, and left out: ${what}`,
    writes: [],
  });
  expect(await resume({})).toEqual(lacking('description, options, the default choice "High"'));
  expect(await resume({description: 'D', options})).toEqual(lacking('the default choice "High"'));
  const whole = {description: 'D', options: {...options, default_option_id: 'y'}};
  expect(await resume(whole)).toEqual({exitCode: 0, said: '', writes: []});
});

test('a replacement that drops the default is resumed where someone else has created the field (row 152)', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: 'x', title: 'Low'}]}]};
  const before = createTenant([field('a', {options: {...options, default_option_id: 'x'}})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const type = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {'f.yaml': `custom_fields: [{name: a, type: ${type}, options: {default_option_id: null}}]`};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  const made = {...field('a'), id: 'cf_new', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}, options};
  expect((await run(`fields apply --resume ${journals()[0]?.[0].run}`, createTenant([made]))).exitCode).toBe(0);
});

test('an apply names the hints that it did not send, and not those that the run it resumes has sent', async () => {
  const refuse: Fault = () => reply({message: 'no'}, {status: 422});
  const tenant = createTenant([field('a'), field('b'), field('c')], {'PATCH /v2/customFields/cf_b#1': refuse});
  const declared = [
    {name: 'a', label: 'New', hint: 'H'},
    {name: 'b', label: 'New'},
    {name: 'c', hint: 'H'},
    {name: 'n', hint: 'H', example_value: {x: 1}, type: field('a')['type']},
  ];
  const files = {'f.json': JSON.stringify({custom_fields: declared})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(7);
  const {exitCode, stderr} = await run(`fields apply --resume ${runId()} --yes`, tenant);
  expect({exitCode, said: stderr.split('\n').filter(line => line.includes('verified'))}).toEqual({
    exitCode: 0,
    said: ['note: verified: the tenant matches the files, except for hints or example values that were not sent: c, n'],
  });
});
