import {expect, test} from 'vitest';
import {
  arrayOf,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  showJson,
  stringOf,
} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {reply} from '../../../harness/tenant.js';

/*
 * An API may give the id of a deleted field or choice to another one.
 */

const {journals, run} = useFieldsAsCode();

/** Numbers the choices without an id, in each field from 1 on. */
function numberChoices(options: JsonObject): JsonObject {
  const groups = (arrayOf(options['groups']) ?? []).filter(isObject);
  const taken = new Set(groups.flatMap(group => (arrayOf(group['options']) ?? []).map(each => objectOf(each)?.['id'])));
  const toNumbered = (choice: Json): Json => {
    if (!isObject(choice) || choice['id'] !== undefined) return choice;
    const id = [1, 2, 3, 4].map(String).find(each => !taken.has(each)) ?? '';
    taken.add(id);
    return {...choice, id};
  };
  return {
    ...options,
    groups: groups.map(group => ({...group, options: (arrayOf(group['options']) ?? []).map(toNumbered)})),
  };
}

type Stored = ReadonlyMap<string, JsonObject>;

const toNamedId = (name: Json | undefined) => `cf_${showJson(name ?? null)}`;

/** A tenant that gives ids again: by default, it makes that of a field from its name. */
function createReusingTenant(createId: (name: Json | undefined, stored: Stored) => string = toNamedId) {
  const stored = new Map<string, JsonObject>();
  const fetch = async (request: Request) => {
    const id = new URL(request.url).pathname.split('/')[3] ?? '';
    if (request.method === 'GET') return reply({custom_fields: [...stored.values()]});
    if (request.method === 'DELETE') return reply('', {status: stored.delete(id) ? 204 : 404, type: 'text/plain'});
    const body: JsonObject = JSON.parse(await request.text());
    const options = objectOf(body['options']);
    const made = {
      id: id === '' ? createId(body['name'], stored) : id,
      ...stored.get(id),
      ...body,
      ...(options ? {options: numberChoices(options)} : {}),
    };
    stored.set(made.id, made);
    return reply(made, {status: id === '' ? 201 : 200});
  };
  return {fetch, ids: () => [...stored.keys()], fields: () => [...stored.values()]};
}

test('undo does not delete a field that a later run has created, although it has the same id (row 150)', async () => {
  const tenant = createReusingTenant();
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const first = journals()[0]?.[0].run;
  expect((await run('fields delete cf_a --yes', tenant)).exitCode).toBe(0);
  const clock = () => new Date(now.getTime() + 60_000);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files, clock})).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${first} --yes --expect-deletes 1`, tenant, {clock});
  expect({exitCode, ids: tenant.ids()}).toEqual({exitCode: 7, ids: ['cf_a']});
  expect(stderr).toContain('"a" has since been deleted; cf_a was created by a later run and is left alone');
});

test('undo deletes the field that an undo has created again, although it has the same id (row 150)', async () => {
  const tenant = createReusingTenant();
  for (const line of ['create --name a --type decimal', 'delete name:a --yes'])
    expect((await run(`fields ${line}`, tenant)).exitCode).toBe(0);
  const [creation, deletion] = journals().map(([begun]): string => begun.run);
  const clock = () => new Date(now.getTime() + 60_000);
  expect((await run(`fields undo ${deletion} --yes`, tenant, {clock})).exitCode).toBe(0);
  expect(tenant.ids()).toEqual(['cf_a']);
  expect((await run(`fields undo ${creation} --yes --expect-deletes 1`, tenant, {clock})).exitCode).toBe(0);
  expect(tenant.ids()).toEqual([]);
});

test('undo does not take a field for the one that an undo has created again, if a later run has created it (row 150)', async () => {
  const tenant = createReusingTenant();
  let minutes = 0;
  const write = async (line: string) => {
    minutes += 1;
    return run(`fields ${line}`, tenant, {clock: () => new Date(now.getTime() + minutes * 60_000)});
  };
  await write('create --name a --type decimal');
  await write('delete name:a --yes');
  const [creation, deletion] = journals().map(([begun]): string => begun.run);
  await write(`undo ${deletion} --yes`);
  await write('delete name:a --yes');
  await write('create --name a --type decimal');
  expect(await write(`undo ${creation} --yes --expect-deletes 1`)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('"a" has since been deleted; cf_a was created by a later run and is left alone\n'),
  });
  expect(tenant.ids()).toEqual(['cf_a']);
});

test('runs are undone one after the other although two fields have exchanged their ids (rows 150, 156)', async () => {
  const tenant = createReusingTenant((_name, stored) => (stored.has('1') ? '2' : '1'));
  let minutes = 0;
  const write = async (line: string) => {
    minutes += 1;
    return run(`fields ${line}`, tenant, {clock: () => new Date(now.getTime() + minutes * 60_000)});
  };
  for (const name of ['n', 'm']) await write(`create --name ${name} --type decimal --label Old`);
  for (const name of ['n', 'm']) await write(`update name:${name} --label New`);
  for (const name of ['n', 'm']) await write(`delete name:${name} --yes`);
  const ids = journals().map(([begun]): string => begun.run);
  const undone: number[] = [];
  for (const id of ids.toReversed())
    undone.push((await write(`undo ${id} --yes --expect-deletes ${ids.indexOf(id) < 2 ? 1 : 0}`)).exitCode);
  expect({undone, left: tenant.ids()}).toEqual({undone: [0, 0, 0, 0, 0, 0], left: []});
});

test('the undo of a replacement leaves alone a field of another type that has its id and its name (row 150)', async () => {
  const tenant = createReusingTenant();
  const clock = () => new Date(now.getTime() + 60_000);
  const toType = (primitive_type: string) => ({discriminator: 'SIMPLE', primitive_type});
  const declare = (type: JsonObject) => ({
    files: {'f.json': JSON.stringify({custom_fields: [{name: 'n', label: 'N', type}]})},
  });
  await run('fields apply -f f.json --yes', tenant, declare(toType('DECIMAL')));
  const line = 'fields apply -f f.json --yes --replace n --expect-deletes 1';
  expect((await run(line, tenant, {...declare(toType('PHONE')), clock})).exitCode).toBe(0);
  const url = 'https://api.example.com/v2/customFields';
  await tenant.fetch(new Request(`${url}/cf_"n"`, {method: 'DELETE'}));
  const theirs = {name: 'n', label: 'Theirs', type: toType('SEMVER')};
  await tenant.fetch(new Request(url, {method: 'POST', body: JSON.stringify(theirs)}));
  const id = journals().at(-1)?.[0].run;
  expect(await run(`fields undo ${id} --yes --expect-deletes 1`, tenant, {clock})).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('"n" is not recreated: a field with that name is listed\n'),
  });
  expect(tenant.fields().map(({label}) => label)).toEqual(['Theirs']);
});

test('tells the choices of a recreated field apart by their titles, since their ids may be those of others', async () => {
  let count = 0;
  const tenant = createReusingTenant(() => `cf_${(count += 1)}`);
  let minutes = 0;
  const write = async (line: string, choices: readonly JsonObject[] = []) => {
    minutes += 1;
    const options = {display_type: 'RADIO', groups: [{header: 'G', options: choices}]};
    const clock = () => new Date(now.getTime() + minutes * 60_000);
    return run(`fields ${line}`, tenant, {clock, stdin: JSON.stringify({options})});
  };
  await write('create --name a --type decimal --option X --option Y');
  await write('update name:a --file -', [{id: '2', title: 'Z'}]);
  await write('delete name:a --yes');
  const [, update, deletion] = journals().map(([begun]): string => begun.run);
  expect((await write(`undo ${deletion} --yes`)).exitCode).toBe(0);
  const undone = await write(`undo ${update} --yes --expect-deletes 1`);
  const [{options} = {options: null}] = tenant.fields();
  const titles = (
    arrayOf(objectOf((arrayOf(objectOf(options)?.['groups'] ?? null) ?? [])[0])?.['options'] ?? null) ?? []
  ).map(each => stringOf(objectOf(each)?.['title']));
  expect({exitCode: undone.exitCode, titles}).toEqual({exitCode: 0, titles: ['X', 'Y']});
});

test('only ids of choices stand for others in the undo of a field that was created again', async () => {
  let count = 0;
  const tenant = createReusingTenant(() => `cf_${(count += 1)}`);
  let minutes = 0;
  const write = async (line: string, body: JsonObject = {}) => {
    minutes += 1;
    const clock = () => new Date(now.getTime() + minutes * 60_000);
    return run(`fields ${line}`, tenant, {clock, stdin: JSON.stringify(body)});
  };
  const options = {
    display_type: 'RADIO',
    source: {id: 'list'},
    groups: [{id: 'g', header: 'G', options: [{title: 'X', color: {id: 'red'}}]}],
    default_option_id: 'gone',
  };
  const type = {discriminator: 'SIMPLE', primitive_type: 'TEXT'};
  await write('create --file -', {name: 'a', label: 'A', type, options});
  await write('update name:a --option Y');
  await write('delete name:a --yes');
  const [, update, deletion] = journals().map(([begun]): string => begun.run);
  await write(`undo ${deletion} --yes`);
  await write(`undo ${update} --yes --expect-deletes 1`);
  expect(JSON.stringify(tenant.fields())).not.toContain('deleted field');
  expect(tenant.fields()).toMatchObject([{options: {groups: [{header: 'G', options: [{id: '1', title: 'X'}]}]}}]);
});
