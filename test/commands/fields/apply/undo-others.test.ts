import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {type JsonObject, objectOf, stringOf} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {now, token} from '../../../harness/fixed.js';
import {createTenant, field, reply, reset} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {inHome, journals, run} = useFieldsAsCode();
const runId = (): string => journals()[0]?.[0].run ?? '';

test('undo keeps what others have set since in a choice that the run moved to another group (row 150)', async () => {
  const [one, two] = [
    {id: '1', title: 'A'},
    {id: '2', title: 'B'},
  ];
  const inGroups = (first: readonly JsonObject[], second: readonly JsonObject[]) => ({
    display_type: 'RADIO',
    groups: [
      {header: 'G', options: first},
      {header: 'H', options: second},
    ],
  });
  const tenant = createTenant([field('a', {options: inGroups([one, two], [])})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: inGroups([one], [two])}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const theirs = {'t.json': JSON.stringify({options: inGroups([one], [{...two, subtitle: 'theirs'}])})};
  const id = journals()[0]?.[0].run;
  expect((await run('fields update cf_a --file t.json', tenant, {files: theirs})).exitCode).toBe(0);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').options).toEqual(inGroups([one, {...two, subtitle: 'theirs'}], []));
});

test('undo sets a default again where the API shows null for a missing one (row 150)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: '1', title: 'A'},
          {id: '2', title: 'B'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options: {...options, default_option_id: '2'}})]);
  const showNull = async (request: Request) => {
    const answer = await tenant.fetch(request);
    if (request.method !== 'GET') return answer;
    const {custom_fields} = JSON.parse(await answer.text());
    return reply({
      custom_fields: custom_fields.map((each: JsonObject) => ({
        ...each,
        options: {default_option_id: null, ...objectOf(each['options'])},
      })),
    });
  };
  const shown = {fetch: showNull};
  const groups = [{options: [{title: 'A'}, {title: 'N'}]}];
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})};
  expect((await run('fields apply -f f.json --yes --expect-deletes 1', shown, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, shown)).exitCode).toBe(0);
  const restored = JSON.parse(tenant.fields()[0] ?? '').options;
  const choice = restored.groups[0].options.find(({title}: JsonObject) => title === 'B');
  expect(restored.default_option_id).toBe(choice.id);
});

const refuse = () => reply({message: 'no'}, {status: 422});
test.each([
  [declaredType, refuse],
  ['{discriminator: SIMPLE, primitive_type: PHONE}', refuse],
  ['{discriminator: SIMPLE, primitive_type: PHONE}', reset],
])(
  "undo of a replacement that was not finished leaves alone someone else's field of type %s (row 151)",
  async (type, fail) => {
    const tenant = createTenant([field('a')], {'POST /v2/customFields#1': fail});
    const replacing = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: SEMVER}}]'};
    const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
    expect((await run(line, tenant, {files: replacing})).exitCode).toBe(7);
    const id = journals()[0]?.[0].run;
    const theirs = JSON.stringify({name: 'a', label: 'Theirs', type: JSON.parse(type.replaceAll(/(\w+)/g, '"$1"'))});
    await tenant.fetch(
      new Request('https://api.example.com/v2/customFields', {
        method: 'POST',
        body: theirs,
        headers: {'content-type': 'application/json', authorization: `Bearer ${token}`},
      }),
    );
    const sent = tenant.requests.length;
    const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
    expect({exitCode, writes: tenant.requests.slice(sent).filter(each => !each.startsWith('GET'))}).toEqual({
      exitCode: 7,
      writes: [],
    });
    expect(stderr).toContain('"a" is not recreated: a field with that name is listed');
  },
);

test('the undo of a create says that the field is not as it was sent, as somebody may have changed it', async () => {
  const tenant = createTenant([]);
  const created = JSON.parse(
    (
      await run('fields create --file - --json', tenant, {
        stdin: '{"name":"a","label":"A","type":{"discriminator":"SIMPLE","primitive_type":"PHONE"}}',
      })
    ).stdout,
  );
  const [[{run: id} = {run: ''}] = []] = journals();
  const undo = async (changed: JsonObject) =>
    (await run(`fields undo ${id} --dry-run`, createTenant([{...created, ...changed}]))).stdout.match(
      /"a" differs.*/,
    )?.[0];
  const warning = '"a" differs from what the run sent; the undo deletes it along with later changes';
  expect([await undo({}), await undo({label: 'Theirs'})]).toEqual([undefined, warning]);
});

test('a field without a name is not created again, and no other takes its place (row 151)', async () => {
  const [one, two] = ['x1', 'x2'].map(id => ({...field('n', {label: id}), id, name: null}));
  const tenant = createTenant([one ?? {}, two ?? {}]);
  const files = {'f.yaml': 'custom_fields: [{id: x2}]'};
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, writes: tenant.requests.filter(each => !each.startsWith('GET'))}).toEqual({
    exitCode: 7,
    writes: ['DELETE /v2/customFields/x1'],
  });
  expect(stderr).toContain('the field "x1" has no name, so it cannot be created again');
});

test('undo of a replacement whose create was lost leaves alone what another run has created in its place (row 151)', async () => {
  const tenant = createTenant([field('a')], {'POST /v2/customFields#1': reset});
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {'f.yaml': `custom_fields: [{name: a, type: ${phone}}]`};
  await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  const id = journals()[0]?.[0].run;
  const clock = () => new Date(now.getTime() + 60_000);
  const create = ['fields', 'create', '--name', 'a', '--type', 'phone', '--label', 'Label of a'];
  expect((await run(create, tenant, {clock})).exitCode).toBe(0);
  const sent = tenant.requests.length;
  const {exitCode} = await run(`fields undo ${id} --yes`, tenant, {clock});
  expect({exitCode, writes: tenant.requests.slice(sent).filter(each => !each.startsWith('GET'))}).toEqual({
    exitCode: 7,
    writes: [],
  });
});

test.each([
  [true, 7, 'members that the run did not send have changed as well: display_options; left alone'],
  [false, 0, 'changed since the run, so left alone: display_options'],
])(
  'undo tells a member that the API added along with an update (%j) from one that was added since (row 150)',
  async (isByApi, exitCode, said) => {
    const before = field('a');
    const now = {...before, label: 'New', display_options: {type: 'DEFAULT'}};
    const tenant = createTenant([before], isByApi ? {'PATCH ': () => reply(now)} : {});
    await run('fields update name:a --label New', tenant);
    const after = createTenant([now]);
    const undone = await run(`fields undo ${runId()} --yes`, after);
    expect({exitCode: undone.exitCode, label: JSON.parse(after.fields()[0] ?? '{}').label}).toEqual({
      exitCode,
      label: before['label'],
    });
    expect(undone.stderr).toContain(`warning: "a": ${said}\n`);
  },
);

test('undo of a replacement warns if somebody has changed the new field since (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const options = '--yes --expect-deletes 1';
  expect((await run(`fields apply -f f.yaml --replace a ${options}`, tenant, {files})).exitCode).toBe(0);
  const id = runId();
  expect((await run('fields update name:a --label Theirs', tenant)).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${id} ${options}`, tenant);
  expect({exitCode, warnings: stderr.split('\n').filter(line => line.startsWith('warning: '))}).toEqual({
    exitCode: 0,
    warnings: [
      'warning: "a" differs from what the run sent; the undo deletes it along with later changes',
      'warning: "a" is recreated with a new id; its stored values, hint and example_value cannot be restored',
    ],
  });
});

test('what a later run from this machine has changed in another member is left alone without a word (row 150)', async () => {
  const tenant = createTenant([field('a', {label: 'L', description: 'D'})]);
  await run('fields update cf_a --label New --journal', tenant);
  const id = runId();
  await run('fields update cf_a --description Other --journal', tenant);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr: stderr.replaceAll(/\d{8}T\d+-[\da-f]+/g, 'RUN')}).toEqual({
    exitCode: 0,
    stderr:
      'note: run RUN: 0 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; on https://api.example.com/\nnote: verified: run RUN is undone\n',
  });
});

test('an undo keeps undocumented members that someone else has changed, but for what was cleared (row 150)', async () => {
  allowViolations();
  const before = field('a', {display_options: {type: 'DEFAULT', hidden: false, x_width: 1, x_color: 'red'}});
  const tenant = createTenant([before]);
  const files = {'f.yaml': 'custom_fields: [{name: a, display_options: {hidden: true}}]'};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const applied = runId();
  const others = '{"display_options":{"type":"DEFAULT","hidden":true,"x_width":2,"x_color":null}}';
  await run(`api PATCH v2/customFields/cf_a --input o.json`, tenant, {files: {'o.json': others}});
  expect(await run(`fields undo ${applied} --yes`, tenant)).toMatchObject({exitCode: 0});
  expect(JSON.parse(writesOf(tenant).at(-1)?.split(' ').slice(2).join(' ') ?? '')).toEqual({
    display_options: {type: 'DEFAULT', hidden: false, x_width: 2, x_color: 'red'},
  });
});

test('a second undo leaves alone what somebody has set after the first one (row 150)', async () => {
  const before = [field('a', {display_options: {type: 'DEFAULT'}}), field('b')];
  const tenant = createTenant(before);
  const files = {
    'f.yaml':
      'custom_fields: [{name: a, display_options: {type: MULTILINE, hidden: true}}, {name: b, label: New, hint: H}]',
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const id = runId();
  // The hint cannot be restored.
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual(before);
  const after = createTenant([field('a', {display_options: {type: 'DEFAULT', hidden: true}}), field('b')]);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, after);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a": changed since the run, so left alone: display_options');
  expect(writesOf(after)).toEqual([]);
});

test('undo that sends undocumented members as they were says nothing about them (row 150)', async () => {
  allowViolations();
  const themed = (x_theme: string, more: object = {}) => ({display_options: {type: 'DEFAULT', x_theme, ...more}});
  const tenant = createTenant([field('a', themed('a'))]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...themed('b', {hidden: true})}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, says: stderr.includes('undocumented')}).toEqual({exitCode: 0, says: false});
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([field('a', themed('a'))]);
});

test('an undo that is repeated after it was cut off leaves alone what somebody has set since (row 150)', async () => {
  const options = (more: object) => ({display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'A', ...more}]}]});
  const tenant = createTenant([field('a', {options: options({})})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: options({subtitle: 'S'})}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const id = runId();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  // Without the line that says how the undo ended, and the one in the journal of the run.
  for (const [{run: name}] of journals()) {
    const path = inHome('data/runs', `${name}.jsonl`);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/[^\n]*"outcome":"(?:undone|converged)"[^\n]*\n$/, ''));
  }
  const after = createTenant([field('a', {options: options({subtitle: 'by hand'})})]);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, after);
  expect({exitCode, isLeft: stderr.includes('changed since the run, so left alone: options')}).toEqual({
    exitCode: 7,
    isLeft: true,
  });
  expect(writesOf(after)).toEqual([]);
});

test('a second undo leaves alone what somebody has set in a field that the first one restored (row 150)', async () => {
  const shown = {type: 'DEFAULT', hidden: true};
  const before = [field('a', {display_options: {type: 'DEFAULT'}}), field('b')];
  let isRefused = false;
  const tenant = createTenant(before, {
    'PATCH /v2/customFields/cf_b': (_request, carryOut) =>
      isRefused ? reply({message: 'no'}, {status: 422}) : carryOut(),
  });
  const files = {
    'f.yaml':
      'custom_fields: [{name: a, display_options: {type: MULTILINE, hidden: true}}, {name: b, description: New}]',
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const id = runId();
  isRefused = true;
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  const [restored] = tenant.fields();
  expect(restored).toBe(JSON.stringify(before[0]));
  const after = createTenant([field('a', {display_options: shown}), field('b', {description: 'New'})]);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, after);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a": changed since the run, so left alone: display_options');
  expect(JSON.parse(after.fields()[0] ?? '')).toEqual(field('a', {display_options: shown}));
});

test('a second undo leaves alone what somebody has changed in a field that the first one recreated (row 150)', async () => {
  let isRefused = true;
  const before = [field('a', {description: 'first'}), field('b')];
  const tenant = createTenant(before, {
    'POST /v2/customFields#2': (_request, carryOut) => (isRefused ? reply({message: 'no'}, {status: 422}) : carryOut()),
  });
  await run('fields delete cf_a cf_b --yes --journal', tenant);
  const id = runId();
  expect((await run(`fields undo ${id} --yes --concurrency 1`, tenant)).exitCode).toBe(7);
  isRefused = false;
  const [recreated = '{}'] = tenant.fields();
  const {name, id: newId} = JSON.parse(recreated);
  expect(name).toBe('a');
  await run(`fields update ${newId} --label Theirs --description new`, tenant);
  const theirs = tenant.fields()[0];
  // As if on another machine, whose runs are not known here.
  for (const [{run: other, command}] of journals())
    if (command === 'update') rmSync(inHome('data/runs', `${other}.jsonl`));
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a": differs from what an earlier undo sent, so left alone: label, description');
  expect(tenant.fields()[0]).toBe(theirs);
  expect(tenant.fields()).toHaveLength(2);
});

test('a second undo clears what the API gave the field that the first one recreated (row 150)', async () => {
  allowViolations();
  let isClearable = false;
  const tenant = createTenant([field('a'), field('b')], {
    'POST /v2/customFields': async (request, carryOut) => {
      if (!isClearable && (await request.clone().text()).includes('"b"')) return reply({message: 'no'}, {status: 422});
      const created: JsonObject = JSON.parse(await (await carryOut()).text());
      await carryOut(
        new Request(`${request.url}/${stringOf(created['id']) ?? ''}`, {
          method: 'PATCH',
          headers: request.headers,
          body: JSON.stringify({helper_text: 'given'}),
        }),
      );
      return reply({...created, helper_text: 'given'}, {status: 201});
    },
  });
  await run('fields delete cf_a cf_b --yes --journal', tenant);
  const id = runId();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  isClearable = true;
  await run(`fields undo ${id} --yes`, tenant);
  const {exitCode} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, texts: tenant.fields().map(text => JSON.parse(text).helper_text ?? null)}).toEqual({
    exitCode: 0,
    texts: [null, null],
  });
});
