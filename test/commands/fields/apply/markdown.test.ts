import {basename, dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';

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
    .replace(/^(`{3,}).*\n[\s\S]*?\n\1$/gm, '')
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
  const unread = hostile.slice(0, 5).map(name => ({name, hint: 'H'}));
  const hints = await run('fields plan -f h.json --format markdown', tenant, {
    files: {'h.json': JSON.stringify({custom_fields: unread})},
  });
  const outside = outsideOfCode(
    [refused, hints.stdout, await plan(['new']), await plan(['@new'], '--prune')].join('\n'),
  );
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
  expect(stdout).toMatch(/\nNot shown, to be replaced: ` n\d+ `, [^\n]* and \d+ more\n/);
  expect(stdout).toMatch(/\nand (\d+) more changes, not shown here: \1 to replace\n$/);
});

test('where not all losses fit, a fifth is left for the other changes (row 165)', async () => {
  const names = Array.from({length: 200}, (_none, index) => `n${index}`);
  const titles = Array.from({length: 5}, (_none, index) => `${index} ${'x'.repeat(50)}`);
  const toOptions = (shown: readonly string[]) => ({
    display_type: 'RADIO',
    groups: [{options: shown.map(title => ({title}))}],
  });
  const tenant = createTenant(names.map(name => field(name, {options: toOptions(titles)})));
  const losing = names.map(name => ({name, options: toOptions(['New'])}));
  const created = names.map(name => ({name: `new ${name}`, label: 'L'.repeat(100), type: field('a')['type']}));
  const files = {'f.json': JSON.stringify({custom_fields: [...created, ...losing]})};
  const {stdout} = await run('fields plan -f f.json --format markdown', tenant, {files});
  const sections = stdout.slice(stdout.indexOf('```diff')).split(/^(?=[~+] (?:update|create) )|\n```\n/m);
  const lengthOf = (action: string) =>
    sections.filter(section => section.slice(2).startsWith(action)).reduce((sum, section) => sum + section.length, 0);
  const share = lengthOf('create') / (lengthOf('create') + lengthOf('update'));
  expect({isBounded: stdout.length <= 60_000, isFull: stdout.length > 58_000, share: Math.round(share * 10)}).toEqual({
    isBounded: true,
    isFull: true,
    share: 2,
  });
  expect(stdout).toMatch(/\nNot shown, losing choices: ` n\d+ `/);
});

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
  expect(stdout).toMatch(/\nand 1 more change, not shown here: 1 to create\n$/);
});

test('problems in the files are in the comment too', async () => {
  const files = {'f.yaml': 'custom_fields: [5, {name: a, protect: 7}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --format markdown', createTenant(), {files});
  expect({exitCode, stdout}).toEqual({
    exitCode: 2,
    stdout:
      '### Custom fields\n\n' +
      '> **Error:** ` f.yaml:1:17: expected an object, got 5. Use an object with members such as name and type. `\n>\n' +
      '> **Error:** ` f.yaml:1:39: protect must be true or false, got 7 `\n>\n',
  });
});

test('a change that is too long is shortened, and does not hide what is deleted (row 165)', async () => {
  const many = Array.from({length: 1_500}, (_none, index) => ({id: `o${index}`, title: `Choice number ${index}`}));
  const gone = Array.from({length: 25}, (_none, index) => field(`gone_${index}`));
  const options = {display_type: 'RADIO', groups: [{options: many}]};
  const tenant = createTenant([field('a', {options}), ...gone]);
  const files = {'f.yaml': 'custom_fields: [{name: a, options: {groups: [{options: [{title: One}]}]}}]'};
  const {stdout} = await run('fields plan -f f.yaml --format markdown --prune', tenant, {files});
  expect(stdout.length).toBeLessThan(60_000);
  expect(stdout.match(/^- delete gone_\d+$/gm)).toHaveLength(25);
  expect(stdout).toMatch(/\n~ update a {2}\(f\.yaml:1:17\)\n[\s\S]*\n {4}and \d+ more lines, not shown here\n```\n/);
  expect(stdout).not.toContain('more change');
});

test.each([
  ['alone', ''],
  [
    'beside a long creation',
    ', {name: long, type: {discriminator: SIMPLE, primitive_type: TEXT}, options: {groups: LONG}}',
  ],
])('shows every lost choice when there is room, %s (row 165)', async (_where, more) => {
  const choices = (count: number) =>
    Array.from({length: count}, (_none, index) => ({id: `o${index}`, title: `Choice number ${index}`}));
  const options = {display_type: 'RADIO', groups: [{options: choices(900)}]};
  const tenant = createTenant([field('a', {options})]);
  const long = JSON.stringify([{options: choices(2_000).map(({title}) => ({title}))}]);
  const update = '{name: a, options: {groups: [{options: [{title: One}]}]}}';
  const files = {'f.yaml': `custom_fields: [${update}${more.replace('LONG', long)}]`};
  const {stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {files});
  expect(stdout.length).toBeLessThan(60_000);
  const [first = ''] = stdout.split('+ create long');
  const lost = new Set(Array.from(first.matchAll(/"(Choice number \d+)"/g), ([, title]) => title));
  expect(lost.size).toBe(900);
});

test('losses leave room to what loses nothing, and are cut alike where they are many (row 165)', async () => {
  const choice = (name: string, index: number) => ({id: `${name}_${index}`, title: `${index} ${'x'.repeat(100)}`});
  const fields = Array.from({length: 300}, (_none, index) => {
    const name = `f${index}`;
    const options = [0, 1, 2].map(each => choice(name, each));
    return field(name, {options: {display_type: 'RADIO', groups: [{options}]}});
  });
  const updates = fields.map((_field, index) => `{name: f${index}, options: {groups: [{options: [{title: One}]}]}}`);
  const late = '{name: late, type: {discriminator: SIMPLE, primitive_type: TEXT}, label: Late}';
  const files = {'f.yaml': `custom_fields: [${[...updates, late].join()}]`};
  const {stdout} = await run('fields plan -f f.yaml --format markdown', createTenant(fields), {files});
  expect(stdout.length).toBeLessThan(60_000);
  const shown = stdout.match(/^~ update f\d+ /gm)?.length ?? 0;
  expect(shown).toBeGreaterThan(100);
  expect(stdout).toContain(`and ${300 - shown} more changes, not shown here: ${300 - shown} to update\n`);
  expect(stdout).toContain('+ create late');
});

test('long values that do not fit are counted (row 165)', async () => {
  const long = (letter: string) => letter.repeat(35_000);
  const tenant = createTenant(['a', 'b'].map(name => field(name, {description: 'short'})));
  const files = {
    'f.yaml': `custom_fields: [{name: a, description: ${long('x')}}, {name: b, description: ${long('y')}}]`,
  };
  const {stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {files});
  expect({hasFirst: stdout.includes(long('x')), hasSecond: stdout.includes(long('y'))}).toEqual({
    hasFirst: true,
    hasSecond: false,
  });
  expect(stdout).toMatch(/\nShortened here: the long values of 1 change\n$/);
});

test.each([
  [
    'markdown',
    '### Custom fields of ` https://api.example.com/ `\n\n> **Failed:** ` HTTP 422: no (GET /v2/customFields) `\n',
  ],
  ['github', '::error::HTTP 422: no (GET /v2/customFields)\n'],
])('a tenant that could not be planned does not leave a review as %s empty', async (format, stdout) => {
  const tenant = createTenant([], {'GET /v2/customFields': () => reply({message: 'no'}, {status: 422})});
  expect(await run(`fields plan -f f.yaml --format ${format}`, tenant)).toMatchObject({exitCode: 5, stdout});
});

test('the paths of annotations start at the repository, wherever the job runs', async () => {
  const line = 'fields plan -f f.yaml --format github';
  const placesIn = async (directory: string | undefined) => {
    const {stdout} = await run(line, createTenant([field('a')]), {env: {GITHUB_WORKSPACE: directory}});
    return [...stdout.matchAll(/ file=([^,]+)/g)].map(([, file]) => file);
  };
  const below = join(basename(process.cwd()), 'f.yaml');
  expect(await placesIn(dirname(process.cwd()))).toEqual([below, below]);
  expect(await placesIn('/another/place')).toEqual(['f.yaml', 'f.yaml']);
  expect(await placesIn(undefined)).toEqual(['f.yaml', 'f.yaml']);
});

test('a review that leaves changes out does not say that it cuts values where none is long (row 165)', async () => {
  for (const length of [40, 50, 70]) {
    const fields = Array.from({length: 600}, (_none, index) => field(`gone_${index}_${'n'.repeat(length)}`));
    const files = {'f.yaml': `custom_fields: [{name: kept, type: {discriminator: SIMPLE, primitive_type: PHONE}}]`};
    const {stdout} = await run('fields plan -f f.yaml --prune --format markdown', createTenant(fields), {files});
    expect(stdout).toMatch(/and \d+ more changes, not shown here/);
    expect(stdout).not.toContain('cut here');
  }
});

test('losses that nearly fill the room are all shown (row 165)', async () => {
  const fields = Array.from({length: 230}, (_none, index) => field(`gone_${index}_${'n'.repeat(50)}`));
  const files = {'f.yaml': `custom_fields: [{name: kept, type: {discriminator: SIMPLE, primitive_type: PHONE}}]`};
  const {stdout} = await run('fields plan -f f.yaml --prune --format markdown', createTenant(fields), {files});
  expect(stdout.length).toBeGreaterThan(54_000);
  expect(stdout.match(/^- delete gone_/gm)).toHaveLength(230);
  expect(stdout).not.toContain('not shown here');
});

test.each(['markdown', 'github'])('the warnings of a review as %s are on stderr as well', async format => {
  const files = {'f.yaml': 'custom_fields: [{name: a, helper_txt: H}]'};
  const {stderr} = await run(`fields plan -f f.yaml --format ${format}`, createTenant([field('a')]), {files});
  expect(stderr).toBe(
    'warning: f.yaml:1:39: "helper_txt" is not in the API reference; it is sent as is. Did you mean helper_text?\n',
  );
});

test.each([
  ['markdown', '### Custom fields\n\n> **Failed:** ` no base URL is configured `\n'],
  ['github', '::error::no base URL is configured\n'],
])('a job without secrets, as that of a fork, shows reviewers why as %s', async (format, stdout) => {
  const world = {env: {BIZCTL_BASE_URL: ''}};
  expect(await run(`fields plan -f f.yaml --format ${format}`, createTenant([]), world)).toMatchObject({
    exitCode: 2,
    stdout,
  });
});
