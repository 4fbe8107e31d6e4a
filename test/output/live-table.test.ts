import {expect, test} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createPager, createScreen, type Screen} from '../harness/screen.js';
import {answering, createTenant, field, reply} from '../harness/tenant.js';

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

test('pages without rows are counted, as a list that is searched may have none for long (row 182)', async () => {
  const screen = createScreen(60, 12);
  const fetch = async (request: Request) => {
    const page = Number(new URL(request.url).searchParams.get('page_token') ?? 0);
    if (page === 1) await screen.shows('1 page read');
    if (page === 3) await screen.shows('3 pages read');
    return reply({custom_fields: [field(`n${page}`)], ...(page < 3 ? {next_page_token: String(page + 1)} : {})});
  };
  const outcome = await bizctl('fields list n3 --columns name', {screen, tenant: {fetch}});
  expect({...outcome, lines: screen.lines()}).toMatchObject({exitCode: 0, lines: ['NAME', 'n3']});
});

const many = Array.from({length: 30}, (_, row) => `n${row}`);

test('a table beyond the screen stays readable as it scrolls off', async () => {
  const screen = createScreen(60, 10);
  const pager = createPager();
  const tenant = paged([many.slice(0, 4), many.slice(4, 20), many.slice(20)], screen);
  await bizctl(`${line} --no-pager`, {screen, tenant, pager});
  expect(screen.lines()).toEqual([
    'NAME  LABEL',
    ...many.slice(0, 10).map(name => `${name}    Label of ${name}`),
    ...many.slice(10).map(name => `${name}   Label of ${name}`),
  ]);
  expect(pager.lines()).toEqual([]);
});

test.each([
  ['at once', [many]],
  ['with its second page', [many.slice(0, 4), many.slice(4)]],
])('a table that grows beyond the screen %s goes to the pager as a whole', async (_what, pages) => {
  const screen = createScreen(60, 10);
  const pager = createPager();
  expect((await bizctl(line, {screen, tenant: paged(pages, screen), pager})).exitCode).toBe(0);
  expect(pager.lines().map(each => each.trim().split(/ +/)[0])).toEqual(['NAME', ...many]);
  expect({lines: screen.lines(), closed: pager.countClosed(), listeners: screen.countListeners()}).toEqual({
    lines: [],
    closed: 1,
    listeners: 0,
  });
});

test('where one can scroll to the right, columns that do not fit follow the others, and none is named as hidden', async () => {
  const screen = createScreen(40, 10);
  const rows = many.slice(0, 12).map(name => field(name, {description: `What ${name} is for`}));
  const tenant = () => createTenant(rows);
  const list = 'fields list --columns id,name,type,label,description';
  const [fitted, wide] = [createPager(), createPager(false, true)];
  await bizctl(list, {screen, tenant: tenant(), pager: fitted});
  expect(screen.lines().join('')).toContain('not shown: ');
  const other = createScreen(40, 10);
  expect((await bizctl(list, {screen: other, tenant: tenant(), pager: wide})).exitCode).toBe(0);
  expect(other.lines().join('')).not.toContain('not shown');
  const first = wide.lines()[1] ?? '';
  expect(first).toContain('Label of n0');
  expect(first.endsWith('What n0 is for')).toBe(true);
  // The columns that fit stand where they stood, at most a cell narrower.
  expect(first.startsWith((fitted.lines()[1] ?? '').slice(0, 20).trimEnd())).toBe(true);
});

test.each([
  ['at its first page', many.length],
  ['at its second page', 4],
])('whoever leaves the pager %s has seen enough: no more pages, no error', async (_what, size) => {
  const screen = createScreen(60, 10);
  await screen.stream.write('$ bizctl fields list\n');
  const pager = createPager(true);
  let pages = 0;
  const fetch = async () => {
    pages += 1;
    const names = many.slice(0, pages === 1 ? size : many.length);
    return reply({custom_fields: names.map(name => field(`${name}_${pages}`)), next_page_token: String(pages)});
  };
  expect((await bizctl(line, {screen, tenant: {fetch}, pager})).exitCode).toBe(0);
  expect(pages).toBeLessThan(4);
  expect({lines: screen.lines(), closed: pager.countClosed(), listeners: screen.countListeners()}).toEqual({
    lines: ['$ bizctl fields list'],
    closed: 1,
    listeners: 0,
  });
});

test.each(['cat', ''])('treats the pager %j as no pager', async command => {
  const screen = createScreen(60, 10);
  const pager = createPager();
  const world = {screen, tenant: paged([many], screen), pager, env: {PAGER: 'more', BIZCTL_PAGER: command}};
  expect((await bizctl(line, world)).exitCode).toBe(0);
  expect(screen.lines()).toHaveLength(31);
});

test('one field that is longer than the screen goes to the pager as well', async () => {
  const screen = createScreen(60, 10);
  const pager = createPager();
  const choices = {options: {display_type: 'RADIO', groups: [{options: many.map(title => ({title}))}]}};
  const world = {screen, tenant: createTenant([field('long', choices), field('short')]), pager};
  expect((await bizctl('fields get name:long', world)).exitCode).toBe(0);
  expect(pager.lines().length).toBeGreaterThan(30);
  expect(screen.lines()).toEqual([]);
  expect((await bizctl('fields get name:short', world)).exitCode).toBe(0);
  expect(screen.lines()).toHaveLength(4);
});

test.each([
  ['narrower', 24, ['NAME       LABEL', 'long_name  Label of …', 'd          Label of d']],
  ['wider', 100, ['NAME       LABEL', 'long_name  Label of long_name', 'd          Label of d']],
])(
  'a terminal that becomes %s while rows come keeps them, and fits those that follow',
  async (_what, columns, rest) => {
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
    expect(screen.lines().filter(each => each !== '')).toEqual([
      'NAME  LABEL',
      'a     Label of a',
      'b     Label of b',
      ...rest,
    ]);
    expect(screen.countListeners()).toBe(0);
  },
);

test('shows a wait that the API asks for in place of the progress (rows 1, 3)', async () => {
  const screen = createScreen(60, 14);
  const interruption = new AbortController();
  const fetch = async (request: Request) =>
    request.url.includes('page_token')
      ? reply({message: 'slow down'}, {status: 429, headers: {'retry-after': '30'}})
      : reply({custom_fields: [field('a')], next_page_token: 't'});
  const ended = bizctl(line, {screen, tenant: {fetch}, signal: interruption.signal});
  await screen.shows('1 page, 1 row, 0.0 s, rate limited, retrying in 30 s');
  interruption.abort(new InterruptedError());
  expect((await ended).exitCode).toBe(130);
  expect(screen.lines()).toEqual([
    'NAME  LABEL',
    'a     Label of a',
    'error: interrupted',
    'hint: Continue with --page-token t',
  ]);
});

test('in a pipe, a long wait is noted and a short one is not', async () => {
  const note = async (seconds: string) => {
    const interruption = new AbortController();
    let answered = 0;
    const fetch = async () => {
      answered += 1;
      setTimeout(() => interruption.abort(new InterruptedError()), 50);
      return reply({}, {status: 503, headers: {'retry-after': seconds}});
    };
    const {stderr} = await bizctl(line, {tenant: {fetch}, signal: interruption.signal});
    return {answered, stderr};
  };
  expect(await note('30')).toEqual({answered: 1, stderr: 'note: HTTP 503, retrying in 30 s\nerror: interrupted\n'});
  expect(await note('1')).toEqual({answered: 1, stderr: 'error: interrupted\n'});
});

test('a list that was stopped and continued is not drawn over what the shell wrote', async () => {
  const screen = createScreen(60, 14);
  const tenant = paged([['a', 'b'], ['c']], screen, () => screen.interrupt('$ echo back\nback\n$ fg\n'));
  await bizctl(line, {screen, tenant});
  expect(screen.lines()).toEqual([
    'NAME  LABEL',
    'a     Label of a',
    'b     Label of b',
    '1 page, 2 rows, 0.0 s, waiting for page 2',
    '$ echo back',
    'back',
    '$ fg',
    'NAME  LABEL',
    'c     Label of c',
  ]);
});

test('what fails among several writes is still to be read when all is done', async () => {
  const screen = createScreen(80, 12);
  const tenant = createTenant([], {'POST /v2/customFields#2': () => reply({message: 'no'}, {status: 422})});
  const bodies = ['a', 'b', 'c']
    .map(name => JSON.stringify({name, type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}}))
    .join('\n');
  const {exitCode} = await bizctl('fields create --file - --concurrency 1 --columns name', {
    screen,
    tenant,
    stdin: bodies,
  });
  expect({exitCode, lines: screen.lines()}).toEqual({
    exitCode: 7,
    lines: [
      'error: stdin:2: "b": HTTP 422: no (POST /v2/customFields)',
      'NAME',
      'a',
      'c',
      'error: 1 of 3 custom fields was not created',
      'hint: The API accepted the others. The causes are listed above.',
    ],
  });
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
    'error: the list is incomplete; it ends after 1 row: HTTP 400: no (GET',
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
  await bizctl("fields list --filter 'name = x'", {screen, tenant: paged([[]], screen)});
  await bizctl('fields list', {screen, tenant: paged([[]], screen)});
  await bizctl('deals list', {screen, tenant: answering({deals: []})});
  expect(screen.lines()).toEqual([
    "note: no custom fields match --filter 'name = x'; try without it",
    'note: this tenant has no custom fields; to create one, run: bizctl fields create',
    'note: this tenant has no deals',
  ]);
});
