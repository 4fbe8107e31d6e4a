import {expect, test} from 'vitest';
import {arrayOf, isObject, type Json, type JsonObject, objectOf} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run, runId} = useFieldsAsCode();

const choices = (...options: readonly JsonObject[]) => ({display_type: 'RADIO', groups: [{options}]});
const declare = (...fields: readonly JsonObject[]) => ({files: {'f.json': JSON.stringify({custom_fields: fields})}});

/** A tenant whose list leaves out a member of its fields; replies to writes are whole. */
function withoutInList(member: string, ...fields: readonly JsonObject[]) {
  return createTenant(fields, {
    'GET /v2/customFields': async (_request, carryOut) => {
      const page: {custom_fields: JsonObject[]} = JSON.parse(await (await carryOut()).text());
      return reply({custom_fields: page.custom_fields.map(({[member]: _left, ...shown}) => shown)});
    },
  });
}

test('an undo does not call restored what the list never shows (row 150)', async () => {
  const tenant = withoutInList('description', field('a', {description: 'old'}));
  expect((await run('fields update cf_a --description new --label L --journal', tenant)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({
    exitCode,
    said: stderr
      .split('\n')
      .filter(line => /^(?:warning|error)/.test(line))
      .at(-1),
  }).toEqual({
    exitCode: 7,
    said: `error: run ${runId()} was only partly undone: "a": the list does not show these members, so whether they were restored is unknown: description`,
  });
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([field('a', {description: 'new'})]);
});

test('what a reply shows in another form than the list is not taken for a change by others', async () => {
  const shown = choices({id: 'o_1', title: 'One'}, {id: 'o_2', title: 'Two'});
  const tenant = createTenant([field('a', {options: shown})], {
    'PATCH /v2/customFields/cf_a': async (_request, carryOut) => {
      const {options, ...others} = JSON.parse(await (await carryOut()).text());
      const [group] = options.groups;
      const archived = {id: 'o_0', title: 'Old', archived: true};
      return reply({...others, options: {...options, groups: [{...group, options: [...group.options, archived]}]}});
    },
  });
  const file = declare({name: 'a', options: choices({title: 'One'})});
  expect((await run('fields apply -f f.json --yes --expect-deletes 1', tenant, file)).exitCode).toBe(0);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).options.groups[0].options)).toMatchObject([
    [{title: 'One'}, {title: 'Two'}],
  ]);
});

test('a member that a later run has removed is restored, though no list shows it', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields update cf_a --description new --journal', tenant)).exitCode).toBe(0);
  const id = runId();
  expect((await run('fields update cf_a --null description --journal', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
});

test('an undo warns of a member that neither the reply nor the list has shown', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH#1': async (request, carryOut) => {
      await carryOut();
      await tenant.fetch(
        new Request(request.url, {method: 'PATCH', headers: request.headers, body: '{"description":null}'}),
      );
      return reply({id: 'cf_a', label: 'L'});
    },
  });
  await run('fields update cf_a --description new --label L --journal', tenant);
  expect(journals()[0]).toContainEqual(expect.objectContaining({event: 'done', omitted: ['description']}));
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, warnings: stderr.split('\n').filter(line => line.startsWith('warning'))}).toEqual({
    exitCode: 0,
    warnings: [
      'warning: the list may still not show all recent writes',
      'warning: "a": the API never returned these members and may still store them: description',
    ],
  });
});

/** Replaces each choice of a field. */
function mapChoices(shown: Json, change: (choice: JsonObject) => JsonObject): Json {
  if (Array.isArray(shown)) return shown.map(each => mapChoices(each, change));
  if (!isObject(shown)) return shown;
  const mapped = Object.entries(shown).map(([member, value = null]) => [member, mapChoices(value, change)] as const);
  return typeof shown['title'] === 'string' ? change(shown) : Object.fromEntries(mapped);
}

/** A tenant that shows a count of uses in each choice, and refuses to be sent one. */
function withUses(...fields: readonly JsonObject[]) {
  const refuse = async (request: Request, carryOut: () => Promise<Response>) =>
    (await request.clone().text()).includes('"uses"')
      ? reply({message: 'property "uses" should not exist'}, {status: 400})
      : carryOut();
  return createTenant(fields, {
    PATCH: refuse,
    'GET /v2/customFields': async (_request, carryOut) =>
      reply(mapChoices(JSON.parse(await (await carryOut()).text()), choice => ({...choice, uses: 3}))),
  });
}

const low = {id: '1', title: 'Low'};
const high = {id: '2', title: 'High'};

test('a removed choice comes back without what the API counts itself and refuses to be sent (rows 148, 150)', async () => {
  const tenant = withUses(field('a', {options: choices(low, high)}));
  const declared = declare({name: 'a', options: choices(low)});
  expect((await run('fields apply -f f.json --yes --expect-deletes 1', tenant, declared)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, leftOut: stderr.includes('sent without uses, which the API refused')}).toEqual({
    exitCode: 0,
    leftOut: true,
  });
  const titles = arrayOf(
    objectOf(arrayOf(objectOf(JSON.parse(tenant.fields()[0] ?? '').options)?.['groups'])?.[0])?.['options'],
  );
  expect(titles?.map(choice => objectOf(choice)?.['title'])).toEqual(['Low', 'High']);
});

test('an undo restores the rest where an update has lost what the API refuses to be sent (rows 148, 150)', async () => {
  const withKey = {display_type: 'RADIO', groups: [{header: 'H', x_key: 'k', options: [low, high]}]};
  const tenant = createTenant([field('a', {options: withKey})], {
    PATCH: async (request, carryOut) =>
      (await request.clone().text()).includes('"x_key"')
        ? reply({message: 'property "x_key" should not exist'}, {status: 400})
        : carryOut(),
  });
  const renamed = {...withKey, groups: [{header: 'H', options: [{...low, title: 'Lowest'}, high]}]};
  const declared = declare({name: 'a', options: renamed});
  expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(
      /sent without x_key, which the API refused\n(?:.*\n)*error: run \S+ was only partly undone: "a" was restored without x_key, which the API refused\n/,
    ),
  });
  expect(JSON.parse(tenant.fields()[0] ?? '').options.groups).toEqual([{header: 'H', options: [low, high]}]);
});

test('an undo leaves out no member of which only the value is refused (row 150)', async () => {
  const withKey = (x_key: string) => ({display_type: 'RADIO', groups: [{header: 'H', x_key, options: [low]}]});
  const tenant = createTenant([field('a', {options: withKey('k')})], {
    PATCH: async (request, carryOut) =>
      (await request.clone().text()).includes('"x_key":"k"')
        ? reply({message: 'unknown x_key k'}, {status: 422})
        : carryOut(),
  });
  const declared = declare({name: 'a', options: withKey('n')});
  expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(0);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(7);
  expect(JSON.parse(tenant.fields()[0] ?? '').options).toEqual(withKey('n'));
});

test('what a file declares of a new choice is not left out when the API refuses it', async () => {
  const tenant = withUses(field('a', {options: choices(low)}));
  const declared = declare({name: 'a', options: choices(low, {title: 'High', uses: 7})});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, declared);
  expect({exitCode, isRefused: stderr.includes('property "uses" should not exist')}).toEqual({
    exitCode: 5,
    isRefused: true,
  });
  expect(tenant.fields()).toEqual([JSON.stringify(field('a', {options: choices(low)}))]);
});

test('a choice moves to another group without what the API counts itself (row 148)', async () => {
  const grouped = (...groups: readonly (readonly JsonObject[])[]) => ({
    display_type: 'RADIO',
    groups: groups.map((options, index) => ({header: `G${index}`, options})),
  });
  const tenant = withUses(field('a', {options: grouped([low, high], [{id: '3', title: 'Other'}])}));
  const declared = declare({name: 'a', options: grouped([{title: 'Low'}], [{title: 'Other'}, {title: 'High'}])});
  expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toContain('{"id":"2","title":"High"}');
});

/** A tenant that counts the choices in `options`, whatever it is sent. */
function withCount(...fields: readonly JsonObject[]) {
  const count = (options: JsonObject) => ({
    ...options,
    count: (arrayOf(options['groups']) ?? []).flatMap(group => arrayOf(objectOf(group)?.['options']) ?? []).length,
  });
  const show = async (response: Response) => {
    const body = JSON.parse(await response.text());
    const showOne = (each: JsonObject) =>
      isObject(each['options']) ? {...each, options: count(each['options'])} : each;
    return reply(body.custom_fields ? {custom_fields: body.custom_fields.map(showOne)} : showOne(body));
  };
  return createTenant(fields, {
    PATCH: async (_request, carryOut) => show(await carryOut()),
    'GET /v2/customFields': async (_request, carryOut) => show(await carryOut()),
  });
}

test('what the API computes within options is not left over by an undo of an undo (row 148)', async () => {
  const tenant = withCount(field('a', {options: choices(low)}));
  expect((await run('fields update cf_a --option High --journal', tenant)).exitCode).toBe(0);
  for (let undos = 0; undos < 3; undos += 1) {
    const options = `--yes --expect-deletes ${undos % 2 === 0 ? 1 : 0}`;
    const {exitCode, stderr} = await run(`fields undo ${journals().at(-1)?.[0].run} ${options}`, tenant);
    expect({undos, exitCode, stderr}).toEqual({
      undos,
      exitCode: 0,
      stderr: expect.not.stringContaining('undocumented'),
    });
  }
});

test('a value that the tenant shows itself is sent back, though the reference knows no such value (row 149)', async () => {
  allowViolations();
  const numbered = (title: string, order: string) => ({
    display_type: 'RADIO',
    groups: [{sort_order: order, options: [{id: '1', title}]}],
  });
  const tenant = createTenant([field('a', {options: numbered('Low', '1')})]);
  const edited = declare({...field('a'), options: numbered('Lower', '1')});
  expect((await run('fields plan -f f.json --check', tenant, edited)).exitCode).toBe(8);
  const other = declare({...field('a'), options: numbered('Low', 'first')});
  expect((await run('fields plan -f f.json --check', tenant, other)).exitCode).toBe(9);
});

test('a replacement is refused for what the reference does not allow, although the tenant shows it (row 152)', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {validators: [{required: true}]})]);
  const declared = declare({
    ...field('a'),
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
    validators: [{required: true}],
  });
  const {exitCode, stderr} = await run('fields apply -f f.json --yes --replace a --expect-deletes 1', tenant, declared);
  expect({exitCode, stderr}).toEqual({exitCode: 9, stderr: expect.stringContaining('validators[0].size is missing')});
  const undeclared = declare({name: 'a', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}});
  expect((await run('fields plan -f f.json --replace a', tenant, undeclared)).stdout).toContain(
    '"a": validators[0].size is missing in what is carried over from the tenant; if the API refuses it, the field stays deleted; to avoid that, declare it in the file\n',
  );
  const added = declare({...field('a'), validators: [{required: true}, {required: false}]});
  expect((await run('fields apply -f f.json --yes', tenant, added)).exitCode).toBe(9);
  expect(writesOf(tenant)).toEqual([]);
});
