import {expect, test} from 'vitest';
import {brokenJson} from '../../../harness/broken-json.js';
import {bizctl} from '../../../harness/run-bizctl.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const listsOf = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

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

test('leaves out the id of a copied field, and flags override the file', async () => {
  const tenant = createTenant();
  const {exitCode, stderr} = await bizctl('fields create --file - --name b --if-exists allow', {
    tenant,
    stdin: JSON.stringify(field('a')),
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'note: ignored "id": the API assigns the id of a new field\n',
  });
  expect(tenant.requests).toEqual([
    `POST /v2/customFields ${JSON.stringify({name: 'b', type: decimal, label: 'Label of a'})}`,
  ]);
});

test('says once that ids are ignored, also if only some fields have one', async () => {
  const fields = [field('a'), {name: 'b', type: decimal}, field('c')];
  const {stderr} = await bizctl('fields create --file - --if-exists allow --quiet', {
    tenant: createTenant(),
    stdin: JSON.stringify(fields),
  });
  const {stderr: loud} = await bizctl('fields create --file - --if-exists allow', {
    tenant: createTenant(),
    stdin: JSON.stringify(fields),
  });
  expect([stderr, loud]).toEqual(['', 'note: ignored "id": the API assigns the id of a new field\n']);
});

test('flags are merged into the one field of a file', async () => {
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

test('rejects options beside a list of fields before any request', async () => {
  const tenant = createTenant();
  const stdin = JSON.stringify([{name: 'a', type: decimal}]);
  expect(await bizctl('fields create --file - --label L', {tenant, stdin})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: options apply to one field, but the file contains a list\nhint: Omit the options, or put them into the file.\n',
  });
  expect(tenant.requests).toEqual([]);
});

test.each([
  [
    'duplicate keys in JSON (row 57)',
    '{"name":"a",\n"name":"b"}',
    'in:2:1: the key "name" appears twice in one object',
  ],
  ['duplicate keys in YAML (row 108)', 'name: a\nname: b\n', 'in:2:1: the key "name" appears twice in one object'],
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
  ['custom_fields that are not a list', 'custom_fields:\n', 'in:1:15: "custom_fields" is not a list'],
  [
    'one page of a list',
    '{"custom_fields":[{"name":"a"}],"next_page_token":"more"}',
    'in:1:51: this is one page of a longer list',
  ],
  ['a number that would lose digits', 'name: a\ndefault_value: 0x1F\n', 'in:2:16: 0x1F is read as the number 31'],
  ['a missing member', '- name: a\n  type: {discriminator: SIMPLE}\n', 'in:2:9: type.primitive_type is missing'],
  ['an alias without an anchor', 'name: x\nlabel: *a\n', 'in:2:8: the alias *a has no anchor'],
  ['an alias of itself (row 160)', 'name: x\nlabel: &a [*a]\n', 'in:2:12: the alias *a refers to itself'],
  [
    'an alias that is nested too deeply (row 160)',
    `name: x\nlabel: &a ${listsOf(60)}\nhint: ${'['.repeat(60)}*a${']'.repeat(60)}\n`,
    'in:3:67: nested too deeply (limit: 100 levels)',
  ],
  [
    'a bomb of aliases (rows 105, 160)',
    `a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n${Array.from({length: 9}, (_none, level) => `a${level + 1}: &a${level + 1} [${Array.from({length: 10}, () => `*a${level}`).join()}]\n`).join('')}`,
    'in:6:38: aliases expand to more than 1,000,000 values, or 16,000,000 characters',
  ],
  [
    'a bomb of aliases of one text (row 105)',
    `a: &a ${'x'.repeat(100_000)}\nb: [${Array.from({length: 200}, () => '*a').join()}]\n`,
    'in:2:485: aliases expand to more than 1,000,000 values, or 16,000,000 characters',
  ],
  ['YAML of a million lines', `- name: a${'\n'.repeat(1_000_001)}`, 'in has more than 1,000,000 lines'],
  ['YAML of one long line', `- name: ${'a'.repeat(1_000_000)}`, 'in:1: the line has more than 1,000,000 characters'],
  ['a tag (row 106)', 'name: !!js/function x\n', 'in:1:7: the tag tag:yaml.org,2002:js/function is not supported'],
  ['a merge key (row 107)', 'a: 1\n<<: {name: x}\n', 'in:2:1: merge keys (<<) are not supported'],
  ['a tag of its own', 'a: !mine x\n', 'in:1:4: the tag !mine is not supported'],
  ['a tag without a name', 'name: ! 12\n', 'in:1:9: the tag ! is not supported'],
  ['a tag of a key', '!!binary aGk=: 1\n', 'in:1:1: the tag tag:yaml.org,2002:binary is not supported'],
  ['a merge key by its tag', '!!merge <<: {a: 1}\n', 'in:1:1: the tag tag:yaml.org,2002:merge is not supported'],
  ['two documents (row 108)', 'name: a\n---\nname: b\n', 'in:2:1: a second document starts here'],
  ['YAML 1.1 (row 104)', '%YAML 1.1\n---\nname: a\n', 'in:1:1: only YAML 1.2 is supported'],
  ['20,000 levels (row 105)', '['.repeat(20_000), 'in'],
  ['truncated JSON', '{"name": "a", ', 'in:1:15: not valid JSON'],
  [
    'a duplicate key on a later line of NDJSON',
    '{"name":"a"}\n{"name":"b","name":"c"}',
    'in:2:13: the key "name" appears twice in one object',
  ],
  ['a broken line of NDJSON', '{"name":"a"}\n{"name" "b"}', 'in:2:9: not valid JSON'],
  ['no content', ' \n', 'in is empty'],
  ['a list of strings', '["a"]', 'in:1:2: expected an object, got "a"'],
  ['bytes that are not UTF-8', new Uint8Array([0x6e, 0xff]), 'in is not UTF-8 text'],
  ['one name twice (row 43)', '[{"name":"a"},{"name":"a"}]', 'the name "a" appears 2 times in the input'],
  [
    'one name in two cases (row 43)',
    '[{"name":"c1"},{"name":"x"},{"name":" C1"}]',
    'in:1:29: the name " C1" appears 2 times in the input (the spellings differ only in case and spaces)',
  ],
  ['a name of spaces (row 43)', '[{"name":" "}]', 'in:1:10: the name is missing'],
  [
    'one name in two spellings (row 43)',
    JSON.stringify([{name: 'é'}, {name: 'e\u0301'}]),
    '(the spellings differ only in Unicode normalization)',
  ],
  ['a member of the update request', '{"name":"a","hint":"x"}', '"hint" cannot be sent with a create'],
])('rejects a file with %s before any request', async (_what, content, message) => {
  const tenant = createTenant();
  const {exitCode, stdout, stderr} = await bizctl('fields create --file in', {tenant, files: {in: content}});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
});

test.each(brokenJson)('names line and column of %s (row 146)', async (_kind, content, problem) => {
  const {exitCode, stdout, stderr} = await bizctl('fields create --file f.json', {files: {'f.json': content}});
  expect({exitCode, stdout, stderr}).toEqual({exitCode: 2, stdout: '', stderr: `error: f.json:${problem}\n`});
});

test.each([
  ['101 levels of JSON', `{"name":${listsOf(100)}}`, 'in:1:108: the JSON is nested too deeply (limit: 100 levels)'],
  ['101 levels of YAML', `name: x\nlabel: ${listsOf(100)}`, 'in:2:107: nested too deeply (limit: 100 levels)'],
])('rejects %s (row 105)', async (_what, content, message) => {
  const {exitCode, stdout, stderr} = await bizctl('fields create --file in', {files: {in: content}});
  expect({exitCode, stdout, stderr}).toEqual({exitCode: 2, stdout: '', stderr: `error: ${message}\n`});
});

test('counts the levels of an alias where it stands, and takes 100 (row 160)', async () => {
  const withAlias = (levels: number) =>
    `name: x\ndefault_value: &a ${listsOf(50)}\nexample_value: ${'['.repeat(levels)}*a${']'.repeat(levels)}\n`;
  const create = (levels: number) => bizctl('fields create --file in --dry-run', {files: {in: withAlias(levels)}});
  expect((await create(49)).exitCode).toBe(0);
  expect((await create(50)).stderr).toBe('error: in:3:66: nested too deeply (limit: 100 levels)\n');
});

test('rejects 20,000 levels of YAML, at the column where the stack ends (row 105)', async () => {
  const {exitCode, stdout, stderr} = await bizctl('fields create --file in', {
    files: {in: `name: ${listsOf(20_000)}`},
  });
  expect({exitCode, stdout, stderr}).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: in:1:\d+: nested too deeply\n$/),
  });
});

test('rejects a validator whose size is not a whole number', async () => {
  const tenant = createTenant();
  const file = `name: a\ntype: {discriminator: SIMPLE, primitive_type: DECIMAL}\nvalidators:\n  - size: {size: 1.5, size_type: MIN}\n`;
  expect(await bizctl('fields create --file in.yaml', {tenant, files: {'in.yaml': file}})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: in.yaml:4:18: validators[0].size.size is not a whole number: 1.5
    hint: To see the allowed values, run: bizctl schema fields
    ",
      "stdout": "",
    }
  `);
  const files = {'f.yaml': `custom_fields:\n  - ${file.trimEnd().replaceAll('\n', '\n    ')}\n`};
  expect(await bizctl('fields plan -f f.yaml', {tenant, files})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "error: f.yaml:5:22: validators[0].size.size is not a whole number: 1.5
    ",
      "stdout": "",
    }
  `);
  expect(tenant.requests).toEqual([]);
});

test('does not wait for a file that would be typed at the terminal', async () => {
  const tenant = createTenant();
  expect(await bizctl('fields create --file -', {tenant, terminal: 80})).toMatchInlineSnapshot(`
    {
      "exitCode": 2,
      "stderr": "[31merror:[39m cannot read stdin: it is a terminal
    [2mhint:[22m Pipe the input in, or pass a file name.
    ",
      "stdout": "",
    }
  `);
  expect(tenant.requests).toEqual([]);
});

const flow = '{name: a, label: "A", type: {discriminator: SIMPLE, primitive_type: DECIMAL}}';

test.each([
  ['a list', `[${flow}]`],
  ['one object', flow],
  ['custom_fields', `{custom_fields: [${flow}]}`],
])('reads %s in the flow style of YAML (row 147)', async (_what, text) => {
  const tenants = [createTenant(), createTenant(), createTenant(), createTenant()] as const;
  await bizctl('fields create --file in.yaml', {tenant: tenants[0], files: {'in.yaml': text}});
  await bizctl('fields create --file in.yml', {tenant: tenants[1], files: {'in.yml': text}});
  await bizctl('fields create --file -', {tenant: tenants[2], stdin: text});
  await bizctl('fields create --file /dev/fd/63', {tenant: tenants[3], files: {'/dev/fd/63': text}});
  expect(tenants.map(tenant => tenant.fields().map(each => JSON.parse(each).label))).toEqual(tenants.map(() => ['A']));
});

test.each([
  ['a missing value', '{"name": "a",\n "label": }x', '2:11: not valid JSON: expected a value'],
  ['a number of Python', '[{"name": "a", "default_value": {"max": NaN}}]', '1:41: not valid JSON: expected a value'],
])('on stdin, %s is an error of JSON and not read as YAML (row 147)', async (_what, stdin, problem) => {
  const {exitCode, stderr} = await bizctl('fields create --file -', {stdin});
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: `error: stdin:${problem}\nhint: For YAML, use a file named *.yaml.\n`,
  });
});

test('a NUL character in YAML is refused', async () => {
  const {exitCode, stderr} = await bizctl('fields create --file f.yaml', {
    files: {'f.yaml': 'name: a\nlabel: "x\0y"\n'},
  });
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: 'error: f.yaml contains a NUL character\nhint: Remove it.\n',
  });
});

test('resolves YAML anchors and aliases within limits (row 160)', async () => {
  const text = `- &a {name: a, label: A, type: &t {discriminator: SIMPLE, primitive_type: DECIMAL}}\n- {&k name: b, label: *k, type: *t}\n`;
  const tenant = createTenant();
  expect((await bizctl('fields create --file in', {tenant, files: {in: text}})).exitCode).toBe(0);
  expect(tenant.fields().map(each => JSON.parse(each))).toMatchObject([
    {label: 'A', type: decimal},
    {label: 'name', type: decimal},
  ]);
});

test.each([
  [1, ''],
  [10, ''],
  [11, '; and 1 more'],
  [30, '; and 20 more'],
])('names ten of %d problems in a file', async (count, rest) => {
  const file = JSON.stringify(Array.from({length: count}, () => ({label: 'x', type: decimal})));
  const {exitCode, stderr} = await bizctl('fields create --file f.json', {files: {'f.json': file}});
  const named = Array.from({length: Math.min(count, 10)}, (_none, index) => index);
  expect({exitCode, error: stderr.split('\n')[0]}).toEqual({
    exitCode: 2,
    error: `error: ${named.map(index => `f.json:1:${2 + index * (JSON.stringify({label: 'x', type: decimal}).length + 1)}: the name is missing`).join('; ')}${rest}`,
  });
});

test.each([
  [64 * 1024 * 1024, false],
  [64 * 1024 * 1024 + 1, true],
])('a file of %i bytes is too large: %s', async (size, isTooLarge) => {
  const files = {'f.json': new Uint8Array(size).fill(0x20)};
  const {exitCode, stderr} = await bizctl('fields create --file f.json', {files});
  expect({exitCode, isTooLarge: stderr.startsWith('error: f.json is larger than 64 MiB\n')}).toEqual({
    exitCode: 2,
    isTooLarge,
  });
});

test('a misspelled member beside the fields is refused, as its tenant would guard nothing', async () => {
  const text = JSON.stringify({tennant: 'other.example.com', custom_fields: [{name: 'a', type: decimal}]});
  const tenant = createTenant();
  expect(await bizctl('fields create --file f.json', {tenant, files: {'f.json': text}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: f.json:1:12: unknown member "tennant"\nhint: Did you mean tenant?\n',
  });
  const reply = JSON.stringify({total_count: 1, custom_fields: [{name: 'a', type: decimal}]});
  expect((await bizctl('fields create --file f.json', {tenant, files: {'f.json': reply}})).exitCode).toBe(0);
});
