import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {inChoice} from '../../../src/base/in-series.js';
import {exactNumber} from '../../../src/json/json.js';
import {formatsWith} from '../../../src/output/formats.js';
import {useFieldsAsCode, writesOf} from '../../harness/fields-as-code.js';
import {answering, createTenant, field} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const {inHome, run} = useFieldsAsCode();

test('exports a fields file that leaves nothing to do', async () => {
  const tenant = createTenant([field('b', {weird: {x: [1.1, null]}}), field('a')]);
  const {stdout} = await run('fields export', tenant);
  expect(stdout).toContain('# yaml-language-server: $schema=');
  expect(await run('fields plan -f - --prune --check', tenant, {stdin: stdout})).toMatchObject({
    exitCode: 0,
    stdout: 'tenant  https://api.example.com/\nplan    no changes; 2 unchanged\n',
  });
  expect((await run(`fields export --split ${inHome('split')} --quiet`, tenant)).exitCode).toBe(0);
  expect(readdirSync(inHome('split'))).toEqual(['a.yaml', 'b.yaml']);
});

test('that a field is not deleted is neither exported nor noted (4.4)', async () => {
  const tenant = createTenant([field('a', {deleted: false})]);
  const {stdout, stderr} = await run('fields export --json', tenant);
  expect({fields: JSON.parse(stdout).custom_fields, stderr}).toEqual({
    fields: [expect.not.objectContaining({deleted: false})],
    stderr: '',
  });
});

test.each(['csv', 'tsv', 'ndjson', 'json'])(
  '--split writes YAML files, also where the format is %s by default',
  async output => {
    const env = {BIZCTL_OUTPUT: output};
    const directory = inHome('by-default');
    expect((await run(`fields export --split ${directory} --quiet`, createTenant([field('a')]), {env})).exitCode).toBe(
      0,
    );
    expect(readdirSync(directory)).toEqual(['a.yaml']);
  },
);

test('an empty --split, as of an unset variable, is refused', async () => {
  expect(await run(['fields', 'export', '--split', ''], createTenant())).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: --split is empty\nhint: Pass a directory: --split DIR.\n',
  });
});

test('exports odd tenants so that nothing is left to do', async () => {
  const odd = [
    [],
    [field('a'), {...field('a'), id: 'other'}],
    [field('Stage'), field('stage')],
    [field('caf\u00e9'), field('cafe\u0301')],
    [field('m', {default_value: {'<<': {x: '='}, 2: 1, __proto__: null}, deleted: false, label: ' yes\n'})],
    [{id: 'nameless', label: null}],
    [field('f', {validators: [{size: {size: exactNumber('3.0'), size_type: 'MAX'}}]})],
  ];
  for (const fields of odd) {
    const tenant = createTenant(fields);
    const {stdout} = await run('fields export', tenant);
    expect(await run('fields plan -f - --check', tenant, {stdin: stdout})).toMatchObject({exitCode: 0, stderr: ''});
  }
});

test('exports a member of an undocumented type with the id of its field, so that the file can be applied (row 148)', async () => {
  allowViolations();
  const tenant = createTenant([field('t', {validators: [{size: {size: 'three', size_type: 'MAX'}}]})]);
  const {stdout, stderr} = await run('fields export', tenant);
  expect(stdout).toContain('  - id: cf_t\n    name: t\n');
  expect(stderr).toBe(
    'note: exported with ids, so these fields can be applied only to this tenant: "t" (the name is empty or not unique, or a member does not have the type in the API reference)\n',
  );
  expect((await run('fields export --with-ids', tenant)).stderr).toBe('');
  const edited = stdout.replace('Label of t', 'New');
  expect(await run('fields apply -f - --yes', tenant, {stdin: edited})).toMatchObject({exitCode: 0});
  expect(writesOf(tenant)).toEqual(['PATCH /v2/customFields/cf_t {"label":"New"}']);
});

test('exports flags and sizes that the API writes as texts in their documented types (row 148)', async () => {
  allowViolations();
  const tenant = createTenant([
    field('t', {
      validators: [{required: '1', size: {size: '3', size_type: 'MAX'}}],
      display_options: {hidden: 'false'},
    }),
  ]);
  const {stdout, stderr} = await run('fields export --json', tenant);
  expect({declared: JSON.parse(stdout), stderr}).toMatchObject({
    declared: {
      custom_fields: [
        {
          name: 't',
          validators: [{required: true, size: {size: 3, size_type: 'MAX'}}],
          display_options: {hidden: false},
        },
      ],
    },
    stderr: '',
  });
});

test('exports every documented member, at every depth (row 148)', async () => {
  const reference = {category: 'CRM', name: 'Contact'};
  const display = {
    type: 'REF',
    hidden: false,
    reference_type_display_options: {
      hidden: false,
      card_options: {card_properties: ['name']},
      title_property: 'name',
      description_property: 'email',
      reference_display_type: 'CARD',
      empty_state: {title: 'None', description: 'Add one'},
      component_name: 'c',
    },
    date_time_display_options: {allow_past_dates: true, allow_future_dates: false},
    boolean_display_options: {display_type: 'TOGGLE'},
    duration: {duration_units: ['HOURS']},
  };
  const members = {
    name: 'a',
    type: {
      discriminator: 'ARRAY',
      primitive_type: 'ARRAY',
      array: {
        list_type: {discriminator: 'REF', primitive_type: 'REF', ref: {reference_type: reference, fields: ['name']}},
      },
    },
    label: 'A',
    description: 'B',
    helper_text: 'C',
    default_value: {any: {thing: 1}},
    validators: [{required: true, size: {size: 1, size_type: 'MIN'}}],
    display_options: {type: 'ARRAY', array_display_options: {item_options: display, sortable: true}},
    options: {
      display_type: 'RADIO',
      groups: [{header: 'G', sort_order: 1, options: [{id: 'x', sort_order: 1, subtitle: 's', title: 'X'}]}],
      default_option_id: 'x',
      option_source: reference,
    },
  };
  const {exitCode, stdout, stderr} = await run('fields export --json', createTenant([{id: 'cf_a', ...members}]));
  expect({exitCode, exported: JSON.parse(stdout), stderr}).toEqual({
    exitCode: 0,
    exported: {custom_fields: [members]},
    stderr: '',
  });
});

test('exports every field of an API that gives fields no ids', async () => {
  const fields = [
    {name: 'a', label: 'A'},
    {name: 'b', label: 'B'},
  ];
  const {exitCode, stdout} = await run('fields export --json', answering({custom_fields: fields}));
  expect({exitCode, exported: JSON.parse(stdout)}).toEqual({exitCode: 0, exported: {custom_fields: fields}});
});

test('says how many files it has written where', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  expect(await run(`fields export --split ${inHome('split')}`, tenant)).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `note: wrote 2 fields to ${inHome('split')}\n`,
  });
});

test.each([
  [{id: 'cf_a', name: 5}, 'the name of the custom field "cf_a" is not a string: 5'],
  [{id: 7}, 'the id of the custom field null is not a string: 7'],
  [{name: 7}, 'the id of the custom field 7 is not a string: null'],
])('says what is wrong with the field %j', async (row, problem) => {
  allowViolations();
  expect(await run('fields export', answering({custom_fields: [row]}))).toEqual({
    exitCode: 6,
    stdout: '',
    stderr: `error: ${problem}
hint: To see it, run: bizctl api GET /v2/customFields
`,
  });
});

test('never turns a name into a path and never overwrites a file (rows 101, 102)', async () => {
  const directory = inHome('names');
  const names = ['../../x', '/abs', 'con', 'nul\u0000', 'ü'.repeat(300)];
  const tenant = createTenant(names.map((name, index) => field(`n${index}`, {name})));
  expect((await run(`fields export --split ${directory} --quiet`, tenant)).exitCode).toBe(0);
  const files = readdirSync(directory);
  expect(files.filter(file => !/^\w[\w-]{0,60}-[0-9a-f]{6}\.yaml$/.test(file))).toEqual([]);
  expect(files).toHaveLength(names.length);
  const before = files.map(file => readFileSync(join(directory, file), 'utf8'));
  expect(await run(`fields export --split ${directory} --quiet`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${directory} is not empty\nhint: Pass a new or empty directory.\n`,
  });
  expect(readdirSync(directory).map(file => readFileSync(join(directory, file), 'utf8'))).toEqual(before);
});

const withoutDocuments = formatsWith(({holdsDocuments}) => !holdsDocuments);

test.each(withoutDocuments)('refuses to write a fields file as %s', async format => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await run(`fields export --output ${format}`, tenant);
  expect({exitCode, error: JSON.parse(stderr).error.message, requests: tenant.requests}).toEqual({
    exitCode: 2,
    error: `fields export does not take --output ${inChoice(withoutDocuments)}`,
    requests: [],
  });
});

test('refuses to write a fields file in a stored format that has one line per row', async () => {
  await run('config set output csv', createTenant());
  expect((await run('fields export', createTenant([field('a')]))).exitCode).toBe(2);
});

test('refuses --columns for a fields file, and picks members of the JSON', async () => {
  const tenant = createTenant([field('a')]);
  expect(await run('fields export --columns custom_fields', tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: fields export does not take --columns
hint: Run: bizctl fields list --columns custom_fields
`,
  });
  expect(tenant.requests).toEqual([]);
});

test('an export in parts is one fields file (row 162)', async () => {
  const fields = Array.from({length: 2001}, (_none, index) => field(`f${index}`, {description: 'a\n\nb: c'}));
  const tenant = createTenant(fields);
  const {stdout} = await run('fields export', tenant);
  expect(stdout.match(/^custom_fields:$/gm)).toHaveLength(1);
  expect(stdout.match(/^ {2}- /gm)).toHaveLength(2001);
  expect(await run('fields plan -f - --prune --check', tenant, {stdin: stdout})).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
});

test('fields are exported in the order of their names, whatever the order of the list', async () => {
  const tenant = createTenant(['b', 'c', 'a'].map(name => field(name)));
  const {stdout} = await run('fields export --json', tenant);
  expect(JSON.parse(stdout).custom_fields.map(({name}: {name: string}) => name)).toEqual(['a', 'b', 'c']);
});

test('an export names choices that may have been deleted', async () => {
  allowViolations();
  const choices = [
    {id: '1', title: 'p'},
    {id: '2', title: 'q', archived: true},
  ];
  const tenant = createTenant([
    field('a', {options: {display_type: 'RADIO', groups: [{header: 'G', options: choices}]}}),
  ]);
  expect((await run('fields export', tenant)).stderr).toContain(
    'warning: the tenant still lists choices that may have been deleted: "q" of "a" (archived: true)\n',
  );
});
