import {expect, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../harness/fields-as-code.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const {run} = useFieldsAsCode();
const declare = (members: string) => ({
  'f.yaml': `custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: TEXT}, ${members}}]`,
});
const added = declare('options: {display_type: RADIO, groups: [{header: G, options: [{title: m}, {title: new}]}]}');

/** A tenant that returns one choice of a group, and says in a member of the group, or of the options, that it has more. */
function partialTenant(ofGroup: JsonObject, ofOptions: JsonObject = {}) {
  allowViolations();
  return createTenant([
    field('a', {
      type: {discriminator: 'SIMPLE', primitive_type: 'TEXT'},
      options: {
        display_type: 'RADIO',
        groups: [{header: 'G', options: [{id: 'o_m', title: 'm'}], ...ofGroup}],
        ...ofOptions,
      },
    }),
  ]);
}

const reasonOf = (sign: string) =>
  `the tenant shows only some of its choices (it returns ${sign}), and sending the options would remove the others`;
const hint =
  'hint: The API replaces all choices of a field at once (4.4). Leave out options, or send every choice with bizctl api PATCH /v2/customFields/ID --input FILE.';

test.each<[string, JsonObject, JsonObject]>([
  ['"has_more": true', {has_more: true}, {}],
  ['"next_page_token": "p2"', {next_page_token: 'p2'}, {}],
  ['"truncated": true', {}, {truncated: true}],
  ['"options_truncated": true', {options_truncated: true}, {}],
  ['"option_count": 2', {option_count: 2}, {}],
  ['"num_options": "2"', {num_options: '2'}, {}],
  ['"options_count": 2', {}, {options_count: 2}],
  ['"page_info": {"has_next_page":true}', {page_info: {has_next_page: true}}, {}],
  ['"paging": {"next":{"after":"2"}}', {paging: {next: {after: '2'}}}, {}],
  ['"meta": {"has_more":true}', {meta: {has_more: true}}, {}],
  ['"_links": {"next":{"href":"/o?p=2"}}', {_links: {next: {href: '/o?p=2'}}}, {}],
])('choices are not sent where the tenant shows only some of them: %s', async (sign, ofGroup, ofOptions) => {
  const tenant = partialTenant(ofGroup, ofOptions);
  const applied = await run('fields apply -f f.yaml --yes', tenant, {files: added});
  expect(applied.exitCode).toBe(9);
  expect(applied.stderr).toContain(`"a": ${reasonOf(sign)}`);
  expect(applied.stderr).toContain(hint);
  const edited = await bizctl('fields edit a', {
    tenant,
    answer: 'yes',
    editor: text => text.replace('title: m', 'title: x'),
  });
  expect(edited.exitCode).toBe(9);
  expect(edited.stderr).toContain(reasonOf(sign));
  expect(writesOf(tenant)).toEqual([]);
});

test('an export says of which fields it lacks choices', async () => {
  const tenant = partialTenant({has_more: true});
  const exported = await bizctl('fields export', {tenant});
  expect(exported.exitCode).toBe(0);
  expect(exported.stdout).toContain('title: m');
  expect(
    exported.stderr,
  ).toBe(`warning: the tenant shows only some of the choices of "a"; the others are not in the export
note: left out members that are not in the API reference: options.groups[].has_more; use --all to keep them
`);
  expect((await bizctl('fields export', {tenant: partialTenant({})})).stderr).toBe('');
});

test.each<[string, JsonObject]>([
  ['"options_truncated": true', {options_truncated: true}],
  ['"option_count": 4', {option_count: 4}],
])('a sign may stand in the field itself: %s', async (sign, members) => {
  allowViolations();
  const options = {
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{id: 'o_m', title: 'm'}]}],
    option_source: {},
  };
  const tenant = createTenant([
    field('a', {type: {discriminator: 'SIMPLE', primitive_type: 'TEXT'}, options, ...members}),
  ]);
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files: added});
  expect({exitCode, isSaid: stderr.includes(reasonOf(sign))}).toEqual({exitCode: 9, isSaid: true});
});

test('a diff compares a field of which the tenant shows only some choices', async () => {
  const {exitCode, stderr} = await run('fields diff f.yaml --check', partialTenant({has_more: true}), {files: added});
  expect({exitCode, stderr}).toEqual({
    exitCode: 8,
    stderr: 'error: the tenant differs: 0 missing, 0 extra, 1 different; 0 identical\n',
  });
});

test('a field is not replaced where the tenant shows only some of its choices', async () => {
  const tenant = partialTenant({has_more: true});
  const files = {'f.yaml': added['f.yaml'].replace('TEXT', 'NUMBER')};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --replace a --yes --expect-deletes 1', tenant, {files});
  expect(exitCode).toBe(9);
  expect(stderr).toContain('and replacing the field with the options would remove the others');
  expect(writesOf(tenant)).toEqual([]);
});

test('other members are sent where the tenant shows only some choices', async () => {
  const tenant = partialTenant({has_more: true});
  const {exitCode} = await run('fields apply -f f.yaml --yes', tenant, {files: declare('label: New')});
  expect({exitCode, writes: writesOf(tenant)}).toEqual({
    exitCode: 0,
    writes: ['PATCH /v2/customFields/cf_a {"label":"New"}'],
  });
});

test.each<JsonObject>([
  {has_more: false},
  {next_page_token: null},
  {next_page_token: ''},
  {option_count: 1, total: 1200, item_count: 57, remaining: 95, count: 3},
  {sort_order: 7, size: 9, number: 5, next_option: 5},
  {complete: false, last: false, next: 'Closed', partial: true, stats: {last: false}, color: {next: 'red'}},
  {page_info: {has_next_page: false}, _links: {next: null}},
])('choices are sent where the tenant says that it shows all: %j', async ofGroup => {
  const tenant = partialTenant(ofGroup);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files: added})).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
});

test('a plan warns that a default which the tenant does not show may be one of several hidden choices', async () => {
  const tenant = partialTenant({}, {default_option_id: 'o_x'});
  const message =
    'the default choice "o_x" is not among the choices that the tenant shows; if it hides any, sending the options removes them';
  const {stdout} = await run('fields plan -f f.yaml', tenant, {files: added});
  expect(stdout).toContain(`"a": ${message}`);
  const preview = await run('fields update name:a --option Q --dry-run', tenant);
  expect(preview.stderr).toContain(message);
  expect((await run('fields update name:a --option Q', tenant)).stderr).toContain(message);
  const {stdout: other} = await run('fields plan -f f.yaml', tenant, {files: declare('label: New')});
  expect(other).not.toContain('not among the choices that the tenant shows');
});

test.each([0, '0', '', '-1', 'none', '00000000-0000-0000-0000-000000000000', 'm', 'o_m', null])(
  'a plan does not warn of %j as the default',
  async id => {
    const tenant = partialTenant({}, {default_option_id: id});
    const {stdout} = await run('fields plan -f f.yaml', tenant, {files: added});
    expect(stdout).toContain('1 to update');
    expect(stdout).not.toContain('not among the choices that the tenant shows');
  },
);

test('an undo is refused while the tenant shows only some of the choices (row 154)', async () => {
  let isPartial = false;
  const withChoice = (title: string) => ({
    display_type: 'RADIO',
    groups: [
      {
        header: 'G',
        options: [
          {id: 'o_1', title},
          {id: 'o_2', title: 'f'},
        ],
      },
    ],
  });
  const tenant = createTenant([field('a', {options: withChoice('m')})]);
  const show = (text: string) => {
    const shown = JSON.parse(text);
    return {...shown, options: {...shown.options, option_count: 500}};
  };
  const server = {
    fetch: async (request: Request) =>
      isPartial && request.method === 'GET' ? reply({custom_fields: tenant.fields().map(show)}) : tenant.fetch(request),
  };
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options: withChoice('new')}]})};
  expect((await run('fields apply -f f.json --yes', server, {files})).exitCode).toBe(0);
  const [{run: id}] = JSON.parse((await run('fields runs --json', server)).stdout);
  isPartial = true;
  allowViolations();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, server);
  expect({exitCode, stderr, writes: writesOf(tenant).length}).toEqual({
    exitCode: 9,
    stderr: `error: "a": ${reasonOf('"option_count": 500')}\nhint: Restore its choices by hand, with bizctl api PATCH /v2/customFields/ID --input FILE.\n`,
    writes: 1,
  });
});
