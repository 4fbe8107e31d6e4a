import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply} from '../../../harness/tenant.js';

const {inHome, run} = useFieldsAsCode();

test('lists the changes, where they are declared, and what is left alone', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  expect(await run('fields plan -f f.yaml', tenant)).toEqual({
    exitCode: 0,
    stdout: [
      '+ create  new  f.yaml:5:5',
      '          type: decimal',
      '          label: "New"',
      '          example_value: {"x":1}',
      '          "example_value" is sent but cannot be compared: the API never returns it',
      '~ update  a  f.yaml:2:5',
      '          ~ label: "Label of a" -> "New label"',
      'tenant    https://api.example.com/',
      'plan      1 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; 1 not declared, left alone ("b")',
      '',
    ].join('\n'),
    stderr: '',
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('--check exits with 8 when there are changes, with 0 when there are none', async () => {
  const tenant = createTenant([field('a')]);
  expect(await run('fields plan -f f.yaml --check', tenant)).toMatchObject({
    exitCode: 8,
    stderr: 'error: changes are pending: 1 to create, 1 to update\n',
  });
  const same = {files: {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'}};
  expect(await run('fields plan -f f.yaml --check', tenant, same)).toEqual({
    exitCode: 0,
    stdout: 'tenant  https://api.example.com/\nplan    no changes; 1 unchanged\n',
    stderr: '',
  });
});

test('makes no plan when a page of the list fails (row 30)', async () => {
  const tenant = createTenant([field('a')], {'GET /v2/customFields': () => reply('', {status: 404})});
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(4);
  expect(writesOf(tenant)).toEqual([]);
});

test('reports every problem in the files at once, before any request', async () => {
  const tenant = createTenant();
  const files = {
    'd/a.yaml': 'custom_fields:\n  - name: 010\n    type: {discriminator: SIMPLE}\n  - {name: x, deleted: true}\n',
    'd/b.json': '{"custom_fields": [{"name": "X"}, {"label": "L"}], "tenat": "h"}',
    'd/notes.txt': 'no fields file',
  };
  const {exitCode, stdout, stderr} = await run('fields plan -f d', tenant, {files});
  expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
  expect(stderr.split('\n').filter(line => line.startsWith('error'))).toEqual([
    'error: d/a.yaml:2:11: 010 is read as the number 10',
    'error: d/b.json:1:61: unknown member "tenat"',
    'error: d/b.json:1:35: name is missing',
    'error: 3 problems in the fields files',
  ]);
  expect((await run('fields plan -f d --format github', tenant, {files})).stdout.split('\n')[0]).toBe(
    '::error file=d/a.yaml,line=2,col=11::010 is read as the number 10. For a string, put it in quotes; for a number, write 10.',
  );
});

test.each([
  ['tenat', 'Did you mean tenant?'],
  ['owner', 'Use one of: tenant, custom_fields, $schema.'],
])('says which members a fields file has in place of %s', async (member, hint) => {
  const files = {'f.json': `{"custom_fields": [], "${member}": "h"}`};
  const {exitCode, stderr} = await run('fields plan -f f.json', createTenant(), {files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: `error: f.json:1:32: unknown member "${member}"\nhint: ${hint}\n`,
  });
});

test('counts choices to remove', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: '1', title: 'Low'},
          {id: '2', title: 'High'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options})]);
  const declared = {
    name: 'a',
    label: 'New label',
    options: {display_type: 'RADIO', groups: [{options: [{title: 'Low'}]}]},
  };
  const files = {'f.yaml': JSON.stringify({custom_fields: [declared]})};
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toBe(
    [
      '~ update  a  f.yaml:1:19',
      '          removes this choice and the values stored for it: "High"',
      '          ~ label: "Label of a" -> "New label"',
      '          - options.groups[0].options[High]: {"id":"2","title":"High"}',
      'tenant    https://api.example.com/',
      'losses    1: choice "High" of a; without a terminal or with --yes, pass --expect-deletes 1',
      'plan      0 to create, 1 to update, 0 to replace, 0 to delete; 1 choice to remove; 0 unchanged',
      '',
    ].join('\n'),
  );
});

test('warns when a field to create looks like a renamed one, and leaves that one alone', async () => {
  const tenant = createTenant([field('budget')]);
  const files = {'f.yaml': `custom_fields: [{name: spend, type: ${declaredType}, label: Label of budget}]`};
  expect(await run('fields plan -f f.yaml', tenant, {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "+ create  spend  f.yaml:1:17
              type: decimal
              label: "Label of budget"
    warning   f.yaml:1:17: "spend" looks like a rename of "budget", but names cannot change: applying creates a new field but does not move the old values
    tenant    https://api.example.com/
    plan      1 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged; 1 not declared, left alone ("budget")
    ",
    }
  `);
  const other = {'f.yaml': `custom_fields: [{name: spend, type: ${declaredType}, label: Another label}]`};
  expect((await run('fields plan -f f.yaml', tenant, {files: other})).stderr).toBe('');
});

test('does not take fields without a label for renamed ones', async () => {
  const files = {'f.yaml': `custom_fields: [{name: spend, type: ${declaredType}}]`};
  const {stderr} = await run('fields plan -f f.yaml', createTenant([field('budget', {label: null})]), {files});
  expect(stderr).toBe('');
});

test('sends a hint with an update, and says that it cannot be verified', async () => {
  const tenant = createTenant([field('a'), field('same')]);
  const files = {
    'f.yaml': `custom_fields: [
      {name: a, label: New, hint: H},
      {name: new, type: ${declaredType}, hint: I},
      {name: same, label: Label of same, hint: J}]`,
  };
  expect((await run('fields plan -f f.yaml', tenant, {files})).stdout).toMatchInlineSnapshot(`
    "+ create  new  f.yaml:3:7
              type: decimal
              "hint" cannot be sent with a create; once the field exists, send it with fields update --hint
    ~ update  a  f.yaml:2:7
              ~ label: "Label of a" -> "New"
              ~ hint: "H"
              "hint" is sent but cannot be compared: the API never returns it
    tenant    https://api.example.com/
    plan      1 to create, 1 to update, 0 to replace, 0 to delete; 1 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "same")
    "
  `);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([
    `POST /v2/customFields {"name":"new","type":${JSON.stringify(decimal)}}`,
    'PATCH /v2/customFields/cf_a {"label":"New","hint":"H"}',
  ]);
});

test('warns about a misspelt member, naming its place', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields:\n  - name: a\n    lable: Wrong\n'};
  expect(await run('fields plan -f f.yaml', tenant, {files})).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "",
      "stdout": "~ update  a  f.yaml:2:5
              + lable: "Wrong"
    warning   f.yaml:3:12: "lable" is not in the API reference; it is sent as is. Did you mean label?
    tenant    https://api.example.com/
    plan      0 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged
    ",
    }
  `);
});

test('warns about what looks misspelled below the top level, unless the tenant has it', async () => {
  const typo = {discriminator: 'SIMPLE', primitive_type: 'DECIMEL'};
  const entries = [
    '  - {name: a, type: {discriminator: SIMPLE, primitive_type: DECIMEL}}\n',
    '  - {name: n, type: {discriminator: SIMPLE, primitive_type: PHONES}, display_options: {type: DEFAULT, hiden: true}}\n',
    '  - {name: o, type: {discriminator: SIMPLE, primitive_type: PHONES}}\n',
    '  - {name: p, type: {discriminator: SIMPLE, primitive_type: PHONES}}\n',
  ];
  const files = {'f.yaml': `custom_fields:\n${entries.join('')}`};
  const plan = async (fields: Parameters<typeof createTenant>[0]) =>
    JSON.parse((await run('fields plan -f f.yaml --json', createTenant(fields), {files})).stdout);
  expect(await plan([field('a')])).toMatchObject({
    warnings: [
      'f.yaml:2:61: type.primitive_type "DECIMEL" is not in the API reference. Did you mean DECIMAL?',
      'f.yaml:3:61: type.primitive_type "PHONES" is not in the API reference. Did you mean PHONE? (also at f.yaml:4:61 and 1 more)',
      'f.yaml:3:110: display_options: "hiden" is not in the API reference; it is sent as is. Did you mean hidden?',
    ],
    refusals: [{reason: 'replace', hint: 'The type looks misspelled. Fix it in the file.'}],
  });
  // A text that happens to be the same says nothing.
  expect((await plan([field('a', {label: 'DECIMEL'})])).warnings).toHaveLength(3);
  const others = [field('a', {type: typo}), field('z', {type: {...typo, primitive_type: 'PHONES'}})];
  expect(await plan(others)).toMatchObject({
    warnings: [
      'f.yaml:3:110: display_options: "hiden" is not in the API reference; it is sent as is. Did you mean hidden?',
    ],
    refusals: [],
  });
});

test('shows the form of a type, and where a member belongs', async () => {
  const files = {
    'a.yaml': 'custom_fields: [{name: n, type: semver}]',
    'b.yaml': 'custom_fields: [{name: a, required: true}]',
  };
  expect((await run('fields plan -f a.yaml', createTenant(), {files})).stderr).toBe(
    'error: a.yaml:1:33: type is not an object: "semver"\nhint: Write it as {discriminator: SIMPLE, primitive_type: SEMVER}.\n',
  );
  expect((await run('fields plan -f b.yaml', createTenant([field('a')]), {files})).stdout).toContain(
    'warning   b.yaml:1:37: "required" belongs in validators, not in the field itself; it is sent as is\n',
  );
});

test('rejects an element that is not an object', async () => {
  const files = {'f.yaml': 'custom_fields: [5]'};
  expect(await run('fields plan -f f.yaml', createTenant(), {files})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: f.yaml:1:17: expected an object, got 5\nhint: Use an object with members such as name and type.\n',
  });
});

test('carries nothing over into a fully declared replacement', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{name: a, label: L, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stdout} = await run('fields plan -f f.yaml --replace a --json', createTenant([field('a')]), {files});
  expect(JSON.parse(stdout).changes[0].notes).toEqual([
    'must be replaced: the type of a field cannot change; its id and the values stored in it are lost',
    'not carried over: hint and example_value, which the API never returns',
  ]);
});

test('does not suggest resuming an apply that the API refused', async () => {
  const tenant = createTenant([field('a')], {PATCH: () => reply({message: 'no'}, {status: 422})});
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect(await run('fields apply -f f.yaml --yes', tenant, {files})).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('\nhint: If the files are the cause, correct them, then apply them again.\n'),
  });
});

test('warns that a replacement makes the declared id obsolete', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{id: cf_a, name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stdout} = await run('fields plan -f f.yaml --replace a --json', createTenant([field('a')]), {files});
  expect(JSON.parse(stdout).warnings).toEqual([
    'f.yaml:1:17: "a" gets a new id; remove its id from the file after the apply',
  ]);
  const apply = 'fields apply -f f.yaml --replace a --yes --expect-deletes 1';
  expect((await run(apply, createTenant([field('a')]), {files})).stderr.split('\n')[0]).toBe(
    'warning: f.yaml:1:17: "a" gets a new id; remove its id from the file after the apply',
  );
});

test('reads no schema for editors as a fields file', async () => {
  const files = {'d/f.yaml': 'custom_fields: [{name: a}]', 'd/fields.schema.json': '{"$id": "x"}'};
  expect((await run('fields plan -f d', createTenant([field('a')]), {files})).exitCode).toBe(0);
});

test('a warning about a file is in every format, and a saved plan with one can be applied', async () => {
  const files = {'f.yaml': 'custom_fields:\n  - name: a\n    lable: Wrong\n'};
  const warning = '"lable" is not in the API reference; it is sent as is. Did you mean label?';
  const tenant = createTenant([field('a')]);
  const planned = async (option: string) => (await run(`fields plan -f f.yaml ${option}`, tenant, {files})).stdout;
  expect(JSON.parse(await planned('--json')).warnings).toEqual([`f.yaml:3:12: ${warning}`]);
  expect(await planned('--format markdown')).toContain(`> **Warning:** \` f.yaml:3:12: ${warning} \`\n`);
  expect(await planned('--format github')).toContain(`::warning file=f.yaml,line=3,col=12::${warning}\n`);
  const saved = inHome('plan.json');
  await planned(`--out ${saved}`);
  expect((await run(`fields apply ${saved} --yes`, tenant)).stderr).not.toContain('Plan again');
});

test('does not wait for a fields file that would be typed at the terminal', async () => {
  const tenant = createTenant();
  expect(await run('fields plan -f -', tenant, {terminal: 80})).toMatchInlineSnapshot(`
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

test('ignores the order of validators', async () => {
  const [min, max] = ['MIN', 'MAX'].map(size_type => ({required: true, size: {size: 1, size_type}}));
  const tenant = createTenant([field('a', {validators: [min ?? null, max ?? null]})]);
  const files = {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', validators: [max, min]}]})};
  expect(await run('fields plan -f f.yaml --check', tenant, {files})).toMatchObject({exitCode: 0});
});

test('a directory without fields files is refused by name', async () => {
  expect(await run('fields plan -f d', createTenant(), {files: {'d/notes.txt': 'x'}})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: d contains no fields files\nhint: Use files whose names end in .yaml, .yml or .json.\n',
  });
});

test('the JSON of a plan names the place of what protection keeps', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{name: a, protect: true, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {stdout} = await run('fields plan -f f.yaml --json', createTenant([field('a')]), {files});
  expect(JSON.parse(stdout).kept).toEqual([
    {
      name: 'a',
      action: 'replace',
      place: 'f.yaml:1:17',
      reason: 'would have to be replaced: the type of a field cannot change',
      differences: [{path: 'type.primitive_type', before: 'DECIMAL', after: 'PHONE'}],
    },
  ]);
});

test('a refusal in JSON has its place by itself, and before its message', async () => {
  const files = {'f.yaml': `custom_fields: [{name: a, type: ${declaredType.replace('DECIMAL', 'PHONE')}}]`};
  const {stdout} = await run('fields plan -f f.yaml --json', createTenant([field('a')]), {files});
  expect(JSON.parse(stdout).refusals).toEqual([
    {
      reason: 'replace',
      place: 'f.yaml:1:17',
      message:
        'f.yaml:1:17: "a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost',
      hint: 'If that is intended, pass --replace a.',
    },
  ]);
});

test('includes the fields that lose something in the JSON of a plan, with their undocumented members (row 165)', async () => {
  const gone = field('gone', {revision: 7});
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  const {stdout} = await run('fields plan -f f.yaml --prune --json', createTenant([field('a'), gone]), {files});
  const changes: readonly JsonObject[] = JSON.parse(stdout).changes;
  expect(changes.map(({action, before}) => ({action, before}))).toEqual([
    {action: 'update', before: undefined},
    {action: 'delete', before: gone},
  ]);
});

test('names the choice that becomes the default', async () => {
  const groups = [
    {
      options: [
        {id: 'o1', title: 'Low'},
        {id: 'o2', title: 'High'},
      ],
    },
  ];
  const options = {display_type: 'RADIO', groups};
  const files = {
    'f.yaml':
      'custom_fields: [{name: a, options: {default_option_id: o2}}, {name: b, options: {default_option_id: o2}}]',
  };
  const tenant = createTenant([field('a', {options}), field('b', {options: {...options, default_option_id: 'o1'}})]);
  const {stdout} = await run('fields plan -f f.yaml', tenant, {files});
  expect(stdout.split('\n').filter(line => line.includes('default'))).toEqual([
    '          + options.default_option_id: "o2" ("High")',
    '          ~ options.default_option_id: "o1" ("Low") -> "o2" ("High")',
  ]);
});

test('a new field without a type may be a misspelled name', async () => {
  const tenant = createTenant([field('budget')]);
  const files = {'f.yaml': 'custom_fields: [{name: budgt, label: Net}, {name: x1, label: X}]'};
  const {stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect(JSON.parse(stdout).warnings).toEqual([
    'f.yaml:1:17: "budgt" is new and declares no type; did you mean "budget"?',
    'f.yaml:1:44: "x1" is new and declares no type; the API may refuse to create it',
  ]);
});

test('an unknown column of a plan is answered with those that it has', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  const {exitCode, stderr} = await run('fields plan -f f.yaml --columns nope', createTenant([field('a')]), {files});
  expect({exitCode, stderr}).toEqual({
    exitCode: 2,
    stderr: expect.stringMatching(
      /^error: unknown column "nope"\nhint: Available columns: id, summary, changes, kept, undeclared, refusals, warnings\b/,
    ),
  });
});
