import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';

/*
 * Replacements begun by one run and completed by another keep everything they carry over.
 */

const {cutJournal, journals, run, runId} = useFieldsAsCode();

const options = {display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'A'}]}], default_option_id: 'o1'};
const old = field('a', {description: 'Old', options});
const replace = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
const apply = 'fields apply -f f.yaml --yes';
const world = {
  files: {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'},
};
const refuse = () => reply({message: 'no'}, {status: 422});
const lastRun = (): string => journals().at(-1)?.[0].run ?? '';
const show = (tenant: Tenant) =>
  tenant.fields().map(text => {
    const {description, options: shown} = JSON.parse(text);
    const {id} = shown.groups[0].options[0];
    return {description, hasDefault: shown.default_option_id === id};
  });
const whole = [{description: 'Old', hasDefault: true}];

test('a run that was cut off before it set the default is completed by the same command (rows 39, 152)', async () => {
  const tenant = createTenant([old], {'PATCH /v2/customFields#1': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  expect(show(tenant)).toEqual([{description: 'Old', hasDefault: false}]);
  // Up to the intent of the create.
  cutJournal(4);
  expect((await run('fields plan -f f.yaml --check', tenant, world)).exitCode).toBe(8);
  expect((await run(apply, tenant, world)).exitCode).toBe(0);
  expect(show(tenant)).toEqual(whole);
  expect(writesOf(tenant).map(each => each.split(' ')[0])).toEqual(['DELETE', 'POST', 'PATCH', 'PATCH']);
});

test('does not set the default on a field that somebody else created under that name (row 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  cutJournal(4);
  const {default_option_id: _id, ...others} = options;
  const theirs = field('a', {
    id: 'cf_theirs',
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
    description: 'Theirs',
    options: others,
  });
  const after = createTenant([theirs]);
  expect((await run('fields plan -f f.yaml --check', after, world)).exitCode).toBe(0);
});

test.each([
  ['the run that completed it is resumed', () => `fields apply --resume ${lastRun()} --yes`],
  ['the same command is run again', () => apply],
])('a default that a completed replacement did not get is set when %s (row 152)', async (_when, again) => {
  const tenant = createTenant([old], {'POST /v2/customFields#1': refuse, 'PATCH /v2/customFields#1': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  expect((await run(apply, tenant, world)).exitCode).toBe(7);
  expect(show(tenant)).toEqual([{description: 'Old', hasDefault: false}]);
  expect((await run(again(), tenant, world)).exitCode).toBe(0);
  expect(show(tenant)).toEqual(whole);
});

test('a replacement is unfinished again once the run that completed it is undone (row 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields#1': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  const first = runId();
  expect((await run(apply, tenant, world)).exitCode).toBe(0);
  expect((await run(`fields undo ${lastRun()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
  const {stdout} = await run('fields plan -f f.yaml', tenant, world);
  expect(stdout).toContain(`completes the replacement that run ${first} began`);
  expect((await run(apply, tenant, world)).exitCode).toBe(0);
  expect(show(tenant)).toEqual(whole);
});

test('what completed a replacement still counts after an undo that could not take it back (row 152)', async () => {
  const tenant = createTenant([old], {
    'POST /v2/customFields#1': refuse,
    'DELETE /v2/customFields#2': () => reply({message: 'no'}, {status: 403}),
  });
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  expect((await run(apply, tenant, world)).exitCode).toBe(0);
  expect((await run(`fields undo ${lastRun()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(3);
  const {stdout} = await run('fields plan -f f.yaml', createTenant(), world);
  expect(stdout).not.toContain('completes the replacement');
});

test('a replacement whose deletion is refused does not say that the field was deleted', async () => {
  const tenant = createTenant([old], {'DELETE /v2/customFields': refuse});
  const {exitCode, stderr} = await run(replace, tenant, world);
  expect({exitCode, says: stderr.includes('the only record')}).toEqual({exitCode: 5, says: false});
});

test('a field that is replaced once more, before its default was set, keeps the default (row 152)', async () => {
  const tenant = createTenant([old], {'PATCH /v2/customFields#1': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  cutJournal(4);
  const email = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: EMAIL}}]'};
  expect((await run(replace, tenant, {files: email})).exitCode).toBe(0);
  expect(show(tenant)).toEqual(whole);
});

test('after an undo that was cut off and repeated, a field has the default of before the run: none (row 150)', async () => {
  const {default_option_id: _none, ...others} = options;
  const interruption = new AbortController();
  const tenant = createTenant([field('a', {options: others})], {
    'POST /v2/customFields#2': async (_request, carryOut) => {
      await carryOut();
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const declared = {...options, groups: [{options: [{id: 'x', title: 'A'}]}], default_option_id: 'x'};
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type, options: declared}]})};
  expect((await run(replace, tenant, {files})).exitCode).toBe(0);
  const undo = `fields undo ${lastRun()} --yes --expect-deletes 1`;
  expect((await run(undo, tenant, {signal: interruption.signal})).exitCode).toBe(130);
  expect((await run(undo.replace(' --expect-deletes 1', ''), tenant)).exitCode).toBe(0);
  const own = {'f.yaml': 'custom_fields: [{name: a}]'};
  expect((await run('fields plan -f f.yaml --check', tenant, {files: own})).exitCode).toBe(0);
});

test.each([
  ['an apply', apply],
  ['an update', 'fields update name:a --journal --file -'],
])(
  'a default that %s has renamed stays, although somebody adds a choice with its old title (row 149)',
  async (_what, line) => {
    const toOptions = (...titles: readonly string[]) => ({
      display_type: 'RADIO',
      groups: [{header: 'H', options: titles.map((title, index) => ({id: `o${index}`, title}))}],
      default_option_id: 'o0',
    });
    const tenant = createTenant([field('a', {options: toOptions('A', 'B')})]);
    const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', options: toOptions('X', 'B')}]})};
    const stdin = JSON.stringify({options: toOptions('X', 'B')});
    expect((await run(line, tenant, {files, stdin})).exitCode).toBe(0);
    const since = createTenant([field('a', {options: toOptions('X', 'B', 'A')})]);
    const titles = ['X', 'B', 'A'].map(title => ({title}));
    const declared = {custom_fields: [{name: 'a', options: {groups: [{header: 'H', options: titles}]}}]};
    const {exitCode} = await run('fields plan -f f.yaml --check', since, {files: {'f.yaml': JSON.stringify(declared)}});
    expect(exitCode).toBe(0);
  },
);

test('after an undo that was cut off, an apply carries over what the undo was to restore (rows 150, 152)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([old], {
    'POST /v2/customFields#2': () => {
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const type = {discriminator: 'SIMPLE', primitive_type: 'EMAIL'};
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type, description: 'New'}]})};
  expect((await run(replace, tenant, {files})).exitCode).toBe(0);
  const undo = `fields undo ${lastRun()} --yes --expect-deletes 1`;
  expect((await run(undo, tenant, {signal: interruption.signal})).exitCode).toBe(130);
  expect((await run(apply, tenant, world)).exitCode).toBe(0);
  expect(show(tenant)).toEqual(whole);
});

test('plans of other files say also with its old id, say that a field was deleted and not created again, until it is (rows 39, 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields#1': refuse});
  const files = {
    ...world.files,
    'other.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]',
    'ids.yaml': 'custom_fields: [{id: cf_a, name: a, type: {discriminator: SIMPLE, primitive_type: TEXT}}]',
  };
  const warningsOf = async (file: string) =>
    JSON.parse((await run(`fields plan -f ${file} --json`, tenant, {files})).stdout).warnings;
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  for (const file of ['other.yaml', 'ids.yaml'])
    expect(await warningsOf(file)).toEqual([
      `run ${runId()} deleted "a" to replace it, but did not recreate it; if that run is no longer active, continue it. Run: bizctl fields apply --resume ${runId()}`,
    ]);
  expect(await warningsOf('f.yaml')).toEqual([]);
  expect((await run(`fields apply --resume ${runId()} --yes`, tenant, {files})).exitCode).toBe(0);
  expect(await warningsOf('other.yaml')).toEqual([]);
});

test('a field that was deleted on purpose since is not warned of, but still completed (row 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields#1': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(7);
  const theirs = createTenant([field('a', {id: 'cf_theirs'})]);
  expect((await run('fields delete name:a --yes', theirs)).exitCode).toBe(0);
  const files = {
    ...world.files,
    'other.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]',
  };
  const planOf = async (file: string) =>
    JSON.parse((await run(`fields plan -f ${file} --json`, theirs, {files})).stdout);
  expect((await planOf('other.yaml')).warnings).toEqual([]);
  expect((await planOf('f.yaml')).changes[0].notes).toContainEqual(
    expect.stringContaining('completes the replacement'),
  );
});

test('where an undo has not created a field again, plans name the run to undo (rows 150, 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields#2': refuse});
  expect((await run(replace, tenant, world)).exitCode).toBe(0);
  const first = runId();
  expect((await run(`fields undo ${first} --yes --expect-deletes 1`, tenant)).exitCode).toBe(7);
  const files = {'f.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]'};
  const {stderr} = await run('fields plan -f f.yaml --json', tenant, {files});
  const message = `run ${lastRun()} deleted "a" to replace it, but did not recreate it; if that run is no longer active, continue it. Run: bizctl fields undo ${first}`;
  expect(JSON.parse(stderr)).toEqual({warning: {message}});
});

test('the deletion of an archived twin does not end a replacement (row 152)', async () => {
  const twin = field('a', {id: 'cf_twin', status: 'archived'});
  const files = {
    'f.yaml': 'custom_fields: [{name: a, id: cf_a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
    'g.yaml': world.files['f.yaml'],
  };
  const tenant = createTenant([old, twin], {'POST /v2/customFields#1': refuse});
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  expect((await run('fields delete cf_twin --yes --journal', tenant)).exitCode).toBe(0);
  const {stdout} = await run('fields plan -f g.yaml', tenant, {files});
  expect(stdout).toContain('completes the replacement that run');
});

test('a field is not replaced while another one has its name (rows 24, 152)', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{name: a, id: cf_a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const tenant = createTenant([old, field('a', {id: 'cf_twin'})]);
  expect(await run(replace, tenant, {files})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: f.yaml:1:17: "a": cannot be replaced while another field has that name: cf_twin\nhint: First delete all but one of the fields with that name.\n',
  });
  expect(writesOf(tenant)).toEqual([]);
  const pruning = `${replace.replace('-deletes 1', '-deletes 2')} --prune`;
  expect((await run(pruning, tenant, {files})).exitCode).toBe(0);
});

test('an undo does not take a field that was there before a replacement for the new one (row 152)', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const twin = {...old, id: 'cf_twin', type, status: 'archived'};
  const tenant = createTenant([old, twin], {'POST /v2/customFields#1': () => reply({}, {status: 504})});
  const files = {
    'f.yaml': 'custom_fields: [{name: a, id: cf_a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  const restore = 'api PATCH v2/customFields/cf_twin -f status=active';
  expect((await run(restore, tenant)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('"a" is not recreated: a field with that name is listed'),
  });
  expect(tenant.fields().map(text => JSON.parse(text).id)).toContain('cf_twin');
});

test('an undo that deletes what completed a replacement does not end it, and plans warn of it again (row 152)', async () => {
  const tenant = createTenant([old], {'POST /v2/customFields#1': refuse});
  const files = {
    ...world.files,
    'other.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]',
  };
  const warningsOf = async () =>
    JSON.parse((await run('fields plan -f other.yaml --json', tenant, {files})).stdout).warnings;
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  expect((await run(apply, tenant, {files})).exitCode).toBe(0);
  expect(await warningsOf()).toEqual([]);
  expect((await run(`fields undo ${lastRun()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(await warningsOf()).toEqual([expect.stringContaining(`run ${runId()} deleted "a" to replace it`)]);
});
