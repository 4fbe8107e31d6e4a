import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();
const text = {discriminator: 'SIMPLE', primitive_type: 'TEXT'};
const hostile = [
  '@octocat',
  'GH-1',
  '#1',
  'org/repo#12',
  'https://evil.example.com',
  'www.evil.example.com',
  'a@b.example.com',
  '<img src=x onerror=alert(1)>',
  '</details>',
  '<!--',
  '``` `code` ~~~',
  '[x](https://y.example.com)',
  '&lt;b&gt;',
  'a\n# b',
];

/** The text outside of fences, code spans and elements of code. */
function outsideOfCode(markdown: string): string {
  return markdown
    .replace(/^```.*\n[\s\S]*?\n```$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    .replace(/<code>[^<>]*<\/code>/g, '');
}

test('all foreign text in a plan as Markdown is inside code (row 165)', async () => {
  const tenant = createTenant(hostile.map((name, index) => field(name, {id: `cf_${index}`, label: name, type: text})));
  const toEntry = (name: string) =>
    `  - {name: ${JSON.stringify(name)}, label: ${JSON.stringify(`${name} ${'x'.repeat(200)}`)}, type: ${declaredType}}\n`;
  const plan = async (names: readonly string[], option = '') => {
    const files = {'f.yaml': `custom_fields:\n${names.map(toEntry).join('')}`};
    return (await run(`fields plan -f f.yaml --format markdown ${option}`, tenant, {files})).stdout;
  };
  const refused = await plan(hostile);
  const outside = outsideOfCode([refused, await plan(['new']), await plan(['@new'], '--prune')].join('\n'));
  expect(outside).not.toMatch(/@|#\d|GH-|https?:|www\.|<img|<!--|~~~|\[x\]|&lt;b/);
  expect(outside.match(/<[^>]*>/g)?.filter(tag => !/^<\/?(?:details|summary)>$/.test(tag))).toEqual([]);
  expect(refused).toContain('> **Refused:** `');
});

test('10,000 refusals fit into 60,000 characters, the rest is counted (row 165)', async () => {
  const names = Array.from({length: 10_000}, (_none, index) => `n${index}`);
  const tenant = createTenant(names.map(name => field(name)));
  const entries = names.map(name => `  - {name: ${name}, type: {discriminator: SIMPLE, primitive_type: TEXT}}\n`);
  const files = {'f.yaml': `custom_fields:\n${entries.join('')}`};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {files});
  expect({exitCode, isBounded: stdout.length <= 60_000}).toEqual({exitCode: 9, isBounded: true});
  expect(stdout).toMatch(/\nand \d+ more remarks, not shown here\n/);
  expect(stdout).toMatch(/\nand \d+ more changes, not shown here\n$/);
}, 60_000);

test('undeclared fields are named below the changes, as far as there is room', async () => {
  const names = Array.from({length: 10_000}, (_none, index) => `n${index}`);
  const tenant = createTenant(names.map(name => field(name)));
  const files = {'f.yaml': `custom_fields:\n  - {name: new, type: ${declaredType}}\n`};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {files});
  expect({exitCode, isBounded: stdout.length <= 60_000}).toEqual({exitCode: 0, isBounded: true});
  expect(stdout).toMatch(
    /```diff\n\+ create new [\s\S]*\n```\n\nNot declared, left alone: ` n0 `, ` n1 `, [^\n]* and \d+ more\n$/,
  );
  expect(stdout.length).toBeGreaterThan(59_000);
});

test('a single change that does not fit is counted (row 165)', async () => {
  const names = ['a', 'b', 'c'].map(letter => letter.repeat(25_000));
  const files = {
    'f.yaml': `custom_fields:\n${names.map(name => `  - {name: ${name}, label: L, type: ${declaredType}}\n`).join('')}`,
  };
  const {stdout} = await run('fields plan -f f.yaml --format markdown', createTenant(), {files});
  expect(stdout).toMatch(/\nand 1 more change, not shown here\n$/);
});

test('problems in the files are in the comment too', async () => {
  const files = {'f.yaml': 'custom_fields: [5, {name: a, protect: 7}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --format markdown', createTenant(), {files});
  expect({exitCode, stdout}).toEqual({
    exitCode: 2,
    stdout:
      '### Custom fields\n\n' +
      '> **Error:** ` f.yaml:1:17: expected a field, which is an object `\n>\n' +
      '> **Error:** ` f.yaml:1:39: protect is not true or false `\n>\n',
  });
});
