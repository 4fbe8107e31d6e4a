import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../../harness/tenant.js';

const phones = {
  discriminator: 'ARRAY',
  primitive_type: 'ARRAY',
  array: {list_type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}},
};
const two = [
  field('budget', {description: 'Yearly'}),
  field('phones', {type: phones, validators: [{required: true, size: {size: 1, size_type: 'MIN'}}]}),
];

test('lists the fields as a plain table in a pipe, with nothing cut', async () => {
  expect(await bizctl('fields list', {tenant: createTenant(two)})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "ID         NAME    TYPE          LABEL            REQUIRED  DESCRIPTION
    cf_budget  budget  decimal       Label of budget            Yearly
    cf_phones  phones  array<phone>  Label of phones  yes
    ",
    }
  `);
});

test('lists the fields as a table fitted to the terminal', async () => {
  const wide = [
    ...two,
    field('漢字_名前', {label: '👩‍👩‍👧 family and 日本語 text that is far too long for it', description: 'مرحبا'}),
  ];
  expect(await bizctl('fields list', {tenant: createTenant(wide), terminal: 80})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "[1mID            NAME       TYPE          LABEL               REQUIRED  DESCRIPTION[22m
    cf_budget     budget     decimal       Label of budget               Yearly
    cf_phones     phones     array<phone>  Label of phones     yes
    cf_漢字_名前  漢字_名前  decimal       👩‍👩‍👧 family and 日…             مرحبا
    ",
    }
  `);
  expect((await bizctl('fields list', {tenant: createTenant(wide), terminal: 40})).stdout).toMatchInlineSnapshot(`
    "[1mNAME       TYPE          LABEL[22m
    budget     decimal       Label of budget
    phones     array<phone>  Label of phones
    漢字_名前  decimal       👩‍👩‍👧 family and …
    "
  `);
});

test('cuts a name of 5,000 characters at a terminal and keeps it whole in JSON (row 94)', async () => {
  const long = 'ä'.repeat(5000);
  const tenant = createTenant([field('a', {name: long, label: '日'.repeat(5000)})]);
  const {stdout} = await bizctl('fields list --columns name,label', {tenant, terminal: 40});
  expect(stdout).toBe(`\u001b[1mNAME              LABEL\u001b[22m\n${'ä'.repeat(15)}…  ${'日'.repeat(7)}…\n`);
  const {stdout: json} = await bizctl('fields list --json --columns name', {tenant});
  expect(JSON.parse(json)).toEqual([{name: long}]);
});

test('lists the API’s own objects as JSON', async () => {
  const {exitCode, stdout, stderr} = await bizctl('fields list --json', {tenant: createTenant(two)});
  expect({exitCode, stderr, fields: JSON.parse(stdout)}).toEqual({exitCode: 0, stderr: '', fields: two});
});

test('lists the fields as NDJSON, one per line', async () => {
  expect(await bizctl('fields list --output ndjson', {tenant: createTenant(two)})).toEqual({
    exitCode: 0,
    stdout: two.map(each => `${JSON.stringify(each)}\n`).join(''),
    stderr: '',
  });
});

test('says how to create a field when there are none', async () => {
  expect(await bizctl('fields list', {tenant: createTenant()})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "note: this tenant has no custom fields; to create one, run: bizctl fields create
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('fields list --json', {tenant: createTenant()})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "{"note":{"message":"this tenant has no custom fields; to create one, run: bizctl fields create"}}
    ",
      "stdout": "[]
    ",
    }
  `);
});

test('sends filter, order, page size and page token exactly as given', async () => {
  const tenant = createTenant(two);
  await bizctl(
    [
      'fields',
      'list',
      '--filter',
      'name = "a & b"',
      '--order-by',
      'name desc',
      '--page-size',
      '07',
      '--page-token',
      'a+b/=#\u001b',
    ],
    {tenant},
  );
  expect(tenant.requests).toEqual([
    'GET /v2/customFields?filter=name%20%3D%20%22a%20%26%20b%22&order_by=name%20desc&page_size=07&page_token=a%2Bb%2F%3D%23%1B',
  ]);
});

test('says on stderr that --limit cut the list, and how to continue', async () => {
  const tenant = createTenant(['a', 'b', 'c', 'd'].map(name => field(name)));
  const inPage = await bizctl('fields list --limit 3 --page-size 2 --columns name', {tenant});
  expect(inPage).toEqual({
    exitCode: 0,
    stdout: 'NAME\na\nb\nc\n',
    stderr: 'note: stopped at --limit after 3 rows; more rows are available\n',
  });
  const betweenPages = await bizctl('fields list --limit 2 --page-size 2 --columns name', {tenant});
  const [, pageToken = ''] = /--page-token (\S+)/.exec(betweenPages.stderr) ?? [];
  expect(betweenPages).toMatchObject({exitCode: 0, stdout: 'NAME\na\nb\n'});
  expect((await bizctl(`fields list --columns name --page-token ${pageToken}`, {tenant})).stdout).toBe('NAME\nc\nd\n');
  expect(await bizctl('fields list --limit 4 --page-size 4 --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'NAME\na\nb\nc\nd\n',
    stderr: '',
  });
  expect((await bizctl('fields list --limit 2 --page-size 2 --columns name', {tenant})).stderr).toMatch(
    /^note: stopped at --limit after 2 rows; there may be more; continue with --page-token \S+\n$/,
  );
  expect((await bizctl('fields list --limit 4 --sort name --columns name', {tenant})).stderr).toBe('');
  expect((await bizctl('fields list --limit 3 --sort name --columns name', {tenant})).stderr).toBe(
    'note: stopped at --limit after 3 rows; more rows are available\n',
  );
});

test('requests the next page before it writes the current one', async () => {
  const tenant = createTenant(['a', 'b', 'c'].map(name => field(name)));
  const seen: number[] = [];
  const stdout = () => void seen.push(tenant.requests.length);
  await bizctl('fields list --page-size 1 --output ndjson', {tenant, stdout});
  expect(seen).toEqual([2, 3, 3]);
});

test('shows only the requested columns, in every format', async () => {
  const tenant = createTenant(two);
  expect((await bizctl('fields list --columns type.primitive_type,type', {tenant})).stdout).toMatchInlineSnapshot(`
    "TYPE.PRIMITIVE TYPE  TYPE
    DECIMAL              decimal
    ARRAY                array<phone>
    "
  `);
  expect(
    (await bizctl('fields list --columns name,type.primitive_type --output ndjson', {tenant})).stdout,
  ).toMatchInlineSnapshot(`
    "{"name":"budget","type.primitive_type":"DECIMAL"}
    {"name":"phones","type.primitive_type":"ARRAY"}
    "
  `);
  expect(await bizctl('fields list --columns name,lable', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: unknown column "lable"
    hint: Did you mean label?
    ",
      "stdout": "",
    }
  `);
  expect(await bizctl('fields list --columns name,,id', {tenant})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: --columns contains an empty name
    hint: Use a list such as: id,name,type.primitive_type
    ",
      "stdout": "",
    }
  `);
});

test('keeps unknown members, unknown types, nulls and missing members (rows 56, 58, 59)', async () => {
  const text =
    '{"custom_fields":[{"id":"1","name":null,"type":{"discriminator":"QUANTUM","primitive_type":"QUBIT"},"new_member":{"deep":[1.10,12345678901234567890.10,1e400,-0,1E5]},"__proto__":{"a":1},"constructor":"x"},{}],"next_page_token":""}';
  const {exitCode, stdout, stderr} = await bizctl('fields list --output ndjson', {tenant: answering(text)});
  expect({exitCode, stderr, stdout}).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `${text.slice('{"custom_fields":['.length, -'],"next_page_token":""}'.length).replace('},{}', '}\n{}')}\n`,
  });
  expect((await bizctl('fields list', {tenant: answering(text)})).stdout).toMatchInlineSnapshot(`
    "ID  NAME  TYPE               LABEL  REQUIRED  DESCRIPTION
    1         unknown "QUANTUM"

    "
  `);
  expect(Object.hasOwn({}, 'a')).toBe(false);
});

test('shows types that an API spells in lower case by their words', async () => {
  const simple = {discriminator: 'simple', primitive_type: 'phone'};
  const fields = [
    field('a', {type: simple}),
    field('b', {type: {discriminator: 'array', primitive_type: 'array', array: {list_type: simple}}}),
  ];
  const {stdout} = await bizctl('fields list --columns name,type', {tenant: createTenant(fields)});
  expect(stdout).toMatchInlineSnapshot(`
    "NAME  TYPE
    a     phone
    b     array<phone>
    "
  `);
});

test.each([1, 500])('keeps numbers, names and the order of members in a list of %i (row 56)', async count => {
  const texts = Array.from({length: count}, (_none, row) => [
    `{"id": "cf_${row}", "n": 1.10, "long": 12345678901234567890123, "e": 1e400, "s": "\\u0041é\\ud83d\\ude00", "__proto__": {"x": 1}, "2": 0, "1": []}`,
    `{"id":"cf_${row}","n":1.10,"long":12345678901234567890123,"e":1e400,"s":"Aé😀","__proto__":{"x":1},"2":0,"1":[]}`,
  ]);
  const body = `{"custom_fields": [${texts.map(([came]) => came).join(', ')}]}`;
  expect(await bizctl('fields list --output ndjson', {tenant: answering(body)})).toEqual({
    exitCode: 0,
    stdout: texts.map(([, shown]) => `${shown}\n`).join(''),
    stderr: '',
  });
  const cut = await bizctl('fields list --output ndjson', {tenant: answering(body.slice(0, -3))});
  expect({exitCode: cut.exitCode, stdout: cut.stdout}).toEqual({exitCode: 6, stdout: ''});
});

test('escapes control characters, bidi controls and line breaks (rows 91, 92, 93)', async () => {
  const label = 'a\u001b]0;x\u0007\u009b31m\r\n\t\u202egpj.exe\u200b\u2028z';
  const tenant = createTenant([field('evil', {label})]);
  expect((await bizctl('fields list --columns label', {tenant})).stdout).toBe(
    'LABEL\na\\u001b]0;x\\u0007\\u009b31m\\r\\n\\t\\u202egpj.exe\\u200b\\u2028z\n',
  );
  const json = (await bizctl('fields list --columns label --output ndjson', {tenant})).stdout;
  expect(json).toBe('{"label":"a\\u001b]0;x\\u0007\\u009b31m\\r\\n\\t\\u202egpj.exe\u200b\\u2028z"}\n');
  expect(JSON.parse(json)).toEqual({label});
});

test('takes null, false, an empty string or no page token as the last page (row 62)', async () => {
  for (const next_page_token of [null, false, '', undefined]) {
    const {exitCode, stdout} = await bizctl('fields list --columns name', {
      tenant: answering({custom_fields: [field('a')], next_page_token, error: {}}),
    });
    expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: 'NAME\na\n'});
  }
});

test('fails when a page token repeats (row 60)', async () => {
  const pages = new Map([
    [null, {custom_fields: [field('a')], next_page_token: 'p2'}],
    ['p2', {custom_fields: [], next_page_token: 'p3'}],
    ['p3', {custom_fields: [], next_page_token: 'p2'}],
  ]);
  const fetch = async (request: Request) =>
    reply(pages.get(new URL(request.url).searchParams.get('page_token')) ?? null);
  expect(await bizctl('fields list --json --columns name', {tenant: {fetch}})).toMatchInlineSnapshot(`
    {
      "exitCode": 6,
      "stderr": "{"error":{"code":"unavailable","message":"the API sent the page token \\"p2\\" a second time","hint":"Report this to the operator of the API; the list is incomplete.","retryable":false,"status":null,"method":null,"path":null,"request_id":null},"format_version":1}
    ",
      "stdout": "[
      {
        "name": "a"
      }",
    }
  `);
});

test('shows a row once when the list shifts while it is read (row 61)', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('p2')
        ? {custom_fields: [field('b'), field('c')]}
        : {custom_fields: [field('a'), field('b')], next_page_token: 'p2'},
    );
  expect(await bizctl('fields list --columns name', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: 'NAME\na\nb\nc\n',
    stderr: 'note: 1 row appeared on two pages; the duplicate was left out, and the list may lack other rows\n',
  });
});

test.each([
  ['without spaces', undefined],
  ['with spaces', 1],
])('a row on a short and a long page is shown once, if the JSON is written %s (row 61)', async (_how, indent) => {
  const fetch = async (request: Request) => {
    const custom_fields = request.url.includes('p2')
      ? [field('b'), field('long', {description: 'x'.repeat(40_000)})]
      : [field('a'), field('b')];
    const next_page_token = request.url.includes('p2') ? null : 'p2';
    return reply(JSON.stringify({custom_fields, next_page_token}, undefined, indent));
  };
  expect(await bizctl('fields list --columns name', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: 'NAME\na\nb\nlong\n',
    stderr: 'note: 1 row appeared on two pages; the duplicate was left out, and the list may lack other rows\n',
  });
});

test('shows both versions of a row that changes while the list is read (row 61)', async () => {
  const fetch = async (request: Request) =>
    reply(
      request.url.includes('p2')
        ? {custom_fields: [field('a', {label: 'New'})]}
        : {custom_fields: [field('a', {label: 'Old'})], next_page_token: 'p2'},
    );
  expect(await bizctl('fields list --columns label', {tenant: {fetch}})).toEqual({
    exitCode: 0,
    stdout: 'LABEL\nOld\nNew\n',
    stderr: 'note: 1 row changed while the list was being read; both versions are shown\n',
  });
});

test('retries without a page size when the API refuses it (row 64)', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stdout, stderr} = await bizctl('fields list --page-size 501 --columns name', {tenant});
  expect({exitCode, stdout, stderr}).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "warning: retried without --page-size, which the API refused: HTTP 400: page_size must be a whole number from 1 to 500 (GET /v2/customFields)
    ",
      "stdout": "NAME
    a
    ",
    }
  `);
  expect(tenant.requests).toEqual(['GET /v2/customFields?page_size=501', 'GET /v2/customFields']);
});

test('writes negative numbers, empty objects and lists exactly in CSV (rows 56, 95)', async () => {
  const row =
    '{"id":"a","n":-1.10,"long":-12345678901234567890.10,"zero":-0,"text":"-1","object":{},"list":[],"no":null}';
  const tenant = answering(`{"custom_fields":[${row}]}`);
  const columns = 'id,n,long,zero,text,object,list,no';
  expect(await bizctl(`fields list --output csv --columns ${columns}`, {tenant})).toEqual({
    exitCode: 0,
    stdout: `${columns}\r\na,-1.10,-12345678901234567890.10,-0,'-1,{},[],\r\n`,
    stderr: '',
  });
  expect((await bizctl(`fields list --output csv --csv-raw --columns ${columns}`, {tenant})).stdout).toBe(
    `${columns}\r\na,-1.10,-12345678901234567890.10,-0,-1,{},[],\r\n`,
  );
});

test('the type of a reference names its target, and the fields if there are some', async () => {
  const refTo = (fields: readonly string[]) => ({
    discriminator: 'REF',
    primitive_type: 'REF',
    ref: {reference_type: {category: 'CRM', name: 'Contact'}, fields},
  });
  const bare = {discriminator: 'REF', primitive_type: 'REF', ref: {reference_type: {category: 'CRM', name: 'Deal'}}};
  const types = [refTo(['phone', 'email']), refTo([]), bare, {discriminator: 'REF', primitive_type: 'REF'}];
  const tenant = createTenant(types.map((type, index) => field(`f${index}`, {type})));
  expect((await bizctl('fields list --columns type', {tenant})).stdout).toBe(
    'TYPE\nref<CRM/Contact>(phone,email)\nref<CRM/Contact>\nref<CRM/Deal>\nref<?/?>\n',
  );
});

test.each([
  ['phone', ['p', 'ps']],
  ['array', ['ps']],
  ['array<phone>', ['ps']],
  ['CRM/Contact', ['r']],
  ['ref<CRM/Contact>', ['r']],
  ['pho', []],
])('--type %s shows whole types and their words only', async (type, names) => {
  const phone = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const ref = {reference_type: {category: 'CRM', name: 'Contact'}, fields: ['phone']};
  const tenant = createTenant([
    field('p', {type: phone}),
    field('ps', {type: {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: phone}}}),
    field('r', {type: {discriminator: 'REF', primitive_type: 'REF', ref}}),
  ]);
  const {stdout} = await bizctl(['fields', 'list', '--type', type, '--json', '--jq', '[.[].name]'], {tenant});
  expect(JSON.parse(stdout)).toEqual(names);
});

test('at a narrow terminal, columns that were chosen and have no room are named', async () => {
  const tenant = createTenant([field('a', {description: 'word '.repeat(20)})]);
  const list = (line: string) => bizctl(`fields list ${line}`, {tenant, terminal: 40});
  const chosen = 'id,name,label,type.primitive_type,description,type.discriminator';
  expect((await list(`--columns ${chosen}`)).stderr).toContain(
    '(no room; choose fewer columns, or see all with --json)',
  );
  expect((await list('')).stderr).toContain('(choose with --columns, or see all with --json)');
});
