import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';

/*
 * The tenant gives a new choice its id, so that making it the default takes a second update, which no plan shows.
 */

const {inHome, journals, run} = useFieldsAsCode();

const runId = (): string => journals()[0]?.[0].run ?? '';
const one = {id: 'c_one', title: 'One'};
const withChoices = (more: object) =>
  field('a', {options: {display_type: 'RADIO', groups: [{header: 'H', options: [one]}], ...more}});
const files = {
  'f.yaml':
    'custom_fields: [{name: a, options: {groups: [{header: H, options: [{title: One}, {id: x, title: Two}]}], default_option_id: x}}]',
};
const apply = (tenant: Tenant) => run('fields apply -f f.yaml --yes', tenant, {files});
const optionsOf = (tenant: Tenant) => JSON.parse(tenant.fields()[0] ?? '{}').options;
const defaultOf = (tenant: Tenant): string => {
  const {groups, default_option_id: id} = optionsOf(tenant);
  const choices: readonly {id: string; title: string}[] = groups[0].options;
  return choices.find(choice => choice.id === id)?.title ?? String(id);
};

test.each([
  ['there was none', {}],
  ['another was', {default_option_id: 'c_one'}],
])('undo takes back the default that a run has set where %s (row 150)', async (_what, more) => {
  const before = withChoices(more);
  const tenant = createTenant([before]);
  const {exitCode, stdout, stderr} = await apply(tenant);
  expect({
    exitCode,
    shown: stdout.split('ACTION').slice(1),
    isNoted: stderr.includes('set the default choice'),
  }).toEqual({
    exitCode: 0,
    shown: [expect.stringMatching(/^  NAME  ID    OUTCOME\nupdate  a     cf_a  done\n$/)],
    isNoted: false,
  });
  expect(defaultOf(tenant)).toBe('Two');
  const undone = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect({exitCode: undone.exitCode, options: optionsOf(tenant)}).toEqual({exitCode: 0, options: before['options']});
});

const refuse: Fault = () => reply({message: 'busy'}, {status: 409});

test('resuming sets the default whose update was refused (row 39)', async () => {
  const tenant = createTenant([withChoices({})], {'PATCH /v2/customFields#2': refuse});
  expect((await apply(tenant)).exitCode).toBe(7);
  expect(await run(`fields apply --resume ${runId()}`, tenant)).toEqual({
    exitCode: 0,
    stdout: 'ACTION  NAME  ID    OUTCOME\nupdate  a     cf_a  done\n',
    stderr: 'note: verified: the tenant matches the files\n',
  });
  expect(defaultOf(tenant)).toBe('Two');
  expect((await run(`fields runs ${runId()} --columns action,state`, tenant)).stdout).toBe(
    'ACTION  OUTCOME\nupdate  done\nupdate  done\n',
  );
});

/** Ends the journal with the intent of the second update, as a process that is killed would. */
function cutAtDefault(): void {
  const path = inHome('data/runs', `${runId()}.jsonl`);
  const lines = readFileSync(path, 'utf8').split('\n');
  const isIntent = (line: string) => line.includes('"intent"') && line.includes('"follow_up"');
  writeFileSync(path, `${lines.slice(0, lines.findIndex(isIntent) + 1).join('\n')}\n`);
}

test.each([
  ['before it was carried out', {'PATCH /v2/customFields#2': refuse}],
  ['after it was carried out', {}],
])(
  'resuming and undoing a run that was killed at the update of the default, %s (rows 39, 150)',
  async (_when, faults) => {
    const before = withChoices({default_option_id: 'c_one'});
    const tenant = createTenant([before], faults);
    await apply(tenant);
    cutAtDefault();
    const resumed = createTenant(tenant.fields().map(text => JSON.parse(text)));
    expect((await run(`fields apply --resume ${runId()}`, resumed)).exitCode).toBe(0);
    expect(defaultOf(resumed)).toBe('Two');
    expect(writesOf(resumed).length).toBe(defaultOf(tenant) === 'Two' ? 0 : 1);
    cutAtDefault();
    expect((await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
    expect(optionsOf(tenant)).toEqual(before['options']);
  },
);

test.each([
  ['added a choice', [one, {title: 'Two'}, {title: 'Theirs'}], ['One', 'Two', 'Theirs']],
  ['renamed a choice', [{...one, title: 'Theirs'}, {title: 'Two'}], ['Theirs', 'Two']],
])(
  'a run that is resumed takes no choice away from somebody who has %s meanwhile (row 39)',
  async (_what, now, titles) => {
    const tenant = createTenant([withChoices({})], {'PATCH /v2/customFields#2': refuse});
    expect((await apply(tenant)).exitCode).toBe(7);
    const changed = createTenant([
      field('a', {options: {display_type: 'RADIO', groups: [{header: 'H', options: now}]}}),
    ]);
    const {exitCode} = await run(`fields apply --resume ${runId()} --yes`, changed);
    expect({exitCode, writes: writesOf(changed)}).toEqual({exitCode: 7, writes: []});
    const choices: readonly {title: string}[] = optionsOf(changed).groups[0].options;
    expect(choices.map(({title}) => title)).toEqual(titles);
  },
);

test('a replacement sets the new default and not the old one (row 152)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: 'o1', title: 'A'},
          {id: 'o2', title: 'B'},
        ],
      },
    ],
  };
  const tenant = createTenant([field('a', {options: {...options, default_option_id: 'o1'}})]);
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const declared = {
    groups: [
      {
        options: [
          {id: 'f1', title: 'A'},
          {id: 'f3', title: 'N'},
        ],
      },
    ],
    default_option_id: 'f3',
  };
  const world = {files: {'f.yaml': JSON.stringify({custom_fields: [{name: 'a', type, options: declared}]})}};
  const {stdout} = await run('fields plan -f f.yaml --replace a', tenant, world);
  expect(stdout.match(/the default choice "[^"]*" is set/g)).toEqual(['the default choice "N" is set']);
  const line = 'fields apply -f f.yaml --replace a --yes --expect-deletes 1';
  const applied = await run(line, tenant, world);
  expect([applied.exitCode, applied.stderr]).toEqual([0, expect.stringContaining('verified')]);
  expect(defaultOf(tenant)).toBe('N');
});

test('a single write sets no default that no choice has, and says so', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{title: 'A'}]}], default_option_id: 'elsewhere'};
  const world = {
    files: {
      'c.json': JSON.stringify({name: 'new', type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}, options}),
      'u.json': JSON.stringify({options: {display_type: 'RADIO', default_option_id: 'elsewhere'}}),
    },
  };
  const tenant = createTenant();
  const note =
    'no choice has the id "elsewhere", so it is not set as the default; add that id to the choice that should be the default';
  for (const policy of ['', ' --if-exists update']) {
    const {exitCode, stderr} = await run(`fields create --file c.json${policy}`, tenant, world);
    expect({exitCode, hasNote: stderr.includes(note)}).toEqual({exitCode: 0, hasNote: true});
  }
  expect(await run('fields update name:new --file u.json --output table', tenant, world)).toEqual({
    exitCode: 9,
    stdout: '',
    stderr:
      'error: no choice has the id "elsewhere", so it cannot be the default\n' +
      "hint: Use the id of one of the field's choices, or leave out default_option_id.\n",
  });
  expect(optionsOf(tenant)).not.toHaveProperty('default_option_id');
});

test('a default that is declared as null is removed, by a plan and by a single write', async () => {
  const current = {display_type: 'RADIO', groups: [{options: [{id: 'c1', title: 'A'}]}], default_option_id: 'c1'};
  const files = {
    'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {default_option_id: null}}]}),
    'u.json': JSON.stringify({options: {display_type: 'RADIO', default_option_id: null}}),
  };
  for (const line of ['apply -f f.json --yes', 'update name:a --file u.json']) {
    const tenant = createTenant([field('a', {options: current})]);
    expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(8);
    expect((await run(`fields ${line}`, tenant, {files})).exitCode).toBe(0);
    expect(optionsOf(tenant)).toEqual({...current, default_option_id: null});
    expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
  }
});

test('names the default that an apply left out', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{title: 'A'}]}], default_option_id: 'elsewhere'};
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', type, options}]})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', createTenant(), {files});
  expect({exitCode, last: stderr.trimEnd().split('\n').at(-1)}).toEqual({
    exitCode: 0,
    last: 'note: verified: the tenant matches the files, except for the default choice of a',
  });
});

test('the update that sets a default sends no list that the API orders itself (row 154)', async () => {
  const units = (...duration_units: readonly string[]) => ({type: 'DEFAULT', duration: {duration_units}});
  const sortUnits: Fault = async (_request, carryOut) =>
    reply((await (await carryOut()).text()).replace('"HOURS","DAYS"', '"DAYS","HOURS"'));
  const tenant = createTenant([withChoices({display_options: units('DAYS', 'HOURS')})], {
    'GET /v2/customFields': sortUnits,
    'PATCH /v2/customFields': sortUnits,
  });
  const options = {groups: [{header: 'H', options: [{title: 'One'}, {id: 'x', title: 'Two'}]}], default_option_id: 'x'};
  const declared = {name: 'a', display_options: units('HOURS', 'DAYS'), options};
  const world = {files: {'f.json': JSON.stringify({custom_fields: [declared]})}};
  expect((await run('fields apply -f f.json --yes', tenant, world)).exitCode).toBe(0);
  expect(defaultOf(tenant)).toBe('Two');
  const [first = '{}', second = '{}', ...others] = writesOf(tenant).map(each => each.slice(each.indexOf('{')));
  expect([Object.keys(JSON.parse(first)), Object.keys(JSON.parse(second)), others]).toEqual([
    ['options', 'display_options'],
    ['options'],
    [],
  ]);
});

test('a new default is set although another write of the run failed', async () => {
  const tenant = createTenant([withChoices({})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const more = {
    'f.yaml': files['f.yaml'].replace(/\]$/, ', {name: b, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}]'),
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: more})).exitCode).toBe(7);
  expect(defaultOf(tenant)).toBe('Two');
});

test('sets the default choice although the API does not keep another member (row 149)', async () => {
  const withoutDescription: Fault = async (request, carryOut) => {
    const {description: _ignored, ...body} = JSON.parse(await request.text());
    return carryOut(new Request(request, {method: 'PATCH', body: JSON.stringify(body)}));
  };
  const tenant = createTenant([withChoices({})], {'PATCH /v2/customFields#1': withoutDescription});
  const declared = files['f.yaml'].replace('name: a', 'name: a, description: D');
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files: {'f.yaml': declared}});
  expect({exitCode, default: defaultOf(tenant), isNamed: stderr.includes('"a" still differs in description')}).toEqual({
    exitCode: 7,
    default: 'Two',
    isNamed: true,
  });
});

test('sets no default choice of a field whose update was refused (row 149)', async () => {
  const tenant = createTenant([withChoices({})], {'PATCH /v2/customFields#1': refuse});
  const declared = files['f.yaml'].replace('name: a', 'name: a, description: D').replace(', {id: x, title: Two}', '');
  const world = {files: {'f.yaml': declared.replace('default_option_id: x', 'default_option_id: c_one')}};
  expect((await run('fields apply -f f.yaml --yes', tenant, world)).exitCode).toBe(5);
  const more = {
    'f.yaml': world.files['f.yaml'].replace(
      /\]$/,
      ', {name: b, type: {discriminator: SIMPLE, primitive_type: DECIMAL}}]',
    ),
  };
  const other = createTenant([withChoices({})], {'PATCH /v2/customFields#1': refuse});
  expect((await run('fields apply -f f.yaml --yes', other, {files: more})).exitCode).toBe(7);
  const methods = writesOf(other).map(each => each.split(' ')[0]);
  expect(new Set(methods)).toEqual(new Set(['PATCH', 'POST']));
  expect(methods).toHaveLength(2);
});

/** A tenant that changes the options of an update before it stores them. */
function changing(tenant: Tenant, change: (options: {groups: {options: {id: string}[]}[]}) => void): Tenant {
  return {
    ...tenant,
    fetch: async request => {
      if (request.method !== 'PATCH') return tenant.fetch(request);
      const {method, url, headers} = request;
      const body = JSON.parse(await request.text());
      change(body.options);
      return tenant.fetch(new Request(url, {method, headers, body: JSON.stringify(body)}));
    },
  };
}

/** A tenant whose choices have their places as ids. */
function numbered(tenant: Tenant): Tenant {
  return changing(tenant, ({groups}) => {
    for (const [at, choice] of groups.flatMap(({options}) => options).entries()) choice.id = String(at + 1);
  });
}

const three = {
  display_type: 'RADIO',
  groups: [{header: 'H', options: ['One', 'Two', 'Three'].map((title, at) => ({id: `${at + 1}`, title}))}],
  default_option_id: '2',
};
const declareTitles = (titles: string) => {
  const groups = [{header: 'H', options: titles.split(', ').map(title => ({title}))}];
  return {files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups}}]})}};
};

test.each([
  ['removed', 'Two, Three', '--expect-deletes 1', ''],
  ['added', 'New, One, Two, Three', '', '--expect-deletes 1'],
])(
  'the default follows its choice where the API renumbers choices and the first one is %s (row 149)',
  async (_what, titles, guard, guardOfUndo) => {
    const tenant = createTenant([field('a', {options: three})]);
    const {exitCode} = await run(`fields apply -f f.json --yes ${guard}`, numbered(tenant), declareTitles(titles));
    const found: readonly {title: string}[] = optionsOf(tenant).groups[0].options;
    expect({exitCode, title: defaultOf(tenant), titles: found.map(each => each.title).join(', ')}).toEqual({
      exitCode: 0,
      title: 'Two',
      titles,
    });
    expect(writesOf(tenant)).toHaveLength(2);
    expect((await run(`fields undo ${runId()} --yes ${guardOfUndo}`, numbered(tenant))).exitCode).toBe(0);
    expect(optionsOf(tenant)).toEqual(three);
    await run(`fields apply -f f.json --yes ${guard}`, numbered(tenant), declareTitles(titles));
    expect(defaultOf(tenant)).toBe('Two');
  },
);

test.each([
  ['is resumed', () => `fields apply --resume ${runId()} --yes`],
  ['is followed by another apply', () => 'fields apply -f f.json --yes'],
])('a default that a refused update has left at another choice is put right when the run %s', async (_what, next) => {
  const tenant = createTenant([field('a', {options: three})], {'PATCH /v2/customFields#2': refuse});
  const declared = declareTitles('New, One, Two, Three');
  expect((await run('fields apply -f f.json --yes', numbered(tenant), declared)).exitCode).toBe(7);
  expect(defaultOf(tenant)).toBe('One');
  expect((await run(next(), numbered(tenant), declared)).exitCode).toBe(0);
  expect(defaultOf(tenant)).toBe('Two');
});

test('a default that the API sets itself is left alone, so that an undo finds what the run has sent', async () => {
  const tenant = createTenant([field('a', {options: three})]);
  const last = changing(tenant, options => {
    Object.assign(options, {default_option_id: options.groups[0]?.options.at(-1)?.id});
  });
  expect((await run('fields apply -f f.json --yes', last, declareTitles('New, One, Two, Three'))).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
  await run(`fields undo ${runId()} --yes --expect-deletes 1`, last);
  expect(optionsOf(tenant).groups).toEqual(three.groups);
});

test('only the one of two fields with the same name whose default was moved gets it back', async () => {
  const tenant = createTenant([
    {...field('a', {options: three}), id: 'cf_1'},
    {...field('a', {options: {...three, default_option_id: '1'}}), id: 'cf_2'},
  ]);
  const choices = ['New', 'One', 'Two', 'Three'].map(title => ({title}));
  const declared = [
    {id: 'cf_1', name: 'a', options: {groups: [{header: 'H', options: choices}]}},
    {id: 'cf_2', name: 'a', label: 'Label of a'},
  ];
  const world = {files: {'f.json': JSON.stringify({custom_fields: declared})}};
  expect((await run('fields apply -f f.json --yes', numbered(tenant), world)).exitCode).toBe(0);
  expect(writesOf(tenant).map(each => each.split(' {')[0])).toEqual([
    'PATCH /v2/customFields/cf_1',
    'PATCH /v2/customFields/cf_1',
  ]);
  expect(defaultOf(tenant)).toBe('Two');
});

test('a replacement gets its default although the old field is still listed beside it (rows 22, 138)', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: 'o1', title: 'A'}]}], default_option_id: 'o1'};
  const deleted = field('a', {options});
  const tenant = createTenant([deleted]);
  const staleReads = [1, 2, 3];
  const fields = () => {
    const listed = tenant.fields();
    const isReplaced = !listed.includes(JSON.stringify(deleted));
    return isReplaced && staleReads.pop() !== undefined ? [JSON.stringify(deleted), ...listed] : listed;
  };
  const declared = 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]';
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const {exitCode} = await run(line, behind({...tenant, fields}, 0), {files: {'f.yaml': declared}});
  expect({exitCode, default: defaultOf(tenant), staleReads}).toEqual({exitCode: 0, default: 'A', staleReads: []});
});

test('a replacement gets its default although its id is that of the old field, which is still listed (row 138)', async () => {
  let current: JsonObject | undefined = withChoices({default_option_id: 'c_one'});
  const write = async (request: Request) => {
    current = {...current, ...JSON.parse(await request.text()), id: 'cf_a'};
    const {options} = JSON.parse(JSON.stringify(current).replace('"title":"One"', '"title":"One","id":"c_new"'));
    return reply((current = {...current, options}), {status: request.method === 'POST' ? 201 : 200});
  };
  const tenant = createTenant([], {
    'DELETE /v2/customFields/cf_a': () => {
      current = undefined;
      return new Response(null, {status: 204, headers: {'content-type': 'text/plain'}});
    },
    'POST /v2/customFields': write,
    'PATCH /v2/customFields/cf_a': write,
  });
  const fields = () => (current ? [JSON.stringify(current)] : []);
  const declared = 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]';
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const {exitCode} = await run(line, behind({...tenant, fields}, 3), {files: {'f.yaml': declared}});
  expect(exitCode).toBe(0);
  expect(JSON.parse(fields()[0] ?? '{}').options.default_option_id).toBe('c_new');
});
