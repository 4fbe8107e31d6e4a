import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, type Fault, field, reply} from '../../../harness/tenant.js';

/*
 * Applies in which the API refuses one change: what it has done with the others is verified all the same.
 */

const {run} = useFieldsAsCode();
const line = 'fields apply -f f.json --yes';
const refused = {name: 'refused', label: 'New'};
const declaring = (...fields: readonly JsonObject[]) => ({
  files: {'f.json': JSON.stringify({custom_fields: [...fields, refused]})},
});
const refuse: Fault = () => reply({message: 'no'}, {status: 422});
const verdict = (stderr: string) => stderr.split('\n').filter(each => /^(?:warning|note): (?!run )/.test(each));

const units = (...duration_units: readonly string[]) => ({
  display_options: {type: 'DEFAULT', duration: {duration_units}},
});

test('what the API ignores is noted, and not sent again by the next apply (row 154)', async () => {
  const sorted = field('a', units('DAYS', 'HOURS'));
  const tenant = createTenant([sorted, field('refused')], {
    'PATCH /v2/customFields/cf_a': () => reply(sorted),
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const input = declaring({name: 'a', ...units('HOURS', 'DAYS')});
  const first = await run(line, tenant, input);
  expect({exitCode: first.exitCode, verdict: verdict(first.stderr)}).toEqual({
    exitCode: 7,
    verdict: ['note: the API uses its own order for the display_options.duration.duration_units of "a"'],
  });
  await run(line, tenant, input);
  expect(tenant.requests.filter(request => request.startsWith('PATCH /v2/customFields/cf_a'))).toHaveLength(1);
});

test('a create that no list shows is named (row 26)', async () => {
  const created = field('n', {label: 'N'});
  const tenant = createTenant([field('refused')], {
    'POST /v2/customFields': () => reply(created, {status: 201}),
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const {exitCode, stderr} = await run(line, tenant, declaring({name: 'n', label: 'N', type: decimal}));
  expect({exitCode, verdict: verdict(stderr)}).toEqual({
    exitCode: 7,
    verdict: [
      'note: the list may not show all recent writes yet; waiting up to 1 s',
      'warning: the list may still not show all recent writes',
      'warning: "n" is not listed',
    ],
  });
});

test('a field that the API has renamed is named', async () => {
  const tenant = createTenant([field('refused')], {
    'POST /v2/customFields': async (request, carryOut) =>
      carryOut(new Request(request, {method: 'POST', body: (await request.text()).replace('VIP', 'vip')})),
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const {exitCode, stderr} = await run(line, tenant, declaring({name: 'VIP', label: 'V', type: decimal}));
  expect({exitCode, verdict: verdict(stderr)}).toEqual({
    exitCode: 7,
    verdict: [
      expect.stringMatching(
        /^warning: f\.json:1:19: "VIP": a field whose name differs only in case already exists: cf_\S+; listed instead: "vip"$/,
      ),
    ],
  });
});

test('choices that have new ids are named', async () => {
  const choices = (...titles: readonly string[]) => ({
    options: {display_type: 'RADIO', groups: [{options: titles.map(title => ({title}))}]},
  });
  const old = {display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'x'}]}]};
  const renewed = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: 'o2', title: 'x'},
          {id: 'o3', title: 'y'},
        ],
      },
    ],
  };
  const isUpdated = {a: false};
  const show = () => [field('a', {options: isUpdated.a ? renewed : old}), field('refused')];
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: show()}),
    'PATCH /v2/customFields/cf_a': () => {
      isUpdated.a = true;
      return reply(field('a', {options: renewed}));
    },
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const {exitCode, stderr} = await run(line, tenant, declaring({name: 'a', ...choices('x', 'y')}));
  expect({exitCode, verdict: verdict(stderr)}).toEqual({
    exitCode: 7,
    verdict: ['warning: "a": the API gave this choice a new id, so stored values may be lost: "x"'],
  });
});

test('an update that does not show is named once, and one that shows is not', async () => {
  const stuck = field('stuck');
  const tenant = createTenant([field('a'), stuck, field('refused')], {
    'PATCH /v2/customFields/cf_stuck': () => reply({...stuck, label: 'L'}),
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const {exitCode, stderr} = await run(line, tenant, declaring({name: 'a', label: 'A'}, {name: 'stuck', label: 'L'}));
  expect({exitCode, verdict: verdict(stderr)}).toEqual({
    exitCode: 7,
    verdict: ['warning: "stuck" still differs in label: "Label of stuck" -> "L"'],
  });
});

test('nothing counts as ignored where a list may lag behind (row 138)', async () => {
  const sorted = field('a', units('DAYS', 'HOURS'));
  const stuck = field('stuck');
  const tenant = createTenant([sorted, stuck, field('refused')], {
    'PATCH /v2/customFields/cf_a#1': () => reply(sorted),
    'PATCH /v2/customFields/cf_stuck#1': () => reply({...stuck, label: 'L'}),
    'PATCH /v2/customFields/cf_refused': refuse,
  });
  const input = declaring({name: 'a', ...units('HOURS', 'DAYS')}, {name: 'stuck', label: 'L'});
  const {exitCode, stderr} = await run(line, tenant, input);
  expect({exitCode, verdict: verdict(stderr)}).toEqual({
    exitCode: 7,
    verdict: [
      'warning: "a" still differs in order of display_options.duration.duration_units: ["DAYS","HOURS"] -> ["HOURS","DAYS"]',
      'warning: "stuck" still differs in label: "Label of stuck" -> "L"',
    ],
  });
  await run(line, tenant, input);
  expect(tenant.fields().map(each => JSON.parse(each))[0]).toEqual(field('a', units('HOURS', 'DAYS')));
});

test.each([
  [
    'one field',
    ['a'],
    2,
    [
      'error: all other changes were made, but default choices may not be set: default choice of "a": HTTP 422: no such option (PATCH /v2/customFields/cf_a)',
    ],
  ],
  [
    'one of two',
    ['a', 'b'],
    3,
    [
      'error: default choice of "a": HTTP 422: no such option (PATCH /v2/customFields/cf_a)',
      'error: 1 of 2 default choices was not set',
    ],
  ],
])('says which default choice the API refuses, of %s', async (_what, names, nth, errors) => {
  const tenant = createTenant(
    names.map(name => field(name)),
    {[`PATCH /v2/customFields#${nth}`]: () => reply({message: 'no such option'}, {status: 422})},
  );
  const options = {display_type: 'RADIO', groups: [{options: [{id: 'x', title: 'A'}]}], default_option_id: 'x'};
  const files = {'f.json': JSON.stringify({custom_fields: names.map(name => ({name, options}))})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes --concurrency 1', tenant, {files});
  expect({exitCode, errors: stderr.split('\n').filter(line => line.startsWith('error'))}).toEqual({
    exitCode: 7,
    errors,
  });
});

test('sets no default on a field that someone else has made in place of one to be replaced (row 152)', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'A'}]}]};
  const theirs = field('a', {id: 'cf_theirs', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}, options});
  const mine = field('a', {options: {...options, default_option_id: 'o1'}});
  let isTheirs = false;
  const tenant = createTenant([mine, field('b')], {
    'GET /v2/customFields': async (_request, carryOut) => {
      const {custom_fields} = JSON.parse(await (await carryOut()).text());
      return reply({custom_fields: isTheirs ? [theirs, ...custom_fields.slice(1)] : custom_fields});
    },
    'DELETE /v2/customFields/cf_a': () => {
      isTheirs = true;
      return reply({message: 'not found'}, {status: 404});
    },
  });
  const files = {
    'f.json': JSON.stringify({
      custom_fields: [
        {name: 'a', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}},
        {name: 'b', label: 'B'},
      ],
    }),
  };
  expect((await run('fields apply -f f.json --yes --replace a --expect-deletes 1', tenant, {files})).exitCode).toBe(7);
  const writes = tenant.requests.filter(each => !each.startsWith('GET')).map(each => each.split(' {')[0]);
  expect(new Set(writes)).toEqual(new Set(['DELETE /v2/customFields/cf_a', 'PATCH /v2/customFields/cf_b']));
});

test('what an API ignores is remembered however many other tenants were written to since (row 154)', async () => {
  const tenant = createTenant([field('a'), field('b')], {'PATCH ': () => reply(field('b'))});
  const declare = (label: string) => ({
    'f.json': JSON.stringify({
      custom_fields: [
        {name: 'a', label},
        {name: 'b', default_value: {}},
      ],
    }),
  });
  const files = declare('Label of a');
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  for (let other = 0; other < 21; other += 1)
    await run('fields create --name b --type decimal', createTenant(), {
      env: {BIZCTL_BASE_URL: `https://other-${other}.example.com`},
    });
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
  // Whatever else the file declares since.
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files: declare('New')});
  expect(JSON.parse(stdout).changes.map(({name}: JsonObject) => name)).toEqual(['a']);
});
