import {expect, test} from 'vitest';
import {exactNumber, type Json} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {answering, reply} from '../../harness/tenant.js';

const amount = {value: 5, currency: 'EUR'};
const withGaps = [
  {id: '1', amount, owner: {id: 'o', name: 'N'}},
  {id: '2', amount: null, owner: null},
  {id: '3'},
  {id: '4', amount: {}, owner: {}},
  {id: '5', amount: {value: 7, currency: 'USD'}},
];

async function list(deals: Json, options = ''): Promise<string> {
  const {exitCode, stdout, stderr} = await bizctl(`deals list ${options}`, {tenant: answering({deals})});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return stdout;
}

test('a deal without an amount or owner leaves their cells empty', async () => {
  expect(await list(withGaps)).toBe(
    'ID  AMOUNT  OWNER.NAME  OWNER.ID\n1   5 EUR   N           o\n2\n3\n4\n5   7 USD\n',
  );
  expect(await list(withGaps, '--output csv')).toBe(
    'id,amount.value,amount.currency,owner.id,owner.name\r\n1,5,EUR,o,N\r\n2,,,,\r\n3,,,,\r\n4,,,,\r\n5,7,USD,,\r\n',
  );
});

test('a member whose name is the path of another hides nothing', async () => {
  expect(await list([{'a.b': 3, a: {b: 4}}, {a: {b: 5}}], '--output csv')).toBe(
    'a.b,a\r\n3,"{""b"":4}"\r\n5,"{""b"":5}"\r\n',
  );
});

test('an amount that is a number on one deal and an object on another is one column', async () => {
  expect(
    await list([
      {id: '1', amount: 3},
      {id: '2', amount},
    ]),
  ).toBe('ID  AMOUNT\n1   3\n2   5 EUR\n');
});

test('an amount without a value is shown as it is', async () => {
  expect(
    await list([
      {id: '1', amount},
      {id: '2', amount: {currency: 'EUR'}},
    ]),
  ).toBe('ID  AMOUNT\n1   5 EUR\n2   {"currency":"EUR"}\n');
});

test('amounts on later pages are shown as amounts, and the null ones of later pages are not missed', async () => {
  const pages = (first: Json, second: Json) => ({
    fetch: async (request: Request) =>
      reply(request.url.includes('page_token') ? {deals: second} : {deals: first, next_page_token: 'p2'}),
  });
  const [none, some] = [[{id: '1', amount: null}], [{id: '2', amount}]];
  expect(await bizctl('deals list', {tenant: pages(none, some)})).toEqual({
    exitCode: 0,
    stdout: 'ID  AMOUNT\n1\n2   5 EUR\n',
    stderr: '',
  });
  expect(await bizctl('deals list --output csv', {tenant: pages(some, none)})).toEqual({
    exitCode: 0,
    stdout: 'id,amount.value,amount.currency\r\n2,5,EUR\r\n1,,\r\n',
    stderr: '',
  });
});

test.each<[string, string]>([
  ['--output csv', 'value,id\r\n1,\r\ntwo,\r\n,\r\ntrue,\r\n"[1,2]",\r\n,o\r\n'],
  ['--output tsv --columns value', 'value\n1\ntwo\n\ntrue\n[1,2]\n\n'],
  [
    '--output ndjson --columns value',
    '{"value":1}\n{"value":"two"}\n{"value":null}\n{"value":true}\n{"value":[1,2]}\n{"value":null}\n',
  ],
])('shows rows that are not objects in the column value, with %s', async (options, stdout) => {
  const rows = [1, 'two', null, true, [1, 2], {id: 'o'}];
  expect(await list(rows, options)).toBe(stdout);
});

test('only amounts are shortened: other objects are whole, dates are local, and long numbers are not cut', async () => {
  const deals = [
    {
      id: '1',
      discount: {value: 10, kind: 'percent', reason: 'loyal', by: 'u7', until: 'x'},
      source: {value: 'web', tags: ['a']},
    },
    {id: '2', closed_at: null, dates: {signed: '2026-03-01T10:00:00Z'}, n: null},
    {id: '3', closed_at: '2026-04-01T10:00:00Z', n: exactNumber('12345678901234567890123456789012345678.10')},
  ];
  const {stdout} = await bizctl('deals list --no-color', {
    tenant: answering({deals}),
    terminal: 400,
    zone: 'Europe/Berlin',
  });
  expect(stdout).toContain('"reason":"loyal"');
  expect(stdout).toContain('"tags":["a"]');
  expect(stdout).toContain('2026-04-01 12:00');
  expect(stdout).toContain('2026-03-01 11:00');
  expect(stdout).toContain('12345678901234567890123456789012345678.10');
});

test('does not confuse a member with an expanded one whose name begins alike', async () => {
  const pages = {
    fetch: async (request: Request) =>
      reply(
        request.url.includes('page_token')
          ? {deals: [{id2s: 1, id2: {}, name: 'n'}]}
          : {deals: [{id2s: 1}], next_page_token: 'p'},
      ),
  };
  expect((await bizctl('deals list --output csv', {tenant: pages})).stderr).toContain('not shown: id2, name');
});

test('sorts a page of as many rows as a page may have (row 162)', async () => {
  const rows = Array.from({length: 199_999}, (_none, index) => index);
  const {exitCode, stderr} = await bizctl('deals list --sort value --output ndjson', {
    tenant: answering({deals: rows}),
  });
  expect({exitCode, isBug: stderr.includes('bug')}).toEqual({exitCode: 0, isBug: false});
});

test('a list of objects in a column is shown as JSON, one of plain values as text', async () => {
  const tenant = answering({deals: [{tags: [{a: 1}, {a: 2}], names: ['x', 2, null]}]});
  expect((await bizctl('deals list --columns tags,names', {tenant})).stdout).toBe(
    'TAGS               NAMES\n[{"a":1},{"a":2}]  x, 2, \n',
  );
});
