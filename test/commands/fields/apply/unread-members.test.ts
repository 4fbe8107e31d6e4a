import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

/*
 * A plan says what becomes of the members that the API takes but never returns (design.md 4).
 */

const {run} = useFieldsAsCode();

const never = 'which the API never returns';
const replaces = 'must be replaced: the type of a field cannot change; its id and the values stored in it are lost';
const isSent = '"example_value" is sent but cannot be compared: the API never returns it';

const changesOf = async (members: object, options = '') => {
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...members}]})};
  const {stdout} = await run(`fields plan -f f.json --json${options}`, createTenant([field('a')]), {files});
  return JSON.parse(stdout).changes;
};

test('an update does not send example_value, and its plan says so', async () => {
  const [change] = await changesOf({label: 'New', example_value: {x: 1}});
  expect([change.body, change.notes]).toEqual([
    {label: 'New'},
    ['"example_value" is not sent: the API takes it only when a field is created'],
  ]);
  expect((await changesOf({label: 'New', example_value: null}))[0].notes).toEqual([]);
});

test.each<[string, object, readonly string[]]>([
  ['neither', {}, [`not carried over: hint and example_value, ${never}`]],
  ['an example', {example_value: {x: 1}}, [`not carried over: hint, ${never}`, isSent]],
  ['no example', {example_value: null}, [`not carried over: hint, ${never}`]],
  [
    'a hint',
    {hint: 'h'},
    [
      `not carried over: example_value, ${never}`,
      '"hint" cannot be sent with a create; once the field exists, send it with fields update --hint',
    ],
  ],
])('a replacement that declares %s says what is lost (row 152)', async (_what, members, notes) => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const [change] = await changesOf({type, ...members}, ' --replace a');
  const isOfLabel = (note: string) => note.startsWith('carried over');
  expect(change.notes.filter((note: string) => !isOfLabel(note))).toEqual([replaces, ...notes]);
});

const sparse = {
  options: {
    groups: [
      {
        header: null,
        options: [
          {title: 'A', subtitle: null},
          {title: 'New', subtitle: null, sort_order: null},
        ],
      },
    ],
    option_source: null,
    default_option_id: null,
  },
  display_options: {type: 'DEFAULT', hidden: null},
};

test('null within a member is sent where it removes something, and not where there is nothing', async () => {
  const options = {display_type: 'RADIO', groups: [{options: [{id: 'c_a', title: 'A', subtitle: 'Old'}]}]};
  const tenant = createTenant([field('a', {options, display_options: {type: 'CARD'}})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...sparse}]})};
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout).changes[0].body).toEqual({
    options: {display_type: 'RADIO', groups: [{options: [{id: 'c_a', title: 'A', subtitle: null}, {title: 'New'}]}]},
    display_options: {type: 'DEFAULT'},
  });
});

test('a create sends no null, except within a value', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const declared = {name: 'a', type, ...sparse, default_value: {unit: null}, example_value: {x: null}};
  const files = {'f.json': JSON.stringify({custom_fields: [declared]})};
  const {stdout} = await run('fields plan -f f.json --json', createTenant(), {files});
  expect(JSON.parse(stdout).changes[0].body).toEqual({
    name: 'a',
    type,
    options: {groups: [{options: [{title: 'A'}, {title: 'New'}]}]},
    display_options: {type: 'DEFAULT'},
    default_value: {unit: null},
    example_value: {x: null},
  });
});

test('null takes the number from a choice that moves to another group', async () => {
  const groups = [
    {header: 'G', options: [{id: 'c_a', title: 'A'}]},
    {header: 'H', options: [{id: 'c_d', title: 'D', sort_order: 3}]},
  ];
  const declared = [{header: 'G', options: [{title: 'A'}, {title: 'D', sort_order: null}]}];
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: {groups: declared}}]})};
  const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups}})]);
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout).changes[0].body.options.groups).toEqual([
    {
      header: 'G',
      options: [
        {id: 'c_a', title: 'A'},
        {id: 'c_d', title: 'D', sort_order: null},
      ],
    },
  ]);
});
