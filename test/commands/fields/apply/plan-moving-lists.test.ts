import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {now} from '../../../harness/fixed.js';
import {createTenant, type Fault, field, reply, reset} from '../../../harness/tenant.js';

const {run, runId} = useFieldsAsCode();

test('reads again when one id has two contents, and refuses when it stays so (row 61)', async () => {
  const twice = () => reply({custom_fields: [field('a', {label: 'Old'}), field('a', {label: 'New'})]});
  const once = createTenant([field('a')], {'GET /v2/customFields#1': twice});
  expect((await run('fields plan -f f.yaml', once)).exitCode).toBe(0);
  // The sandbox refuses larger pages.
  expect(once.requests).toEqual([
    'GET /v2/customFields',
    'GET /v2/customFields?page_size=1000',
    'GET /v2/customFields',
  ]);
  const always = createTenant([field('a')], {'GET /v2/customFields': twice});
  expect(await run('fields apply -f f.yaml --yes', always)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr:
      'error: the list has two versions of the field with id cf_a\nhint: Another client may be changing fields, or the API may sort them differently for each page. Try again later. If the error persists, the pages of this API overlap, and bizctl cannot tell what is missing.\n',
  });
  expect(writesOf(always)).toEqual([]);
});

/** Pages of which the second repeats fields; each list takes two requests. */
function createMovingTenant(lists: readonly (readonly (readonly string[])[])[]) {
  let asked = 0;
  const names = ['a', 'b', 'c', 'new'];
  return createTenant(
    names.map(name => field(name)),
    {
      'GET /v2/customFields': () => {
        const [page, list] = [asked % 2, lists[Math.min(Math.floor(asked / 2), lists.length - 1)]];
        asked += 1;
        return reply({
          custom_fields: (list?.[page] ?? []).map(name => field(name)),
          next_page_token: page === 0 ? 'more' : '',
        });
      },
    },
  );
}

const moved = [['a', 'b', 'c'], ['b']];
const overlapping = [
  ['a', 'b', 'c'],
  ['c', 'new'],
];

test.each([
  ['in one reading', [moved, [['a', 'b', 'c'], ['new']]], 0],
  ['in every reading', [moved], 10],
  ['at the end of one page and the start of the next', [overlapping], 10],
  [
    'of several, but never on the same',
    [
      overlapping,
      [
        ['new', 'a'],
        ['a', 'b'],
      ],
      [
        ['b', 'c'],
        ['c', 'a'],
      ],
    ],
    10,
  ],
])(
  'a field on two pages %s may hide another one, which is not created again (row 61)',
  async (_how, lists, exitCode) => {
    const tenant = createMovingTenant(lists);
    const files = {'f.yaml': `custom_fields:\n${['a', 'b', 'c', 'new'].map(name => `  - {name: ${name}}\n`).join('')}`};
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(exitCode);
    const other = createMovingTenant(lists);
    expect((await run('fields create --name new --type decimal --if-exists skip', other)).exitCode).toBe(exitCode);
    expect([...writesOf(tenant), ...writesOf(other)]).toEqual([]);
  },
);

test.each([
  [1, 2, 0],
  [1, 3, 0],
  [1, 99, 10],
])(
  'pages that start with the last %d of the one before, and of at most %d, are complete if all do (row 61)',
  async (overlap, largest, exitCode) => {
    const names = ['a', 'b', 'c', 'new'];
    const tenant = createTenant([], {
      'GET /v2/customFields': ({url}) => {
        const {searchParams} = new URL(url);
        const size = Math.min(largest, Number(searchParams.get('page_size') ?? largest), 3);
        const start = Number(searchParams.get('page_token') ?? 0);
        const end = largest === 99 ? start + 3 : start + size;
        const custom_fields = names.slice(Math.max(0, start - overlap), end).map(name => field(name));
        return reply({custom_fields, ...(end < names.length ? {next_page_token: String(end)} : {})});
      },
    });
    const line = 'fields create --name new --type decimal --if-exists skip';
    expect((await run(line, tenant)).exitCode).toBe(exitCode);
    expect(writesOf(tenant)).toEqual([]);
  },
);

test('pages that overlap by two fields and then by one may hide another one (row 61)', async () => {
  const pages = [
    ['a', 'b', 'c'],
    ['b', 'c', 'd'],
    ['d', 'e'],
  ];
  const tenant = createTenant([], {
    'GET /v2/customFields': ({url}) => {
      const page = Number(new URL(url).searchParams.get('page_token') ?? 0);
      const custom_fields = pages[page]?.map(name => field(name)) ?? [];
      return reply({custom_fields, ...(page < 2 ? {next_page_token: String(page + 1)} : {})});
    },
  });
  expect((await run('fields create --name new --type decimal', tenant)).exitCode).toBe(10);
  expect(writesOf(tenant)).toEqual([]);
});

test('a field with two contents on pages that have moved is named', async () => {
  const page = (label: string, next_page_token: string, ...others: readonly string[]) =>
    reply({custom_fields: [field('a', {label}), ...others.map(name => field(name))], next_page_token});
  const tenant = createTenant([], {
    'GET /v2/customFields': ({url}) => (url.includes('page_token') ? page('New', '') : page('Old', '2', 'b', 'c')),
  });
  expect(await run('fields plan -f f.yaml', tenant)).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('error: the list has two versions of the field with id cf_a\n'),
  });
});

test('the later version of a field counts if it changes between the end of one page and the start of the next', async () => {
  const page = (next_page_token: string, ...custom_fields: readonly JsonObject[]) =>
    reply({custom_fields, next_page_token});
  const pages = new Map([
    ['2', page('3', field('c', {label: 'New'}), field('d'))],
    ['3', page('', field('d'))],
  ]);
  const tenant = createTenant([], {
    'GET /v2/customFields': ({url}) =>
      pages.get(new URL(url).searchParams.get('page_token') ?? '')?.clone() ?? page('2', field('c', {label: 'Old'})),
  });
  const files = {'f.yaml': 'custom_fields: [{name: c, label: New}, {name: d}]'};
  const {exitCode, stdout} = await run('fields plan -f f.yaml --check --json', tenant, {files});
  expect({exitCode, changes: JSON.parse(stdout).changes}).toEqual({exitCode: 0, changes: []});
});

test('a list that repeats a field is read in larger pages, which hide less', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const page = (shown: readonly string[], next_page_token: string) =>
    reply({custom_fields: shown.map(name => field(name)), next_page_token});
  const tenant = createTenant([], {
    // Ties in the order: c is on both pages and d on none.
    'GET /v2/customFields': ({url}) => {
      const {searchParams} = new URL(url);
      if (searchParams.has('page_size')) return page(names, '');
      return searchParams.has('page_token') ? page(['c', 'e', 'f'], '') : page(['a', 'b', 'c'], '3');
    },
  });
  const files = {'f.yaml': `custom_fields:\n${names.map(name => `  - {name: ${name}}\n`).join('')}`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([]);
  expect(await run('fields get name:d --json --columns name', tenant)).toEqual({
    exitCode: 0,
    stdout: '{\n  "name": "d"\n}\n',
    stderr: '',
  });
});

test('a field that a moving list does not show is not called missing (row 61)', async () => {
  expect(await run('fields get name:new', createMovingTenant([moved]))).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('error: the list shows some fields on two pages and may lack others\n'),
  });
  expect(await run('fields get name:b --json --columns name', createMovingTenant([moved]))).toMatchObject({
    exitCode: 0,
  });
});

test('the larger pages hold the list twice over', async () => {
  const names = Array.from({length: 600}, (_none, index) => `f${index}`);
  const page = (...more: readonly JsonObject[]) => reply({custom_fields: [...names.map(name => field(name)), ...more]});
  const tenant = createTenant([], {
    'GET /v2/customFields#1': () => page(field('f0', {label: 'Old'})),
    'GET /v2/customFields#2': () => page(),
  });
  const files = {'f.yaml': 'custom_fields: [{name: f1}]'};
  expect((await run('fields plan -f f.yaml', tenant, {files})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['GET /v2/customFields', 'GET /v2/customFields?page_size=1202']);
});

test.each([400, 500])('a list is read plainly again where the API answers every page size with %d', async status => {
  const pages = [[field('a')], [field('b')]];
  const tenant = createTenant([], {
    'GET /v2/customFields': request =>
      request.url.includes('page_size') ? reply({message: 'page_size'}, {status}) : listInTurn([pages])(request),
  });
  const files = {'f.yaml': `custom_fields: [{name: a}, {name: new, label: New, type: ${declaredType}}]`};
  expect((await run('fields plan -f f.yaml --retries 0', tenant, {files})).exitCode).toBe(0);
  const reading = ['GET /v2/customFields', 'GET /v2/customFields?page_token=1'];
  const sizes = [1, 1000].map(size => `GET /v2/customFields?page_size=${size}`);
  expect(tenant.requests).toEqual([...reading, ...sizes, ...reading]);
});

test.each([400, 500])(
  'a page size answered with %d does not keep a larger one from showing what pages lose',
  async status => {
    const pages = [[field('a')], [field('b')]];
    const tenant = createTenant([], {
      'GET /v2/customFields': request => {
        if (request.url.includes('page_size=1000'))
          return reply({custom_fields: [field('a'), field('new'), field('b')]});
        return request.url.includes('page_size')
          ? reply({message: 'page_size must be 10 or 1000'}, {status})
          : listInTurn([pages])(request);
      },
    });
    const line = 'fields create --name new --type decimal --if-exists skip --retries 0';
    expect((await run(line, tenant)).exitCode).toBe(0);
    expect(writesOf(tenant)).toEqual([]);
  },
);

/** Lists that are read one after the other, each of several pages; the last one stays. */
function listInTurn(lists: readonly (readonly (readonly JsonObject[])[])[]) {
  let nth = -1;
  return ({url}: Request) => {
    const page = Number(new URL(url).searchParams.get('page_token') ?? 0);
    if (page === 0) nth = Math.min(nth + 1, lists.length - 1);
    const pages = lists[nth] ?? [];
    return reply({
      custom_fields: pages[page] ?? [],
      ...(page + 1 < pages.length ? {next_page_token: `${page + 1}`} : {}),
    });
  };
}

test('an undo does not take a field for gone that has moved between two pages (rows 61, 138)', async () => {
  const [a, b] = [field('a'), field('b')];
  const shown: {list?: Fault} = {};
  const tenant = createTenant([a, b], {'GET /v2/customFields': (...args) => shown.list?.(...args) ?? args[1]()});
  const files = {'f.yaml': `custom_fields: [{name: x, label: X, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const x = JSON.parse(tenant.fields().at(-1) ?? '{}');
  // Somebody deletes a between the two pages of the first reading.
  const moving = listInTurn([
    [[a, b], []],
    [[b, x], []],
  ]);
  const isDeleted = () => writesOf(tenant).some(write => write.startsWith('DELETE'));
  shown.list = request => (isDeleted() ? reply({custom_fields: [b]}) : moving(request));
  const clock = () => new Date(now.getTime() + 60_000);
  expect((await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant, {clock})).exitCode).toBe(0);
  expect(writesOf(tenant).at(-1)).toBe(`DELETE /v2/customFields/${x.id}`);
});

test('a deletion whose reply was lost is not confirmed by a list in which the field has moved (rows 28, 61)', async () => {
  const [a, b, c] = [field('a'), field('b'), field('c')];
  const full = [[a, b], [c]];
  const moving = listInTurn([[[b], [a]], full]);
  let isSent = false;
  const tenant = createTenant([], {
    'GET /v2/customFields': request => (isSent ? moving(request) : listInTurn([full])(request)),
    'DELETE ': () => {
      isSent = true;
      return reset();
    },
  });
  const {exitCode, stderr} = await run('fields delete cf_c --yes --retries 0', tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('the outcome of DELETE /v2/customFields/cf_c is unknown'),
  });
});

/** Serves the fields that `listAt` has for each request, in pages of at most four. */
function createPagedTenant(names: readonly string[], listAt: (request: number) => readonly string[]) {
  let asked = 0;
  return createTenant(
    names.map(name => field(name)),
    {
      'GET /v2/customFields': request => {
        const {searchParams} = new URL(request.url);
        const from = Number(searchParams.get('page_token') ?? 0);
        const to = from + Math.min(4, Number(searchParams.get('page_size') ?? 4));
        const list = listAt(asked);
        asked += 1;
        return reply({
          custom_fields: list.slice(from, to).map(name => field(name)),
          next_page_token: to < list.length ? String(to) : '',
        });
      },
    },
  );
}

const ten = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9'];

test.each([
  [
    'the last changed field comes first, and somebody changes one between any two pages',
    (request: number) => [...ten.slice(-request % 10), ...ten.slice(0, -request % 10 || 10)],
  ],
  ['two replicas answer in turn, of which one still has a deleted field', (request: number) => ten.slice(request % 2)],
])('creates nothing that exists where %s (row 61)', async (_what, listAt) => {
  const tenant = createPagedTenant(ten, listAt);
  const files = {
    'f.yaml': `custom_fields: [${ten.map(name => `{name: ${name}, label: Label of ${name}}`).join(', ')}]`,
  };
  const {exitCode} = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect({exitCode, writes: writesOf(tenant)}).toEqual({exitCode: 10, writes: []});
});

test('where somebody creates and deletes fields all the time, a list in one page is trusted', async () => {
  let asked = 0;
  const tenant = createTenant([], {
    'GET /v2/customFields': request => {
      const {searchParams} = new URL(request.url);
      const from = Number(searchParams.get('page_token') ?? 0);
      if (from === 0) asked += 1;
      const list = [...ten, 'ten', 'eleven'].slice(asked % 3, (asked % 3) + 10);
      const to = from + Number(searchParams.get('page_size') ?? 4);
      return reply({
        custom_fields: list.slice(from, to).map(name => field(name)),
        next_page_token: to < list.length ? String(to) : '',
      });
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: f5, label: Label of f5}]'};
  expect((await run('fields plan -f f.yaml', tenant, {files})).exitCode).toBe(0);
  const capped = createPagedTenant(ten, request => (request % 2 === 0 ? ten : ten.slice(1)));
  expect((await run('fields plan -f f.yaml', capped, {files})).exitCode).toBe(10);
});

/** A list in two pages; a field is deleted before the second is read for the first time, so that the last moves up. */
function createShrinkingTenant() {
  let names = ['dup', 'x', 'dup', 'z'];
  const tenant = createTenant([], {
    'GET /v2/customFields': ({url}) => {
      const {searchParams} = new URL(url);
      const size = Math.min(2, Number(searchParams.get('page_size') ?? 2));
      const start = Number(searchParams.get('page_token') ?? 0);
      if (start > 0) names = names.filter(name => name !== 'x');
      const custom_fields = names.map((name, index) => field(name, {id: `${name}_${index}`}));
      const next_page_token = start + size < names.length ? String(start + size) : '';
      return reply({custom_fields: custom_fields.slice(start, start + size), next_page_token});
    },
    'DELETE ': () => reply('', {status: 204, type: 'text/plain'}),
  });
  return tenant;
}

test('a field that has the name of another is noticed although the list moves (row 61)', async () => {
  const tenant = createShrinkingTenant();
  expect(await run('fields delete name:dup --yes', tenant)).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('"dup" matches 2 fields'),
  });
  expect(writesOf(tenant)).toEqual([]);
});

test('a list of several pages is read once for a field that is given by its id', async () => {
  const tenant = createShrinkingTenant();
  await run('fields delete dup_0 --yes --journal', tenant);
  expect(tenant.requests.slice(0, 3)).toEqual([
    'GET /v2/customFields',
    'GET /v2/customFields?page_token=2',
    'DELETE /v2/customFields/dup_0',
  ]);
});

test('a bare name that another field has is noticed although the list moves (row 61)', async () => {
  const tenant = createShrinkingTenant();
  expect(await run('fields delete dup', tenant, {answer: 'yes'})).toMatchObject({
    exitCode: 9,
    stderr: expect.stringContaining('"dup" matches 2 fields'),
  });
  expect(writesOf(tenant)).toEqual([]);
});
