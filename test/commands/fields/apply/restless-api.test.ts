import {expect, test} from 'vitest';
import {type JsonObject, objectOf} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * APIs that store values in another form than they were sent, or change members that nobody sent.
 */

const {journals, run, savePlan} = useFieldsAsCode();
const runId = (): string => journals()[0]?.[0].run ?? '';
const fieldsOf = (tenant: Tenant): readonly JsonObject[] => tenant.fields().map(text => JSON.parse(text));

/** A tenant whose choices count how often they were read, in a member that the reference does not have. */
function countingTenant(fields: readonly JsonObject[], faults: {readonly [pattern: string]: Fault} = {}): Tenant {
  let reads = 0;
  const count: Fault = async (_request, carryOut) => {
    const response = await carryOut();
    reads += 1;
    return new Response((await response.text()).replaceAll('"title":', `"uses":${reads},"title":`), response);
  };
  return createTenant(fields, {...faults, 'GET ': count, 'PATCH ': count});
}

const choices = (...titles: readonly string[]) => ({
  display_type: 'RADIO',
  groups: [{header: 'H', options: titles.map(title => ({id: `o_${title}`, title}))}],
});
const adding = (label: string) => ({
  'f.json': JSON.stringify({
    custom_fields: [{name: 'a', label, options: {groups: [{header: 'H', options: [{title: 'One'}, {title: 'Two'}]}]}}],
  }),
});

test('a member of choices that changes with each read does not make a saved plan stale, nor an undo refuse (row 148)', async () => {
  allowViolations();
  const before = field('a', {options: choices('One')});
  const tenant = countingTenant([before]);
  const world = await savePlan(tenant, {files: {'f.yaml': adding('New')['f.json']}});
  expect((await run('fields apply plan.json --yes', tenant, world)).exitCode).toBe(0);
  const undone = await run(`fields undo ${runId()} --yes --expect-deletes 1`, tenant);
  expect({exitCode: undone.exitCode, label: fieldsOf(tenant)[0]?.['label']}).toEqual({
    exitCode: 0,
    label: before['label'],
  });
});

test('a member of choices that changes with each read does not keep a run from being resumed (row 148)', async () => {
  allowViolations();
  const refuseOnce: Fault = () => new Response('{"message":"busy"}', {status: 409});
  const tenant = countingTenant([field('a', {options: choices('One')})], {'PATCH /v2/customFields#1': refuseOnce});
  expect((await run('fields apply -f f.json --yes', tenant, {files: adding('New')})).exitCode).toBe(5);
  expect((await run(`fields apply --resume ${runId()}`, tenant)).exitCode).toBe(0);
  expect(fieldsOf(tenant)[0]?.['label']).toBe('New');
});

test('ignores a member of choices that changes with each read when it compares what an update sent (row 148)', async () => {
  allowViolations();
  const tenant = countingTenant([field('a', {options: choices('One')})]);
  const {exitCode, stderr} = await run('fields update name:a --option Two', tenant);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
});

test('what the API has stored in another form is undone like what was sent (row 150)', async () => {
  allowViolations();
  const trim: Fault = async (request, carryOut) => {
    const body = (await request.text()).replace('New  ', 'New');
    if (request.method !== 'PATCH') return carryOut();
    return tenant.fetch(new Request(request.url, {method: 'PATCH', headers: request.headers, body}));
  };
  const before = field('a', {description: 'Old'});
  const tenant = createTenant([before], {'PATCH /v2/customFields#1': trim});
  expect((await run("fields update name:a --description 'New  '", tenant)).exitCode).toBe(0);
  expect(fieldsOf(tenant)[0]?.['description']).toBe('New');
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(fieldsOf(tenant)).toEqual([before]);
});

test('titles that the API trims or composes are those of the same choices (row 149)', async () => {
  const tenant = createTenant([field('a', {options: choices('Gr\u00fcn', 'Done')})]);
  const files = {
    'f.json': JSON.stringify({
      custom_fields: [
        {name: 'a', options: {groups: [{header: 'H', options: [{title: 'Gru\u0308n'}, {title: 'Done '}]}]}},
      ],
    }),
  };
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout)).toMatchObject({summary: {update: 1, losses: 0}, warnings: []});
});

test('an update that has cleared what it did not send ends with 7, and its undo restores it', async () => {
  allowViolations();
  const before = field('a', {description: 'Old', options: choices('One')});
  let now: JsonObject = before;
  const put: Fault = async request => {
    now = {...field('a'), ...JSON.parse(await request.text())};
    return Response.json(now);
  };
  const tenant = createTenant([], {'PATCH ': put, 'GET ': () => Response.json({custom_fields: [now]})});
  const updated = await run('fields update name:a --label New --columns outcome', tenant);
  expect(updated).toMatchObject({
    exitCode: 7,
    stdout: 'outcome  updated\n',
    stderr: expect.stringMatching(
      /^warning: cf_a: the API also changed members that were not sent: description, options\nerror: the write succeeded, but description, options of "a" were cleared, although no write changed them\nhint: To restore the old values, unless someone cleared them on purpose, run: bizctl fields undo \S+\n$/,
    ),
  });
  const [, id = ''] = /fields undo (\S+)/.exec(updated.stderr) ?? [];
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  // The choice gets a new id.
  const options = {display_type: 'RADIO', groups: [{header: 'H', options: [{title: 'One'}]}]};
  expect(now).toEqual({...before, options});
});

test.each([[null], [''], [[]]])('what only the reply to an update shows as %j is not called cleared', async blank => {
  const before = field('a', {description: 'Old', validators: [{required: true, size: {size: 1, size_type: 'MIN'}}]});
  let now: JsonObject = before;
  const tenant = createTenant([], {
    'PATCH ': async request => {
      now = {...before, ...JSON.parse(await request.text())};
      return reply({...now, description: blank, validators: blank});
    },
    'GET ': () => reply({custom_fields: [now]}),
  });
  allowViolations();
  expect(await run('fields update name:a --label New --output ndjson --columns outcome', tenant)).toEqual({
    exitCode: 0,
    stdout: '{"outcome":"updated"}\n',
    stderr: '',
  });
  expect(journals()[0]?.at(-1)).toMatchObject({event: 'end', outcome: 'done'});
  expect(JSON.stringify(journals())).not.toContain('"lost":["');
});

test('an API that shows [] for a default value that was removed keeps no plan open (row 154)', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {default_value: []})]);
  const files = {'f.json': '{"custom_fields":[{"name":"a","default_value":null}]}'};
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
});

test.each([
  ['shows nothing for 0', {default_value: {places: 0}}, {default_value: {}}],
  ['shows nothing for {}', {default_value: {}}, {}],
])('an API that %s is not sent the same again (row 154)', async (_what, declared, shown) => {
  const tenant = createTenant([field('a', shown)], {'PATCH ': () => reply(field('a', shown))});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...declared}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('null and "" declare the same, as tenants show what is removed in either way (rows 149, 154)', async () => {
  const tenant = createTenant([field('a', {description: ''}), field('b', {description: null}), field('c')]);
  const declare = (description: null | string) => ({
    files: {'f.json': JSON.stringify({custom_fields: ['a', 'b', 'c'].map(name => ({name, description}))})},
  });
  for (const world of [declare(null), declare('')])
    expect((await run('fields plan -f f.json --check', tenant, world)).exitCode).toBe(0);
});

test('what an API may ignore hides nothing else that it has not kept (rows 25, 154)', async () => {
  const tenant = createTenant([field('a')], {'PATCH ': () => reply(field('a'))});
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', label: 'New', default_value: {}}]})};
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, {files});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a" still differs in label: "Label of a" -> "New"');
});

test('an API that shows nothing for false is not sent the same again (row 154)', async () => {
  allowViolations();
  const omit: Fault = async (_request, carryOut) => {
    const response = await carryOut();
    return new Response((await response.text()).replace(',"hidden":false', ''), response);
  };
  const tenant = createTenant([field('a')], {'GET ': omit, 'PATCH ': omit});
  const files = {'f.yaml': 'custom_fields: [{name: a, display_options: {type: DEFAULT, hidden: false}}]'};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --quiet', tenant, {files});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).stdout).toBe('no changes; 1 unchanged\n');
  expect(writesOf(tenant)).toHaveLength(1);
});

test('undo keeps what someone else has set in choices since (row 150)', async () => {
  allowViolations();
  const before = field('a', {options: choices('One')});
  const tenant = createTenant([before]);
  await run('fields update name:a --option-display DROPDOWN', tenant);
  const theirs = {
    display_type: 'DROPDOWN',
    groups: [{header: 'H', collapsed: true, options: [{id: 'o_One', title: 'One', color: 'red', subtitle: 'theirs'}]}],
  };
  const after = createTenant([field('a', {options: theirs})]);
  expect((await run(`fields undo ${runId()} --yes`, after)).exitCode).toBe(0);
  expect(fieldsOf(after)).toEqual([field('a', {options: {...theirs, display_type: 'RADIO'}})]);
});

test('undo says that it does not restore what a run changed beyond the API reference (row 150)', async () => {
  allowViolations();
  const colored = (color: string) => ({
    display_type: 'RADIO',
    groups: [{header: 'H', options: [{id: 'o_One', title: 'One', color}]}],
  });
  const tenant = createTenant([field('a', {options: colored('red')})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: colored('green')}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('"a": undocumented members that the run changed in options are not restored');
});

test('undo names undocumented members that are gone even if the API filled in a default (row 150)', async () => {
  allowViolations();
  const filled = createTenant([field('a', {display_options: {type: 'DEFAULT'}})]);
  const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT', x_deep: 1}})], {
    'PATCH ': () => reply(filled.fields()[0] ?? ''),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, display_options: null}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  const {exitCode, stderr} = await run(`fields undo ${runId()} --yes`, filled);
  expect([exitCode, stderr.includes('members that the run changed in display_options are not')]).toEqual([7, true]);
});

test('a count that changes with each read does not confirm an update whose reply was lost (row 27)', async () => {
  allowViolations();
  const validators = [{required: true, size: {size: 1, size_type: 'MIN'}}];
  let reads = 0;
  const tenant = createTenant([], {
    'PATCH ': () => new Response('', {status: 502}),
    'GET ': () => {
      reads += 1;
      return Response.json({custom_fields: [field('a', {validators: [{...validators[0], hits: reads}]})]});
    },
  });
  const {exitCode} = await run('fields update name:a --no-required --retries 0', tenant);
  expect(exitCode).toBe(7);
});

test('choices of one title in two groups keep to their groups, however it is spelled (row 149)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {header: 'A', options: [{id: 'c1', title: 'Other'}]},
      {header: 'B', options: [{id: 'c2', title: 'Other'}]},
    ],
  };
  const tenant = createTenant([field('a', {options})]);
  const declared = ['B', 'A'].map(header => ({header, options: [{title: 'Other '}]}));
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups: declared}}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const {groups}: {groups: readonly {header: string; options: readonly {id: string}[]}[]} = Object(
    fieldsOf(tenant)[0]?.['options'],
  );
  expect(groups.map(({header, options: [choice]}) => [header, choice?.id])).toEqual([
    ['B', 'c2'],
    ['A', 'c1'],
  ]);
});

test('what the API added to choices and refuses to get back is left out, but not what was declared (row 148)', async () => {
  allowViolations();
  const counted = choices('One', 'Two');
  const options = {
    ...counted,
    groups: counted.groups.map(group => ({
      ...group,
      options: group.options.map(each => ({...each, uses: 3, rank: 1})),
    })),
  };
  let problem = 'is not allowed';
  const refuse: Fault = async (request, carryOut) => {
    const body = await request.clone().text();
    const refused = ['uses', 'rank'].find(name => body.includes(`"${name}"`));
    return refused ? new Response(`{"message":"options.${refused} ${problem}"}`, {status: 422}) : carryOut();
  };
  const tenant = createTenant([field('a', {options})], {'PATCH ': refuse});
  const file = (more: JsonObject = {}) => ({
    'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {display_type: 'DROPDOWN', ...more}}]}),
  });
  const declared = file({groups: [{header: 'H', options: [{title: 'One', uses: 4}, {title: 'Two'}]}]});
  const refused = await run('fields apply -f f.json --yes', tenant, {files: declared});
  expect(refused.exitCode).toBe(5);
  expect(refused.stderr).toContain('HTTP 422: options.uses is not allowed');
  problem = 'must be below 3';
  expect((await run('fields apply -f f.json --yes', tenant, {files: file()})).exitCode).toBe(5);
  problem = 'is read-only';
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, {files: file()});
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'note: update "a": sent without uses, which the API refused; sent without rank, which the API refused',
  );
  expect(fieldsOf(tenant)[0]?.['options']).toEqual({...counted, display_type: 'DROPDOWN'});
});

test('what the API added to display options and refuses to get back is left out (row 148)', async () => {
  allowViolations();
  const refuse: Fault = async (request, carryOut) =>
    (await request.clone().text()).includes('"layout"')
      ? new Response('{"message":"unknown property \\"display_options.layout\\""}', {status: 400})
      : carryOut();
  const display = {type: 'DEFAULT', hidden: false, layout: 'wide'};
  const tenant = createTenant([field('a', {display_options: display})], {'PATCH ': refuse});
  expect((await run('fields update name:a --hidden', tenant)).exitCode).toBe(0);
  expect(fieldsOf(tenant)[0]?.['display_options']).toEqual({type: 'DEFAULT', hidden: true});
});

test('an API that numbers choices itself is accepted with a note, and is not sent the same again (rows 148, 154)', async () => {
  const renumber: Fault = async (request, carryOut) => {
    const {options, ...body} = JSON.parse(await request.clone().text());
    const groups = options.groups.map((group: JsonObject) => ({
      ...group,
      options: [group['options']].flat().map((choice, index) => ({...objectOf(choice), sort_order: index})),
    }));
    const numbered = JSON.stringify({...body, options: {...options, groups}});
    return carryOut(new Request(request.url, {method: 'PATCH', headers: request.headers, body: numbered}));
  };
  const groupsOf = (...titles: readonly (readonly [string, number])[]) => [
    {header: 'H', options: titles.map(([title, sort_order]) => ({id: `c-${title}`, title, sort_order}))},
  ];
  const options = {display_type: 'DROPDOWN', groups: groupsOf(['A', 0], ['B', 1], ['C', 2])};
  const tenant = createTenant([field('a', {options})], {'PATCH ': renumber});
  const declared = {name: 'a', options: {display_type: 'DROPDOWN', groups: groupsOf(['B', 1], ['C', 2])}};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  const first = await run('fields apply -f f.json --yes --expect-deletes 1', tenant, {files});
  expect({exitCode: first.exitCode, stderr: first.stderr.split('\n').filter(line => line.includes('itself'))}).toEqual({
    exitCode: 0,
    stderr: ['note: the API numbers the choices of "a" itself'],
  });
  const sent = writesOf(tenant).length;
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant).length).toBe(sent);
});

test('an API that does not show an empty default value is accepted with a note', async () => {
  const drop: Fault = async (request, carryOut) => {
    const {default_value: _dropped, ...body} = JSON.parse(await request.clone().text());
    return carryOut(
      new Request(request.url, {
        method: 'PATCH',
        headers: request.headers,
        body: JSON.stringify({...body, label: 'L'}),
      }),
    );
  };
  const tenant = createTenant([field('a', {label: 'L'})], {'PATCH ': drop});
  const files = {'f.json': '{"custom_fields": [{"name": "a", "default_value": {}}]}'};
  const outcome = await run('fields apply -f f.json --yes', tenant, {files});
  expect(outcome.stderr).toContain('note: the API does not return empty or false members of "a": default_value');
  expect(outcome.exitCode).toBe(0);
});

test.each<[JsonObject, JsonObject]>([
  [{description: null}, {}],
  [{}, {description: null, validators: []}],
])('a saved plan is not stale where the API shows %j as %j later (row 33)', async (saved, later) => {
  allowViolations();
  let members = saved;
  const show: Fault = async (_request, carryOut) => {
    const [a] = JSON.parse(await (await carryOut()).text()).custom_fields;
    return reply({custom_fields: [{...a, ...members}]});
  };
  const tenant = createTenant([field('a')], {'GET ': show});
  const world = await savePlan(tenant, {files: {'f.yaml': 'custom_fields: [{name: a, label: New}]'}});
  members = later;
  expect((await run('fields apply plan.json --yes', tenant, world)).exitCode).toBe(0);
});

test('accepts an API that spells the values of enumerations in lower case (row 148)', async () => {
  allowViolations();
  const lower: Fault = async (_request, carryOut) => {
    const response = await carryOut();
    const text = (await response.text()).replaceAll(/"(?:RADIO|MIN|MAX|BOOLEAN|TOGGLE)"/g, word => word.toLowerCase());
    return new Response(text === '' ? null : text, response);
  };
  const tenant = createTenant([field('a')], {'GET ': lower, 'POST ': lower, 'PATCH ': lower});
  const sizes = [{required: true, size: {size: 1, size_type: 'MIN'}}, {size: {size: 9, size_type: 'MAX'}}];
  const display_options = {type: 'BOOLEAN', boolean_display_options: {display_type: 'TOGGLE'}};
  const declared = {name: 'a', validators: sizes, display_options, options: choices('One')};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
  expect((await run('fields update name:a --max-size 7', tenant, {files})).exitCode).toBe(0);
  expect(fieldsOf(tenant)).toMatchObject([
    {validators: [{size: {size: 1}}, {size: {size: 7, size_type: expect.stringMatching(/^max$/i)}}]},
  ]);
  expect((await run('fields get name:a', tenant)).stdout).toContain('required, at least 1; at most 7\n');
});
