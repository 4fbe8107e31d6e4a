import {stripVTControlCharacters} from 'node:util';
import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {run} = useFieldsAsCode();

const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
const gone = (hint: string) => `1 field would be deleted ("b"), but --expect-deletes is ${hint}\n`;

test.each([
  ['', 'without a terminal', 0, ''],
  ['--expect-deletes 0', 'without a terminal', 0, ''],
  [
    '--expect-deletes 1',
    'without a terminal',
    9,
    'error: nothing would be deleted, but --expect-deletes is 1\nhint: Check the plan; if it is right, omit --expect-deletes.\n',
  ],
  [
    '--prune',
    'without a terminal',
    9,
    `error: ${gone('missing')}hint: If the plan is right, pass --expect-deletes 1.\n`,
  ],
  ['--prune --expect-deletes 1', 'without a terminal', 0, ''],
  [
    '--prune --expect-deletes 2',
    'without a terminal',
    9,
    `error: ${gone('2')}hint: Check the plan; if it is right, pass --expect-deletes 1.\n`,
  ],
  ['--prune', 'at a terminal', 0, ''],
  [
    '--prune --expect-deletes 2',
    'at a terminal',
    9,
    `error: ${gone('2')}hint: Check the plan; if it is right, pass --expect-deletes 1.\n`,
  ],
  [
    '--prune --yes',
    'at a terminal',
    9,
    `error: ${gone('missing')}hint: If the plan is right, pass --expect-deletes 1.\n`,
  ],
])('apply %s %s ends with %s', async (options, where, exitCode, stderr) => {
  const tenant = createTenant([field('a'), field('b')]);
  const isAsked = where === 'at a terminal';
  const world = {files, ...(isAsked ? {terminal: 100, answer: 'yes' as const} : {})};
  const outcome = await run(`fields apply -f f.yaml ${options} ${isAsked ? '' : '--yes'}`.trim(), tenant, world);
  const [message = ''] = /^error: .*\nhint: .*\n/m.exec(stripVTControlCharacters(outcome.stderr)) ?? [];
  expect({exitCode: outcome.exitCode, message, hasWritten: writesOf(tenant).length > 0}).toEqual({
    exitCode,
    message: stderr,
    hasWritten: exitCode === 0,
  });
});

test('an empty type in a file replaces no field', async () => {
  const tenant = createTenant([field('a', {type: {discriminator: 'SIMPLE', primitive_type: 'PHONE'}})]);
  const empty = {files: {'f.yaml': 'custom_fields:\n- name: a\n  type:\n  label: New\n'}};
  expect(await run('fields apply -f f.yaml --replace a --yes', tenant, empty)).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('warning: f.yaml:3:8: "a" has no value after "type", so its type stays as it is\n'),
  });
  expect(writesOf(tenant)).toEqual(['PATCH /v2/customFields/cf_a {"label":"New"}']);
  expect((await run('fields plan -f f.yaml --check', tenant, empty)).exitCode).toBe(0);
});

test('a refusal names three fields of many', async () => {
  const tenant = createTenant(['a', 'b', 'c', 'd', 'e'].map(name => field(name)));
  expect((await run('fields apply -f f.yaml --yes --prune', tenant, {files})).stderr).toContain(
    'error: 4 fields would be deleted ("b", "c", "d", …), but --expect-deletes is missing\n',
  );
});
