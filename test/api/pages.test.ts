import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {formatNames} from '../../src/output/formats.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field, reply} from '../harness/tenant.js';

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), {maxLength: 25});

test('lists every row once and in order, whatever the page size', async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.integer({min: 1, max: 30}), async (names, size) => {
      const tenant = createTenant(names.map(name => field(name)));
      const {exitCode, stdout} = await bizctl(`fields list --output ndjson --page-size ${size}`, {tenant});
      expect(exitCode).toBe(0);
      expect(
        stdout
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line).name),
      ).toEqual(names);
      expect(tenant.requests).toHaveLength(Math.max(1, Math.ceil(names.length / size)));
    }),
    {numRuns: 60},
  );
});

test('--limit and the page token it prints together give exactly the whole list', async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.integer({min: 1, max: 5}), fc.integer({min: 1, max: 5}), async (names, size, pages) => {
      const tenant = createTenant(names.map(name => field(name)));
      const read = async (more: string) => {
        const {stdout, stderr} = await bizctl(`fields list --json --page-size ${size} ${more}`, {tenant});
        const rows: readonly {name: string}[] = JSON.parse(stdout);
        return {names: rows.map(({name}) => name), token: /--page-token (\S+)/.exec(stderr)?.[1]};
      };
      const head = await read(`--limit ${size * pages}`);
      const tail = head.token === undefined ? {names: []} : await read(`--page-token ${head.token}`);
      expect([...head.names, ...tail.names]).toEqual(names);
      expect(head.token === undefined).toBe(names.length <= size * pages);
    }),
    {numRuns: 40},
  );
});

test('--order-by sorts the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(names, fc.integer({min: 1, max: 10}), async (names, size) => {
      const tenant = createTenant(names.map((name, index) => field(name, {default_value: {rank: index % 3}})));
      const {stdout} = await bizctl(
        [
          'fields',
          'list',
          '--output',
          'ndjson',
          '--order-by',
          'default_value.rank desc, name',
          '--page-size',
          String(size),
        ],
        {tenant},
      );
      const rows: readonly {name: string; default_value: {rank: number}}[] = stdout
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line));
      const rankOf = (row: {default_value: {rank: number}}) => row.default_value.rank;
      const sorted = [...rows].sort((a, b) => rankOf(b) - rankOf(a) || (a.name < b.name ? -1 : 1));
      expect(rows.map(({name}) => name)).toEqual(sorted.map(({name}) => name));
      expect(new Set(rows.map(({name}) => name))).toEqual(new Set(names));
    }),
    {numRuns: 30},
  );
});

test('wherever a page fails, the printed rows and the rows the hint leads to make up the whole list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({min: 2, max: 6}), async failing => {
      const all = ['a', 'b', 'c', 'd', 'e', 'f'];
      const tenant = createTenant(
        all.map(name => field(name)),
        {[`GET /v2/customFields#${failing}`]: () => reply('', {status: 404})},
      );
      const cut = await bizctl('fields list --output ndjson --page-size 1', {tenant});
      const {error} = JSON.parse(cut.stderr);
      const rest = await bizctl(`fields list --output ndjson ${/--page-token \S+/.exec(error.hint)?.[0]}`, {tenant});
      expect({
        exitCode: cut.exitCode,
        names: (cut.stdout + rest.stdout)
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line).name),
      }).toEqual({exitCode: 7, names: all});
    }),
  );
});

test.each(formatNames)('a slow reader of %s slows the requests down', async format => {
  const tenant = createTenant(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => field(name)));
  const ahead: number[] = [];
  let written = 0;
  const {exitCode} = await bizctl(`fields list --output ${format} --page-size 1 --quiet`, {
    tenant,
    stdout: async () => {
      // Time enough for any request that could be sent meanwhile.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
      written += 1;
      ahead.push(tenant.requests.length - written);
    },
  });
  expect(exitCode).toBe(0);
  // Only one page is fetched ahead, however slow the reader.
  expect(ahead.slice(0, 7)).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('goes on without a page size once the API has refused it (row 64)', async () => {
  const tenant = createTenant(
    ['a', 'b', 'c'].map(name => field(name)),
    {
      'GET /v2/customFields#2': () => reply({custom_fields: [field('a')], next_page_token: 'two'}),
      'GET /v2/customFields#3': () => reply({custom_fields: [field('b')]}),
    },
  );
  expect(await bizctl('fields list --page-size 501 --columns name', {tenant})).toEqual({
    exitCode: 0,
    stdout: 'NAME\na\nb\n',
    stderr:
      'warning: retried without --page-size, which the API refused: HTTP 400: page_size must be a whole number from 1 to 500 (GET /v2/customFields)\n',
  });
  expect(tenant.requests).toEqual([
    'GET /v2/customFields?page_size=501',
    'GET /v2/customFields',
    'GET /v2/customFields?page_token=two',
  ]);
});

test.each(['pageSize is too large', 'invalid page size', 'pagesize'])(
  'knows a refused page size by the words %j',
  async message => {
    const tenant = createTenant([], {'GET /v2/customFields#1': () => reply({message}, {status: 400})});
    expect((await bizctl('fields list --page-size 400', {tenant})).exitCode).toBe(0);
    expect(tenant.requests).toEqual(['GET /v2/customFields?page_size=400', 'GET /v2/customFields']);
  },
);

test('shows a row once that comes again after 10,000 others (row 61)', async () => {
  const rows = Array.from({length: 10_000}, (_none, index) => ({id: `d${index}`}));
  const pages = [rows, [{id: 'late'}], [{id: 'd0'}, {id: 'last'}]];
  let asked = 0;
  const fetch = async () => {
    const deals = pages[asked] ?? [];
    asked += 1;
    return reply({deals, ...(asked < pages.length ? {next_page_token: String(asked)} : {})});
  };
  const {exitCode, stdout, stderr} = await bizctl('deals list --output ndjson', {tenant: {fetch}});
  expect({exitCode, lines: stdout.split('\n').slice(9_999), stderr}).toEqual({
    exitCode: 0,
    lines: ['{"id":"d9999"}', '{"id":"late"}', '{"id":"last"}', ''],
    stderr:
      '{"note":{"message":"1 row appeared on two pages; the duplicate was left out, and the list may lack other rows"}}\n',
  });
});

test('empty pages now and then do not end a list, but a hundred in a row do (row 60)', async () => {
  const createServer = (rowsEvery: number) => {
    let page = 0;
    return async () => {
      page += 1;
      const custom_fields = page % rowsEvery === 0 ? [field(`f${page}`)] : [];
      return reply({custom_fields, ...(page < 250 ? {next_page_token: String(page)} : {})});
    };
  };
  expect(await bizctl('fields list --columns name', {tenant: {fetch: createServer(100)}})).toEqual({
    exitCode: 0,
    stdout: 'NAME\nf100\nf200\n',
    stderr: '',
  });
  expect(await bizctl('fields list --columns name', {tenant: {fetch: createServer(101)}})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('the API sent 100 pages in a row without new rows'),
  });
});

test.each([
  ['is too long', 't'.repeat(16_001), 'a page token of 16001 characters, too long for a request'],
  ['has half a character', '\ud800x', 'the page token "\\ud800x", which is not valid Unicode'],
])('refuses a page token that %s, instead of keeping it (rows 30, 162)', async (_what, next_page_token, token) => {
  const list = JSON.stringify({custom_fields: [field('a')], next_page_token});
  const tenant = createTenant([], {'GET /v2/customFields': () => reply(list)});
  for (const [line, stdout] of [
    ['fields list --columns name', 'NAME\na\n'],
    ['fields create --name b --type decimal', ''],
  ] as const)
    expect(await bizctl(line, {tenant})).toEqual({
      exitCode: 6,
      stdout,
      stderr: `error: the API sent ${token}\nhint: Report this to the operator of the API; the list is incomplete.\n`,
    });
  expect(tenant.requests).toEqual(['GET /v2/customFields', 'GET /v2/customFields']);
  // It is not needed for what the first page has.
  expect((await bizctl('fields get name:a', {tenant})).exitCode).toBe(0);
});

test('fails when the first page leads back to the page token that was given (row 60)', async () => {
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: [field('a')], next_page_token: 't'}),
  });
  expect(await bizctl('fields list --page-token t --columns name', {tenant})).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('the API sent the page token "t" a second time'),
  });
  expect(tenant.requests).toEqual(['GET /v2/customFields?page_token=t']);
});
