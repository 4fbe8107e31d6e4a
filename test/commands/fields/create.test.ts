import {expect, test} from 'vitest';
import {BrokenPipeError, InterruptedError, LocalError} from '../../../src/base/errors.js';
import {brokenJson} from '../../harness/broken-json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, refuseConnection, reply, reset} from '../../harness/tenant.js';

const decimal = {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'};

/** The body that the flags lead to. */
async function bodyOf(flags: string): Promise<unknown> {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl(`fields create --if-exists allow ${flags}`, {tenant});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return JSON.parse(tenant.requests[0]?.replace('POST /v2/customFields ', '') ?? '');
}

test('creates a field from flags, after looking whether its name is free', async () => {
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
  expect(await bodyOf(`--name x --type '${words}'`)).toEqual({name: 'x', type});
});

test('puts every flag into the member of the body that it stands for', async () => {
  const flags =
    "--name x --type semver --label L --description 'two words' --helper-text H --default-value '{\"v\":1.10}' --example-value '\"e\"' --required --min-size 1 --max-size 9 --display array<ref:card> --hidden --option A --option 'B c' --option-display radio";
  expect(await bodyOf(flags)).toEqual({
    name: 'x',
    type: {discriminator: 'SIMPLE', primitive_type: 'SEMVER'},
    label: 'L',
    description: 'two words',
    helper_text: 'H',
    default_value: {v: 1.1},
    example_value: 'e',
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
  expect(await bodyOf('--name x --type decimal --required --null label')).toEqual({
    name: 'x',
    type: decimal,
    label: null,
    validators: [{required: true, size: {size: 0, size_type: 'MIN'}}],
  });
});

test('sends numbers digit for digit (row 56)', async () => {
  const tenant = createTenant();
  const run = await bizctl(
    'fields create --if-exists allow --name x --type decimal --default-value 12345678901234567890.10 --output ndjson --columns default_value',
    {tenant},
  );
  expect(tenant.requests[0]).toContain('"default_value":12345678901234567890.10');
  expect(run).toEqual({exitCode: 0, stdout: '{"default_value":12345678901234567890.10}\n', stderr: ''});
});

test.each([
  ['--name x --type decmal', 'there is no type "decmal"', 'Did you mean decimal?'],
  ['--name x --type array<nothing>', 'there is no type "nothing"', 'A type is decimal'],
  [
    '--name x --type decimal --default-value abc',
    "option '--default-value <json>' argument 'abc' is invalid",
    'It is JSON: a text needs its quotes',
  ],
  [
    '--name x --type decimal --min-size 3 --max-size 2',
    'the least size would be 3 and the most 2',
    'Give --min-size and --max-size that fit.',
  ],
  ['--name x --type decimal --display toggle', 'there is no display "toggle"', 'Did you mean boolean:toggle'],
  ['--name x --type decimal --null lable', '--null lable: there is no such member', 'There is: example_value'],
  [
    '--name x --type decimal --label y --null label',
    '--null label contradicts the value given for it',
    'Give one of them.',
  ],
  ['--name x --typ decimal', "unknown option '--typ'", 'Did you mean --type?'],
  ['', 'there is nothing to create', 'Give members as flags'],
  ['--file nowhere.yaml', 'cannot read nowhere.yaml: ENOENT', 'Is the path right'],
])('refuses %j before any request, in one line and a hint', async (flags, message, hint) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl(`fields create ${flags}`, {tenant});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  const [first, second, ...rest] = stderr.trimEnd().split('\n');
  expect(first).toContain(`error: ${message}`);
  expect(second).toContain(`hint: ${hint}`);
  expect(rest).toEqual([]);
});

test('refuses a name that is taken, naming the id (row 24)', async () => {
  const tenant = createTenant([field('budget')]);
  expect(await bizctl('fields create --name budget --type decimal', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: there is a field of that name already: cf_budget\nhint: Say --if-exists skip, update or allow.\n',
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('skips, updates or allows a name that is taken, as it is told', async () => {
  const skip = createTenant([field('budget')]);
  expect(
    await bizctl('fields create --name budget --type decimal --if-exists skip --output ndjson', {tenant: skip}),
  ).toEqual({
    exitCode: 0,
    stdout: `${JSON.stringify(field('budget'))}\n`,
    stderr: '',
  });
  expect(skip.requests).toEqual(['GET /v2/customFields']);

  const update = createTenant([field('budget')]);
  const updated = await bizctl(
    'fields create --name budget --type decimal --label New --if-exists update --output ndjson',
    {tenant: update},
  );
  expect(updated).toEqual({exitCode: 0, stdout: `${JSON.stringify(field('budget', {label: 'New'}))}\n`, stderr: ''});
  expect(update.requests).toEqual(['GET /v2/customFields', 'PATCH /v2/customFields/cf_budget {"label":"New"}']);
  await bizctl('fields create --name budget --type decimal --label New --if-exists update', {tenant: update});
  expect(update.requests.slice(2)).toEqual(['GET /v2/customFields']);
  expect(await bizctl('fields create --name budget --type phone --if-exists update', {tenant: update})).toMatchObject({
    exitCode: 9,
  });

  const allow = createTenant([field('budget')]);
  expect(
    (await bizctl('fields create --name budget --type decimal --if-exists allow --quiet', {tenant: allow})).exitCode,
  ).toBe(0);
  expect(allow.fields()).toHaveLength(2);
});

test('refuses to choose when two fields have the name', async () => {
  const tenant = createTenant([field('a', {name: 'x'}), field('b', {name: 'x'})]);
  expect(await bizctl('fields create --name x --type decimal --if-exists update', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: there are 2 fields of that name already: cf_a and cf_b\nhint: Delete or look at them first, or say --if-exists allow.\n',
  });
});

test('creates many, in the order of the input, and goes on when one fails', async () => {
  const tenant = createTenant([field('taken')], {
    'POST /v2/customFields#2': () => reply({errors: [{path: 'name', message: 'is ugly'}]}, {status: 422}),
  });
  const input = ['one', 'taken', 'two', 'three'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const run = await bizctl('fields create --file - --concurrency 1 --columns outcome,name', {tenant, stdin: input});
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: stdin:2: "taken": there is a field of that name already: cf_taken
    hint: Say --if-exists skip, update or allow.
    error: stdin:3: "two": HTTP 422: name: is ugly (POST /v2/customFields)
    error: 2 of 4 custom fields were not created
    hint: The others were. Each failure is named above.
    ",
      "stdout": "OUTCOME  NAME
    created  one
    created  three
    ",
    }
  `);
  const again = await bizctl('fields create --file - --if-exists skip --columns outcome,name', {tenant, stdin: input});
  expect(again).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "OUTCOME  NAME
    skipped  one
    skipped  taken
    created  two
    skipped  three
    ",
    }
  `);
});

test('prints an array for a list and one JSON error a failure', async () => {
  const tenant = createTenant([field('taken')]);
  const stdin = JSON.stringify([
    {name: 'taken', type: decimal},
    {name: 'free', type: decimal},
  ]);
  const {exitCode, stdout, stderr} = await bizctl('fields create --file - --json --columns name', {tenant, stdin});
  expect({exitCode, stdout: JSON.parse(stdout)}).toEqual({exitCode: 7, stdout: [{name: 'free'}]});
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).error),
  ).toEqual([
    expect.objectContaining({
      code: 'guard',
      message: 'stdin:1:2: "taken": there is a field of that name already: cf_taken',
    }),
    expect.objectContaining({code: 'incomplete', message: '1 of 2 custom fields were not created'}),
  ]);
});

test.each([
  ['JSON array', 'in.json', '[{"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"}}]'],
  [
    'NDJSON with a blank line',
    'in.ndjson',
    '{"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"}}\n\n{"name":"b","type":null}\n',
  ],
  ['YAML list', 'in.yaml', '- name: a\n  type: {discriminator: SIMPLE, primitive_type: DECIMAL}\n'],
  [
    'a list as the API replies',
    'in.json',
    '{"custom_fields":[{"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"}}],"next_page_token":""}',
  ],
  [
    'a byte order mark (row 50)',
    'in.yaml',
    '\ufeffname: a\r\ntype: {discriminator: SIMPLE, primitive_type: DECIMAL}\r\n',
  ],
])('reads %s', async (_what, file, content) => {
  const tenant = createTenant();
  await bizctl(`fields create --file ${file} --if-exists allow`, {tenant, files: {[file]: content}});
  expect(tenant.requests[0]).toBe(
    'POST /v2/customFields {"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"}}',
  );
});

test('leaves out the id of a field that is copied, and lays flags over a file with one field', async () => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields create --file - --name b --if-exists allow', {
    tenant,
    stdin: JSON.stringify(field('a')),
  });
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: 'note: left out "id": the API gives a new field its own\n'});
  expect(tenant.requests).toEqual([
    `POST /v2/customFields ${JSON.stringify({name: 'b', type: decimal, label: 'Label of a'})}`,
  ]);
});

test.each([
  ['duplicate keys in JSON (row 57)', '{"name":"a",\n"name":"b"}', 'in:2:1: the key "name" stands twice in one object'],
  ['duplicate keys in YAML (row 108)', 'name: a\nname: b\n', 'in:2:1: this key stands twice in one object'],
  [
    'a number for a name (row 103)',
    'name: 010\ntype: {discriminator: SIMPLE, primitive_type: DECIMAL}\n',
    'in:1:7: 010 is read as the number 10',
  ],
  [
    'true for a name (row 103)',
    'name: true\ntype: {discriminator: SIMPLE, primitive_type: DECIMAL}\n',
    'in:1:7: name is not a string: true',
  ],
  ['no name', '{"nmae":"a"}', 'in:1:1: the name is missing'],
  ['custom_fields that are no list', 'custom_fields:\n', 'in:1:15: "custom_fields" is not a list'],
  [
    'one page of a list',
    '{"custom_fields":[{"name":"a"}],"next_page_token":"more"}',
    'in:1:51: this is one page of a list, there are more',
  ],
  ['a number that would lose digits', 'name: a\ndefault_value: 0x1F\n', 'in:2:16: 0x1F is read as the number 31'],
  ['a missing member', '- name: a\n  type: {discriminator: SIMPLE}\n', 'in:2:9: type.primitive_type is missing'],
  ['an alias (row 105)', 'name: &a x\nlabel: *a\n', 'in:2:8: aliases (*a) are not read'],
  ['a tag (row 106)', 'name: !!js/function x\n', 'in:1:7:'],
  ['a merge key (row 107)', 'a: 1\n<<: {name: x}\n', 'in:2:1: merge keys (<<) are not read'],
  ['two documents (row 108)', 'name: a\n---\nname: b\n', 'in:2:1: a second document starts here'],
  ['YAML 1.1 (row 104)', '%YAML 1.1\n---\nname: a\n', 'in:1:1: only YAML 1.2 is read'],
  [
    '20,000 levels of JSON (row 55)',
    '['.repeat(20_000),
    'in: the JSON is nested too deeply: at most 100 levels are read',
  ],
  [
    '101 levels of JSON (row 55)',
    `{"default_value":${'['.repeat(100)}${']'.repeat(100)}}`,
    'in: the JSON is nested too deeply: at most 100 levels are read',
  ],
  [
    '101 levels of YAML (row 55)',
    `default_value: ${'['.repeat(100)}${']'.repeat(100)}`,
    'in:1:115: nested too deeply: at most 100 levels are read',
  ],
  ['100 levels of YAML', `default_value: ${'['.repeat(99)}${']'.repeat(99)}`, 'in:1:1: the name is missing'],
  ['20,000 levels of YAML (row 105)', `a: ${'['.repeat(20_000)}`, 'nested too deeply'],
  [
    'a duplicate key on a later line of NDJSON',
    '{"name":"a"}\n{"name":"b","name":"c"}',
    'in:2:13: the key "name" stands twice',
  ],
  ['a broken line of NDJSON', '{"name":"a"}\n{"name" "b"}', 'in:2:9: not valid JSON'],
  ['nothing', ' \n', 'in is empty'],
  ['a list of strings', '["a"]', 'in:1:2: expected an object, got "a"'],
  ['bytes that are not UTF-8', new Uint8Array([0x6e, 0xff]), 'in is not UTF-8 text'],
  ['one name twice (row 43)', '[{"name":"a"},{"name":"a"}]', 'the name "a" stands 2 times in the input'],
  [
    'one name in two spellings (row 43)',
    JSON.stringify([{name: 'é'}, {name: 'e\u0301'}]),
    '(written once with composed and once with decomposed characters)',
  ],
  ['a member of the update', '{"name":"a","hint":"x"}', 'the create request has no member "hint"'],
])('refuses a file with %s before any request', async (_what, content, message) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl('fields create --file in', {tenant, files: {in: content}});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
});

test.each(brokenJson)('names line and column of %s (row 146)', async (_what, content, message) => {
  expect(await bizctl('fields create --file in', {files: {in: content}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: in:${message}\n`,
  });
});

const afterCommit: Fault = async (_request, carryOut) => {
  await carryOut();
  return reset();
};
const afterCommitWith =
  (answer: () => Response): Fault =>
  async (_request, carryOut) => {
    await carryOut();
    return answer();
  };

test.each([
  ['a reset (row 19)', afterCommit],
  ['HTTP 500 (row 20)', afterCommitWith(() => reply('oops', {status: 500, type: 'text/plain'}))],
  ['503 with Retry-After (row 8)', afterCommitWith(() => reply('', {status: 503, headers: {'retry-after': '0'}}))],
  ['201 with HTML (row 21)', afterCommitWith(() => reply('<html>', {status: 201, type: 'text/html'}))],
  ['201 with nothing (row 21)', afterCommitWith(() => reply('', {status: 201}))],
  ['201 with JSON that is cut (row 21)', afterCommitWith(() => reply('{"id": "cf', {status: 201}))],
  ['201 with an object that is no field (row 21)', afterCommitWith(() => reply({}, {status: 201}))],
  [
    'a redirect after the write (row 70)',
    afterCommitWith(() => reply('', {status: 303, headers: {location: 'https://evil.example/'}})),
  ],
])('finds the field by reading back after %s, and never creates it twice', async (_what, fault) => {
  const tenant = createTenant([field('other')], {'POST /v2/customFields': fault});
  const {exitCode, stdout, stderr} = await bizctl('fields create --name a --type decimal --json --columns name', {
    tenant,
  });
  expect({exitCode, stdout: JSON.parse(stdout), stderr: JSON.parse(stderr)}).toEqual({
    exitCode: 0,
    stdout: {name: 'a'},
    stderr: {note: {message: '"a": created; the answer was lost, confirmed by reading back'}},
  });
  expect(tenant.requests.filter(request => request.startsWith('POST'))).toHaveLength(1);
  expect(tenant.fields()).toHaveLength(2);
});

test.each([1, 2])('row 22: finds it also when the list lags behind by %i reads', async lag => {
  const tenant = createTenant([], {
    'POST /v2/customFields': afterCommit,
    ...Object.fromEntries(
      Array.from({length: lag}, (_none, read) => [
        `GET /v2/customFields#${read + 2}`,
        () => reply({custom_fields: []}),
      ]),
    ),
  });
  expect(await bizctl('fields create --name a --type decimal --json --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{\n  "name": "a"\n}\n',
    stderr: '{"note":{"message":"\\"a\\": created; the answer was lost, confirmed by reading back"}}\n',
  });
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual([
    'GET',
    'POST',
    ...Array.from({length: lag + 1}, () => 'GET'),
  ]);
});

test('says that the outcome is unknown when the field is not found by reading back (row 18)', async () => {
  const tenant = createTenant([], {'POST /v2/customFields': () => reset()});
  expect(await bizctl('fields create --name a --type decimal', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "error: the outcome of creating "a" is unknown (cannot reach https://api.example.com: the connection was reset); it was not found by reading back
    hint: Run the same command again: it looks first.
    ",
      "stdout": "",
    }
  `);
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'POST', 'GET', 'GET', 'GET']);
});

test('says so when somebody else created a field of that name meanwhile (row 23)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      await carryOut();
      return reset();
    },
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringMatching(
      /of that name there is now "cf_\w+" and "cf_\w+"\nhint: Look before you repeat it; nothing was deleted/,
    ),
  });
});

test('takes no other field for the one it wrote', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'PATCH /v2/customFields': () => reply(field('b', {label: 'N'})),
  });
  expect(await bizctl('fields update cf_a --label N', {tenant})).toMatchObject({
    exitCode: 7,
    stdout: '',
    stderr: expect.stringContaining('the reply is not that custom field'),
  });
});

test('tries again after 429 and after a refused connection, as neither was carried out (rows 7, 11)', async () => {
  for (const fault of [() => reply('', {status: 429, headers: {'retry-after': '0'}}), () => refuseConnection()]) {
    const tenant = createTenant([], {'POST /v2/customFields#1': fault});
    expect(await bizctl('fields create --name a --type decimal --output ndjson --columns name', {tenant})).toEqual({
      exitCode: 0,
      stdout: '{"name":"a"}\n',
      stderr: '',
    });
    expect(tenant.fields()).toHaveLength(1);
  }
});

test('an update by flags lays them over what the field has, and by a file keeps the ids of its choices', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{id: 'o1', title: 'A'}]}],
    default_option_id: 'o1',
  };
  const there = field('a', {options, type: {...decimal, array: null, ref: null}});
  const byFlags = createTenant([there]);
  await bizctl('fields create --name a --type decimal --option A --option B --if-exists update', {tenant: byFlags});
  const grown = {
    ...options,
    groups: [
      {
        header: 'G',
        options: [{id: 'o1', title: 'A'}, {title: 'B'}],
      },
    ],
  };
  expect(byFlags.requests[1]).toBe(`PATCH /v2/customFields/cf_a ${JSON.stringify({options: grown})}`);
  const again = await bizctl(
    'fields create --name a --type decimal --option A --option B --if-exists update --columns outcome',
    {tenant: byFlags},
  );
  expect({again, requests: byFlags.requests.length}).toEqual({
    again: {exitCode: 0, stdout: 'outcome  unchanged\n', stderr: ''},
    requests: 3,
  });

  const byFile = createTenant([there]);
  const stdin = JSON.stringify({
    name: 'a',
    type: decimal,
    options: {display_type: 'RADIO', groups: [{header: 'G', options: [{title: 'A'}, {title: 'C'}]}]},
  });
  await bizctl('fields create --file - --if-exists update', {tenant: byFile, stdin});
  expect(byFile.requests[1]).toContain('"options":[{"id":"o1","title":"A"},{"title":"C"}]');
});

test('an update lays the input over what the field has: what is not named stays, and what goes is told', async () => {
  const there = field('a', {
    display_options: {
      type: 'REF',
      hidden: true,
      reference_type_display_options: {reference_display_type: 'DROPDOWN', title_property: 'name'},
    },
    options: {
      display_type: 'DROPDOWN',
      default_option_id: 'o1',
      groups: [
        {
          header: 'EU',
          sort_order: 1,
          options: [
            {id: 'o1', title: 'Other', subtitle: 's', sort_order: 10},
            {id: 'o2', title: 'Old'},
          ],
        },
        {header: 'US', sort_order: 2, options: [{id: 'o3', title: 'Other', sort_order: 10}]},
      ],
    },
    validators: [{required: true, message: 'm', size: {size: 1, size_type: 'MIN', unit: 'chars'}}],
  });
  const tenant = createTenant([there]);
  const groups = [
    {header: 'EU', options: [{title: 'Other'}]},
    {header: 'US', options: [{title: 'Other'}, {title: 'New'}]},
  ];
  const stdin = JSON.stringify({
    name: 'a',
    type: decimal,
    options: {display_type: 'RADIO', groups},
    display_options: {type: 'REF', reference_type_display_options: {reference_display_type: 'CARD'}},
    validators: [{size: {size: 2, size_type: 'MIN'}}],
  });
  const {exitCode, stderr} = await bizctl('fields create --file - --if-exists update', {tenant, stdin});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'warning: "a": these choices are gone, with the values stored for them: Old\n',
  });
  expect(JSON.parse(tenant.requests[1]?.replace('PATCH /v2/customFields/cf_a ', '') ?? '')).toEqual({
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {header: 'EU', sort_order: 1, options: [{id: 'o1', title: 'Other', subtitle: 's', sort_order: 10}]},
        {header: 'US', sort_order: 2, options: [{id: 'o3', title: 'Other', sort_order: 10}, {title: 'New'}]},
      ],
    },
    display_options: {
      type: 'REF',
      hidden: true,
      reference_type_display_options: {reference_display_type: 'CARD', title_property: 'name'},
    },
    validators: [{required: true, message: 'm', size: {size: 2, size_type: 'MIN', unit: 'chars'}}],
  });
  await bizctl('fields create --file - --if-exists update', {tenant, stdin});
  expect(tenant.requests.slice(2)).toEqual(['GET /v2/customFields']);
});

test('what the API writes in another way is no change', async () => {
  const there = field('a', {
    default_value: {v: 1, n: 150},
    validators: [{size: {size: 9, size_type: 'MAX'}}, {size: {size: 1, size_type: 'MIN'}}],
    description: null,
  });
  const tenant = createTenant([there]);
  const stdin = `{"name":"a","default_value":{"v":1.0,"n":1.5e2},"validators":[{"size":{"size":1,"size_type":"MIN"}},{"size":{"size":9,"size_type":"MAX"}}],"options":null}`;
  expect(await bizctl('fields create --file - --if-exists update --columns outcome', {tenant, stdin})).toEqual({
    exitCode: 0,
    stdout: 'outcome  unchanged\n',
    stderr: '',
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test('ids that the API gave to groups and validators hide neither their headers nor their sizes', async () => {
  const there = field('a', {
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {
          id: 'g1',
          header: 'H',
          options: [
            {id: 'o1', title: 'A', subtitle: 's'},
            {id: 'o2', title: 'B'},
            {id: 'o3', title: 'C'},
          ],
        },
      ],
    },
    validators: [{id: 'v1', required: true, message: 'Keep me', size: {size: 1, size_type: 'MIN'}}],
  });
  const tenant = createTenant([there]);
  const input = (size: number) =>
    JSON.stringify({
      name: 'a',
      type: decimal,
      options: {display_type: 'RADIO', groups: [{header: 'H', options: [{title: 'A'}, {title: 'B'}]}]},
      validators: [{required: true, size: {size, size_type: 'MIN'}}],
    });
  await bizctl('fields create --file - --if-exists update', {tenant, stdin: input(2)});
  expect(JSON.parse(tenant.requests[1]?.replace('PATCH /v2/customFields/cf_a ', '') ?? '')).toEqual({
    options: {
      display_type: 'RADIO',
      default_option_id: 'o1',
      groups: [
        {
          id: 'g1',
          header: 'H',
          options: [
            {id: 'o1', title: 'A', subtitle: 's'},
            {id: 'o2', title: 'B'},
          ],
        },
      ],
    },
    validators: [{id: 'v1', required: true, message: 'Keep me', size: {size: 2, size_type: 'MIN'}}],
  });
  expect(
    (await bizctl('fields create --file - --if-exists update --columns outcome', {tenant, stdin: input(2)})).stdout,
  ).toBe('outcome  unchanged\n');
});

test('does not warn of ids that the API adds', async () => {
  const answer = field('b', {
    validators: [{id: 'v1', required: true, message: null, size: {size: 0, size_type: 'MIN'}}],
  });
  const tenant = createTenant([], {'POST /v2/customFields': () => reply(answer, {status: 201})});
  expect((await bizctl('fields create --name b --type decimal --required', {tenant})).stderr).toBe('');
});

test('flags are laid over the one field of a file', async () => {
  const tenant = createTenant();
  const stdin = JSON.stringify({
    name: 'q',
    type: decimal,
    options: {display_type: 'RADIO', groups: [{options: [{title: 'A', sort_order: 7}]}]},
    validators: [{size: {size: 9, size_type: 'MAX'}}],
  });
  await bizctl('fields create --file - --option X --required --if-exists allow', {tenant, stdin});
  expect(JSON.parse(tenant.requests[0]?.replace('POST /v2/customFields ', '') ?? '')).toEqual({
    name: 'q',
    type: decimal,
    options: {
      display_type: 'RADIO',
      groups: [
        {
          options: [
            {title: 'A', sort_order: 7},
            {title: 'X', sort_order: 8},
          ],
        },
      ],
    },
    validators: [{required: true, size: {size: 9, size_type: 'MAX'}}],
  });
});

test('a column that there is not costs nothing when the write is done', async () => {
  const tenant = createTenant();
  expect(await bizctl('fields create --name q --type decimal --columns name,nme', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'name  q\nnme\n',
    stderr: 'warning: there is no "nme" in it\n',
  });
  expect(await bizctl('fields delete name:q --yes --columns nme', {tenant})).toMatchObject({
    exitCode: 0,
    stderr: 'warning: no custom fields have "nme"\n',
  });
});

test('warns of a member that the reference does not name, and of a type that differs', async () => {
  const tenant = createTenant([field('b')]);
  const stdin = JSON.stringify({name: 'a', type: decimal, lable: 'x'});
  expect((await bizctl('fields create --file - --quiet', {tenant, stdin})).stderr).toBe('');
  expect((await bizctl('fields create --file -', {tenant: createTenant(), stdin})).stderr).toBe(
    'warning: "lable" is sent as it is, though the reference does not name it: did you mean label?\n',
  );
  expect((await bizctl('fields create --name b --type phone --if-exists skip', {tenant})).stderr).toBe(
    'warning: "b": it is there with another type, decimal\n',
  );
});

test('goes on writing when nobody reads what it prints, and tells when it cannot be written down', async () => {
  const stdin = ['a', 'b', 'c', 'd'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const failing = (error: Error) => () => {
    throw error;
  };
  const gone = createTenant();
  expect(
    await bizctl('fields create --file - --concurrency 1', {
      tenant: gone,
      stdin,
      stdout: failing(new BrokenPipeError()),
    }),
  ).toEqual({exitCode: 0, stdout: '', stderr: ''});
  expect(gone.fields()).toHaveLength(4);
  const full = createTenant();
  expect(
    await bizctl('fields create --file - --concurrency 1', {
      tenant: full,
      stdin,
      stdout: failing(new LocalError('cannot write output: ENOSPC')),
    }),
  ).toEqual({
    exitCode: 11,
    stdout: '',
    stderr: 'note: all 4 went through, but that could not be written down\nerror: cannot write output: ENOSPC\n',
  });
  expect(full.fields()).toHaveLength(4);
});

test('names every create that an interruption left open, and counts the rest (row 37)', async () => {
  const controller = new AbortController();
  let posts = 0;
  const tenant = createTenant([], {
    'POST /v2/customFields': async (_request, carryOut) => {
      posts += 1;
      const done = await carryOut();
      if (posts < 3) return done;
      controller.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const stdin = ['a', 'b', 'c', 'd', 'e'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  expect(
    await bizctl('fields create --file - --concurrency 1 --output ndjson --columns name', {
      tenant,
      stdin,
      signal: controller.signal,
    }),
  ).toEqual({
    exitCode: 130,
    stdout: '{"name":"a"}\n{"name":"b"}\n',
    stderr: expect.stringContaining(
      '"message":"interrupted; may have been created: stdin:3: \\"c\\"; went through: 2, failed: 0, not tried: 2"',
    ),
  });
});

test('keeps what is unknown when looking for it fails as well, whatever that error is', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply('', {status: 500}),
    'GET /v2/customFields#2': () => reply('', {status: 403}),
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal --json', {tenant});
  const {error} = JSON.parse(stderr);
  expect({exitCode, message: error.message, retryable: error.retryable}).toEqual({
    exitCode: 7,
    message: 'the outcome is unknown: HTTP 500 (POST /v2/customFields)',
    retryable: false,
  });
});

test('warns when the API answers with other values than were sent (row 25)', async () => {
  const tenant = createTenant([], {
    'POST /v2/customFields': () => reply({...field('a'), label: 'Other', extra: 1}, {status: 201}),
  });
  const {exitCode, stderr} = await bizctl('fields create --name a --type decimal --label Mine --description D', {
    tenant,
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'warning: "a": the API answers with other values than were sent for: label, description\n',
  });
});
