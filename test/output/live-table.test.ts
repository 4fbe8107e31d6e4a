import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {BrokenPipeError} from '../../src/errors.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createScreen, type Screen} from '../harness/screen.js';
import {field, reply} from '../harness/tenant.js';

/**
 * Fields in pages; from the second page on, `before` runs when the page before stands on the screen.
 *
 * @param pages the names of the fields of each page
 */
function paged(pages: readonly (readonly string[])[], screen: Screen, before: (page: number) => unknown = () => {}) {
  const requests: string[] = [];
  return {
    requests,
    fetch: async (request: Request) => {
      const {pathname, searchParams} = new URL(request.url);
      const page = Number(searchParams.get('page_token') ?? 0);
      requests.push(`${pathname} ${page}`);
      if (page > 0) {
        await screen.shows(`waiting for page ${page + 1}`);
        await before(page);
      }
      const next = page + 1 < pages.length ? {next_page_token: String(page + 1)} : {};
      return reply({custom_fields: (pages[page] ?? []).map(name => field(name)), ...next});
    },
  };
}

const line = 'fields list --columns name,label';

test('rows appear as pages arrive, above a line of progress that is gone in the end', async () => {
  const screen = createScreen(60, 12);
  const frames: (readonly string[])[] = [];
  const tenant = paged([['a', 'b'], ['long_name', 'd'], ['e']], screen, () => frames.push(screen.lines()));
  expect((await bizctl(line, {screen, tenant})).exitCode).toBe(0);
  expect(frames).toEqual([
    ['NAME  LABEL', 'a     Label of a', 'b     Label of b', '1 page, 2 rows, 0.0 s, waiting for page 2'],
    [
      'NAME       LABEL',
      'a          Label of a',
      'b          Label of b',
      'long_name  Label of long_name',
      'd          Label of d',
      '2 pages, 4 rows, 0.0 s, waiting for page 3',
    ],
  ]);
  expect(screen.lines()).toEqual([
    'NAME       LABEL',
    'a          Label of a',
    'b          Label of b',
    'long_name  Label of long_name',
    'd          Label of d',
    'e          Label of e',
  ]);
});

const many = Array.from({length: 30}, (_, row) => `n${row}`);

test('a table beyond the screen stays readable as it scrolls off', async () => {
  const screen = createScreen(60, 10);
  const tenant = paged([many.slice(0, 4), many.slice(4, 20), many.slice(20)], screen);
  await bizctl(`${line} --no-pager`, {screen, tenant, pager: () => {}});
  expect(screen.lines()).toEqual([
    'NAME  LABEL',
    ...many.slice(0, 10).map(name => `${name}    Label of ${name}`),
    ...many.slice(10).map(name => `${name}   Label of ${name}`),
  ]);
});

test('a table beyond the screen goes to the pager as a whole, and to the screen not at all', async () => {
  const screen = createScreen(60, 10);
  let shown = '';
  const tenant = paged([many.slice(0, 4), many.slice(4)], screen);
  const pager = (text: string) => {
    shown += text;
  };
  expect((await bizctl(line, {screen, tenant, pager})).exitCode).toBe(0);
  expect(stripVTControlCharacters(shown).split('\n').slice(0, 6)).toEqual([
    'NAME  LABEL',
    'n0    Label of n0',
    'n1    Label of n1',
    'n2    Label of n2',
    'n3    Label of n3',
    'n4    Label of n4',
  ]);
  expect(shown.split('\n')).toHaveLength(32);
  expect(screen.lines()).toEqual([]);
});

test('whoever leaves the pager has seen enough: no more pages, no error', async () => {
  const screen = createScreen(60, 10);
  const requests: string[] = [];
  const fetch = async (request: Request) => {
    requests.push(request.url);
    return reply({
      custom_fields: many.map(name => field(`${name}_${requests.length}`)),
      next_page_token: String(requests.length),
    });
  };
  const pager = () => {
    throw new BrokenPipeError();
  };
  expect((await bizctl(line, {screen, tenant: {fetch}, pager})).exitCode).toBe(0);
  expect(requests).toHaveLength(2);
  expect(screen.lines()).toEqual([]);
});

test.each(['cat', ''])('the pager %j is none', async command => {
  const screen = createScreen(60, 10);
  const pager = () => {
    throw new Error('nothing is to be paged');
  };
  const world = {screen, tenant: paged([many], screen), pager, env: {PAGER: 'more', BIZCTL_PAGER: command}};
  expect((await bizctl(line, world)).exitCode).toBe(0);
  expect(screen.lines()).toHaveLength(31);
});

test.each([
  [
    'narrower',
    24,
    ['NAME  LABEL', 'a     Label of a', 'b     Label of b', 'long_name  Label of …', 'd          Label of d'],
  ],
  [
    'wider',
    100,
    ['NAME  LABEL', 'a     Label of a', 'b     Label of b', 'long_name  Label of long_name', 'd          Label of d'],
  ],
])('a terminal that becomes %s while rows come leaves them as they are, once', async (_what, columns, lines) => {
  const screen = createScreen(60, 12);
  const tenant = paged(
    [
      ['a', 'b'],
      ['long_name', 'd'],
    ],
    screen,
    () => screen.resize(columns, 12),
  );
  await bizctl(line, {screen, tenant});
  expect(screen.lines().filter(each => each !== '')).toEqual(lines);
});

test('an error in mid-list stands below the rows that came', async () => {
  const screen = createScreen(70, 12);
  const tenant = paged([['a']], screen);
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? screen.shows('waiting for page 2').then(() => reply({message: 'no'}, {status: 400}))
      : reply({custom_fields: [field('a')], next_page_token: 'x'});
  expect((await bizctl(line, {screen, tenant: {...tenant, fetch}})).exitCode).toBe(7);
  expect(screen.lines().slice(0, 3)).toEqual([
    'NAME  LABEL',
    'a     Label of a',
    'error: the list is not complete, it ends after 1 rows: HTTP 400: no (G',
  ]);
});

test('notes that come while something is drawn wait until it stands', async () => {
  const screen = createScreen(60, 12);
  const frames: (readonly string[])[] = [];
  const tenant = paged([['a'], ['b']], screen, () => frames.push(screen.lines()));
  const fetch = async (request: Request) => {
    const answer = await tenant.fetch(request);
    answer.headers.set('deprecation', '@1735689600');
    return answer;
  };
  await bizctl(line, {screen, tenant: {fetch}});
  expect(frames[0]).toEqual(['NAME  LABEL', 'a     Label of a', '1 page, 1 row, 0.0 s, waiting for page 2']);
  expect(screen.lines().slice(0, 4)).toEqual([
    'NAME  LABEL',
    'a     Label of a',
    'b     Label of b',
    'warning: GET /v2/customFields is deprecated since 2025-01-01',
  ]);
});

test('an empty list says what was looked for and what to try', async () => {
  const screen = createScreen(120, 12);
  await bizctl('fields list --filter x', {screen, tenant: paged([[]], screen)});
  expect(screen.lines().join('')).toBe(
    'note: no custom fields. If a filter was given, try without it; create one with: bizctl fields create --name NAME --type decimal',
  );
});
