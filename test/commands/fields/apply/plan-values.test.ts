import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {compareCodeUnits} from '../../../../src/base/compare-code-units.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();

function declare(...fields: readonly object[]) {
  return {files: {'f.json': JSON.stringify({custom_fields: fields})}};
}

/** What a plan shows at a terminal, each value on one line. */
async function showAtTerminal(...[tenant, files]: [ReturnType<typeof createTenant>, ReturnType<typeof declare>]) {
  const {stdout} = await run('fields plan -f f.json', tenant, {...files, terminal: 9_000});
  return stripVTControlCharacters(stdout)
    .split('\n')
    .map(line => line.trim());
}

test('a new value is shown whole at a terminal and in an annotation, however long its label is', async () => {
  const header = `Opportunities ${'that are open '.repeat(10)}`;
  const options = (choice: object) => ({
    display_type: 'RADIO',
    groups: [{header, options: [{id: '1', title: 'Low', ...choice}]}],
  });
  const tenant = createTenant([field('a', {options: options({}), description: 'Old'})]);
  const description = 'word '.repeat(300);
  const declared = declare({name: 'a', description, options: options({subtitle: 'Not urgent'})});
  const subtitle = `+ options.groups[${header}].options[Low].subtitle: "Not urgent"`;
  const lines = await showAtTerminal(tenant, declared);
  expect(lines).toEqual(expect.arrayContaining([subtitle, '- description: "Old"', `+ description: "${description}"`]));
  const {stdout} = await run('fields plan -f f.json --format github', tenant, declared);
  expect(stdout).toContain(subtitle);
  expect(stdout).toContain(`+ description: "${description}"`);
});

test('shows all changes between two long texts, and no character in part', async () => {
  const words = Array.from({length: 500}, (_none, index) => `word${index}`);
  const changed = words.with(250, 'FIRST').with(260, 'SECOND');
  const faces = '😀'.repeat(70);
  const tenant = createTenant([
    field('a', {description: words.join(' '), helper_text: `${faces}😁${faces}`, label: `${'\n'.repeat(80)}x`}),
  ]);
  const declared = declare({
    name: 'a',
    description: changed.join(' '),
    helper_text: `${faces}😂${faces}`,
    label: `${'\n'.repeat(80)}y`,
  });
  const shared = '😀'.repeat(10);
  const [from, to] = [words, changed].map(
    text => `…247 ${text.slice(248, 253).join(' ')} wor…257 ${text.slice(258, 263).join(' ')} wor…`,
  );
  const excerpts = [
    `- description: ${from}`,
    `+ description: ${to}`,
    `- helper_text: …${shared}😁${shared}…`,
    `+ helper_text: …${shared}😂${shared}…`,
    `- label: …${'\\n'.repeat(10)}x"`,
    `+ label: …${'\\n'.repeat(10)}y"`,
  ];
  expect(await showAtTerminal(tenant, declared)).toEqual(expect.arrayContaining(excerpts));
});

test('shows only the part that is added to or removed from a text', async () => {
  const text = 'ab'.repeat(100);
  const tenant = createTenant([field('a', {description: text}), field('b', {description: `${text}abab`})]);
  const lines = await showAtTerminal(
    tenant,
    declare({name: 'a', description: `${text}ab`}, {name: 'b', description: text}),
  );
  const end = 'ab'.repeat(10);
  expect(lines.filter(line => line.includes('description'))).toEqual([
    `- description: …${end}"`,
    `+ description: …${end}ab"`,
    `- description: …${end}abab"`,
    `+ description: …${end}"`,
  ]);
});

test('null in place of an object lists what is lost', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        header: 'A group of choices',
        options: [
          {id: '1', title: 'Low'},
          {id: '2', title: 'High'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options})]);
  const {stdout} = await run('fields plan -f f.json', tenant, declare({name: 'a', options: null}));
  expect(stdout.split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining(['- options:', '-   display_type: RADIO', '-           title: High', '+ options: null']),
  );
});

test('members of a value whose names have dots or brackets have paths of their own', async () => {
  const tenant = createTenant([field('a', {default_value: {'a.b': 1, a: {b: 1}, 'x[0]': 1, '': 1}})]);
  const declared = declare({name: 'a', default_value: {'a.b': 2, a: {b: 3}, 'x[0]': 4, '': 5}});
  const {stdout} = await run('fields plan -f f.json --jq .changes[0].differences[].path', tenant, declared);
  expect(
    stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
      .toSorted(compareCodeUnits),
  ).toEqual(
    ['default_value["a.b"]', 'default_value.a.b', 'default_value["x[0]"]', 'default_value[""]'].toSorted(
      compareCodeUnits,
    ),
  );
});

test('where values are cut, what two lookalikes differ in is shown', async () => {
  const text = '説明'.repeat(70);
  const tenant = createTenant([field('a', {description: `${text}\u304c`})]);
  const declared = declare({name: 'a', description: `${text}\u304b\u3099`});
  const {stdout} = await run('fields plan -f f.json --format markdown', tenant, declared);
  const shared = String.raw`…\u660e\u8aac\u660e`;
  expect(stdout).toContain(`\n-   description: ${shared}\\u304c"\n+   description: ${shared}\\u304b\\u3099"\n`);
});

test('in Markdown, long values are cut, and whole in a folded diff', async () => {
  const description = 'x'.repeat(200);
  const {stdout} = await run(
    'fields plan -f f.json --format markdown',
    createTenant([field('a')]),
    declare({name: 'a', description}),
  );
  expect(stdout).toContain(`\n+   description: "${'x'.repeat(119)}…\n`);
  expect(stdout).toContain(
    `<details><summary>Long values of <code>a</code></summary>\n\n\`\`\`diff\n+   description: "${description}"\n\`\`\`\n</details>`,
  );
});

test('numbers that choices get are shown beside one that is declared', async () => {
  const choices = (...titles: readonly string[]) =>
    titles.map((title, index) => ({id: `id_${title}`, title, sort_order: index}));
  const toOptions = (...groups: readonly JsonObject[][]) => ({
    display_type: 'RADIO',
    groups: groups.map((options, index) => ({header: `G${index}`, options})),
  });
  const tenant = createTenant([field('a', {options: toOptions(choices('x', 'y'), choices('u', 'v'))})]);
  const options = toOptions([{title: 'x', sort_order: 5}, {title: 'y'}], [{title: 'v'}, {title: 'u'}]);
  const {stdout} = await run('fields plan -f f.json', tenant, declare({name: 'a', options}));
  expect(stdout.split('\n').map(line => line.trim())).toEqual(
    expect.arrayContaining([
      '~ options.groups[G0].options[x].sort_order: 0 -> 5',
      '~ sort_order of choices: "v" 1 -> 0, "u" 0 -> 1',
    ]),
  );
});

test.each([
  ['', 'Contact', ['a']],
  ['C', '', ['a']],
  ['C', 'D', ['a', '']],
  ['C', 'D', ['a,b']],
  ['C', 'N>x', ['a)']],
])(
  'a reference to %j/%j(%j) is shown whole, if not in the words of --type (row 59)',
  async (category, name, fields) => {
    const type = {discriminator: 'REF', primitive_type: 'REF', ref: {reference_type: {category, name}, fields}};
    const {exitCode, stdout} = await run('fields plan -f f.json', createTenant(), declare({name: 'r', type}));
    expect({exitCode, words: stdout.match(/^ +type:.*$/m)?.[0].trim()}).toEqual({exitCode: 0, words: 'type:'});
    expect(stdout).toContain(`category: ${category === '' ? '""' : category}\n`);
  },
);

test('several refused replacements are allowed by one hint', async () => {
  const names = ['a', 'b', 'it is c', 'of d'];
  const phones = names.map(name => ({name, type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}));
  const tenant = createTenant(names.map(name => field(name)));
  const {exitCode, stderr} = await run('fields plan -f f.json', tenant, declare(...phones));
  expect({exitCode, hint: stderr.split('\n').find(line => line.startsWith('hint'))}).toEqual({
    exitCode: 9,
    hint: "hint: If that is intended, pass --replace a --replace b --replace 'it is c'.",
  });
});

test('texts that look like JSON, which an API may have as a default, come back from CSV as they are', async () => {
  allowViolations();
  const tenant = createTenant(['5', 'null', '1.0'].map((text, at) => field(`f${at}`, {default_value: text})));
  const {stdout} = await run('fields list --output csv --columns name,default_value', tenant);
  const files = {'f.csv': stdout.replace('f2,1.0', 'f2,2.0')};
  expect(
    (await run('fields plan -f f.csv', tenant, {files})).stdout.split('\n').filter(line => line.includes(' -> ')),
  ).toEqual(['          ~ default_value: "1.0" -> 2.0']);
});

test('choices that are renamed have their new titles after the arrow, and both when they move to another group', async () => {
  const group = (header: string, ...ids: readonly string[]) => ({
    header,
    options: ids.map(text => ({id: text.split(' ')[0] ?? '', title: text.split(' ')[1] ?? ''})),
  });
  const toOptions = (default_option_id: string, ...groups: readonly JsonObject[]) => ({
    display_type: 'RADIO',
    groups,
    default_option_id,
  });
  const tenant = createTenant([
    field('a', {options: toOptions('1', group('New', '1 A', '2 B'), group('Old', '3 C', '4 D'))}),
  ]);
  const options = toOptions('2', group('New', '2 B2', '1 A'), group('Old', '3 C'));
  const moving = toOptions('2', group('New', '2 B2', '1 A', '4 D2'), group('Old', '3 C'));
  const show = (declared: JsonObject) => showAtTerminal(tenant, declare({name: 'a', options: declared}));
  expect(await show(options)).toEqual(
    expect.arrayContaining([
      '~ order of options.groups[New].options: "A", "B" -> "B2", "A"',
      '~ options.groups[New].options[B2].title: "B" -> "B2"',
      '~ options.default_option_id: "1" ("A") -> "2" ("B2")',
    ]),
  );
  expect(await show(moving)).toContain(
    'the choice "D" is not removed: it moves from group "Old" to group "New" and is renamed "D2"',
  );
});

test('a choice without a title is named by its id where it is lost', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: 'x', title: 'X'},
          {id: 'y', title: ''},
        ],
      },
    ],
  };
  const left = {display_type: 'RADIO', groups: [{options: [{id: 'x', title: 'X'}]}]};
  const lines = await showAtTerminal(createTenant([field('a', {options})]), declare({name: 'a', options: left}));
  expect(lines).toContain('removes this choice and the values stored for it: "y"');
});
