import {expect, test} from 'vitest';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, createTenant, field} from '../../harness/tenant.js';

const choices = {
  options: {display_type: 'RADIO', groups: [{header: 'Level', options: [{title: 'Höchste Priorität'}]}]},
};
const phone = {type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}};
const tenant = createTenant([
  field('budget', {
    label: 'Budget 10',
    description: 'Planned spending',
    validators: [{required: true, size: {size: 1, size_type: 'MIN'}}],
  }),
  field('priority', {label: 'Budget 9', ...choices}),
  field('mobile', {label: 'Mobile phone', ...phone}),
  field('fax', {label: null, ...phone}),
]);

/** The names of the fields that a line lists, in their order. */
async function list(...words: readonly string[]) {
  const {exitCode, stdout} = await bizctl(['fields', 'list', ...words, '--json', '--columns', 'name'], {tenant});
  expect(exitCode).toBe(0);
  return JSON.parse(stdout).map(({name}: {name: string}) => name);
}

test.each<[string, readonly string[], readonly string[]]>([
  ['a word in the label, whatever its case', ['BUDGET'], ['budget', 'priority']],
  ['a word in the description', ['spending'], ['budget']],
  ['a word in a choice, however it is composed', ['ho\u0308chste'], ['priority']],
  ['the type in words', ['phone'], ['mobile', 'fax']],
  ['all of several words', ['budget', '9'], ['priority']],
  ['what no field has, but members are called', ['title'], []],
  ['a type', ['--type', 'phone'], ['mobile', 'fax']],
  ['a type and a word', ['mobile', '--type', 'PHONE'], ['mobile']],
  ['fields that need a value', ['--required'], ['budget']],
  ['numbers in texts by their size, nothing last', ['--sort', 'label'], ['priority', 'budget', 'mobile', 'fax']],
  ['as --order-by has it', ['--sort', 'label desc'], ['mobile', 'budget', 'priority', 'fax']],
  ['in capitals', ['--sort', 'label:DESC'], ['mobile', 'budget', 'priority', 'fax']],
  ['the other way round', ['--sort', 'label:desc'], ['mobile', 'budget', 'priority', 'fax']],
  ['a heading, in any case', ['--sort', 'Type:desc', '--limit', '2'], ['mobile', 'fax']],
  ['the first of the sorted rows', ['--sort', 'name', '--limit', '2'], ['budget', 'fax']],
  ['the first of the rows that match', ['phone', '--limit', '1'], ['mobile']],
])('selects by %s', async (_what, words, names) => {
  expect(await list(...words)).toEqual(names);
});

test('says when rows were left out, and when nothing matches', async () => {
  expect(await bizctl('fields list phone --limit 1 --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'NAME\nmobile\n',
    stderr: 'note: stopped at --limit after 1 row; more rows are available\n',
  });
  expect(await bizctl(['fields', 'list', 'no such'], {tenant})).toMatchObject({
    exitCode: 0,
    stderr: "note: no custom fields match 'no such'\n",
  });
});

test('refuses to sort by a column that is unknown, before anything is printed', async () => {
  expect(await bizctl('fields list --sort lable', {tenant})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown column "lable"\nhint: Did you mean label?\n',
  });
});

test('selects and sorts deals of any shape, every digit as it came', async () => {
  const deals = answering(
    '{"deals": [{"id": 1, "amount": {"value": 9.50}, "title": "Office move"}, {"id": 2, "amount": {"value": 10.00}, "title": "Move"}, {"id": 3, "title": "Other"}]}',
  );
  expect(await bizctl('deals list move --sort amount.value:desc --output ndjson', {tenant: deals})).toEqual({
    exitCode: 0,
    stdout:
      '{"id":2,"amount":{"value":10.00},"title":"Move"}\n{"id":1,"amount":{"value":9.50},"title":"Office move"}\n',
    stderr: '',
  });
});

test.each([
  ['phoen', 'Did you mean phone?'],
  ['xyz', 'Types in the API reference: decimal, datetime, semver, phone, array, ref.'],
])('--type %s, which no field has, names the types that exist', async (type, hint) => {
  const {exitCode, stderr} = await bizctl(`fields list --type ${type}`, {tenant: createTenant([field('a')])});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: `note: no custom fields match --type ${type}. ${hint}\n`});
});

test('accepts --type PHONE, which the reference has', async () => {
  const {stderr} = await bizctl('fields list --type PHONE', {tenant: createTenant([field('a')])});
  expect(stderr).toBe('note: no custom fields match --type PHONE\n');
});

test('does not accept a heading as a member of JSON (row 144)', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await bizctl('fields list --columns name,required --json', {tenant});
  expect({exitCode, error: JSON.parse(stderr).error}).toMatchObject({
    exitCode: 2,
    error: {message: 'unknown column "required"', hint: 'Use validators.'},
  });
  expect((await bizctl('fields list --columns name,required', {tenant})).exitCode).toBe(0);
});

test('long rows are sorted whole, though they are printed in parts (row 162)', async () => {
  const texts = ['c', 'a', 'b'].map(letter => letter.repeat(3_000_000));
  const long = createTenant(texts.map((label, index) => field(`f${index}`, {label})));
  const line = 'fields list --sort label:desc --output ndjson --columns label';
  const {stdout} = await bizctl(line, {tenant: long});
  expect(stdout.split('\n').map(row => row.slice(0, 12))).toEqual(['{"label":"cc', '{"label":"bb', '{"label":"aa', '']);
  const limited = await bizctl(`${line} --limit 2`, {tenant: long});
  expect(limited.stdout.split('\n').map(row => row.slice(0, 12))).toEqual(['{"label":"cc', '{"label":"bb', '']);
  expect(limited.stderr).toContain('stopped at --limit after 2 rows');
});

test('--limit counts the rows that match over all pages', async () => {
  const tenant = createTenant(['kid1', 'b', 'kid2', 'kid3', 'kid4'].map(name => field(name, {label: null})));
  const {stdout} = await bizctl('fields list kid --limit 3 --page-size 2 --columns name --output ndjson', {tenant});
  expect(
    stdout
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line).name),
  ).toEqual(['kid1', 'kid2', 'kid3']);
});
