import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

test('prints a plan as Markdown and as GitHub annotations', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  expect((await run('fields plan -f f.yaml --format markdown', tenant)).stdout).toContain(
    '```diff\n+ create new  (f.yaml:5:5)\n    type: decimal\n',
  );
  expect((await run('fields plan -f f.yaml --format github', tenant)).stdout).toContain(
    '::notice file=f.yaml,line=2,col=5,title=update a::~ label: "Label of a" -> "New label"\n',
  );
  const many = Array.from({length: 3000}, (_none, index) => `  - {name: field_number_${index}, label: x}`).join('\n');
  const {stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {
    files: {'f.yaml': `custom_fields:\n${many}\n`},
  });
  expect(stdout.length).toBeLessThan(65_536);
  expect(stdout).toMatch(/and (\d+) more changes, not shown here: \1 to create\n\n2 not declared, left alone\n$/);
});

test.each(['--json', '--output yaml', '--jq .'])('a format for code review excludes %s', async option => {
  expect(await run(`fields plan -f f.yaml --format markdown ${option}`, createTenant())).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining(`--format markdown cannot be combined with ${option.split(' ')[0]}`),
  });
});

test('what is refused is annotated once, and what else is lost as a warning', async () => {
  const declared = ['a', 'b'].map(name => `{name: ${name}, type: {discriminator: SIMPLE, primitive_type: PHONE}}`);
  const files = {'f.yaml': `custom_fields: [${declared.join()}]`};
  const {stdout} = await run(
    'fields plan -f f.yaml --replace b --format github',
    createTenant([field('a'), field('b')]),
    {files},
  );
  expect(stdout.split('\n').map(each => each.split(/%0A|: the type/)[0])).toEqual([
    '::error file=f.yaml,line=1,col=17::"a" must be replaced',
    '::warning title=losses::2: replace a, replace b; without a terminal or with --yes, pass --expect-deletes 2',
    '::warning file=f.yaml,line=1,col=81,title=replace b::must be replaced',
    '::notice::0 to create, 0 to update, 2 to replace, 0 to delete; 0 unchanged; 1 refused',
    '',
  ]);
});

test('annotates what is lost as a warning, at a path that GitHub reads whole', async () => {
  const files = {'a,b:c.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields plan -f a,b:c.yaml --replace a --prune --format github';
  const {stdout} = await run(line, createTenant([field('a'), field('gone')]), {files});
  expect(stdout.split('\n').map(each => each.split(/%0A|: the type/)[0])).toEqual([
    '::warning title=losses::2: replace a, delete gone; without a terminal or with --yes, pass --expect-deletes 2',
    '::warning title=delete gone::its id and the values stored in it are lost',
    '::warning file=a%2Cb%3Ac.yaml,line=1,col=17,title=replace a::must be replaced',
    '::notice::0 to create, 0 to update, 1 to replace, 1 to delete; 0 unchanged',
    '',
  ]);
});

test('annotates a refusal at its line, which its words do not repeat, with what is refused', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --format github', createTenant([field('a')]), {files});
  expect({exitCode, first: stdout.split('\n')[0]?.split('%0A')}).toEqual({
    exitCode: 9,
    first: [
      '::error file=f.yaml,line=1,col=17::"a" must be replaced: the type of a field cannot change; its id and the values stored in it are lost. If that is intended, pass --replace a.',
      'id: cf_a',
      '~ type.primitive_type: "DECIMAL" -> "PHONE"  (forces replacement)',
      'recreate with',
      '  type: phone',
      '  label: "Label of a"',
      'carried over from the old field: label',
      'not carried over: hint and example_value, which the API never returns',
    ],
  });
});

test('only parts of the type are marked as forcing the replacement', async () => {
  const type = (...fields: readonly string[]) => ({
    discriminator: 'REF',
    primitive_type: 'ARRAY',
    ref: {type: 'USER', fields},
  });
  const shown = (form: string) => ({display_options: {type: form}});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type: type('x'), ...shown('CARD')}]})};
  const tenant = createTenant([field('a', {type: type('x', 'y'), ...shown('DEFAULT')})]);
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, {files});
  expect(stdout.match(/[-~] \S*type.*$/gm)).toEqual([
    '- type.ref.fields[1]: "y"  (forces replacement)',
    '~ display_options.type: "DEFAULT" -> "CARD"',
  ]);
});

test('a plan in Markdown has long values at its end, and foreign names in code (row 165)', async () => {
  const label = 'x'.repeat(200);
  const files = {'f.yaml': `custom_fields: [{name: a, label: ${label}}, {name: "&lt;<\`", label: ${label}}]`};
  const tenant = createTenant([field('a'), field('&lt;<`'), field('b', {name: '`@everyone`'})]);
  const {stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {files});
  expect(stdout).toContain('\nNot declared, left alone: `` `@everyone` ``\n');
  expect(stdout).toContain(`\n-   label: "Label of a"\n+   label: "${'x'.repeat(119)}…\n`);
  expect(stdout.split('<details>')[1]).toContain(`\n+   label: "${label}"\n`);
  expect(stdout).toContain('<code>&amp;lt;&lt;&#96;</code>');
});

test('advice on a field whose name looks like an option works as pasted', async () => {
  const files = {
    'f.yaml': 'custom_fields: [{name: --yes, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const tenant = createTenant([field('--yes')]);
  const {stdout} = await run('fields plan -f f.yaml', tenant, {files});
  const [advised = ''] = /--replace\S*/.exec(stdout) ?? [];
  expect(advised).toBe('--replace=--yes.');
  expect((await run('fields plan -f f.yaml --replace=--yes', tenant, {files})).exitCode).toBe(0);
});

test('no text closes the fence of a plan in Markdown, nor is it changed for that (row 165)', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: "````\\n@everyone"}]'};
  const {stdout} = await run('fields plan -f f.yaml --format markdown', createTenant([field('a')]), {files});
  expect(stdout.match(/^`+.*$/gm)).toEqual(['`````diff', '`````']);
  expect(stdout).toContain('  label: "Label of a" -> "````\\n@everyone"\n');
  const long = {'f.yaml': `custom_fields: [{name: a, label: "${'`'.repeat(9000)}"}]`};
  const line = 'fields plan -f f.yaml --format markdown';
  expect((await run(line, createTenant([field('a')]), {files: long})).stdout).toContain('(9000 backticks)');
});

test('a line break in a name does not forge a line of an annotation (row 91)', async () => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a\n# b', type: decimal}]})};
  const {stdout} = await run('fields plan -f f.json --format github', createTenant(), {files});
  expect(stdout).toContain(',title=create a\\n# b::');
});

test('names a deleted field as the old name of just one new field', async () => {
  const files = {
    'f.json': JSON.stringify({custom_fields: ['amount_1', 'amount_2'].map(name => ({name, type: decimal, label: ''}))}),
  };
  const tenant = createTenant(['amount_3', 'amount_4'].map(name => field(name, {label: ''})));
  const {stdout} = await run('fields plan -f f.json --prune', tenant, {files});
  expect(stdout.match(/"amount_\d" looks like a rename of "amount_\d"/g)).toEqual([
    '"amount_1" looks like a rename of "amount_3"',
    '"amount_2" looks like a rename of "amount_4"',
  ]);
});

test.each([
  ['amount', 'amounts', 1],
  ['total', 'totals', 0],
])(
  '%s, beside %s that is deleted, is taken for a rename %i times, as short names are often alike',
  async (name, old, count) => {
    const files = {'f.json': JSON.stringify({custom_fields: [{name, type: decimal, label: 'New'}]})};
    const {stdout} = await run('fields plan -f f.json --prune', createTenant([field(old)]), {files});
    expect(stdout.match(/looks like a rename/g) ?? []).toHaveLength(count);
  },
);

test.each([
  ['Months of the trial', 1],
  ['MONTHS of the trial', 1],
  ['Something else', 0],
  ['', 0],
])(
  'beside a field that is deleted, one of its type with the description %j is taken for a rename %i times',
  async (description, count) => {
    const old = field('trial_length', {description: description === '' ? '' : 'Months of the trial'});
    const files = {
      'f.json': JSON.stringify({custom_fields: [{name: 'duration', type: decimal, label: 'New', description}]}),
    };
    const {stdout} = await run('fields plan -f f.json --prune', createTenant([old]), {files});
    expect(stdout.match(/"duration" looks like a rename of "trial_length"/g) ?? []).toHaveLength(count);
  },
);

test('a description that several deleted fields share says nothing about one of them', async () => {
  const description = 'Imported';
  const tenant = createTenant([field('trial_length', {description}), field('other', {description})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'duration', type: decimal, description}]})};
  expect((await run('fields plan -f f.json --prune', tenant, {files})).stdout).not.toContain('looks like a rename');
});

test('a name that differs only in a no-break space is refused (row 9)', async () => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a\u00a0b', type: decimal}]})};
  const {exitCode, stdout} = await run('fields plan -f f.json', createTenant([field('a b')]), {files});
  expect(exitCode).toBe(9);
  expect(stdout).toContain('a field whose name differs only in spaces already exists: cf_a b');
});

test('a field that differs from a declared one in composed characters only is not pruned (row 9)', async () => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'caf\u00e9', type: decimal}]})};
  const tenant = createTenant([field('cafe\u0301'), field('old')]);
  const {exitCode, stdout} = await run('fields plan -f f.json --prune --json', tenant, {files});
  const changes = JSON.parse(stdout).changes.map(({action, name}: {action: string; name: string}) => [action, name]);
  expect({exitCode, changes}).toEqual({exitCode: 9, changes: [['delete', 'old']]});
});

test('a plan has each member of a field that it creates, long values as YAML below their name', async () => {
  const titles = ['Not urgent at all', 'Can wait until next week', 'Needs attention today'];
  const options = {display_type: 'RADIO', groups: [{header: 'Open', options: titles.map(title => ({title}))}]};
  const declared = {name: 'n', label: 'N', type: decimal, description: 'How soon', options};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  expect((await run('fields plan -f f.json', createTenant(), {files})).stdout).toBe(`+ create  n  f.json:1:19
          label: "N"
          type: decimal
          description: "How soon"
          options:
            display_type: RADIO
            groups:
              - header: Open
                options:
                  - title: Not urgent at all
                  - title: Can wait until next week
                  - title: Needs attention today
tenant    https://api.example.com/
plan      1 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged
`);
});

test.each([
  ['', '= keep  a  f.yaml:1:17\n        ~ type.primitive_type: "DECIMAL" -> "PHONE"\n'],
  [
    '--format markdown',
    '\n> **Protected:** ` a ` is not replaced, because it is protected (the type of a field cannot change); differences: ` type.primitive_type: "DECIMAL" -> "PHONE" `\n',
  ],
  [
    '--format github',
    '::warning file=f.yaml,line=1,col=17,title=keep a::not replaced, because it is protected (the type of a field cannot change); differences: type.primitive_type: "DECIMAL" -> "PHONE"\n',
  ],
])('a plan names the protected fields that it leaves unlike the files: %j', async (format, shown) => {
  const declared = '{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}, protect: true}';
  const files = {'f.yaml': `custom_fields: [${declared}]`};
  const {exitCode, stdout} = await run(`fields plan -f f.yaml --replace a ${format}`, createTenant([field('a')]), {
    files,
  });
  expect({exitCode, isShown: stdout.includes(shown)}).toEqual({exitCode: 0, isShown: true});
  expect(stdout).toContain('no changes; 0 unchanged; 1 protected, left alone\n');
});

test('values that look alike are escaped, so that a reviewer sees what changes', async () => {
  const before = {label: 'caf\u00e9', description: 'a b', helper_text: 'tr\u00e8s bien'};
  const after = {label: 'cafe\u0301', description: 'a\u00a0b', helper_text: 'tr\u00e8s bon'};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...after}]})};
  const tenant = createTenant([field('a', before)]);
  const changes = [
    'label: "caf\\u00e9" -> "cafe\\u0301"',
    'description: "a b" -> "a\\u00a0b"',
    'helper_text: "tr\u00e8s bien" -> "tr\u00e8s bon"',
  ];
  for (const line of ['plan', 'plan --format markdown', 'plan --format github']) {
    const {stdout} = await run(`fields ${line} -f f.json`, tenant, {files});
    expect(changes.filter(change => !stdout.includes(change))).toEqual([]);
  }
});

test('a long value wraps beside its sign, so that no line of it looks like another change', async () => {
  const tenant = createTenant([field('a')]);
  const words = 'seven words that need more than one line';
  const {stdout} = await run('fields plan -f f.yaml --no-color', tenant, {
    files: {'f.yaml': `custom_fields: [{name: a, label: ${words}}]`},
    terminal: 40,
  });
  expect(stdout.split('\n').slice(1, 4)).toEqual([
    '          ~ label: "Label of a" ->',
    '            "seven words that need more',
    '            than one line"',
  ]);
});

test('at a terminal, a single refusal is named by the error, and several above it', async () => {
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const refusedIn = async (...names: readonly string[]) => {
    const files = {'f.yaml': `custom_fields: [${names.map(name => `{name: ${name}, type: ${phone}}`).join(', ')}]`};
    const tenant = createTenant(names.map(name => field(name)));
    const {exitCode, stdout} = await run('fields plan -f f.yaml', tenant, {files, terminal: 100});
    const lines = stripVTControlCharacters(stdout).match(/^ *refused /gm) ?? [];
    return {exitCode, count: lines.length};
  };
  expect([await refusedIn('a'), await refusedIn('a', 'b')]).toEqual([
    {exitCode: 9, count: 0},
    {exitCode: 9, count: 2},
  ]);
});

test('at a terminal, a plan says how to confirm its losses elsewhere', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a}]'};
  const {stdout} = await run('fields plan -f f.yaml --prune', tenant, {files, terminal: 200});
  expect(stripVTControlCharacters(stdout)).toMatch(
    /^ *losses +1: delete b; without a terminal or with --yes, pass --expect-deletes 1$/m,
  );
});

test('a plan names members that are not in the reference at any depth, once, unless the tenant has them there', async () => {
  const options = (extra: object) => ({display_type: 'RADIO', groups: [{options: [{title: 'A', ...extra}]}]});
  const display = {type: 'DEFAULT', shiny: true};
  const declared = [
    {name: 'a', display_options: display, options: options({icon: 'cog', rank: 1})},
    {name: 'b', type: decimal, display_options: display},
  ];
  const files = {'f.json': JSON.stringify({custom_fields: declared}, undefined, 1)};
  const tenant = createTenant([field('a', {options: options({})}), field('z', {options: options({rank: 2})})]);
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout).warnings.map((warning: string) => warning.replace(/^f\.json:\d+:\d+: /, ''))).toEqual([
    'display_options: "shiny" is not in the API reference; it is sent as is (also at f.json:32:14)',
    'options.groups[0].options[0]: "icon" is not in the API reference; it is sent as is',
  ]);
});

test('a type that has more than its words say is shown whole', async () => {
  const typed = (more: string) => ({
    'f.yaml': `custom_fields: [{name: new, type: {discriminator: SIMPLE, primitive_type: DECIMAL${more}}}]`,
  });
  const plan = async (more: string) =>
    (await run('fields plan -f f.yaml', createTenant(), {files: typed(more)})).stdout;
  expect(await plan('')).toContain('type: decimal\n');
  expect(await plan(', unit: kg')).toContain(
    'type: {"discriminator":"SIMPLE","primitive_type":"DECIMAL","unit":"kg"}\n',
  );
});

test('the names that may be replaced are in order, however they were given', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const declared = ['b', 'a'].map(name => `{name: ${name}, type: {discriminator: SIMPLE, primitive_type: PHONE}}`);
  const files = {'f.yaml': `custom_fields: [${declared.join()}]`};
  const {stdout} = await run('fields plan -f f.yaml --replace b --replace a --json', tenant, {files});
  expect(JSON.parse(stdout).replace).toEqual(['a', 'b']);
});

test('a member that is like no documented one gets no suggestion', async () => {
  const files = {'f.yaml': `custom_fields: [{name: a, xylophone: 1}]`};
  const {warnings} = JSON.parse(
    (await run('fields plan -f f.yaml --json', createTenant([field('a')]), {files})).stdout,
  );
  expect(warnings).toEqual(['f.yaml:1:38: "xylophone" is not in the API reference; it is sent as is']);
});

test('protected fields are named in the order of their names, whatever the order of the file', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const phone = '{discriminator: SIMPLE, primitive_type: PHONE}';
  const declared = ['b', 'a'].map(name => `{name: ${name}, type: ${phone}, protect: true}`);
  const files = {'f.yaml': `custom_fields: [${declared.join()}]`};
  const {kept} = JSON.parse((await run('fields plan -f f.yaml --json', tenant, {files})).stdout);
  expect(kept.map(({name}: {name: string}) => name)).toEqual(['a', 'b']);
});

test('an annotation has a message, and counts what GitHub would cut off (row 165)', async () => {
  const titles = Array.from({length: 300}, (_none, index) => ({title: `choice ${index}`}));
  const files = {
    'f.yaml': JSON.stringify({
      custom_fields: [{name: 'bare'}, {name: 'many', options: {display_type: 'RADIO', groups: [{options: titles}]}}],
    }),
  };
  const {stdout} = await run('fields plan -f f.yaml --format github', createTenant(), {files});
  const [bare, many = ''] = stdout.split('\n').filter(line => /title=create/.test(line));
  expect(bare).toBe('::notice file=f.yaml,line=1,col=19,title=create bare::create bare');
  const lines = many.slice(many.indexOf('::', 2) + 2).split('%0A');
  expect(lines.join('\n').length).toBeLessThan(4096);
  expect(lines.at(-1)).toMatch(/^and \d+ more lines$/);
});

test('an apply does not call a hint verified that no create can send', async () => {
  const files = {'f.yaml': `custom_fields: [{name: a, hint: H, type: {discriminator: SIMPLE, primitive_type: PHONE}}]`};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', createTenant(), {files});
  expect({exitCode, said: stderr.split('\n').filter(line => line.includes('verified'))}).toEqual({
    exitCode: 0,
    said: ['note: verified: the tenant matches the files, except for hints, which a create cannot send: a'],
  });
});

test('an apply does not call an example value verified that no update can send', async () => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'New', example_value: {x: 1}}]})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', createTenant([field('a')]), {files});
  expect({exitCode, said: stderr.split('\n').filter(line => line.includes('verified'))}).toEqual({
    exitCode: 0,
    said: ['note: verified: the tenant matches the files, except for example values, which an update cannot send: a'],
  });
});

test('a choice in the place of a removed one moves none, and what is removed is in the order before (row 154)', async () => {
  const choices = (...titles: readonly string[]) => ({
    display_type: 'DROPDOWN',
    groups: [{options: titles.map(title => ({title}))}],
  });
  const tenant = createTenant([field('a', {options: choices('Low', 'High')})]);
  const show = async (...titles: readonly string[]) => {
    const declared = {name: 'a', type: decimal, options: choices(...titles)};
    const files = {'f.yaml': JSON.stringify({custom_fields: [declared]})};
    return (await run('fields plan -f f.yaml', tenant, {files})).stdout.match(/order of .*/g);
  };
  for (const titles of [
    ['Mid', 'High'],
    ['High', 'Mid'],
  ])
    expect(await show(...titles)).toBe(null);
  const moved = 'order of options.groups[0].options: "Low", "High" -> "One", "Two", "High"';
  expect(await show('One', 'Two', 'High')).toEqual([moved]);
});
