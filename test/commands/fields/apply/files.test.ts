import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();

test.each<[string, {readonly [file: string]: string}, string]>([
  [
    'a name declared with and without an id',
    {'f.yaml': `custom_fields: [{id: cf_a, name: a}, {name: a, type: ${declaredType}}]`},
    `error: f.yaml:1:38: the name "a" also appears in the files with an id
hint: Give this one the id of its field too, or remove one of them.
`,
  ],
  [
    'values that are nested too deeply',
    {'f.json': `{"custom_fields": [\n${'['.repeat(200)}${']'.repeat(200)}]}`},
    'error: f.json:2:99: the JSON is nested too deeply (limit: 100 levels)\n',
  ],
  [
    'files for two tenants',
    {
      'f.yaml': `tenant: api.example.com\ncustom_fields: [{name: a, type: ${declaredType}}]`,
      'g.yaml': `tenant: other.example.com\ncustom_fields: [{name: b, type: ${declaredType}}]`,
    },
    `error: g.yaml:1:9: the files are for two tenants, api.example.com and other.example.com
hint: Plan one tenant at a time.
`,
  ],
  [
    'one of three files for another tenant',
    {
      'f.yaml': `tenant: api.example.com\ncustom_fields: [{name: a, type: ${declaredType}}]`,
      'g.yaml': `tenant: api.example.com\ncustom_fields: [{name: b, type: ${declaredType}}]`,
      'h.yaml': `tenant: other.example.com\ncustom_fields: [{name: c, type: ${declaredType}}]`,
    },
    `error: h.yaml:1:9: the files are for two tenants, api.example.com and other.example.com
hint: Plan one tenant at a time.
`,
  ],
  [
    'an empty tenant',
    {'f.yaml': `tenant: ''\ncustom_fields: [{name: a, type: ${declaredType}}]`},
    'error: f.yaml:1:9: the tenant is not a host name\nhint: Use a host name such as api.example.com.\n',
  ],
  [
    'a protection that is a word',
    {'f.yaml': `custom_fields: [{name: a, protect: 'yes'}]`},
    'error: f.yaml:1:36: protect must be true or false, got "yes"\n',
  ],
  [
    'a number as id',
    {'f.yaml': `custom_fields: [{id: 5, name: a, type: ${declaredType}}]`},
    'error: f.yaml:1:22: id is not a string: 5\nhint: Put it in quotes, or leave it out.\n',
  ],
  [
    'an empty id',
    {'f.yaml': `custom_fields: [{id: '', name: a, type: ${declaredType}}]`},
    'error: f.yaml:1:22: id is empty\nhint: Leave it out.\n',
  ],
  [
    'a mark of deletion',
    {'f.yaml': `custom_fields: [{name: a, deleted: true}]`},
    'error: f.yaml:1:36: deleted cannot be declared in a file\nhint: Remove it. To delete the field, leave the whole field out and plan with --prune.\n',
  ],
  [
    'the only file, which cannot be read',
    {'f.yaml': 'custom_fields: [{name: 010}]'},
    `error: f.yaml:1:24: 010 is read as the number 10
hint: For a string, put it in quotes; for a number, write 10.
`,
  ],
  [
    'a number that is too long to be shown',
    {'f.yaml': `custom_fields: [{name: 0x${'f'.repeat(400)}}]`},
    `error: f.yaml:1:24: 0x${'f'.repeat(98)}… is read as the number Infinity\nhint: Put it in quotes.\n`,
  ],
])('refuses %s before any request', async (_what, files, stderr) => {
  const tenant = createTenant([field('a')]);
  const named = Object.keys(files).map(file => `-f ${file}`);
  expect({
    ...(await run(`fields apply --yes ${named.join(' ')}`, tenant, {files})),
    requests: tenant.requests,
  }).toEqual({exitCode: 2, stdout: '', stderr, requests: []});
});

test('updates a field that is declared by its id alone', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{id: cf_a, label: New}]'};
  expect(await run('fields apply -f f.yaml --yes --quiet', tenant, {files})).toMatchObject({exitCode: 0, stderr: ''});
  expect(writesOf(tenant)).toEqual(['PATCH /v2/customFields/cf_a {"label":"New"}']);
});

test('compares a field whose shape only its tenant knows, and refuses to send it', async () => {
  allowViolations();
  const odd = [{required: 'sometimes'}];
  const tenant = createTenant([field('a', {validators: odd})]);
  const declare = (more: object) => ({
    files: {'f.yaml': JSON.stringify({custom_fields: [{...field('a', {validators: odd}), ...more}]})},
  });
  expect(await run('fields plan -f f.yaml --check', tenant, declare({}))).toEqual({
    exitCode: 0,
    stdout: 'tenant  https://api.example.com/\nplan    no changes; 1 unchanged\n',
    stderr: '',
  });
  const other = {validators: [{required: 'never'}]};
  expect(await run('fields apply -f f.yaml --yes', tenant, declare(other))).toMatchInlineSnapshot(`
    {
      "exitCode": 9,
      "stderr": "error: f.yaml:1:151: validators[0].required is not true or false: "never"
    hint: Use a value from the API reference.
    ",
      "stdout": "",
    }
  `);
  expect((await run('fields apply -f f.yaml --yes', tenant, declare({label: 'New'}))).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual(['PATCH /v2/customFields/cf_a {"label":"New"}']);
});

test('a required member that the file leaves out may come from the tenant, but not for a new field', async () => {
  const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT', hidden: false}})]);
  const hide = (name: string) => ({
    files: {'f.yaml': `custom_fields:\n  - {name: ${name}, type: ${declaredType}, display_options: {hidden: true}}`},
  });
  expect((await run('fields apply -f f.yaml --yes', tenant, hide('a'))).exitCode).toBe(0);
  expect(await run('fields apply -f f.yaml --yes', tenant, hide('b'))).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: f.yaml:2:88: display_options.type is missing\nhint: Add it; the API reference requires it.\n',
  });
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"display_options":{"type":"DEFAULT","hidden":true}}',
  ]);
});

test('a file that was given twice is refused, and not its fields', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a}, {name: b}]'};
  expect(await run('fields plan -f f.yaml -f f.yaml', createTenant(), {files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: f.yaml was given twice\nhint: Pass each file once.\n',
  });
});

test.each<[string, readonly string[], string]>([
  ['fields files', ['f.yml'], 'To apply fields files, run: bizctl fields apply -f d'],
  ['fields files and others', ['a.json', 'f.YAML'], 'To apply fields files, run: bizctl fields apply -f d'],
  [
    'saved plans',
    ['acme.json', 'x.yaml.json'],
    'To apply its plans one by one, each with its profile, run: bizctl fields apply d/acme.json --profile acme --yes',
  ],
  ['neither', ['f.csv'], 'To apply fields files, run: bizctl fields apply -f d'],
])('an apply of a directory of %s says how to apply its files', async (_what, names, hint) => {
  const files = Object.fromEntries(names.map(name => [`d/${name}`, 'custom_fields: [{name: a}]']));
  expect(await run('fields apply d --yes --expect-deletes 9', createTenant(), {files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: d is a directory, not a saved plan\nhint: ${hint}\n`,
  });
});

test.each([
  ['label: a: b', 'Put a value that contains ": " in quotes, or correct the indentation.'],
  ['label: @x', 'Put the value in quotes.'],
  ['label: "x', 'Check that quotes and brackets are closed, and that each key is followed by ": ".'],
  ['label', 'Check the indentation, and that each key is followed by ": ".'],
  ['\tlabel: x', 'Indent with spaces.'],
])('advises on YAML that cannot be parsed: %j', async (line, advice) => {
  const files = {'f.yaml': `custom_fields:\n  - name: x\n    ${line}\n    type: y\n`};
  const {exitCode, stderr} = await run('fields plan -f f.yaml', createTenant(), {files});
  expect({exitCode, hint: stderr.split('\n')[1]}).toEqual({exitCode: 2, hint: `hint: ${advice}`});
});

test.each([
  ['custom_fields: [', 'f.yaml:2:1: the list in brackets is not closed, or its ] is not indented'],
  [
    'custom_fields:\n  - type: {a: 1\n  - x',
    'f.yaml:3:3: the object in brackets is not closed, or its } is not indented',
  ],
  [`custom_fields:\n  - ${'x'.repeat(400)}\n    y: 1`, /^f\.yaml:\d+:\d+: .{1,301}$/],
])('says in plain words where YAML cannot be parsed: %j', async (text, message) => {
  const {stderr} = await run('fields plan -f f.yaml', createTenant(), {files: {'f.yaml': `${text}\n`}});
  expect(stderr.split('\n')[0]?.replace('error: ', '')).toMatch(message);
});

test.each([
  ['f.yaml', 'fields: []\n'],
  ['f.json', '{"fields": []}'],
  ['f.yaml', '12\n'],
])('%s with %j lacks the list of fields', async (name, text) => {
  const tenant = createTenant();
  expect(await run(`fields plan -f ${name}`, tenant, {files: {[name]: text}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${name}:1:1: missing "custom_fields" list\nhint: Start the file with custom_fields: and put each field after a dash.\n`,
  });
});

test('a note names the CSV files in a directory, which are not read', async () => {
  const files = {'d/f.yaml': 'custom_fields: []', 'd/extra.csv': 'name,type\na,decimal\n'};
  expect((await run('fields plan -f d', createTenant([field('a')]), {files})).stderr).toBe(
    'note: CSV files in d are not read: d/extra.csv; pass them with -f\n',
  );
  expect((await run('fields plan -f d -f d/extra.csv', createTenant([field('a')]), {files})).stderr).toBe('');
});

test('a note names the schemas in a directory, which are not read, but for those that bizctl writes', async () => {
  const declare = (name: string) => `custom_fields: [{name: ${name}, label: New}]`;
  const files = {
    'd/a.yaml': declare('a'),
    'd/b.schema.yaml': declare('b'),
    'd/c.schema.json': '{}',
    'd/fields.schema.json': '{}',
    'd/fields.schema.yaml': '{}',
  };
  const tenant = createTenant([field('a'), field('b')]);
  const planned = async (line: string) => {
    const {stdout, stderr} = await run(line, tenant, {files});
    return {names: JSON.parse(stdout).changes.map(({name}: {name: string}) => name), stderr};
  };
  expect(await planned('fields plan -f d --json')).toEqual({
    names: ['a'],
    stderr:
      '{"note":{"message":"schemas in d are not read: d/b.schema.yaml, d/c.schema.json; if one declares fields, pass it with -f"}}\n',
  });
  expect((await planned('fields plan -f d -f d/b.schema.yaml --json')).names).toEqual(['a', 'b']);
  expect((await run('fields plan -f d', tenant, {files: {'d/c.schema.json': '{}'}})).stderr).toContain(
    'note: schemas in d are not read: d/c.schema.json; if one declares fields, pass it with -f\nerror: d contains no fields files\n',
  );
});

test('says how to apply a fields file that is passed as a saved plan', async () => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a'}]})};
  expect(await run('fields apply f.json', createTenant(), {files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: f.json is not a plan saved with --out\nhint: To apply fields files, run: bizctl fields apply -f f.json\n',
  });
});
