import {setImmediate, setTimeout} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {InterruptedError} from '../../src/base/errors.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createScreen} from '../harness/screen.js';
import {createTenant, field, reply} from '../harness/tenant.js';
import {allowViolations} from '../harness/violations.js';

/** A tenant whose replies wait until the screen shows what is awaited. */
function createSlowTenant(screen: ReturnType<typeof createScreen>, shown: string[]) {
  const tenant = createTenant([field('a'), field('b')]);
  const fetch = async (request: Request) => {
    const verb = {GET: 'reading', POST: 'creating', PATCH: 'updating', DELETE: 'deleting'}[request.method] ?? '';
    await screen.shows(`${verb} custom fields`);
    shown.push(screen.lines().at(-1) ?? '');
    return tenant.fetch(request);
  };
  return {...tenant, fetch};
}

test.each([
  ['fields get cf_a', ['reading custom fields…']],
  ['fields export', ['reading custom fields…']],
  ['fields update cf_a --label New', ['updating custom fields…']],
  ['fields create --name c --type phone', ['reading custom fields…', 'creating custom fields…']],
  ['fields plan -f f.yaml', ['reading custom fields…']],
])('%s says what is awaited, and the line is gone at the end (row 182)', async (line, awaited) => {
  const screen = createScreen(80, 40);
  const shown: string[] = [];
  const files = {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'};
  const {exitCode} = await bizctl(line, {tenant: createSlowTenant(screen, shown), screen, silentMs: 0, files});
  expect({exitCode, shown}).toEqual({exitCode: 0, shown: awaited});
  expect(screen.lines().filter(text => text.includes('custom fields…'))).toEqual([]);
});

test.each([
  ['pipe', ['reading custom fields…']],
  ['file', ['reading custom fields…', 'reading custom fields, request 2…']],
] as const)('to a %s, says what is awaited unless it may mix with the output (row 182)', async (redirect, expected) => {
  const screen = createScreen(80, 40);
  const written: string[] = [];
  let begin: number | undefined;
  const write = async (text: string | Uint8Array) => {
    written.push(Buffer.from(text).toString());
    await screen.stream.write(text);
  };
  const tenant = createTenant([field('a'), field('b')]);
  let count = 0;
  const fetch = async (request: Request) => {
    const awaited = expected[count];
    count += 1;
    if (awaited !== undefined) await screen.shows(awaited);
    // Long enough for a line to be drawn.
    for (let turn = 0; turn < 1000; turn += 1) await setImmediate();
    return tenant.fetch(request);
  };
  const {exitCode, stdout} = await bizctl('fields list --output ndjson --page-size 1', {
    tenant: {...tenant, fetch},
    screen: {...screen, stream: {...screen.stream, write}},
    redirect,
    silentMs: 0,
    stdout: () => {
      begin ??= written.length;
    },
  });
  const find = (texts: readonly string[]) => texts.flatMap(text => /reading.*/.exec(text) ?? []);
  // The second page is requested before the first is written.
  const awaited = redirect === 'pipe' ? find(written).slice(0, 1) : find(written);
  const mixed = redirect === 'pipe' ? find(written.slice(begin)) : [];
  expect({exitCode, awaited, mixed, rows: stdout.split('\n').length - 1, screen: screen.lines()}).toEqual({
    exitCode: 0,
    awaited: expected,
    mixed: [],
    rows: 2,
    screen: [],
  });
});

test('requests are counted from the start of each list (row 182)', async () => {
  allowViolations();
  const screen = createScreen(80, 40);
  const shown: string[] = [];
  const {fetch} = createTenant([field('a'), field('b')], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      return reply('', {status: 204});
    },
  });
  const slow = async (request: Request) => {
    await screen.shows(request.method === 'GET' ? 'reading custom fields' : 'updating custom fields');
    shown.push(screen.lines().at(-1) ?? '');
    return fetch(request);
  };
  expect(
    (await bizctl('fields update name:b --label New', {tenant: {fetch: slow}, screen, silentMs: 0})).exitCode,
  ).toBe(0);
  expect(shown).toEqual(['reading custom fields…', 'updating custom fields…', 'reading custom fields…']);
});

test('many short waits are said like a long one (row 182)', async () => {
  const screen = createScreen(80, 40);
  let pages = 0;
  let wasShown = false;
  const fetch = async () => {
    pages += 1;
    // Shorter than what is passed over in silence.
    await setTimeout(2);
    wasShown ||= screen.lines().some(line => line.startsWith('reading custom fields'));
    const isLast = wasShown || pages === 5000;
    return reply({custom_fields: [field(`f${pages}`)], ...(isLast ? {} : {next_page_token: `p${pages}`})});
  };
  expect((await bizctl('fields get f5001', {tenant: {fetch}, screen, silentMs: 50})).exitCode).toBe(4);
  expect({wasShown, screen: screen.lines().join('\n').includes('reading')}).toEqual({wasShown: true, screen: false});
});

test.each([
  ['a read', 'fields get cf_a', 'GET', 'HTTP 503; retrying…'],
  [
    'a write',
    'fields create --name c --type phone',
    'POST',
    'HTTP 503: down (POST /v2/customFields); checking whether the write took effect…',
  ],
])(
  '%s that failed says what happens next, and the line is gone at the end (row 182)',
  async (_what, line, method, said) => {
    const screen = createScreen(80, 40);
    const written: string[] = [];
    const write = async (text: string | Uint8Array) => {
      written.push(Buffer.from(text).toString());
      await screen.stream.write(text);
    };
    const tenant = createTenant([field('a')], {
      [`${method} /v2/customFields#1`]: () => reply({message: 'down'}, {status: 503}),
    });
    await bizctl(line, {tenant, screen: {...screen, stream: {...screen.stream, write}}, backoffMs: 1});
    expect(written.map(text => stripVTControlCharacters(text)).flatMap(text => /HTTP 503.*…/.exec(text) ?? [])).toEqual(
      [said],
    );
    expect(screen.lines().join('\n')).not.toContain('…');
  },
);

test('without a terminal, and where replies come at once, nothing is said about waiting (row 182)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await bizctl('fields get cf_a', {tenant, silentMs: 0})).stderr).toBe('');
  const screen = createScreen(80, 40);
  await bizctl('fields get cf_a', {tenant, screen});
  expect(screen.lines().join('\n')).not.toContain('reading');
});

test('a terminal that cannot redraw gets one line for each kind of request (row 182)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const fetch = async (request: Request) => {
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    await setTimeout(1);
    return tenant.fetch(request);
  };
  const line = 'fields delete name:a name:b --yes';
  const {exitCode, stderr} = await bizctl(line, {
    tenant: {fetch},
    terminal: 80,
    silentMs: 0,
  });
  const lines = stripVTControlCharacters(stderr)
    .split('\n')
    .filter(line => line.endsWith('…'));
  expect({exitCode, lines: lines.toSorted()}).toEqual({
    exitCode: 0,
    lines: ['note: deleting custom fields…', 'note: reading custom fields…'],
  });
});

test('an interruption removes the line before its message (row 182)', async () => {
  const screen = createScreen(80, 40);
  const abort = new AbortController();
  const fetch = async (): Promise<Response> => {
    await screen.shows('creating custom fields…');
    abort.abort(new InterruptedError());
    return Promise.withResolvers<Response>().promise;
  };
  const line = 'fields create --name c --type phone --if-exists allow';
  const {exitCode} = await bizctl(line, {
    tenant: {...createTenant(), fetch},
    screen,
    silentMs: 0,
    finishMs: 0,
    signal: abort.signal,
  });
  expect({exitCode, screen: screen.lines()}).toMatchInlineSnapshot(`
    {
      "exitCode": 130,
      "screen": [
        "error: interrupted; may have been created: "c"",
        "hint: The write may still go through. In a few seconds, run: bizctl fields list",
      ],
    }
  `);
});

test.each([
  ['fields export', 'formatting 1001 fields…'],
  ['fields plan -f f.yaml', 'reading f.yaml…'],
])('%s of many fields says what takes long, and the line is gone at the end (row 182)', async (line, text) => {
  const fields = Array.from({length: 1001}, (_none, index) => field(`f${index}`, {description: 'd'.repeat(600)}));
  const files = {'f.yaml': JSON.stringify({custom_fields: fields.map(({name, description}) => ({name, description}))})};
  const screen = createScreen(80, 40);
  const shown = screen.shows(text);
  const world = {tenant: createTenant(fields), screen, redirect: 'file', silentMs: 0, files} as const;
  expect((await bizctl(line, world)).exitCode).toBe(0);
  await shown;
  expect(screen.lines().filter(each => each.includes('…'))).toEqual([]);
});
