import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {titleOfDefault} from '../../../../src/plan/choices/default-choice.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field} from '../../../harness/tenant.js';

/*
 * A replacement whose declaration no longer has the default choice of the old field, which has another id in the new one.
 */

const {journals, run} = useFieldsAsCode();

const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
const source = {option_source: {category: 'c', name: 'n'}};
const one = {id: 'c_one', title: 'One'};
const two = {id: 'c_two', title: 'Two'};
const withChoices = (choices: readonly JsonObject[], more: JsonObject = {}) => ({
  display_type: 'RADIO',
  groups: [{header: 'H', options: choices}],
  ...more,
});
const apply = 'fields apply -f f.json --replace a --yes --expect-deletes 1 --quiet';

/** Interrupts the command once the request at which it comes was carried out. */
function interruptAt(request: string) {
  const interruption = new AbortController();
  const fault: Fault = async (_request, carryOut) => {
    const answer = await carryOut();
    interruption.abort(new InterruptedError());
    return answer;
  };
  return {faults: {[request]: fault}, signal: interruption.signal};
}

const choicesOf = (choices: readonly JsonObject[]) => withChoices(choices, {default_option_id: 'c_new'});
const [bare, withDefault, other] = [
  {name: 'z', type: phone},
  {name: 'b', type: phone, options: choicesOf([{id: 'c_new', title: 'New'}])},
  {name: 'c', type: phone, options: choicesOf([{id: 'c_new', title: 'Own'}])},
];
const moved = {name: 'a', options: choicesOf([one, {id: 'c_new', title: 'New'}])};
const added = {name: 'a', options: choicesOf([one, two, {id: 'c_new', title: 'New'}])};
const replaced = {name: 'a', type: phone};
const losing = ' --expect-deletes 1';

test.each([
  ['create', 'POST ', [withDefault], '', '; the write succeeded; default choice may not be set: "b"', ['Two', 'New']],
  [
    'replacement',
    'POST ',
    [replaced],
    `${losing} --replace a`,
    '; the write succeeded; default choice may not be set: "a"',
    ['Two'],
  ],
  ['update', 'PATCH ', [moved], losing, '; the write succeeded; default choice may not be set: "a"', ['New']],
  [
    'update that keeps the old default',
    'PATCH ',
    [added],
    '',
    '; the write succeeded; default choice may not be set: "a"',
    ['New'],
  ],
  [
    'first of two defaults',
    'PATCH #1',
    [withDefault, other],
    '',
    '; succeeded: 1, failed: 0, not tried: 1; default choice may not be set: "c"',
    ['Two', 'New', 'Own'],
  ],
  [
    'second of three creates',
    'POST #2',
    [withDefault, other, bare],
    '',
    '; succeeded: 2, failed: 0, not tried: 1; default choices may not be set: "b", "c"',
    ['Two', 'New', 'Own', undefined],
  ],
  ['look at the list', 'GET #2', [withDefault], '', '; default choice may not be set: "b"', ['Two', 'New']],
  ['create without a default', 'POST ', [bare], '', '; the write succeeded', ['Two', undefined]],
  [
    'look at the list after that',
    'GET #2',
    [bare],
    '',
    '; all writes succeeded, but the result was not verified',
    ['Two', undefined],
  ],
])(
  'an interruption after a %s says whose default choice is not set, and resuming sets it (row 149)',
  async (_what, request, fields, flags, said, defaults) => {
    const {faults, signal} = interruptAt(request);
    const tenant = createTenant([field('a', {options: withChoices([one, two], {default_option_id: 'c_two'})})], faults);
    const files = {'f.json': JSON.stringify({custom_fields: fields})};
    const line = `fields apply -f f.json --yes --quiet --concurrency 1${flags}`;
    const {exitCode, stderr} = await run(line, tenant, {files, signal});
    const [id] = journals().map(journal => journal[0].run);
    expect({exitCode, stderr}).toEqual({
      exitCode: 130,
      stderr: `error: interrupted${said}\nhint: To resume, run: bizctl fields apply --resume ${id}\n`,
    });
    expect((await run(`fields apply --resume ${id} --yes`, tenant)).exitCode).toBe(0);
    expect(tenant.fields().map(text => titleOfDefault(JSON.parse(text).options))).toEqual(defaults);
  },
);

test.each([
  ['without a source', {}, {}],
  ['with a declared source', {}, source],
  ['with the source of the old field', source, {}],
])('a default choice that is no longer declared is not carried over, %s (rows 149, 152)', async (_what, old, more) => {
  const tenant = createTenant([field('a', {options: withChoices([one, two], {default_option_id: 'c_two', ...old})})]);
  const options = withChoices([{title: 'One'}], more);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, options}]})};
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, {files});
  expect(stdout).toContain('not carried over: the default choice "Two"\n');
  expect(await run(apply, tenant, {files})).toMatchObject({exitCode: 0, stderr: ''});
  const created = writesOf(tenant).flatMap(write => (write.startsWith('POST') ? /\{.*/.exec(write) : []));
  expect(created.map(body => JSON.parse(body ?? '').options)).toEqual([{...options, ...old}]);
});

test('an interruption of a resumed run says so as well, of the fields that the run wrote before (row 149)', async () => {
  const [first, second] = [interruptAt('POST #1'), interruptAt('POST #2')];
  const tenant = createTenant([], {...first.faults, ...second.faults});
  const files = {'f.json': JSON.stringify({custom_fields: [withDefault, bare, {...bare, name: 'zz'}]})};
  const line = 'fields apply -f f.json --yes --quiet --concurrency 1';
  expect((await run(line, tenant, {files, signal: first.signal})).exitCode).toBe(130);
  const resume = `fields apply --resume ${journals()[0]?.[0].run} --yes --quiet --concurrency 1`;
  const {stderr} = await run(resume, tenant, {signal: second.signal});
  expect(stderr.split('\n')[0]).toBe(
    'error: interrupted; succeeded: 1, failed: 0, not tried: 1; default choice may not be set: "b"',
  );
  const resumed = await run(resume.replace(' --quiet', ''), tenant);
  // The plan of the rest does not show it.
  expect(resumed).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('note: set the default choice of "b"\n'),
  });
  expect(tenant.fields().map(text => titleOfDefault(JSON.parse(text).options))).toEqual(['New', undefined, undefined]);
});

test('each of two fields that are declared with ids carries over its own default (row 152)', async () => {
  const choices = [one, two];
  const toField = (name: string, id: string) => field(name, {options: withChoices(choices, {default_option_id: id})});
  const tenant = createTenant([toField('a', 'c_one'), toField('b', 'c_two')]);
  const declared = ['a', 'b'].map(name => ({id: `cf_${name}`, name, type: phone}));
  const files = {'f.json': JSON.stringify({custom_fields: declared})};
  const line = 'fields apply -f f.json --replace a --replace b --yes --expect-deletes 2 --quiet';
  expect(await run(line, tenant, {files})).toMatchObject({exitCode: 0, stderr: ''});
  expect(tenant.fields().map(text => titleOfDefault(JSON.parse(text).options))).toEqual(['One', 'Two']);
});

test('a new default is not called lost (row 149)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one, two], {default_option_id: 'c_two'})})]);
  const options = withChoices([{title: 'One'}, {title: 'New', id: 'c_new'}], {default_option_id: 'c_new'});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, options}]})};
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, {files});
  expect(stdout).toContain('the default choice "New" is set by a second request, once the choices have ids\n');
  expect(stdout).not.toContain('not carried over: the default');
});

test('a default that a source has, and no choice, is carried over (row 152)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one], {default_option_id: 'external', ...source})})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, options: withChoices([one])}]})};
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, {files});
  expect(stdout).toContain('default_option_id: external\n');
  expect(stdout).not.toContain('not carried over: the default');
});

test('a default that is no choice is not carried over without its source, and the plan says so (row 152)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one], {default_option_id: 'external', ...source})})]);
  const options = withChoices([{title: 'One'}], {option_source: null});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, options}]})};
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, {files});
  expect(stdout).toContain('not carried over: the default choice "external"\n');
});

test('an undo brings back a default whose choice the run has removed (row 150)', async () => {
  const before = withChoices([one, two], {default_option_id: 'c_two'});
  const tenant = createTenant([field('a', {options: before})]);
  const options = withChoices([one], {default_option_id: 'c_one'});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  expect((await run('fields apply -f f.json --yes --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
  const undone = await run(`fields undo ${journals()[0]?.[0].run} --yes`, tenant);
  expect(undone).toMatchObject({exitCode: 0, stderr: expect.stringContaining('verified')});
  const {groups, default_option_id} = JSON.parse(tenant.fields()[0] ?? '').options;
  expect(groups[0].options).toEqual([one, {id: default_option_id, title: 'Two'}]);
});

test('a declared default that is a choice to be removed is not sent, whatever the source (row 149)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one, two], source)})]);
  const options = withChoices([one], {default_option_id: 'c_two', ...source});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  const {stdout} = await run('fields plan -f f.json', tenant, {files});
  expect(stdout).toContain('no choice has the id "c_two", so it is not set as the default');
  await run('fields apply -f f.json --yes --expect-deletes 1', tenant, {files});
  expect(writesOf(tenant).filter(write => write.includes('default_option_id'))).toEqual([]);
});

test('a replacement does not advise to keep values that it loses', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one])})]);
  const options = withChoices([{title: 'Two'}]);
  const planned = async (more: JsonObject) =>
    run('fields plan -f f.json --replace a', tenant, {
      files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', options, ...more}]})},
    });
  expect((await planned({})).stdout).toContain('to rename it and keep its values, give the new choice its id: c_one');
  expect((await planned({type: phone})).stdout).not.toContain('keep its values');
});

test('the loss of a default is said although an unknown one is declared, and not where all options go (row 152)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one, two], {default_option_id: 'c_two'})})]);
  const planned = async (options: JsonObject | null) => {
    const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: phone, options}]})};
    return (await run('fields plan -f f.json --replace a', tenant, {files})).stdout;
  };
  expect(await planned(withChoices([one], {default_option_id: 'x'}))).toContain(
    'not carried over: the default choice "Two"\n',
  );
  expect(await planned(null)).not.toContain('not carried over: the default');
});

test('only the one of two fields with the same name whose declared default is known gets it', async () => {
  const old = withChoices([one]);
  const tenant = createTenant([
    {...field('a', {options: old}), id: 'cf_1'},
    {...field('a', {options: old}), id: 'cf_2'},
  ]);
  const declare = (id: string, choice: JsonObject, default_option_id: string) => ({
    id,
    name: 'a',
    options: withChoices([one, choice], {default_option_id}),
  });
  const fields = [declare('cf_1', {id: 'x', title: 'New'}, 'x'), declare('cf_2', {title: 'More'}, 'unknown')];
  await run('fields apply -f f.json --yes', tenant, {files: {'f.json': JSON.stringify({custom_fields: fields})}});
  const defaults = tenant.fields().map(text => JSON.parse(text).options);
  expect(defaults.map(({default_option_id = null}) => typeof default_option_id)).toEqual(['string', 'object']);
});

test('a default that the plan has left out is not set by resuming either (row 149)', async () => {
  const tenant = createTenant([field('a', {options: withChoices([one, two], source)})]);
  const options = withChoices([one], {default_option_id: 'c_two', ...source});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  await run('fields apply -f f.json --yes --expect-deletes 1', tenant, {files});
  await run(`fields apply --resume ${journals()[0]?.[0].run} --yes`, tenant, {files});
  expect(writesOf(tenant).filter(write => write.includes('default_option_id'))).toEqual([]);
});
