import {expect, test} from 'vitest';
import {type JsonObject, objectOf} from '../../../../src/json/json.js';
import {parseJson} from '../../../../src/json/parse-json.js';
import {findAltered} from '../../../../src/plan/find-altered.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field, reply} from '../../../harness/tenant.js';

/*
 * APIs that drop or change part of what an update sends back or a replacement carries over, which no file declares.
 */

const {run} = useFieldsAsCode();

/** Carries out a write with another body. */
function changing(change: (body: JsonObject) => JsonObject): Fault {
  return async (request, carryOut) => {
    const body = change(objectOf(parseJson(await request.clone().text())) ?? {});
    return carryOut(
      new Request(request.url, {method: request.method, headers: request.headers, body: JSON.stringify(body)}),
    );
  };
}

const choices = [
  {id: 'o_p', title: 'p'},
  {id: 'o_q', title: 'q'},
];
const options = {display_type: 'RADIO', groups: [{header: 'G', options: choices}]};
const line = 'fields apply -f f.json --yes';
const warningsOf = (stderr: string) => stderr.split('\n').filter(each => each.startsWith('warning:'));

test('a replacement that loses what it was to carry over says so (row 152)', async () => {
  const files = {
    'f.json': '{"custom_fields":[{"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"SEMVER"}}]}',
  };
  const drop = changing(({options: _options, description: _description, ...body}) => body);
  const tenant = createTenant([field('a', {options, description: 'D'})], {'POST ': drop});
  const {exitCode, stderr} = await run(`${line} --replace a --expect-deletes 1`, tenant, {files});
  expect({exitCode, warnings: warningsOf(stderr), ending: stderr.split('\n').slice(-3)}).toEqual({
    exitCode: 7,
    warnings: ['warning: "a": the API did not keep what was sent for description, options'],
    ending: [
      'error: all writes succeeded, but not everything was carried over to "a"',
      'hint: The warnings name what the API did not keep. Declare these members in the files, then apply them again.',
      '',
    ],
  });
});

test('an update that loses what it sends back says so (row 25)', async () => {
  const files = {
    'f.json':
      '{"custom_fields":[{"name":"a","options":{"groups":[{"header":"G","options":[{"id":"o_p","title":"p"},{"id":"o_q","title":"q"},{"title":"r"}]}]}}]}',
  };
  const drop = changing(({options: sent, ...body}) => {
    const {option_source: _source, ...rest} = objectOf(sent) ?? {};
    return {...body, options: rest};
  });
  const source = {category: 'C', name: 'N'};
  const tenant = createTenant([field('a', {options: {...options, option_source: source}})], {'PATCH ': drop});
  const {exitCode, stderr} = await run(line, tenant, {files});
  expect({exitCode, warnings: warningsOf(stderr)}).toEqual({
    exitCode: 0,
    warnings: ['warning: "a": the API did not keep what was sent for options.option_source'],
  });
});

const withDefault = (id: string | undefined, list: readonly JsonObject[] = choices): JsonObject => ({
  options: {groups: [{header: 'G', options: list}], ...(id === undefined ? {} : {default_option_id: id})},
});
const renamed = choices.map(each => ({...each, id: `${each.id}_2`}));

test.each<[string, JsonObject, JsonObject, object]>([
  ['all of it', withDefault('o_q'), withDefault('o_q'), {labels: [], choices: []}],
  ['no default', withDefault(undefined), withDefault('o_q'), {labels: ['options.default_option_id'], choices: []}],
  ['another default', withDefault('o_p'), withDefault('o_q'), {labels: ['options.default_option_id'], choices: []}],
  ['a default of its own', withDefault('o_p'), withDefault(undefined), {labels: [], choices: []}],
  ['new ids', withDefault('o_q_2', renamed), withDefault('o_q'), {labels: [], choices: ['p', 'q']}],
  [
    'new ids and a default that has none of them',
    withDefault('o_q', renamed),
    withDefault('o_q'),
    {labels: ['options.default_option_id'], choices: ['p', 'q']},
  ],
  [
    'numbers of its own',
    {options: {groups: [{header: 'G', sort_order: 3, options: []}]}},
    {options: {groups: [{header: 'G', sort_order: 1, options: []}]}},
    {labels: [], choices: []},
  ],
  [
    'another id of a validator',
    {validators: [{id: 'v2', size: {size: 1, size_type: 'MIN'}}]},
    {validators: [{id: 'v1', size: {size: 1, size_type: 'MIN'}}]},
    {labels: [], choices: []},
  ],
  [
    'a revision of its own',
    {options: {groups: [], revision: 2}, display_options: {type: 'DEFAULT', updated_at: 'now'}},
    {options: {groups: [], revision: 1}, display_options: {type: 'DEFAULT', updated_at: 'before'}},
    {labels: [], choices: []},
  ],
  ['what no reply shows', {}, {hint: 'h', deleted: false}, {labels: [], choices: []}],
  ['a hint of what was empty', {}, {label: '', description: null}, {labels: [], choices: []}],
])('an API that keeps %s of an update', (_what, now, body, expected) => {
  const change = {
    action: 'update',
    id: 'cf_a',
    name: 'a',
    body,
    before: {id: 'cf_a', ...body},
    differences: [],
    notes: [],
  } as const;
  const [found = {labels: [], choices: []}] = findAltered([change], [{id: 'cf_a', name: 'a', ...now}], [], []);
  expect(found).toMatchObject(expected);
});

test('a declared default is not compared, since a second update may set it', () => {
  const change = {
    action: 'update',
    id: 'cf_a',
    name: 'a',
    body: withDefault('o_q'),
    differences: [],
    notes: [],
  } as const;
  const declared = (members: JsonObject) => ({
    name: 'a',
    id: undefined,
    isProtected: false,
    members,
    flaws: [],
    where: () => '',
  });
  const find = (members: JsonObject) =>
    findAltered([change], [{id: 'cf_a', name: 'a', ...withDefault('o_p')}], [], [declared(members)]);
  expect(find(withDefault('o_p'))).toEqual([]);
  expect(find(withDefault(undefined))).toHaveLength(1);
});

test('what a replacement carries over is waited for while the list lags (rows 138, 152)', async () => {
  const files = {
    'f.json': '{"custom_fields":[{"name":"a","type":{"discriminator":"SIMPLE","primitive_type":"SEMVER"}}]}',
  };
  let reads = 0;
  const tenant = createTenant([field('a', {description: 'D'})]);
  const partial = {
    fetch: async (request: Request) => {
      const [stored = '{}'] = tenant.fields();
      const shown = JSON.parse(stored);
      const isNew = shown.type?.primitive_type === 'SEMVER';
      if (request.method !== 'GET' || !isNew) return tenant.fetch(request);
      reads += 1;
      const {description: _late, ...rest} = shown;
      return reply({custom_fields: [reads < 3 ? rest : shown]});
    },
  };
  const {exitCode, stderr} = await run(`${line} --replace a --expect-deletes 1`, partial, {files});
  expect({exitCode, warnings: warningsOf(stderr)}).toEqual({exitCode: 0, warnings: []});
});
