import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Json} from '../../src/json/json.js';
import {parseJson} from '../../src/json/parse-json.js';
import {readYaml} from '../../src/json/read-yaml.js';
import {neutralizeFormulas, restoreFormulas} from '../../src/output/csv-formulas.js';
import type {Renderer} from '../../src/output/format.js';
import {csv} from '../../src/output/formats/csv.js';
import {tsv} from '../../src/output/formats/tsv.js';
import {formats} from '../../src/output/formats.js';
import {toYaml} from '../../src/output/to-yaml.js';
import {now} from '../harness/fixed.js';
import {bizctl} from '../harness/run-bizctl.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'é',
    '漢',
    '👍',
    '"',
    ',',
    '\n',
    '\r',
    '\t',
    '\\',
    '=',
    '-',
    '1',
    ' ',
    "'",
    ':',
    '#',
    '\u0085',
    '\u202e',
  ),
});

/** Records as RFC 4180 has them. */
function parseCsv(csv: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  const cells = csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  let record: string[] = [];
  for (const [, quoted, bare = '', end] of cells) {
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

async function separate(renderer: Renderer, rows: readonly (readonly string[])[], isCsvRaw: boolean): Promise<string> {
  let written = '';
  const write = async (piece: string | Uint8Array) => {
    written += Buffer.from(piece).toString();
  };
  const stdout = {
    isTerminal: false,
    isFile: false,
    columns: 80,
    rows: 24,
    hasColor: false,
    hasUnicode: true,
    canRedraw: false,
    write,
    onDisturbed: () => () => {},
  };
  const columns = rows[0]?.map((_, index) => String(index)) ?? [];
  const view = {noun: 'rows', columns: () => [], documented: [], toValue: (row: readonly string[]): Json => row};
  const settings = {
    format: formats.csv,
    columns,
    stdout,
    isCsvRaw,
    csvLineEnd: '\r\n' as const,
    zone: () => 'UTC',
    now: () => now,
    openPager: undefined,
    signal: new AbortController().signal,
  };
  const writer = await renderer.openList(view, settings);
  await writer.write(rows, false);
  await writer.close(true);
  return written;
}

const table = fc
  .integer({min: 1, max: 4})
  .chain(width => fc.array(fc.array(text, {minLength: width, maxLength: width}), {minLength: 1, maxLength: 5}));

test('a quote before a formula can be taken off again, whatever was quoted before (row 143)', () => {
  fc.assert(
    fc.property(text, fc.constantFrom('', "'", "''", ';', ";'", '\n', "\r\n'", ';\n', "\n;'"), (content, before) => {
      expect(restoreFormulas(neutralizeFormulas(before + content))).toBe(before + content);
    }),
    {numRuns: 2000},
  );
});

test('any text comes back out of CSV and TSV as it went in', async () => {
  await fc.assert(
    fc.asyncProperty(table, async rows => {
      expect(parseCsv(await separate(csv, rows, true)).slice(1)).toEqual(rows);
      const unescape = (cell: string) =>
        cell.replace(/\\([tnr\\])/g, (_, letter: string) => ({t: '\t', n: '\n', r: '\r', '\\': '\\'})[letter] ?? '');
      const lines = (await separate(tsv, rows, true)).split('\n').slice(1, -1);
      expect(lines.map(line => line.split('\t').map(unescape))).toEqual(rows);
    }),
  );
});

test.each([
  '=cmd|x',
  '+1',
  '-1',
  '@a',
  '\t=a',
  '  =a',
  '\u00ad=a',
  '\u200b\u2060@a',
  '\u{e0041}=a',
  '\u202e+1',
  '\u3164=a',
])('neutralizes the text %j in CSV, unless raw values are asked for (rows 95, 143)', async dangerous => {
  expect(parseCsv(await separate(csv, [[dangerous]], false))[1]).toEqual([`'${dangerous}`]);
  expect(parseCsv(await separate(csv, [[dangerous]], true))[1]).toEqual([dangerous]);
});

test.each([
  ['\r=a', "'\r'=a"],
  ['\n =a', "'\n' =a"],
  ['x\r\n=1+1;y', "x\r\n'=1+1;y"],
  ['x\n\n@y', "x\n\n'@y"],
  [';\n=a', "';'\n'=a"],
  ['x\n1=1', 'x\n1=1'],
])(
  'neutralizes %j after a line break, which ends a row where ";" separates cells (rows 95, 143)',
  (dangerous, safe) => {
    expect(neutralizeFormulas(dangerous)).toBe(safe);
    expect(restoreFormulas(safe)).toBe(dangerous);
  },
);

test('any JSON comes back out of YAML as it went in', () => {
  const value = fc.letrec(tie => ({
    json: fc.oneof(
      {maxDepth: 4},
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc
        .constantFrom('NO', 'yes', '010', '1:30', '1.10', '2024-01-01', '<<', '~', 'null', '0x1f', '')
        .map(word => word),
      fc.array(tie('json')),
      fc.dictionary(fc.oneof(text, fc.constantFrom('__proto__', 'y', '1')), tie('json')),
    ),
  })).json;
  fc.assert(
    fc.property(value, json => {
      const exact = parseJson(JSON.stringify(json));
      expect(JSON.stringify(readYaml(toYaml(exact), 'x').value)).toBe(JSON.stringify(exact));
    }),
    {numRuns: 500},
  );
});

const deals = answering(
  '{"deals": [{"id": 12345678901234567890, "amount": {"value": 10.10, "currency": "EUR"}, "note": "=1+1, \\"x\\""}, {"id": 2, "late": true}]}',
);

test.each([
  [
    'yaml',
    '- id: 12345678901234567890\n  amount:\n    value: 10.10\n    currency: EUR\n  note: =1+1, "x"\n- id: 2\n  late: true\n...\n',
  ],
  [
    'csv',
    'id,amount.value,amount.currency,note,late\r\n12345678901234567890,10.10,EUR,"\'=1+1, ""x""",\r\n2,,,,true\r\n',
  ],
  [
    'tsv',
    'id\tamount.value\tamount.currency\tnote\tlate\n12345678901234567890\t10.10\tEUR\t\'=1+1, "x"\t\n2\t\t\t\ttrue\n',
  ],
])('deals as %s, every digit as it came', async (format, stdout) => {
  expect(await bizctl(`deals list --output ${format}`, {tenant: deals})).toEqual({exitCode: 0, stdout, stderr: ''});
});

test('an empty list, a picked column, one thing, and a terminal', async () => {
  const tenant = createTenant([field('a', {label: 'x\u001b[2J'})]);
  const run = async (line: string, world = {}) => (await bizctl(line, {tenant, ...world})).stdout;
  const empty = {tenant: answering({custom_fields: []})};
  expect(await run('fields list --output csv --columns id,name --quiet', empty)).toBe('id,name\r\n');
  expect(await run('fields list --output yaml --quiet', empty)).toBe('[]\n...\n');
  expect(await run('fields list --output csv --columns name,label')).toBe('name,label\r\na,x\u001b[2J\r\n');
  expect(await run('fields list --output csv --columns name,label', {terminal: 80})).toBe(
    'name,label\\r\\n'.replace(/\\[rn]/g, each => (each === '\\r' ? '\r' : '\n')) + 'a,x\\u001b[2J\r\n',
  );
  expect(await run('fields get name:a --output tsv --columns type.primitive_type')).toBe(
    'type.primitive_type\nDECIMAL\n',
  );
  expect(await run('fields get name:a --output yaml --columns id')).toBe('id: cf_a\n');
});

test.each(['csv', 'tsv'])('%s says that it cannot contain half of a surrogate pair', async format => {
  const line = `fields list --output ${format} --columns name,label`;
  const note =
    'an unpaired surrogate was replaced with U+FFFD, because UTF-8 cannot encode it; --json and --output yaml keep it';
  const half = createTenant([field('a', {label: 'x\ud83d'}), field('b', {label: 'y\ud83d'})]);
  expect((await bizctl(line, {tenant: half})).stderr).toBe(`{"note":{"message":"${note}"}}\n`);
  expect((await bizctl(line, {tenant: half, terminal: 80})).stdout).toContain('x\\ud83d');
  expect((await bizctl(line, {tenant: createTenant([field('a', {label: 'x😀'})])})).stderr).toBe('');
  expect((await bizctl(`fields list --output ${format}`, {tenant: half})).stderr).toContain(note);
});

test('errors of these formats are JSON on stderr', async () => {
  const {exitCode, stdout, stderr} = await bizctl('fields get name:none --output csv', {tenant: createTenant()});
  expect({exitCode, stdout, code: JSON.parse(stderr).error.code}).toEqual({exitCode: 4, stdout: '', code: 'not_found'});
});

test('members whose names are whole numbers stand in YAML where they came', async () => {
  const tenant = answering('{"b":1,"10":{"x":2,"9":[{"c":3,"1":4}]},"2":5}');
  expect((await bizctl('api GET v2/any --output yaml', {tenant})).stdout).toBe(
    'b: 1\n"10":\n  x: 2\n  "9":\n    - c: 3\n      "1": 4\n"2": 5\n',
  );
});

test('the last of two equal names wins, whatever the names are', async () => {
  const text = '[{"id":"1","a":{"2":1},"a":{"x":1}},{"id":"2","a":[{"2":1}],"a":[{"x":1,"y":2}]}]';
  expect((await bizctl('deals list --output ndjson', {tenant: answering(text)})).stdout).toBe(
    '{"id":"1","a":{"x":1}}\n{"id":"2","a":[{"x":1,"y":2}]}\n',
  );
});

test('values that later rows have beside the columns of the first are named', async () => {
  const rows = [
    {id: 1, amount: {value: 1}},
    {id: 2, amount: 7},
    {id: 3, amount: {value: 4, tax: {rate: 19}}},
  ];
  const pages = createTenant([], {
    'GET /v2/deals#1': () => reply({deals: rows.slice(0, 1), next_page_token: 't'}),
    'GET /v2/deals#2': () => reply({deals: rows.slice(1)}),
  });
  const {stdout, stderr} = await bizctl('deals list --output csv', {tenant: pages});
  expect({stdout, stderr}).toEqual({
    stdout: 'id,amount.value\r\n1,1\r\n2,\r\n3,4\r\n',
    stderr: expect.stringContaining('not shown: amount (see all with --json)'),
  });
});

test('columns stand in the order in which the members came', async () => {
  const tenant = answering('[{"id":"a","10":"ten","2":"two"}]');
  expect((await bizctl('deals list --output csv', {tenant})).stdout).toBe('id,10,2\r\na,ten,two\r\n');
});

test('prints a row for an empty cell, and nothing for no rows', async () => {
  const tenant = answering([{a: ''}, {a: 'b'}, {a: null}]);
  expect((await bizctl('deals list --output csv', {tenant})).stdout).toBe('a\r\n""\r\nb\r\n""\r\n');
  expect((await bizctl('deals list --output csv', {tenant: answering([])})).stdout).toBe('');
});

test('YAML quotes what other readers do not take', async () => {
  const tenant = answering(JSON.stringify({a: '=', b: 'x\ty', c: '\uffff'}));
  expect((await bizctl('api GET v2/any --output yaml', {tenant})).stdout).toBe('a: "="\nb: "x\\ty"\nc: "\\uffff"\n');
});

test('CSV keeps numbers digit for digit, also negative ones, and objects as JSON', async () => {
  const rows = '{"custom_fields": [{"id": "a", "low": -1, "exact": -12345678901234567890.10, "none": {}, "list": []}]}';
  expect(await bizctl('fields list --output csv --columns id,low,exact,none,list', {tenant: answering(rows)})).toEqual({
    exitCode: 0,
    stdout: 'id,low,exact,none,list\r\na,-1,-12345678901234567890.10,{},[]\r\n',
    stderr: '',
  });
});

test.each([
  [';=1+1', "';'=1+1"],
  ['a; =1+1', "a;' =1+1"],
  [';\u00ad@x;+2', "';'\u00ad@x;'+2"],
  ['a;b', 'a;b'],
])('neutralizes the text %j where a semicolon separates cells (row 143)', async (text, safe) => {
  expect(parseCsv(await separate(csv, [[text]], false))[1]).toEqual([safe]);
});

test('--csv-lf ends lines with LF, and changes nothing else (row 143)', async () => {
  const tenant = answering([{id: 1, note: 'a\r\nb'}]);
  expect((await bizctl('deals list --output csv --csv-lf', {tenant})).stdout).toBe('id,note\n1,"a\r\nb"\n');
  expect((await bizctl('deals list --output csv', {tenant})).stdout).toBe('id,note\r\n1,"a\r\nb"\r\n');
});

const hidden = 'a\u200bb\u{e0041}c\u202ed\u00ade';

test('invisible characters are escaped at a terminal, with the same value in JSON (row 171)', async () => {
  const tenant = answering([{id: hidden, [hidden]: 'x'}]);
  const run = async (line: string) => (await bizctl(line, {tenant, terminal: 80})).stdout;
  const escaped = 'a\\u200bb\\udb40\\udc41c\\u202ed\\u00ade';
  expect(await run('deals list --output ndjson')).toBe(`{"id":"${escaped}","${escaped}":"x"}\n`);
  for (const line of ['deals list --json', 'deals list --jq .', 'api GET v2/deals']) {
    const stdout = await run(line);
    expect(stdout).toMatch(/^[ -~\n]*$/);
    expect(JSON.parse(stdout)).toEqual([{id: hidden, [hidden]: 'x'}]);
  }
});

test('invisible characters are escaped in YAML, double-quoted (row 171)', async () => {
  const yaml = (await bizctl('api GET v2/x --output yaml', {tenant: answering({id: hidden, emoji: '👩‍👧'})})).stdout;
  expect(yaml).toBe('id: "a\\u200bb\\U000e0041c\\u202ed\\u00ade"\nemoji: 👩‍👧\n');
  expect(readYaml(yaml, 'x').value).toEqual({id: hidden, emoji: '👩‍👧'});
});

test('a text of 20,000 escapes is printed whole in every format (rows 162, 171)', async () => {
  const [family, controls] = ['👩\u200d👧 ', 'a\u202e'];
  const value = (family + controls).repeat(10_000);
  const tenant = answering([{id: 'd1', note: value}]);
  const run = async (line: string) => (await bizctl(line, {tenant})).stdout;
  const escaped = `${family}a\\u202e`.repeat(10_000);
  expect(await run('deals list')).toBe(`ID  NOTE\nd1  ${escaped}\n`);
  expect(await run('deals list --output ndjson')).toBe(`{"id":"d1","note":"${escaped}"}\n`);
  expect(readYaml(await run('deals list --output yaml'), 'x').value).toEqual([{id: 'd1', note: value}]);
});

const deal = {id: 'd1', amount: {value: 10.5}, tags: ['a', 'b, c'], note: 'x\ty "z"', owner: null};
/** A list of one row, in each format. */
const lists: {readonly [name in keyof typeof formats]: string} = {
  table: 'ID  AMOUNT.VALUE  OWNER  TAGS     NOTE\nd1  10.5                 a, b, c  x\\ty "z"\n',
  json: `${JSON.stringify([deal], null, 2)}\n`,
  ndjson: `${JSON.stringify(deal)}\n`,
  yaml: '- id: d1\n  amount:\n    value: 10.5\n  tags:\n    - a\n    - b, c\n  note: "x\\ty \\"z\\""\n  owner: null\n...\n',
  csv: 'id,amount.value,tags,note,owner\r\nd1,10.5,"[""a"",""b, c""]","x\ty ""z""",\r\n',
  tsv: 'id\tamount.value\ttags\tnote\towner\nd1\t10.5\t["a","b, c"]\tx\\ty "z"\t\n',
};

test.each(Object.entries(lists))('a list in the format %s', async (name, expected) => {
  const {stdout} = await bizctl(`deals list --output ${name}`, {tenant: answering({deals: [deal]})});
  expect(stdout).toBe(expected);
});

test('a row that is much longer with line breaks than as it was sent is laid out whole', async () => {
  const rows = [field('a', {default_value: {list: Array.from({length: 20_000}, () => 1)}}), field('b')];
  const sent = JSON.stringify(rows);
  const tenant = {fetch: async () => reply(`{"custom_fields":${sent}}`)};
  const {stdout} = await bizctl('fields list --json', {tenant});
  expect(stdout === `${JSON.stringify(rows, undefined, 2)}\n`).toBe(true);
});
