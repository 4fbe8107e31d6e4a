import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const full = field('stage', {
  helper_text: null,
  default_value: {amount: 1},
  validators: [
    {required: true, size: {size: 1, size_type: 'MIN'}},
    {required: false, size: {size: 5, size_type: 'MAX'}},
  ],
  display_options: {type: 'BOOLEAN', hidden: false, boolean_display_options: {display_type: 'TOGGLE'}},
  options: {
    display_type: 'RADIO',
    groups: [
      {
        header: 'Open',
        sort_order: 1,
        options: [
          {id: 'o1', title: 'Draft', subtitle: 'not sent', sort_order: 1},
          {id: 'o2', title: 'Sent'},
        ],
      },
    ],
  },
  new_member: [1.5, 'x'],
});

test('shows a whole field as plain text', async () => {
  expect(await bizctl('fields get cf_stage', {tenant: createTenant([full])})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "id                         cf_stage
    name                       stage
    type                       decimal
    label                      Label of stage
    helper text                -
    default value
      amount                   1
    validators                 required, at least 1; at most 5
    display options
      type                     BOOLEAN
      hidden                   no
      boolean display options
        display type           TOGGLE
    options
      display type             RADIO
      Open
        Draft                  not sent  o1
        Sent                   o2
    new member                 1.5, x
    ",
    }
  `);
});

test.each(['1001', 'cf_7'])('a field whose id is a number is shown: %s', async id => {
  allowViolations();
  const custom_fields = [field('stage', {id: 1001}), field('cf_7', {id: 7})];
  const tenant = createTenant([], {'GET /v2/customFields': () => reply({custom_fields})});
  expect(await bizctl(['fields', 'get', id, '--output', 'ndjson', '--columns', 'id'], {tenant})).toEqual({
    exitCode: 0,
    stdout: `{"id":${id === '1001' ? 1001 : 7}}\n`,
    stderr: '',
  });
});

test('shows a whole field at a terminal, with long values wrapped and not cut', async () => {
  const long = field('long', {description: 'word '.repeat(30).trim(), label: '日本語'.repeat(20)});
  expect(
    (await bizctl('fields get name:long', {tenant: createTenant([long]), terminal: 60})).stdout,
  ).toMatchInlineSnapshot(`
    "[2mid[22m           cf_long
    [2mname[22m         [1mlong[22m
    [2mtype[22m         decimal
    [2mlabel[22m        日本語日本語日本語日本語日本語日本語日本語日本
                 語日本語日本語日本語日本語日本語日本語日本語日
                 本語日本語日本語日本語日本語
    [2mdescription[22m  word word word word word word word word word
                 word word word word word word word word word
                 word word word word word word word word word
                 word word word
    "
  `);
});

test.each<[JsonObject, string]>([
  [{required: true, size: {size: 1, size_type: 'MIN'}}, 'required, at least 1'],
  // The size says nothing: it stands where the API wants one.
  [{required: true, size: {size: 0, size_type: 'MIN'}}, 'required'],
  [{required: false, size: {size: 0, size_type: 'MIN'}}, 'at least 0'],
  [{required: true, size: {size: 0, size_type: 'MAX'}}, 'required, at most 0'],
  [{size: {size: 2, size_type: 'EXACT'}}, 'EXACT 2'],
  [{required: true, size: 7}, 'required, {"size":7}'],
  [{required: true, pattern: 'x'}, 'required, {"pattern":"x"}'],
])('shows the validator %j as %s', async (validator, shown) => {
  allowViolations();
  const tenant = createTenant([field('a', {validators: [validator]})]);
  const {stdout} = await bizctl('fields get cf_a', {tenant});
  const line = stdout.split('\n').find(each => each.startsWith('validators'));
  expect(line?.replace(/^validators +/, '')).toBe(shown);
});

test('prints the API’s own object as JSON', async () => {
  const {exitCode, stdout, stderr} = await bizctl('fields get name:stage --json', {tenant: createTenant([full])});
  expect({exitCode, stderr, field: JSON.parse(stdout)}).toEqual({exitCode: 0, stderr: '', field: full});
  expect(
    (
      await bizctl('fields get name:stage --json --columns id,type.primitive_type,helper_text', {
        tenant: createTenant([full]),
      })
    ).stdout,
  ).toBe('{\n  "id": "cf_stage",\n  "type.primitive_type": "DECIMAL",\n  "helper_text": null\n}\n');
});

test('rejects a column that the field does not have', async () => {
  expect(await bizctl('fields get name:stage --columns id,lable', {tenant: createTenant([full])})).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown column "lable"\nhint: Did you mean label?\n',
  });
});

test('stops reading at the page with the match', async () => {
  const tenant = createTenant(['a', 'b', 'c', 'd', 'e', 'f'].map(name => field(name)));
  const {exitCode} = await bizctl('fields get name:a', {tenant});
  expect({exitCode, requests: tenant.requests}).toEqual({exitCode: 0, requests: ['GET /v2/customFields']});
});

test('a field that one page has twice is one (row 61)', async () => {
  const twice = {'GET /v2/customFields': () => reply({custom_fields: [field('a'), field('b'), field('b')]})};
  expect(await bizctl('fields get name:b --json --columns name', {tenant: createTenant([], twice)})).toEqual({
    exitCode: 0,
    stdout: '{\n  "name": "b"\n}\n',
    stderr: '',
  });
});

test('suggests near names when there is no such field', async () => {
  const tenant = createTenant([field('budget'), field('stage')]);
  expect(await bizctl('fields get name:bugdet', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "error: no custom field named "bugdet"
    hint: Did you mean name:budget?
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('fields get budgt', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "error: no custom field with the id or name "budgt"
    hint: Did you mean name:budget?
    ",
      "stdout": "",
    }
  `);
  expect((await bizctl('fields get g', {tenant})).stderr).toMatchInlineSnapshot(`
    "error: no custom field with the id or name "g"
    hint: Run: bizctl fields list g
    "
  `);
  expect(await bizctl('fields get cf_nothing-like-it --json', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "{"error":{"code":"not_found","message":"no custom field with the id or name \\"cf_nothing-like-it\\"","hint":"Run: bizctl fields list","retryable":false,"status":null,"method":null,"path":null,"request_id":null},"format_version":1}
    ",
      "stdout": "",
    }
  `);
});

test.each(['', '..', '.', 'name:'])('rejects the id %j before any request (row 114)', async id => {
  const tenant = answering({});
  const {exitCode, stdout, stderr} = await bizctl(['fields', 'get', id], {tenant});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toMatch(/^error: .*(is not an id|names no field|is not followed by a name)\nhint: .+\n$/);
});

test('takes a bare name where no field has that id, and an id first', async () => {
  const tenant = createTenant([
    field('budget'),
    field('x', {id: 'other', name: 'cf_budget'}),
    field('twice'),
    field('y', {id: 'cf_2', name: 'twice'}),
  ]);
  const get = async (name: string) => {
    const {exitCode, stdout} = await bizctl(`fields get ${name} --json --columns id`, {tenant});
    return [exitCode, stdout === '' ? undefined : JSON.parse(stdout).id];
  };
  expect(await get('budget')).toEqual([0, 'cf_budget']);
  expect(await get('cf_budget')).toEqual([0, 'cf_budget']);
  expect(await bizctl('fields get twice', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: "twice" matches 2 fields: "cf_twice" and "cf_2"\nhint: Use the id of the one you mean.\n',
  });
});

test('a bare name is deleted only when a person confirms it, so that a repeated command never reaches another field', async () => {
  const tenant = createTenant([field('x', {id: 'cf_x', name: '7'})]);
  expect(await bizctl('fields delete 7 --yes', {tenant})).toMatchObject({exitCode: 4});
  expect(tenant.fields()).toHaveLength(1);
  expect(await bizctl('fields delete 7', {tenant, terminal: 80, answer: 'yes'})).toMatchObject({exitCode: 0});
  expect(tenant.fields()).toEqual([]);
});

test('shows the elements of undocumented lists one below the other, unless all are plain', async () => {
  const tenant = createTenant([field('a', {x_objects: [{n: 1}, {n: 2}], x_lists: [[1, 2], [3]], x_plain: ['u', 'v']})]);
  const {stdout} = await bizctl('fields get name:a', {tenant});
  expect(stdout.split('\n').slice(5)).toMatchInlineSnapshot(`
    [
      "  1",
      "    n      1",
      "  2",
      "    n      2",
      "x lists",
      "  1        1, 2",
      "  2        3",
      "x plain    u, v",
      "",
    ]
  `);
});

test('numbers choices without a title, and shows what else a choice has', async () => {
  allowViolations();
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{id: 'o1'}, {id: 'o2', title: 'B', color: 'red'}, 'odd']}],
  };
  const {stdout} = await bizctl('fields get cf_a', {tenant: createTenant([field('a', {options})])});
  expect(stdout.slice(stdout.indexOf('  G\n'))).toBe(
    '  G\n    1           o1\n    B           {"color":"red"}  o2\n    3           odd\n',
  );
});

test('numbers groups without a header', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{options: [{id: 'o1', title: 'A'}]}, {header: 'H', options: []}, {options: [{id: 'o2', title: 'B'}]}],
  };
  const {stdout} = await bizctl('fields get cf_a', {tenant: createTenant([field('a', {options})])});
  expect(stdout.slice(stdout.indexOf('  group'))).toBe(
    '  group 1\n    A           o1\n  H\n  group 3\n    B           o2\n',
  );
});

test('shows validators and groups in a form that the reference does not show', async () => {
  allowViolations();
  const odd = field('a', {
    validators: [{required: true, size: 7}, {size: {size: 5}}, {required: true}],
    options: {groups: [{header: 7, options: [{id: 'o1'}]}]},
  });
  const {stdout} = await bizctl('fields get cf_a', {tenant: createTenant([odd])});
  expect(stdout.slice(stdout.indexOf('validators'))).toMatchInlineSnapshot(`
    "validators     required, {"size":7}; {"size":{"size":5}}; required
    options
      groups
        1
          header   7
          options
            1
              id   o1
    "
  `);
  const keyed = field('a', {options: {groups: [{header: 'G', options: {o1: {title: 'A'}}}]}});
  const {stdout: other} = await bizctl('fields get cf_a', {tenant: createTenant([keyed])});
  expect(other.slice(other.indexOf('options'))).toMatchInlineSnapshot(`
    "options
      groups
        1
          header     G
          options
            o1
              title  A
    "
  `);
});

test.each(['g', 'G'])('%s, which names contain in whatever case, is advised to be searched', async word => {
  const tenant = createTenant([field('BUDGET'), field('b')]);
  expect((await bizctl(`fields get ${word}`, {tenant})).stderr).toBe(
    `error: no custom field with the id or name "${word}"\nhint: Run: bizctl fields list ${word}\n`,
  );
});

const known = {header: 'G', options: [{id: 'o1', title: 'A'}]};

test.each([
  ['an element that is not a group', [known, 'odd']],
  ['a group in another form', [known, {header: 7, options: []}]],
  ['no list', {G: known}],
])('shows groups with %s as they are', async (_what, groups) => {
  allowViolations();
  const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups}})]);
  const {exitCode, stdout} = await bizctl('fields get cf_a', {tenant});
  expect({exitCode, isRaw: /^ {2}groups$/m.test(stdout)}).toEqual({exitCode: 0, isRaw: true});
});

test.each([
  [[], '-'],
  ['required', 'required'],
  [['a', 1], 'a, 1'],
])('validators in a form that the reference does not show, %j, are shown as they are', async (validators, shown) => {
  allowViolations();
  const tenant = createTenant([field('a', {validators})]);
  const {stdout} = await bizctl('fields get cf_a', {tenant});
  const line = stdout.split('\n').find(each => each.startsWith('validators'));
  expect(line?.replace(/^validators +/, '')).toBe(shown);
});

test('a bare name is found in a list that repeats rows', async () => {
  const tenant = createTenant([field('a'), field('c')], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a'), field('c')], next_page_token: 'two'}),
    'GET /v2/customFields#2': () => reply({custom_fields: [field('c')]}),
  });
  expect(await bizctl('fields get c --output ndjson --columns id', {tenant})).toMatchObject({
    exitCode: 0,
    stdout: '{"id":"cf_c"}\n',
  });
});

test.each(['cf_a,', 'cf_a;', 'id:cf_a,', ' cf_a'])(
  'the id %j, pasted with what stood beside it, is suggested without',
  async pasted => {
    const {exitCode, stderr} = await bizctl(['fields', 'get', pasted], {tenant: createTenant([field('a')])});
    expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 4, hint: 'hint: Did you mean cf_a?'});
  },
);
