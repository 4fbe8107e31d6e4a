import {stripVTControlCharacters} from 'node:util';
import stringWidth from 'string-width';
import {expect, test} from 'vitest';
import {formatNames, formats} from '../../src/output/formats.js';
import type {TableView} from '../../src/output/view.js';
import {loadWidths, widthOf} from '../../src/output/width-of.js';
import {now} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createScreen} from '../harness/screen.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

/** Labels in scripts that are easily measured wrong, and how many cells each takes. */
const labels: readonly (readonly [string, number])[] = [
  ['ภาษาไทยสวัสดี', 11],
  ['👩‍👩‍👧 family', 9],
  ['🪿 Unicode 15, 16 🫩', 20],
  ['e\u0301te\u0301', 3],
  ['नमस्ते', 4],
  ['成本中心', 8],
  ['한국어', 6],
  ['☎️ tel', 6],
  ['Kostenträger', 12],
];
const widest = 20;

function toLines(rows: typeof labels): readonly string[] {
  return rows.map(([label, width]) => `${label}${' '.repeat(widest + 2 - width)}|`);
}

const header = `LABEL${' '.repeat(widest + 2 - 5)}HELPER TEXT`;

test('columns line up in every script, from page to page, and nothing is cut', async () => {
  const pages = [labels, labels.toReversed()].map((page, number) =>
    page.map(([label], row) => field(`f${number}_${row}`, {label, helper_text: '|'})),
  );
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? reply({custom_fields: pages[1]})
      : reply({custom_fields: pages[0], next_page_token: 't'});
  const line = 'fields list --columns label,helper_text';
  const lines = [header, ...toLines(labels), ...toLines(labels.toReversed())];
  expect(await bizctl(line, {tenant: {fetch}})).toEqual({exitCode: 0, stdout: `${lines.join('\n')}\n`, stderr: ''});

  const screen = createScreen(80, 40);
  await bizctl(line, {tenant: {fetch}, screen});
  const written = createScreen(80, 40);
  await written.stream.write(`${lines.join('\n')}\n`);
  expect(screen.lines()).toEqual(written.lines());
});

test.each([1, 500])('a table of our own is laid out as a list is, also %d times as long', async times => {
  const rows = Array.from({length: times}, () => labels).flat();
  const view: TableView<(typeof labels)[number]> = {
    columns: () => [
      {path: 'label', show: ([label]) => label},
      {path: 'helper_text', show: () => '|'},
    ],
    documented: ['label', 'helper_text'],
    toValue: ([label]) => ({label}),
  };
  const draw = async (isFinite: boolean) => {
    let stdout = '';
    const {openList} = await formats.table.load();
    const writer = await openList(
      {...view, isFinite},
      {
        format: formats.table,
        columns: undefined,
        isCsvRaw: false,
        csvLineEnd: '\r\n' as const,
        zone: () => 'UTC',
        now: () => now,
        openPager: undefined,
        signal: new AbortController().signal,
        stdout: {
          isTerminal: false,
          isFile: false,
          columns: 80,
          rows: 24,
          hasColor: false,
          hasUnicode: true,
          canRedraw: false,
          onDisturbed: () => () => {},
          write: async text => {
            stdout += text;
          },
        },
      },
    );
    await writer.write(rows, false);
    await writer.close(true);
    return stdout;
  };
  const lines = `${[header, ...toLines(rows)].join('\n')}\n`;
  expect({list: await draw(false), finite: await draw(true)}).toEqual({list: lines, finite: lines});
});

test('a text that is measured without string-width gets the same width', async () => {
  await loadWidths();
  const characters = Array.from({length: 0x24f - 0x20}, (_, index) => String.fromCodePoint(index + 0x20));
  const printable = [...characters, '…', 'Kostenträger…'].filter(text => !/[\u007f-\u00a0\u00ad]/.test(text));
  expect(printable.map(text => [text, widthOf(text)])).toEqual(printable.map(text => [text, stringWidth(text)]));
});

test.each([...formatNames, 'jq'])(
  '%s: an unknown column is refused before anything is printed (row 144)',
  async name => {
    const format = name === 'jq' ? '--jq .' : `--output ${name}`;
    const requests: string[] = [];
    const fetch = async (request: Request) => {
      requests.push(request.url);
      return reply({custom_fields: [field('a')], next_page_token: String(requests.length)});
    };
    const {exitCode, stdout, stderr} = await bizctl(`fields list --columns id,lable ${format}`, {tenant: {fetch}});
    expect({exitCode, stdout, count: requests.length <= 2}).toEqual({exitCode: 2, stdout: '', count: true});
    expect(stderr).toContain('unknown column');
    expect(stderr).toContain('Did you mean label?');
  },
);

test('an unknown column lists all columns if no name is similar', async () => {
  expect(await bizctl('deals list --columns xyz', {tenant: answering([{id: 1, amount: {value: 2}}])})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: unknown column "xyz"\nhint: Available columns: id, amount.value\n',
  });
});

test('an unknown column of an empty list is a warning', async () => {
  const empty = 'this tenant has no custom fields; to create one, run: bizctl fields create';
  expect(await bizctl('fields list --columns id,lable', {tenant: createTenant()})).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: `warning: unknown column "lable". Did you mean label?\nnote: ${empty}\n`,
  });
  expect(await bizctl('fields list --columns id,lable --json', {tenant: createTenant()})).toEqual({
    exitCode: 0,
    stdout: '[]\n',
    stderr:
      '{"warning":{"message":"unknown column \\"lable\\". Did you mean label?"}}\n' +
      `{"note":{"message":"${empty}"}}\n`,
  });
  expect(await bizctl('deals list --columns id --json --quiet', {tenant: answering({deals: []})})).toEqual({
    exitCode: 0,
    stdout: '[]\n',
    stderr: '',
  });
});

test.each(['validators.0.required', 'type.primitive_type', 'extra', 'description'])(
  'the column %s is known from the reference or the first page',
  async path => {
    const tenant = createTenant([field('a', {extra: 1}), field('b')]);
    const {exitCode, stdout} = await bizctl(`fields list --columns name,${path} --output csv`, {tenant});
    expect({exitCode, head: stdout.split('\r\n')[0]}).toEqual({exitCode: 0, head: `name,${path}`});
  },
);

test('a column that only rows of the first page have is known, and later pages are printed', async () => {
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? reply({custom_fields: [field('b')]})
      : reply({custom_fields: [field('a', {extra: 1})], next_page_token: 't'});
  expect(await bizctl('fields list --columns id,extra --output ndjson', {tenant: {fetch}})).toMatchObject({
    exitCode: 0,
    stdout: '{"id":"cf_a","extra":1}\n{"id":"cf_b","extra":null}\n',
  });
});

test.each([
  [120, 'ID       NAME                                    TYPE     LABEL               REQUIRED  DESCRIPTION'],
  [80, 'ID       NAME                              TYPE     LABEL               REQUIRED'],
])('one long name does not take the space of the other columns, at %d columns', async (columns, titles) => {
  const fields = Array.from({length: 20}, (_none, index) =>
    field(`f_${index}`, {label: `Label of field ${index + 100}`, description: 'what it is for'.repeat(4)}),
  );
  const tenant = createTenant([...fields, field('long', {name: 'n'.repeat(200)})]);
  const {stdout} = await bizctl('fields list', {tenant, terminal: columns});
  const [header = '', ...rows] = stripVTControlCharacters(stdout).trimEnd().split('\n');
  expect(header.trimEnd()).toBe(titles);
  expect(rows.slice(0, 20).map(row => /Label of field \d+/.exec(row)?.[0])).toEqual(fields.map(({label}) => label));
});
