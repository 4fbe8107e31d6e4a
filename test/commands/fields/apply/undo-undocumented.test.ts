import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * Nested members that the reference does not name: an undo compares only those that it names, and still has to be true.
 */

const {journals, run} = useFieldsAsCode();

const runId = (): string => journals()[0]?.[0].run ?? '';
const choice = {id: 'c_1', title: 'One'};
const optionsOf = (more: object, ofGroup: object = {}, ofChoice: object = {}) => ({
  options: {
    display_type: 'RADIO',
    groups: [{header: 'H', ...ofGroup, options: [{...choice, ...ofChoice}]}],
    ...more,
  },
});

test.each([
  ['display_options', {display_options: {type: 'DEFAULT'}}, {display_options: {type: 'DEFAULT', x_more: 1}}],
  ['options', optionsOf({}), optionsOf({x_more: 1})],
  ['options', optionsOf({}), optionsOf({}, {x_more: 1})],
  ['options', optionsOf({}), optionsOf({}, {}, {x_more: 1})],
])('an undo says that it leaves what the run has added to %s alone (row 150)', async (member, before, after) => {
  allowViolations();
  const tenant = createTenant([field('a', before)]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...after}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  for (const option of ['--dry-run', '--yes']) {
    const {exitCode, stderr} = await run(`fields undo ${runId()} ${option}`, tenant);
    expect({exitCode, stderr}).toEqual({
      exitCode: 7,
      stderr: expect.stringContaining(`"a": undocumented members that the run changed in ${member} are not restored`),
    });
  }
});

/** An API that merges objects with what it has. */
const keepMember: Fault = (request, carryOut) =>
  carryOut(
    new Request(request, {method: 'PATCH', body: JSON.stringify({display_options: {type: 'DEFAULT', x_more: 1}})}),
  );

test.each([
  ['keeps', {'PATCH #2': keepMember}, 7, 'the API kept display_options.x_more in "a"'],
  ['does not keep', {}, 0, 'verified'],
])(
  'an undo is checked for members that the API %s although they are left out (row 150)',
  async (_what, faults, exitCode, words) => {
    allowViolations();
    const tenant = createTenant([field('a', {display_options: {type: 'DEFAULT'}})], faults);
    const files = {'f.yaml': 'custom_fields: [{name: a, display_options: {type: DISABLED, x_more: 1}}]'};
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
    expect(await run(`fields undo ${runId()} --yes`, tenant)).toMatchObject({
      exitCode,
      stderr: expect.stringContaining(words),
    });
  },
);

test('an undo that sends a list for its order restores what the run has removed from it as well (row 150)', async () => {
  allowViolations();
  const groupsOf = (more: object, ...titles: readonly string[]) => ({
    options: {
      display_type: 'RADIO',
      groups: [{header: 'H', ...more, options: titles.map(title => ({id: `c_${title}`, title}))}],
    },
  });
  const before = field('a', groupsOf({x_more: 1}, 'A', 'B'));
  const tenant = createTenant([before]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...groupsOf({x_more: null}, 'B', 'A')}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect(await run(`fields undo ${runId()} --yes`, tenant)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('verified'),
  });
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([before]);
});

test('a member of a type that changes with each read is no other type (row 148)', async () => {
  allowViolations();
  let reads = 0;
  const count: Fault = async (_request, carryOut) => {
    reads += 1;
    const text = await (await carryOut()).text();
    return new Response(text.replaceAll('"primitive_type"', `"fetched_at":${reads},"primitive_type"`), {
      headers: {'content-type': 'application/json'},
    });
  };
  const tenant = createTenant([field('a')], {'GET ': count});
  expect((await run('fields update name:a --label New', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').label).toBe('Label of a');
});

test.each(['constructor', 'toString', '__proto__'])('an undo removes a member named %s (row 58)', async name => {
  const {default_value} = JSON.parse(`{"default_value": {"amount": 2, "${name}": 3}}`);
  const tenant = createTenant([field('a', {default_value: {amount: 1}})]);
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', default_value}]})};
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect((await run(`fields undo ${runId()} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').default_value).toEqual({amount: 1});
});
