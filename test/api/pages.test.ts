import * as fc from 'fast-check';
import {expect, test} from 'vitest';
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
        return {names: rows.map(({name}) => name), token: /--page-token (\S+) on/.exec(stderr)?.[1]};
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

test.each(['ndjson', 'json', 'csv', 'yaml', 'table'])('a slow reader of %s slows the requests down', async format => {
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
