import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {type JsonObject, objectOf} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, decimal, field, refuseConnection, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {cutJournal, inHome, journals, run, runId} = useFieldsAsCode();
const journal = () => inHome('data/runs', `${runId()}.jsonl`);

const lowAndHigh = [
  {id: 'x', title: 'Low'},
  {id: 'y', title: 'High'},
];

test('resuming a replacement creates what was planned, with the default choice it carries over (row 152)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{options: lowAndHigh}],
    default_option_id: 'y',
  };
  const before = createTenant([field('a', {description: 'D', options})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  expect(before.fields()).toEqual([]);
  const after = createTenant();
  expect((await run(`fields apply --resume ${runId()}`, after)).exitCode).toBe(0);
  const [{id: _id, ...made} = {options: {}}, ...others] = after.fields().map(text => JSON.parse(text));
  const [low, high] = made.options.groups[0].options;
  expect({made, others}).toEqual({
    made: {
      name: 'a',
      type: {...decimal, primitive_type: 'PHONE'},
      label: 'Label of a',
      description: 'D',
      options: {
        display_type: 'RADIO',
        groups: [
          {
            options: [
              {id: low.id, title: 'Low'},
              {id: high.id, title: 'High'},
            ],
          },
        ],
        default_option_id: high.id,
      },
    },
    others: [],
  });
});

test('resuming several replacements creates each with what it carries over, and deletes none twice (row 152)', async () => {
  const names = ['a', 'b', 'c'];
  const tenant = createTenant(
    names.map(name => field(name, {description: `Of ${name}`})),
    {'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 422})},
  );
  const declared = names.map(name => `{name: ${name}, type: {discriminator: SIMPLE, primitive_type: PHONE}}`);
  const files = {'f.yaml': `custom_fields: [${declared.join()}]`};
  const replace = names.map(name => `--replace ${name}`).join(' ');
  const line = `fields apply -f f.yaml --yes ${replace} --expect-deletes 3`;
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  const before = tenant.requests.length;
  expect((await run(`fields apply --resume ${runId()} --yes`, tenant)).exitCode).toBe(0);
  const written = tenant.requests.slice(before).filter(request => !request.startsWith('GET '));
  expect(written.map(request => request.split(' ')[0])).toEqual(['POST', 'DELETE', 'POST', 'DELETE', 'POST']);
  const described = tenant.fields().map(text => JSON.parse(text));
  expect(described.map(({name, description}) => `${name}: ${description}`).toSorted()).toEqual(
    names.map(name => `${name}: Of ${name}`),
  );
});

test('resuming a replacement that was killed after the deletion sets the default it carries over (row 152)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{options: [{id: 'x', title: 'Low'}]}],
    default_option_id: 'x',
  };
  const before = createTenant([field('a', {options})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  cutJournal(3);
  expect(journals()[0]?.map(({event, action}) => [event, action])).toEqual([
    ['run', undefined],
    ['intent', 'delete'],
    ['done', 'delete'],
  ]);
  const after = createTenant();
  expect((await run(`fields apply --resume ${runId()}`, after)).exitCode).toBe(0);
  const [made] = after.fields().map(text => JSON.parse(text).options);
  expect(made.default_option_id).toBe(made.groups[0].options[0].id);
});

test('Ctrl-C before a replacement can create its field says that the old one is deleted, and resumes (rows 37, 152)', async () => {
  const interruption = new AbortController();
  let isDown = true;
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': (_request, carryOut) => (isDown ? refuseConnection() : carryOut()),
    'DELETE /v2/customFields': (_request, carryOut) => {
      interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, label: A, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const {exitCode, stderr} = await run(line, tenant, {files, signal: interruption.signal});
  expect({exitCode, stderr: stderr.split('\n').slice(1)}).toEqual({
    exitCode: 130,
    stderr: [
      `warning: "a" was deleted but not recreated; ${journal()} is the only record of the field: keep it until the field exists again`,
      'error: interrupted; "a" was deleted but not recreated: interrupted',
      `hint: To resume, run: bizctl fields apply --resume ${runId()}`,
      '',
    ],
  });
  isDown = false;
  // The next plan completes it: it carries over what the old field had, and warns of no missing type.
  const again = await run('fields plan -f g.yaml', tenant, {files: {'g.yaml': 'custom_fields: [{name: a, label: B}]'}});
  expect({exitCode: again.exitCode, stderr: again.stderr}).toEqual({exitCode: 0, stderr: ''});
  expect((await run(`fields apply --resume ${runId()}`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toHaveLength(1);
  expect(writesOf(tenant).filter(each => each.startsWith('DELETE'))).toHaveLength(1);
});

test('a list that still shows a replaced field does not make the run delete it again (rows 22, 39)', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const refused = await run(line, tenant, {files});
  expect({exitCode: refused.exitCode, stderr: refused.stderr.split('\n').slice(1)}).toEqual({
    exitCode: 7,
    stderr: [
      `warning: "a" was deleted but not recreated; ${journal()} is the only record of the field: keep it until the field exists again`,
      'error: "a" was deleted but not recreated: HTTP 422: no (POST /v2/customFields)',
      'hint: Fix the files, or apply them again later. To try to bring the deleted field back instead, run: bizctl fields update cf_a --no-deleted',
      '',
    ],
  });
  expect((await run(`fields runs ${runId()} --columns action,state`, tenant)).stdout).toBe(
    'ACTION  OUTCOME\ndelete  done\ncreate  failed\n',
  );
  const lagging = createTenant([], {'GET /v2/customFields#1': () => reply({custom_fields: [field('a')]})});
  expect((await run(`fields apply --resume ${runId()}`, lagging)).exitCode).toBe(0);
  expect(writesOf(lagging).map(each => each.split(' ')[0])).toEqual(['POST']);
});

test.each([
  ['was refused', 99],
  ['was never sent', 3],
  ['was not sent, nor the reply to the deletion read', 2],
])('a plan completes a replacement whose create %s with what it was to carry over (row 152)', async (_what, keep) => {
  const tenant = createTenant([field('a', {description: 'D', helper_text: 'H'})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, helper_text: New, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  cutJournal(keep);
  const after = createTenant();
  const plan = JSON.parse((await run('fields plan -f f.yaml --json', after, {files})).stdout);
  expect(plan.changes[0].notes).toEqual([
    `completes the replacement that run ${runId()} began`,
    'carried over from the old field: label, description',
    'not carried over: hint and example_value, which the API never returns',
  ]);
  expect((await run('fields apply -f f.yaml --yes', after, {files})).exitCode).toBe(0);
  expect(JSON.parse(after.fields()[0] ?? '')).toMatchObject({
    label: 'Label of a',
    description: 'D',
    helper_text: 'New',
    type: {primitive_type: 'PHONE'},
  });
  // The field is there by now; one that is deleted again is created as it is declared.
  const later = JSON.parse((await run('fields plan -f f.yaml --json', createTenant(), {files})).stdout);
  expect(later.changes[0].notes).toEqual([]);
});

test('among several changes, a replacement refused after the deletion has a known outcome', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 409}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}, {name: b, label: New}]',
  };
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('error: 1 of 2 changes was not applied\n');
});

test('a replacement that was cut off is completed by the next apply, whatever else was written since (row 152)', async () => {
  const tenant = createTenant([field('a', {description: 'D'}), field('b')], {
    'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}, label: A}]',
  };
  expect((await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files})).exitCode).toBe(7);
  await run('fields update name:b --label B', tenant);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toMatchObject([
    {name: 'b'},
    {name: 'a', label: 'A', description: 'D'},
  ]);
});

test('a replacement that failed is completed however many runs on other tenants have failed since (row 152)', async () => {
  const refuse = {'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 400})};
  const tenant = createTenant([field('a', {description: 'D'})], refuse);
  const files = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}, label: A}]',
  };
  const line = 'fields apply -f f.yaml --yes --replace a';
  expect((await run(`${line} --expect-deletes 1`, tenant, {files})).exitCode).toBe(7);
  for (let other = 0; other < 11; other += 1) {
    const env = {BIZCTL_BASE_URL: `https://other-${other}.example.com`};
    const outcome = await run(`${line} --expect-deletes 1`, createTenant([field('a')], refuse), {files, env});
    expect(outcome.exitCode).toBe(7);
  }
  const clock = () => new Date(now.getTime() + 60_000);
  expect((await run(line, tenant, {files, clock})).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toMatchObject([{name: 'a', label: 'A', description: 'D'}]);
});

test('a replacement is completed however often its create was refused, with what the file declares by then (row 152)', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const options = {
    display_type: 'RADIO',
    groups: [{options: ['x', 'y'].map((title, index) => ({id: `${index}`, title}))}],
    default_option_id: '1',
  };
  const tenant = createTenant([field('a', {description: 'D', helper_text: 'H', options})], {
    'POST /v2/customFields#1': refuse,
    'POST /v2/customFields#2': refuse,
  });
  const apply = (members: string, more = '') =>
    run(`fields apply -f f.yaml --yes ${more}`, tenant, {
      files: {'f.yaml': `custom_fields: [{name: a, ${members}}]`},
    });
  const ref = 'type: {discriminator: REF, primitive_type: ARRAY, ref: {fields: [x]}}, display_options: {type: REF}';
  expect((await apply(ref, '--replace a --expect-deletes 1')).exitCode).toBe(7);
  const phone = 'type: {discriminator: SIMPLE, primitive_type: PHONE}, display_options: {type: DEFAULT}';
  expect((await apply(`${phone}, description: null`)).exitCode).toBe(7);
  expect((await apply(`${phone}, description: null`)).exitCode).toBe(0);
  const [made] = tenant.fields().map(text => JSON.parse(text));
  expect(made).toMatchObject({
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
    display_options: {type: 'DEFAULT'},
    label: 'Label of a',
    helper_text: 'H',
    options: {default_option_id: made.options.groups[0].options[1].id},
  });
  expect([made.type.ref, made.description]).toEqual([undefined, undefined]);
});

test('the default choice is carried over although the API sets undocumented members of its own (row 152)', async () => {
  allowViolations();
  let revision = 0;
  const revise = (text: string) => {
    const {options, ...members} = JSON.parse(text);
    revision += 1;
    return reply({...members, ...(options ? {options: {...options, revision}} : {})}, {status: 200});
  };
  const options = {
    display_type: 'RADIO',
    groups: [{options: ['x', 'y'].map((title, index) => ({id: `${index}`, title}))}],
    default_option_id: '1',
    revision: 0,
  };
  const tenant = createTenant([field('a', {options})], {
    'POST ': async (_request, carryOut) => revise(await (await carryOut()).text()),
    'PATCH ': async (_request, carryOut) => revise(await (await carryOut()).text()),
    'GET ': async (_request, carryOut) => {
      const {custom_fields} = JSON.parse(await (await carryOut()).text());
      const shown = custom_fields.map((each: JsonObject) => ({
        ...each,
        options: {...objectOf(each['options']), revision},
      }));
      return reply({custom_fields: shown});
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  const [made] = tenant.fields().map(text => JSON.parse(text).options);
  expect(made.default_option_id).toBe(made.groups[0].options[1].id);
});

test.each(['before the default was set', 'by a refusal of the default'])(
  'the default choice that a replacement carries over is set by the next apply if the run was cut off %s (row 152)',
  async how => {
    const options = {
      display_type: 'RADIO',
      groups: [{options: ['x', 'y'].map((title, index) => ({id: `${index}`, title}))}],
      default_option_id: '1',
    };
    const isRefused = how.startsWith('by');
    const tenant = createTenant([field('a', {options})], {
      'PATCH #1': (_request, carryOut) => (isRefused ? reply({message: 'no'}, {status: 422}) : carryOut()),
    });
    const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const replaced = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
    expect(replaced.exitCode).toBe(isRefused ? 7 : 0);
    expect(replaced.stderr).not.toContain('but not created again');
    const optionsOf = () => JSON.parse(tenant.fields()[0] ?? '').options;
    const cut = isRefused
      ? tenant
      : createTenant([{...JSON.parse(tenant.fields()[0] ?? ''), options: {...optionsOf(), default_option_id: null}}]);
    if (!isRefused) cutJournal(5);
    expect((await run('fields apply -f f.yaml --yes', cut, {files})).exitCode).toBe(0);
    const made = JSON.parse(cut.fields()[0] ?? '').options;
    expect(made.default_option_id).toBe(made.groups[0].options[1].id);
    expect((await run('fields plan -f f.yaml --check', cut, {files})).exitCode).toBe(0);
  },
);

const choices = (...titles: readonly string[]) => ({
  display_type: 'RADIO',
  groups: [{options: titles.map((title, index) => ({id: `${index}`, title}))}],
});
const replacing = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};

test('a carried default is not set where somebody has changed the choices since, nor again (row 152)', async () => {
  const options = {...choices('x', 'y'), default_option_id: '1'};
  const tenant = createTenant([field('a', {options})], {'PATCH ': () => reply({message: 'no'}, {status: 422})});
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, tenant, {files: replacing})).exitCode).toBe(7);
  const made = JSON.parse(tenant.fields()[0] ?? '');
  const changed = createTenant([{...made, options: choices('x', 'z')}]);
  expect((await run('fields plan -f f.yaml --check', changed, {files: replacing})).exitCode).toBe(0);
});

test('a carried default that a failed run did set, and that somebody has removed since, is not set again (row 152)', async () => {
  const options = {...choices('x', 'y'), default_option_id: '1'};
  const tenant = createTenant([field('a', {options}), field('b')], {
    'DELETE /v2/customFields/cf_b': () => reply({message: 'no'}, {status: 403}),
  });
  const type = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const files = {'f.yaml': `custom_fields: [{name: a, type: ${type}}, {name: b, type: ${type}}]`};
  const line = 'fields apply -f f.yaml --yes --replace a --replace b --expect-deletes 2';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  const made = tenant
    .fields()
    .map(text => JSON.parse(text))
    .find(({name}) => name === 'a');
  expect(made.options.default_option_id).toBe(made.options.groups[0].options[1].id);
  const {default_option_id: _removed, ...rest} = made.options;
  const changed = createTenant([{...made, options: rest}]);
  expect((await run('fields plan -f f.yaml --check', changed, {files: replacing})).exitCode).toBe(0);
});

test('a replacement from CSV that was cut off is completed as it was planned (row 152)', async () => {
  const display = {type: 'BOOLEAN', hidden: true, boolean_display_options: {display_type: 'TOGGLE'}};
  const tenant = createTenant([field('a', {display_options: display})], {
    'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.csv': 'name,type,hidden\na,phone,no\n'};
  const first = await run('fields apply -f f.csv --yes --replace a --expect-deletes 1', tenant, {files});
  expect(first.exitCode).toBe(7);
  expect((await run('fields apply -f f.csv --yes', tenant, {files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').display_options).toEqual({...display, hidden: false});
});

test('a replacement whose deletion was refused is planned as before (row 152)', async () => {
  const refuse = () => reply({message: 'in use'}, {status: 422});
  const tenant = createTenant([field('a')], {'DELETE /v2/customFields': refuse});
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  expect((await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files})).exitCode).toBe(5);
  const {stdout} = await run('fields plan -f f.yaml --replace a --json', tenant, {files});
  expect(JSON.parse(stdout).summary).toMatchObject({create: 0, update: 0, replace: 1, delete: 0, losses: 1});
});

test('a replacement that a later run has completed is not completed again, however long ago that was (row 152)', async () => {
  const refusing = createTenant([field('a', {description: 'D'})], {
    'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const later = (hours: number) => ({files, clock: () => new Date(now.getTime() + hours * 3_600_000)});
  const replace = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(replace, refusing, later(0))).exitCode).toBe(7);
  expect((await run('fields apply -f f.yaml --yes', refusing, later(1))).exitCode).toBe(0);
  expect(refusing.fields().join()).toContain('"description":"D"');
  // Somebody has deleted the field since, with another program.
  const {stdout} = await run('fields plan -f f.yaml --json', createTenant(), later(2));
  expect(JSON.parse(stdout).changes).toMatchObject([{action: 'create', name: 'a', notes: []}]);
  expect(stdout).not.toContain('"D"');
});
