import {expect, test} from 'vitest';
import {bodyOfFlags} from '../../../harness/create-body.js';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal} from '../../../harness/tenant.js';

test('creates a field from flags after checking that its name is free', async () => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl('fields create --name budget --type decimal --label Budget --json', {
    tenant,
  });
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect(JSON.parse(stdout)).toEqual({
    id: expect.stringMatching(/^cf_/),
    name: 'budget',
    type: decimal,
    label: 'Budget',
  });
  expect(tenant.requests).toEqual([
    'GET /v2/customFields',
    'POST /v2/customFields {"name":"budget","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"},"label":"Budget"}',
  ]);
});

test.each([
  ['decimal', decimal],
  ['DateTime', {discriminator: 'SIMPLE', primitive_type: 'DATETIME'}],
  ['QUANTUM', {discriminator: 'SIMPLE', primitive_type: 'QUANTUM'}],
  [
    'array<phone>',
    {
      discriminator: 'ARRAY',
      primitive_type: 'ARRAY',
      array: {list_type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}},
    },
  ],
  [
    'ref<CRM/Contact>',
    {
      discriminator: 'REF',
      primitive_type: 'REF',
      ref: {reference_type: {category: 'CRM', name: 'Contact'}, fields: []},
    },
  ],
  [
    'array<array<ref<CRM/Contact>(name,email)>>',
    {
      discriminator: 'ARRAY',
      primitive_type: 'ARRAY',
      array: {
        list_type: {
          discriminator: 'ARRAY',
          primitive_type: 'ARRAY',
          array: {
            list_type: {
              discriminator: 'REF',
              primitive_type: 'REF',
              ref: {reference_type: {category: 'CRM', name: 'Contact'}, fields: ['name', 'email']},
            },
          },
        },
      },
    },
  ],
])('reads the type %s', async (words, type) => {
  expect(await bodyOfFlags(`--name x --type '${words}'`)).toEqual({name: 'x', type});
});

test('maps every flag to its member of the body', async () => {
  const flags =
    "--name x --type semver --label L --description 'two words' --helper-text H --default-value '{\"v\":1.10}' --example-value '{\"e\":1}' --required --min-size 1 --max-size 9 --display array<ref:card> --hidden --option A --option 'B c' --option-display radio";
  expect(await bodyOfFlags(flags)).toEqual({
    name: 'x',
    type: {discriminator: 'SIMPLE', primitive_type: 'SEMVER'},
    label: 'L',
    description: 'two words',
    helper_text: 'H',
    default_value: {v: 1.1},
    example_value: {e: 1},
    display_options: {
      type: 'ARRAY',
      hidden: true,
      array_display_options: {
        item_options: {type: 'REF', reference_type_display_options: {reference_display_type: 'CARD'}},
      },
    },
    options: {
      display_type: 'RADIO',
      groups: [
        {
          sort_order: 1,
          options: [
            {title: 'A', sort_order: 1},
            {title: 'B c', sort_order: 2},
          ],
        },
      ],
    },
    validators: [
      {required: true, size: {size: 1, size_type: 'MIN'}},
      {required: true, size: {size: 9, size_type: 'MAX'}},
    ],
  });
  expect(await bodyOfFlags('--name x --type decimal --required --null label')).toEqual({
    name: 'x',
    type: decimal,
    label: null,
    validators: [{required: true, size: {size: 0, size_type: 'MIN'}}],
  });
});

test('refuses a choice that is given twice, as CSV does', async () => {
  expect(await bizctl('fields create --name x --type decimal --option A --option B --option A', {})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --option "A" appears twice\nhint: Pass each choice once.\n',
  });
});

test('sends numbers digit for digit (row 56)', async () => {
  const tenant = createTenant();
  const run = await bizctl(
    `fields create --if-exists allow --name x --type decimal --default-value '{"n":12345678901234567890.10}' --output ndjson --columns default_value`,
    {tenant},
  );
  expect(tenant.requests[0]).toContain('"default_value":{"n":12345678901234567890.10}');
  expect(run).toEqual({exitCode: 0, stdout: '{"default_value":{"n":12345678901234567890.10}}\n', stderr: ''});
});

test.each([
  ['--min-size 3 --max-size 3', [3, 3]],
  ['--min-size 0', [0]],
  ['--max-size 2', [2]],
])('sends %s', async (options, sizes) => {
  const tenant = createTenant();
  expect((await bizctl(`fields create --name x --type decimal ${options}`, {tenant})).exitCode).toBe(0);
  const sent = tenant.requests.find(request => request.startsWith('POST ')) ?? '';
  expect([...sent.matchAll(/"size":(\d+)/g)].map(([, size]) => Number(size))).toEqual(sizes);
});

test.each([
  ["--name x --type phone --option ''", '--option is empty', 'Pass the title of a choice.'],
  ["--name x --type phone --option A --option ' '", '--option is empty', 'Pass the title of a choice.'],
  ["--name ' ' --type phone", '--name: the name is missing', 'Pass --name NAME.'],
  ['--name x --type decmal', 'unknown type "decmal"', 'Did you mean decimal?'],
  ['--name x --type array<nothing>', 'unknown type "nothing"', 'Use decimal'],
  [
    '--name x --type decimal --min-size 3 --max-size 2',
    'minimum size 3 is greater than maximum size 2',
    'Lower the minimum or raise the maximum.',
  ],
  ['--name x --type decimal --display toggle', 'unknown display "toggle"', 'Did you mean boolean:toggle'],
  [
    '--name x --type decimal --option-display rado',
    'unknown option display "rado"',
    'Did you mean radio? To send an undocumented display, write it in capitals: RADO.',
  ],
  ['--name x --type decimal --null lable', '--null: "lable" cannot be set to null', 'Did you mean label?'],
  [
    '--name x --type decimal --null nothing_like_it',
    '--null: "nothing_like_it" cannot be set to null',
    'Use one of: example_value',
  ],
  [
    '--name x --type decimal --label y --null label',
    '--null label cannot be combined with a value for it',
    'Use only one of them.',
  ],
  ['--name x --typ decimal', 'unknown option --typ', 'Did you mean --type?'],
  ['', 'nothing to create', 'Pass options or --file'],
  ['--file nowhere.yaml', 'cannot read nowhere.yaml: ENOENT', 'Check the path'],
])('rejects %j before any request, with one line and a hint', async (flags, message, hint) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl(`fields create ${flags}`, {tenant});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  const [first, second, ...rest] = stderr.trimEnd().split('\n');
  expect(first).toContain(`error: ${message}`);
  expect(second).toContain(`hint: ${hint}`);
  expect(rest).toEqual([]);
});

test('says how a string is written as JSON', async () => {
  expect(await bizctl('fields create --name x --type decimal --default-value abc')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: invalid value for --default-value: "abc" (expected JSON; names and strings need double quotes, as in '{"amount": 3}')\n`,
  });
  expect((await bizctl(['fields', 'create', '--name', 'x', '--default-value', '{amount: 3}'])).stderr).toBe(
    `error: invalid value for --default-value: "{amount: 3}" (expected JSON; names and strings need double quotes, as in '{"amount": 3}')\n`,
  );
});

test('words of option values may be in any letters', async () => {
  const body = await bodyOfFlags('--name x --type Decimal --option A --option-display Radio --display Boolean');
  expect(body).toMatchObject({options: {display_type: 'RADIO'}, display_options: {type: 'BOOLEAN'}});
});

test.each([
  ['KANBAN', {type: 'KANBAN'}],
  ['GRID2', {type: 'GRID2'}],
  ['BOOLEAN:SLIDER', {type: 'BOOLEAN', boolean_display_options: {display_type: 'SLIDER'}}],
  ['REF:TILE', {type: 'REF', reference_type_display_options: {reference_display_type: 'TILE'}}],
])('a display in capitals that the reference does not list is sent as is: %s', async (text, display) => {
  expect(await bodyOfFlags(`--name x --type decimal --display ${text}`)).toMatchObject({display_options: display});
});

test.each(['KANBAN:TILE', 'BOOLEAN:slider', 'kanban'])('refuses the display %s, which no type has', async display => {
  const {exitCode, stderr} = await bizctl(`fields create --name x --type decimal --display ${display}`);
  expect({exitCode, stderr: stderr.split('\n')[0]}).toEqual({
    exitCode: 2,
    stderr: `error: unknown display ${JSON.stringify(display)}`,
  });
});

test('spaces around a type, and around that of an array, do not matter', async () => {
  const tenant = createTenant();
  const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  await bizctl(['fields', 'create', '--name', 'a', '--type', ' phone '], {tenant});
  await bizctl(['fields', 'create', '--name', 'b', '--type', ' array< phone > '], {tenant});
  expect(tenant.fields().map(text => JSON.parse(text).type)).toEqual([
    phone,
    {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: phone}},
  ]);
});
