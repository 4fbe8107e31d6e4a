import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';

const csv = [
  'name,type,label,options,required,max_size,default_value,hidden',
  'size,decimal,"Size, in ""cm""",,yes,10,"{""value"": 12345678901234567890.10}",no',
  '"stage",semver,"Two',
  'lines",Draft | Sent,no,,,x',
  '',
].join('\r\n');

const bodies = [
  {
    name: 'size',
    type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'},
    label: 'Size, in "cm"',
    validators: [{required: true, size: {size: 10, size_type: 'MAX'}}],
    display_options: {type: 'DEFAULT', hidden: false},
  },
  {
    name: 'stage',
    type: {discriminator: 'SIMPLE', primitive_type: 'SEMVER'},
    label: 'Two\r\nlines',
    display_options: {type: 'DEFAULT', hidden: true},
    options: {
      display_type: 'DROPDOWN',
      groups: [
        {
          sort_order: 1,
          options: [
            {title: 'Draft', sort_order: 1},
            {title: 'Sent', sort_order: 2},
          ],
        },
      ],
    },
  },
];

test('a CSV file creates a field for each row, digit for digit', async () => {
  const {exitCode, stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files: {'f.csv': csv}});
  expect(exitCode).toBe(0);
  const [first, second] = JSON.parse(stdout);
  const {default_value, ...rest} = first.body;
  expect([rest, second.body]).toEqual(bodies);
  expect(stdout).toContain('"value": 12345678901234567890.10');
  expect(default_value).toBeDefined();
});

test('JSON in a cell may have spaces around it', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.csv': `name,type\na," ${JSON.stringify(type).replaceAll('"', '""')} "\n`};
  const {stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files});
  expect(JSON.parse(stdout)).toMatchObject([{body: {name: 'a', type}}]);
});

test('each column of CSV becomes the member that it names', async () => {
  const cells = {
    name: 'n',
    type: 'phone',
    label: 'L',
    description: 'D',
    helper_text: 'H',
    default_value: '{"d":1.10}',
    example_value: '{"e":2.0}',
    required: 'yes',
    min_size: '1',
    max_size: '9',
    display: 'boolean:toggle',
    hidden: 'no',
    options: 'One|Two',
    option_display: 'radio',
  };
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const files = {'f.csv': `${Object.keys(cells).join(',')}\n${Object.values(cells).map(quote).join(',')}\n`};
  const {exitCode, stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files});
  const flags = Object.entries({...cells, options: 'One', required: true, hidden: true}).flatMap(([column, cell]) => [
    `--${column.replace('options', 'option').replace('_', '-')}`,
    ...(typeof cell === 'string' ? [cell] : []),
  ]);
  const given = await bizctl(['fields', 'create', ...flags, '--option', 'Two', '--dry-run', '--json'], {});
  expect({exitCode, stdout}).toEqual({
    exitCode: 0,
    stdout: given.stdout.replace('"hidden": true', '"hidden": false'),
  });
  expect(given.stdout).toContain('"d": 1.10');
});

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('%s, a byte order mark and capitals in the header are read as spreadsheets write them', async (_what, separator) => {
  const files = {'f.csv': '\ufeffName;Type;Label\r\na;phone;"x;y"\r\n'.replaceAll(';', separator)};
  const {stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files});
  expect(JSON.parse(stdout)[0].body).toEqual({
    name: 'a',
    type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'},
    label: `x${separator}y`,
  });
});

test('the line with which Excel names the separator is skipped, and still counted', async () => {
  const files = {'f.csv': 'sep=;\nname;type\na,b;phone\nc;fone\n'};
  const {stderr} = await bizctl('fields create --file f.csv --dry-run', {files});
  expect(stderr.split('\n')[0]).toBe('error: f.csv:4:2: unknown type "fone"');
  const misspelt = {'f.csv': 'sep=;\n\nname;typ\na;phone\n'};
  expect((await bizctl('fields create --file f.csv --dry-run', {files: misspelt})).stderr.split('\n')[0]).toBe(
    'error: f.csv:3:2: unknown column "typ"',
  );
});

test.each(['\r\n', '\n', '\r'])(
  'a row is placed at the line on which it starts, with %j in the cells before it',
  async breaks => {
    const rows = `name,type,label\r\na,phone,"1${breaks}2${breaks}3"\r\n\r\nb,phone,"1${breaks}2"\r\nc,`;
    const placed = async (last: string) =>
      (await bizctl('fields create --file f.csv --dry-run', {files: {'f.csv': rows + last}})).stderr.split('\n')[0];
    expect(await placed('fone,x\r\n')).toBe('error: f.csv:8:2: unknown type "fone"');
    expect(await placed('phone\r\n')).toBe('error: f.csv:8: the row has more or fewer cells than the header');
  },
);

test.each([
  'type,name\nphone,a\r\nphone,"b"\r\n',
  'type,name\r\nphone,a\nphone,"b"\n',
  'type,name\rphone,a\r\nphone,"b"\r',
])('rows end at any line break, also at several kinds in one file: %j', async text => {
  const {stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files: {'f.csv': text}});
  expect(JSON.parse(stdout).map(({body}: {body: JsonObject}) => body['name'])).toEqual(['a', 'b']);
});

test('a list printed as CSV and applied unchanged changes nothing, though formulas are quoted in it (row 143)', async () => {
  const texts = ['-5 %', '+49 30', '=SUM(A1)', "'=x", "''@y", 'a;-b', "a;'=b", '\t=z'];
  const tenant = createTenant(texts.map((label, index) => field(`f${index}`, {label})));
  const {stdout} = await bizctl('fields list --output csv', {tenant});
  expect(stdout).toContain('\r\ncf_f0,f0,');
  const files = {'f.csv': stdout};
  expect((await bizctl('fields plan -f f.csv --check', {tenant, files})).stdout).toBe(
    'tenant  https://api.example.com/\nplan    no changes; 8 unchanged\n',
  );
});

test('a value that is no longer required is an update, with its sizes', async () => {
  const validators = [{required: true, size: {size: 1, size_type: 'MIN'}}];
  const tenant = createTenant([field('a', {validators})]);
  const files = {'f.csv': 'name,required,min_size\na,no,1\n'};
  expect((await bizctl('fields apply -f f.csv --yes', {tenant, files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').validators).toEqual([{...validators[0], required: false}]);
});

test('sizes without anything else are validators', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.csv': 'name,min_size,max_size\na,1,9\n'};
  expect((await bizctl('fields apply -f f.csv --yes', {tenant, files})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').validators).toEqual([
    {size: {size: 1, size_type: 'MIN'}},
    {size: {size: 9, size_type: 'MAX'}},
  ]);
});

test('plan and apply read CSV as they read YAML', async () => {
  const tenant = createTenant();
  const files = {'f.csv': 'name,type,label,hint\na,decimal,A,secret\n'};
  const planned = await bizctl('fields plan -f f.csv --json', {tenant, files});
  expect(JSON.parse(planned.stdout).changes).toMatchObject([{action: 'create', name: 'a', place: 'f.csv:2:1'}]);
  expect((await bizctl('fields apply -f f.csv --yes', {tenant, files})).exitCode).toBe(0);
  expect((await bizctl('fields plan -f f.csv --check', {tenant, files})).exitCode).toBe(0);
});

test.each([
  ['an unknown column', 'name,typ\nx,decimal', '1:2: unknown column "typ"'],
  ['unknown columns', 'name,typ,type,updated_at\nx,,,', '1:2: unknown column "typ", and 1 more'],
  ['a column twice', 'name,name\nx,y', '1:2: the column "name" appears twice'],
  ['a bad type', 'name,type\nx,decimal\ny,decimall', '3:2: unknown type "decimall"'],
  ['a bad flag', 'name,required\nx,maybe', '2:2: expected yes or no, got "maybe"'],
  ['a bad size', 'name,max_size\nx,1.5', '2:2: expected a whole number, got "1.5"'],
  ['a choice without a title', 'name,options\nx,A||B', '2:2: a choice without a title in "A||B"'],
  ['a choice twice', 'name,options\nx,A|B|A', '2:2: the choice "A" appears twice'],
  ['bad JSON', 'name,default_value\nx,{', '2:2: expected JSON, got "{"'],
  [
    'a row that is too long',
    'name,type\n"a\nb",phone\nx,phone,3',
    '4: the row has more or fewer cells than the header',
  ],
  ['an open quote', 'name,type\n"x,phone', '2: a quote is not closed'],
  ['a quote inside a cell', 'name,type\na"b",phone', '2: a quote in the middle of a cell'],
  ['no name', 'name,type\n"a\nb",phone\n,phone', '4:1: the name is missing'],
])('%s is refused with its row and column', async (_what, text, problem) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl('fields create --file f.csv', {tenant, files: {'f.csv': text}});
  expect({exitCode, stdout, first: stderr.split('\n')[0], requests: tenant.requests}).toEqual({
    exitCode: 2,
    stdout: '',
    first: `error: f.csv:${problem}`,
    requests: [],
  });
});

test('what only a plan reads is left out of a create', async () => {
  const files = {'f.csv': 'name,type,id,protect\na,decimal,cf_1,yes\n'};
  const {stdout, stderr} = await bizctl('fields create --file f.csv --dry-run --json', {files});
  expect(Object.keys(JSON.parse(stdout)[0].body)).toEqual(['name', 'type']);
  expect(stderr).not.toContain('protect');
});

test('an empty file, one that is not text, and one for an update are refused', async () => {
  const refuse = async (content: string | Uint8Array, line = 'fields create --file f.csv') =>
    (await bizctl(line, {files: {'f.csv': content}})).stderr.split('\n')[0];
  expect(await refuse('')).toBe('error: f.csv is empty');
  expect(await refuse('name\n')).toBe('error: f.csv contains no fields');
  expect(await refuse('name\n', 'fields plan -f f.csv')).toBe('error: f.csv contains no fields');
  expect(await refuse(new Uint8Array([0xff, 0xfe]))).toBe('error: f.csv is not UTF-8 text');
  expect(await refuse('name\na\0b')).toBe('error: f.csv contains a NUL character');
  expect(await refuse('name\na', 'fields update cf_a --file f.csv')).toBe(
    'error: f.csv is CSV, which can only create fields',
  );
});

test('help names every column', async () => {
  const {stdout} = await bizctl('help fields-files', {env: {COLUMNS: '2000'}});
  const {stderr} = await bizctl('fields create --file f.csv', {files: {'f.csv': 'nonsense\nx'}});
  const columns = /use one of: (.*)\./.exec(stderr)?.[1]?.split(', ') ?? [];
  expect(columns.length).toBeGreaterThan(10);
  expect(columns.filter(column => !stdout.includes(column))).toEqual([]);
});

const listed = [
  field('size', {default_value: {value: 1}, validators: [{required: true, size: {size: 1, size_type: 'MIN'}}]}),
  field('stage', {
    description: 'Two\nlines',
    display_options: {type: 'ARRAY', hidden: false},
    options: {display_type: 'RADIO', groups: [{header: 'Open', options: [{title: 'Draft'}]}]},
  }),
];

test('a list printed as CSV can be edited and read back', async () => {
  const tenant = createTenant(listed);
  const {stdout} = await bizctl('fields list --output csv', {tenant});
  const plan = async (text: string) => {
    const printed = await bizctl('fields plan -f f.csv --json', {tenant, files: {'f.csv': text}});
    return JSON.parse(printed.stdout).changes.map(({name, body}: JsonObject) => ({name, body}));
  };
  expect(await plan(stdout)).toEqual([]);
  expect(await plan(stdout.replace('Label of stage', 'Stage'))).toEqual([{name: 'stage', body: {label: 'Stage'}}]);
  const created = await bizctl('fields create --file f.csv --dry-run --json --quiet', {files: {'f.csv': stdout}});
  expect(JSON.parse(created.stdout).map(({body}: JsonObject) => body)).toEqual(
    listed.map(({id: _id, ...body}) => body),
  );
});

test('spaces around the words of a cell do not matter', async () => {
  const files = {'f.csv': 'name,type,required\na,"ref<CRM/Contact>(name, email)", Yes '};
  const {stdout} = await bizctl('fields create --file f.csv --dry-run --json', {files});
  expect(JSON.parse(stdout)[0].body).toMatchObject({
    type: {ref: {fields: ['name', 'email']}},
    validators: [{required: true}],
  });
});

test.each([
  ['name,type,required,validators\na,decimal,yes,[]', 'f.csv:2:4: validators cannot be combined with required'],
  ['name,type,option_display,options\na,phone,radio,{}', 'f.csv:2:4: options cannot be combined with option_display'],
  ['name,type,display_options,hidden\na,phone,{},no', 'f.csv:2:3: display_options cannot be combined with hidden'],
  ['name,type\na,{', 'f.csv:2:2: expected JSON, got "{"'],
  ['name,type,validators\na,phone,yes', 'f.csv:2:3: expected JSON, got "yes"'],
])('refuses %j', async (text, message) => {
  const {exitCode, stderr} = await bizctl('fields create --file f.csv --dry-run', {files: {'f.csv': text}});
  expect({exitCode, message: stderr.split('\n')[0]}).toEqual({exitCode: 2, message: `error: ${message}`});
});

test('sends a hint along with the members that differ', async () => {
  const files = {'f.csv': 'name,label,hint\na,New,secret\n'};
  const {stdout} = await bizctl('fields plan -f f.csv --json', {tenant: createTenant([field('a')]), files});
  expect(JSON.parse(stdout).changes).toMatchObject([{action: 'update', body: {label: 'New', hint: 'secret'}}]);
});

test('the id in a row must be that of the field', async () => {
  const files = {'f.csv': 'id,name,label\ncf_b,a,New\n'};
  expect(
    await bizctl('fields plan -f f.csv --output ndjson', {tenant: createTenant([field('a')]), files}),
  ).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('the field with that name has the id cf_a on this tenant, not cf_b'),
  });
});

test.each([
  ['name,type,default_value\na,decimal,"{""a"":1,""a"":2}"', 'f.csv:2:3: the key "a" appears twice in one object'],
  ['name,type,min_size,max_size\na,decimal,5,3', 'f.csv:2:4: minimum size 5 is greater than maximum size 3'],
  [
    `name,type\na,${'array<'.repeat(5000)}phone${'>'.repeat(5000)}`,
    'f.csv:2:2: the type is nested too deeply (limit: 100 levels)',
  ],
  [
    `name,type,display\na,phone,${'array<'.repeat(5000)}default${'>'.repeat(5000)}`,
    'f.csv:2:3: the display is nested too deeply (limit: 100 levels)',
  ],
  [
    `name,type\na,${'array<'.repeat(101)}phone${'>'.repeat(101)}`,
    'f.csv:2:2: the type is nested too deeply (limit: 100 levels)',
  ],
  [`name,type\na,${'array<'.repeat(100)}none${'>'.repeat(100)}`, 'f.csv:2:2: unknown type "none"'],
  [
    `name,type,display\na,phone,${'array<'.repeat(101)}default${'>'.repeat(101)}`,
    'f.csv:2:3: the display is nested too deeply (limit: 100 levels)',
  ],
  [`name,type,display\na,phone,${'array<'.repeat(100)}none${'>'.repeat(100)}`, 'f.csv:2:3: unknown display "none"'],
])('names the place of what is wrong in a cell (rows 55, 57)', async (text, message) => {
  const {exitCode, stderr} = await bizctl('fields create --file f.csv', {files: {'f.csv': text}});
  expect({exitCode, message: stderr.split('\n')[0]}).toEqual({exitCode: 2, message: `error: ${message}`});
});

test('a cell that declares a part of a member leaves the rest of it as it is, in a plan too', async () => {
  const current = {
    display_options: {type: 'BOOLEAN', hidden: true, boolean_display_options: {display_type: 'TOGGLE'}},
    validators: [{required: true, size: {size: 3, size_type: 'MIN'}}],
    options: {display_type: 'RADIO', groups: [{header: 'G', options: [{id: '1', title: 'A'}]}]},
  };
  const tenant = createTenant([field('a', current)]);
  const files = {'f.csv': 'name,type,hidden,required,options\na,decimal,no,no,A|B\n'};
  expect((await bizctl('fields apply -f f.csv --yes', {tenant, files})).exitCode).toBe(0);
  const [{display_options, validators, options}] = tenant.fields().map(text => JSON.parse(text));
  expect({display_options, validators, options}).toMatchObject({
    display_options: {...current.display_options, hidden: false},
    validators: [{required: false, size: {size: 3, size_type: 'MIN'}}],
    options: {display_type: 'RADIO', groups: [{header: 'G', options: [{id: '1', title: 'A'}, {title: 'B'}]}]},
  });
  expect((await bizctl('fields plan -f f.csv --check', {tenant, files})).exitCode).toBe(0);
});

test('a cell is completed from the field that is there, not from one of its name that is marked as deleted', async () => {
  const marked = {...field('a', {display_options: {type: 'DATE_TIME'}, deleted: true}), id: 'old'};
  const tenant = createTenant([field('a', {display_options: {type: 'BOOLEAN', hidden: false}}), marked]);
  const fetch = async (request: Request) => {
    const listed = await tenant.fetch(request);
    const {custom_fields} = JSON.parse(await listed.text());
    return reply({custom_fields: [...custom_fields, marked]});
  };
  const files = {'f.csv': 'name,type,hidden\na,decimal,no\n'};
  expect((await bizctl('fields plan -f f.csv --check', {tenant: {fetch}, files})).exitCode).toBe(0);
});

test('the plan of a CSV file is applied beside it, and a size that contradicts the field is named by its place', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-csv-'));
  const plan = join(home, 'plan.json');
  const validators = [{size: {size: 5, size_type: 'MAX'}}];
  const tenant = createTenant([field('a', {validators, display_options: {type: 'BOOLEAN', hidden: true}})]);
  const files = {'f.csv': 'name,type,hidden\na,decimal,no\n', 'g.csv': 'name,type,min_size\na,decimal,10\n'};
  expect((await bizctl(`fields plan -f f.csv --out ${plan}`, {tenant, files, home})).exitCode).toBe(0);
  const world = {tenant, home, files: {...files, 'plan.json': readFileSync(plan, 'utf8')}};
  expect((await bizctl('fields apply plan.json -f f.csv --yes', world)).exitCode).toBe(0);
  expect((await bizctl('fields plan -f g.csv', {tenant, files})).stderr.split('\n')[0]).toBe(
    'error: g.csv:2:3: minimum size 10 is greater than maximum size 5',
  );
  rmSync(home, {recursive: true});
});

test.each([
  [
    'name,updated_at,revision',
    'unknown column "updated_at", and 1 more',
    /^Remove updated_at, revision, or use one of: name, type, /,
  ],
  ['name,Name', 'the column "name" appears twice', /^Remove one of the two\.$/],
])('refuses the header %s and says what to do', async (header, problem, hint) => {
  const files = {'f.csv': `${header}\n`};
  const {exitCode, stderr} = await bizctl('fields create --file f.csv --json', {tenant: createTenant(), files});
  const {error} = JSON.parse(stderr);
  expect({exitCode, message: error.message}).toEqual({exitCode: 2, message: `f.csv:1:2: ${problem}`});
  expect(error.hint).toMatch(hint);
});

test('suggests the column that a misspelled one is near to', async () => {
  const files = {'f.csv': 'name,lable\nx,L'};
  expect((await bizctl('fields create --file f.csv', {tenant: createTenant(), files})).stderr).toBe(
    'error: f.csv:1:2: unknown column "lable"\nhint: Did you mean label?\n',
  );
});

test('a size is sent with the validator that says that the field is not required', async () => {
  const files = {'f.csv': 'name,type,required,min_size\na,decimal,no,2\n'};
  const tenant = createTenant();
  expect(await bizctl('fields create --file f.csv', {tenant, files})).toMatchObject({exitCode: 0});
  const [body = ''] = tenant.requests.filter(request => request.startsWith('POST'));
  expect(JSON.parse(body.slice(body.indexOf('{'))).validators).toEqual([
    {required: false, size: {size: 2, size_type: 'MIN'}},
  ]);
});
