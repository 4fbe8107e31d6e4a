import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();

test.each([
  [
    'once a member',
    {},
    [
      'f.yaml:2:40: default_value is documented as an object; the API may refuse it (also at f.yaml:3:86 and 1 more)',
      'f.yaml:4:105: example_value is documented as an object; the API may refuse it',
    ],
  ],
  [
    'not where the tenant has one',
    {default_value: 1},
    ['f.yaml:4:105: example_value is documented as an object; the API may refuse it'],
  ],
])('warns about values that are not objects, %s', async (_where, more, warnings) => {
  allowViolations();
  const files = {
    'f.yaml': `custom_fields:
  - {id: cf_a, name: a, default_value: 1}
  - {name: b, type: ${declaredType}, default_value: 3}
  - {name: c, type: ${declaredType}, default_value: [], example_value: x}
  - {name: d, type: ${declaredType}, default_value: null, example_value: {x: 1}}
`,
  };
  const tenant = createTenant([field('a', more)]);
  const {exitCode, stdout} = await run('fields plan -f f.yaml --json', tenant, {files});
  expect({exitCode, warnings: JSON.parse(stdout).warnings}).toEqual({exitCode: 0, warnings});
});

test('an enumeration in another case is sent as the tenant spells it, so that it shows in the plan what is sent', async () => {
  const duration = {duration_units: ['HOURS', 'DAYS']};
  const tenant = createTenant([field('a', {display_options: {type: 'DATE_TIME', hidden: false, duration}})]);
  const display_options = {type: 'date_time', hidden: true, duration: {duration_units: ['hours', 'days']}};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', display_options}]})};
  const {stdout} = await run('fields plan -f f.json --json', tenant, {files});
  expect(JSON.parse(stdout).changes[0].differences.map(({path}: {path: string}) => path)).toEqual([
    'display_options.hidden',
  ]);
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([
    `PATCH /v2/customFields/cf_a ${JSON.stringify({display_options: {type: 'DATE_TIME', hidden: true, duration}})}`,
  ]);
});

test('the documented spelling is sent where a tenant shows another one', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {display_options: {type: 'date_time', hidden: false}})]);
  const files = {'f.yaml': 'custom_fields: [{name: a, display_options: {type: DATE_TIME, hidden: true}}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"display_options":{"type":"DATE_TIME","hidden":true}}',
  ]);
});

test('a value that the tenant has at another depth of a type is no mistake', async () => {
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONES'};
  const array = {discriminator: 'ARRAY', primitive_type: 'ARRAY', array: {list_type: type}};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'n', type: array}]})};
  const plan = async (tenant: ReturnType<typeof createTenant>) =>
    JSON.parse((await run('fields plan -f f.json --json', tenant, {files})).stdout).warnings;
  expect(await plan(createTenant([field('a', {type})]))).toEqual([]);
  expect(await plan(createTenant([field('a')]))).toEqual([
    'f.json:1:152: type.array.list_type.primitive_type "PHONES" is not in the API reference. Did you mean PHONE?',
  ]);
});

test('a choice whose title has another kind of space is the same choice', async () => {
  const choice = {id: 'c1', title: 'Open\u00a0now'};
  const tenant = createTenant([field('a', {options: {display_type: 'RADIO', groups: [{options: [choice]}]}})]);
  const options = {display_type: 'RADIO', groups: [{options: [{title: 'Open now'}]}]};
  const files = {'f.json': JSON.stringify({custom_fields: [{name: 'a', options}]})};
  const {stdout} = await run('fields plan -f f.json', tenant, {files});
  expect(stdout).toContain('title: "Open\\u00a0now" -> "Open now"');
  expect(stdout).not.toContain('losses');
});
