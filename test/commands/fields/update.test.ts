import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {loseReply} from '../../harness/lost-replies.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, type Fault, field, reply} from '../../harness/tenant.js';

test('sends only what is given', async () => {
  const tenant = createTenant([field('budget')]);
  const run = await bizctl("fields update cf_budget --label 'New label' --hint h --deleted --null description", {
    tenant,
  });
  expect(run).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "note: cf_budget: lists may leave out a field that is marked as deleted; to clear the mark, run: bizctl fields update cf_budget --no-deleted
    ",
      "stdout": "outcome      updated
    id           cf_budget
    name         budget
    hint         h
    deleted      yes
    label        New label
    description  -
    ",
    }
  `);
  expect(tenant.requests).toEqual([
    'PATCH /v2/customFields/cf_budget {"hint":"h","deleted":true,"label":"New label","description":null}',
  ]);
});

test('finds the field by its name, and refuses a name that two have', async () => {
  const tenant = createTenant([field('a'), field('b1', {name: 'b'}), field('b2', {name: 'b'})]);
  expect(await bizctl('fields update name:a --no-deleted --output ndjson --columns id', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{"id":"cf_a"}\n',
    stderr: '',
  });
  expect(tenant.requests.slice(1)).toEqual(['PATCH /v2/customFields/cf_a {"deleted":false}']);
  expect(await bizctl('fields update name:b --label x', {tenant})).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: "b" matches 2 fields: "cf_b1" and "cf_b2"\nhint: Use the id of the one you mean.\n',
  });
});

test('merges flags for part of a member into the field, so that nothing else in it is lost', async () => {
  const options = {
    display_type: 'CHECKBOX',
    groups: [{header: 'G', options: [{id: 'o1', title: 'A', color: 'red'}]}],
    option_source: null,
  };
  const there = field('a', {
    options,
    display_options: {type: 'DATE_TIME', date_time_display_options: {allow_past_dates: false}, extra: 1},
    validators: [
      {required: true, size: {size: 0, size_type: 'MIN'}},
      {required: true, size: {size: 40, size_type: 'MAX'}},
    ],
  });
  const patchOf = async (flags: string) => {
    const tenant = createTenant([there]);
    expect((await bizctl(`fields update cf_a ${flags} --quiet`, {tenant})).exitCode).toBe(0);
    return JSON.parse(tenant.requests[1]?.replace('PATCH /v2/customFields/cf_a ', '') ?? '');
  };
  expect(await patchOf('--hidden')).toEqual({
    display_options: {type: 'DATE_TIME', date_time_display_options: {allow_past_dates: false}, extra: 1, hidden: true},
  });
  // Not a new type, so its members stay.
  expect(await patchOf('--display date_time --hidden')).toEqual({
    display_options: {type: 'DATE_TIME', date_time_display_options: {allow_past_dates: false}, extra: 1, hidden: true},
  });
  expect(await patchOf("--display ' Boolean:toggle '")).toEqual({
    display_options: {type: 'BOOLEAN', extra: 1, boolean_display_options: {display_type: 'TOGGLE'}},
  });
  expect(await patchOf('--option-display radio')).toEqual({options: {...options, display_type: 'RADIO'}});
  expect(await patchOf('--option B')).toEqual({
    options: {
      ...options,
      groups: [
        {
          header: 'G',
          options: [{id: 'o1', title: 'A', color: 'red'}, {title: 'B'}],
        },
      ],
    },
  });
  expect(await patchOf('--max-size 50')).toEqual({
    validators: [
      {required: true, size: {size: 0, size_type: 'MIN'}},
      {required: true, size: {size: 50, size_type: 'MAX'}},
    ],
  });
  expect(await patchOf('--no-required')).toEqual({
    validators: [
      {required: false, size: {size: 0, size_type: 'MIN'}},
      {required: false, size: {size: 40, size_type: 'MAX'}},
    ],
  });
});

test('a size that is added is required where the others are', async () => {
  const validators = [{required: true, size: {size: 1, size_type: 'MIN'}}];
  const tenant = createTenant([field('a', {validators})]);
  expect((await bizctl('fields update cf_a --max-size 5 --quiet', {tenant})).exitCode).toBe(0);
  expect(tenant.requests[1]).toBe(
    `PATCH /v2/customFields/cf_a ${JSON.stringify({validators: [...validators, {required: true, size: {size: 5, size_type: 'MAX'}}]})}`,
  );
});

test('says how to undo a deletion mark', async () => {
  expect((await bizctl('fields update cf_a --deleted --columns id', {tenant: createTenant([field('a')])})).stderr).toBe(
    'note: cf_a: lists may leave out a field that is marked as deleted; to clear the mark, run: bizctl fields update cf_a --no-deleted\n',
  );
});

test('percent-encodes the id (row 114)', async () => {
  const tenant = createTenant([field('a', {id: 'a b?c#d%2f'})]);
  expect((await bizctl(['fields', 'update', 'a b?c#d%2f', '--label', 'x'], {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toEqual(['PATCH /v2/customFields/a%20b%3Fc%23d%252f {"label":"x"}']);
});

const setLabel = 'To change what people see, set its label.';
const replaceField =
  'To replace the field (its stored values are lost), change its type in a fields file and run: bizctl fields apply -f FILE --replace NAME';

test.each([
  ['--name other', '--name: the name of a field cannot change', setLabel],
  ['--type phone', '--type: the type of a field cannot change', replaceField],
  ['--file name.json', 'name.json:1:9: the name of a field cannot change', setLabel],
  ['--file type.yaml', 'type.yaml:2:7: the type of a field cannot change', replaceField],
  ['--file list.json', 'list.json contains 2 objects, but an update takes one', 'Run one update per field.'],
  [
    '--file named.json',
    'named.json contains 2 objects, but an update takes one',
    'To update these fields by name, or create them, run: bizctl fields create --file named.json --if-exists update',
  ],
  [
    '--file whole.json',
    'whole.json contains a whole field, but an update takes only the members to change',
    'To update the field by name, or create it, run: bizctl fields create --file whole.json --if-exists update',
  ],
  ['', 'nothing to update', 'Pass options or --file. To list the options, run: bizctl fields update --help'],
])('rejects %j before any request, with the reason', async (flags, message, hint) => {
  const tenant = createTenant([field('budget')]);
  const files = {
    'name.json': '{"name":"x"}',
    'type.yaml': 'label: x\ntype: {discriminator: SIMPLE, primitive_type: PHONE}\n',
    'list.json': '[{"label":"a"},{"label":"b"}]',
    'whole.json': JSON.stringify(field('budget', {label: 'New'})),
    'named.json': '[{"name":"a","label":"a"},{"name":"b","label":"b"}]',
  };
  const {exitCode, stdout, stderr} = await bizctl(`fields update cf_budget ${flags}`, {tenant, files});
  expect({exitCode, stdout, stderr, requests: tenant.requests}).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${message}\nhint: ${hint}\n`,
    requests: [],
  });
});

test('updates several fields alike, once each', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c')]);
  const {exitCode, stdout, stderr} = await bizctl('fields update cf_a name:b cf_a --label L', {tenant});
  expect({exitCode, stdout, stderr, requests: tenant.requests}).toEqual({
    exitCode: 0,
    stdout:
      'OUTCOME  ID    NAME  TYPE     LABEL  REQUIRED  DESCRIPTION\nupdated  cf_a  a     decimal  L\nupdated  cf_b  b     decimal  L\n',
    stderr: '',
    requests: [
      'GET /v2/customFields',
      'PATCH /v2/customFields/cf_a {"label":"L"}',
      'PATCH /v2/customFields/cf_b {"label":"L"}',
    ],
  });
});

test.each(['update a --label L', 'delete a --yes'])(
  'a person who gives a name as an id is told how (%s)',
  async line => {
    const tenant = createTenant([field('a')]);
    expect(await bizctl(`fields ${line}`, {tenant, answer: 'yes'})).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'error: no custom field with the id "a"\nhint: Did you mean name:a?\n',
    });
    expect(tenant.requests).toEqual(['GET /v2/customFields']);
  },
);

test('writes nothing if one of several fields does not exist', async () => {
  const tenant = createTenant([field('a')]);
  const {exitCode, stderr} = await bizctl('fields update cf_a --deleted maybe', {tenant});
  expect({exitCode, stderr, requests: tenant.requests}).toEqual({
    exitCode: 4,
    stderr: 'error: no custom field with the id "maybe"\nhint: Run: bizctl fields list\n',
    requests: ['GET /v2/customFields'],
  });
});

test('says that there is no such field', async () => {
  expect(await bizctl('fields update cf_none --label x', {tenant: createTenant()})).toEqual({
    exitCode: 4,
    stdout: '',
    stderr:
      'error: HTTP 404: No custom field with the id "cf_none" (PATCH /v2/customFields/cf_none)\nhint: Check the id and the base URL. For a name, pass name:cf_none.\n',
  });
});

test('confirms an update that removes a text which the API then shows as "" (row 27)', async () => {
  const showEmpty: Fault = async (_request, carryOut) =>
    reply((await (await carryOut()).text()).replace('"description":null', '"description":""'));
  const tenant = createTenant([field('a', {description: 'x'})], {
    'GET /v2/customFields': showEmpty,
    'PATCH /v2/customFields': loseReply,
  });
  const {exitCode, stderr} = await bizctl('fields update cf_a --null description', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: 'note: cf_a: updated; confirmed by reading back\n',
  });
});

test('confirms an update by reading back when the reply was lost (row 27)', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': loseReply});
  expect(await bizctl('fields update cf_a --label New --output ndjson --columns label', {tenant})).toEqual({
    exitCode: 0,
    stdout: '{"label":"New"}\n',
    stderr: '{"note":{"message":"cf_a: updated; confirmed by reading back"}}\n',
  });
});

test.each([
  ['a part of what was there', `--default-value '{"value":3}'`, {default_value: {value: 3, currency: 'EUR'}}],
  ['what was there, and a hint', `--label 'Label of a' --hint h`, {}],
])('a lost update to %s is not confirmed by what was there before (row 27)', async (_what, options, members) => {
  const tenant = createTenant([field('a', members)], {
    'PATCH /v2/customFields': () => reply({message: 'down'}, {status: 503}),
  });
  const {exitCode, stderr} = await bizctl(`fields update name:a ${options} --retries 0`, {tenant});
  expect({exitCode, isUnknown: stderr.includes('the outcome is unknown')}).toEqual({exitCode: 7, isUnknown: true});
});

test('keeps what a file leaves out of display options', async () => {
  const display_options = {type: 'REF', x_unknown: 1, reference_type_display_options: {title_property: 't'}};
  const tenant = createTenant([field('a', {display_options})]);
  const stdin = '{"display_options": {"type": "REF", "hidden": true}}';
  expect((await bizctl('fields update name:a --file -', {tenant, stdin})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '')).toMatchObject({display_options: {...display_options, hidden: true}});
});

test('warns when the API keeps what an update left out of a value', async () => {
  const before = {default_value: {value: 3, currency: 'EUR'}};
  const tenant = createTenant([field('a', before)], {
    'PATCH /v2/customFields': () => reply(field('a', {default_value: {value: 4, currency: 'EUR'}})),
  });
  const {stderr} = await bizctl(`fields update name:a --default-value '{"value":4}'`, {tenant, terminal: 120});
  expect(stderr).toContain('cf_a: the API did not remove: default_value.currency\n');
});

test('reports an unknown outcome when reading back cannot show it', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': loseReply});
  const {exitCode, stderr} = await bizctl('fields update cf_a --hint x', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr:
      'error: the outcome of PATCH /v2/customFields/cf_a is unknown: no complete reply from https://api.example.com: the connection was reset\nhint: Check the tenant before you try again; the write may have succeeded.\n',
  });
});

test('retries a PATCH after 503, because that is harmless', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields#1': () => reply('', {status: 503})});
  expect((await bizctl('fields update cf_a --label x --quiet', {tenant})).exitCode).toBe(0);
  expect(tenant.requests).toHaveLength(2);
});

test('a write is done although the list that would show its result cannot be read (row 25)', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields': async (_request, carryOut) => {
      await carryOut();
      return reply({id: 'cf_a', name: 'a'});
    },
    'GET /v2/customFields#2': () => reply({message: 'no'}, {status: 403}),
  });
  const {exitCode, stderr} = await bizctl('fields update name:a --label B', {tenant});
  expect({exitCode, stderr}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining('warning: cf_a: the result could not be checked: HTTP 403: no'),
  });
});

test.each(['cf_a', 'name:a'])(
  'the choices of a file keep their ids and undeclared members (row 149): %s',
  async target => {
    const group = (...options: readonly JsonObject[]) => ({display_type: 'RADIO', groups: [{options}]});
    const tenant = createTenant([
      field('a', {options: group({id: '1', title: 'x', subtitle: 's'}, {id: '2', title: 'y'})}),
    ]);
    const files = {'f.json': JSON.stringify({options: group({title: 'y'}, {title: 'x'}, {title: 'z'})})};
    expect(await bizctl(`fields update ${target} --file f.json`, {tenant, files})).toMatchObject({exitCode: 0});
    expect(tenant.requests.find(each => each.startsWith('PATCH'))).toBe(
      `PATCH /v2/customFields/cf_a ${JSON.stringify({
        options: group({id: '2', title: 'y'}, {id: '1', title: 'x', subtitle: 's'}, {title: 'z'}),
      })}`,
    );
  },
);

test.each([
  ['the choice that is the default goes', ['y'], undefined],
  ['another choice goes', ['x'], '1'],
])('sends a default only with its choice: %s', async (_case, titles, expected) => {
  const options = (choices: readonly JsonObject[], more = {}) => ({
    display_type: 'RADIO',
    groups: [{options: choices}],
    ...more,
  });
  const current = options(
    [
      {id: '1', title: 'x'},
      {id: '2', title: 'y'},
    ],
    {default_option_id: '1'},
  );
  const tenant = createTenant([field('a', {options: current})]);
  const files = {'f.json': JSON.stringify({options: options(titles.map(title => ({title})))})};
  expect((await bizctl('fields update cf_a --file f.json', {tenant, files})).exitCode).toBe(0);
  const sent = tenant.requests.find(each => each.startsWith('PATCH')) ?? '';
  expect(JSON.parse(sent.slice(sent.indexOf('{'))).options.default_option_id).toBe(expected);
});

test.each([
  ['was carried out', true, ['x', 'y'], 1],
  ['was not carried out', false, ['x', 'y'], 2],
])('an update that adds a choice is not sent again blindly: it %s (row 27)', async (_what, isDone, titles, sent) => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: '1', title: 'x'}]}]};
  let attempts = 0;
  const tenant = createTenant([field('a', {options})], {
    'PATCH /v2/customFields': async (_request, carryOut) => {
      attempts += 1;
      const answer = isDone || attempts > 1 ? await carryOut() : undefined;
      return (attempts > 1 && answer) || reply('', {status: 502});
    },
  });
  const {exitCode} = await bizctl('fields update name:a --option x --option y', {tenant});
  const [stored] = tenant.fields().map(text => JSON.parse(text).options.groups[0].options);
  expect({exitCode, titles: stored.map(({title}: JsonObject) => title), attempts}).toEqual({
    exitCode: 0,
    titles,
    attempts: sent,
  });
});

test('an update that adds a choice is not sent again with --retries 0, or while the list cannot be read', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: '1', title: 'x'}]}]};
  const patches = async (line: string, faults: Parameters<typeof createTenant>[1]) => {
    const tenant = createTenant([field('a', {options})], {
      'PATCH /v2/customFields': () => reply('', {status: 502}),
      ...faults,
    });
    const {exitCode} = await bizctl(`fields update name:a --option x --option y ${line}`, {tenant});
    return {exitCode, patches: tenant.requests.filter(each => each.startsWith('PATCH')).length};
  };
  expect(await patches('--retries 0', {})).toEqual({exitCode: 7, patches: 1});
  // The list is read before the update, eleven times after it, and once more to compare.
  expect(await patches('', {'GET /v2/customFields#13': () => reply('no', {status: 403})})).toEqual({
    exitCode: 7,
    patches: 1,
  });
});

test('a file that makes a new choice the default says that this takes another run (row 149)', async () => {
  const choices = (titles: readonly string[]) => titles.map(title => ({id: `o_${title}`, title}));
  const tenant = createTenant([
    field('a', {options: {display_type: 'RADIO', groups: [{header: 'H', options: choices(['One'])}]}}),
  ]);
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'H', options: choices(['One', 'Two'])}],
    default_option_id: 'o_Two',
  };
  const files = {'u.json': JSON.stringify({options})};
  const update = () => bizctl('fields update name:a --file u.json --quiet', {tenant, files});
  const noted = await bizctl('fields update name:a --file u.json', {tenant, files});
  expect(noted.stderr).toContain('the default choice is not set yet, because the API assigns ids to new choices');
  expect(await update()).toMatchObject({exitCode: 0, stderr: ''});
  const {groups, default_option_id} = JSON.parse(tenant.fields()[0] ?? '').options;
  expect(default_option_id).toBe(groups[0].options[1].id);
});
