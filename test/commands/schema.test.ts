import {expect, test} from 'vitest';
import * as z from 'zod';
import {useFieldsAsCode} from '../harness/fields-as-code.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, decimal, field} from '../harness/tenant.js';

const {run} = useFieldsAsCode();

test('everything printed as JSON matches its schema', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const schemaOf = async (document: string) => {
    const {stdout} = await bizctl(`schema ${document}`);
    return z.fromJSONSchema(JSON.parse(stdout));
  };
  const plan = JSON.parse((await run('fields plan -f f.yaml --json', tenant)).stdout);
  expect((await schemaOf('plan')).safeParse(plan).error).toBeUndefined();
  for (const list of ['changes', 'kept', 'refusals'])
    expect((await schemaOf('plan')).safeParse({...plan, [list]: [{}]}).success).toBe(false);
  expect(
    (await schemaOf('fields')).safeParse(JSON.parse((await run('fields export --json', tenant)).stdout)).error,
  ).toBeUndefined();
  const result = await run('fields apply -f f.yaml --yes --json --quiet', tenant);
  expect((await schemaOf('result')).safeParse(JSON.parse(result.stdout)).error).toBeUndefined();
  const {stderr} = await run('fields apply --json', tenant);
  expect((await schemaOf('error')).safeParse(JSON.parse(stderr)).error).toBeUndefined();
});

test.each([
  ['id', {id: 'cf_1'}, {id: 1}],
  ['hint', {hint: 'h'}, {hint: 1}],
  ['hint', {hint: null}, {hint: {}}],
  ['protect', {protect: true}, {protect: 'yes'}],
])('the schema of a fields file knows %s', async (member, good, bad) => {
  const {stdout} = await bizctl('schema fields');
  const schema = z.fromJSONSchema(JSON.parse(stdout));
  const file = (more: object) => ({custom_fields: [{name: 'a', type: decimal, ...more}]});
  expect(schema.safeParse(file(good)).error).toBeUndefined();
  expect(schema.safeParse(file(bad)).error?.issues.map(({path}) => path)).toEqual([['custom_fields', 0, member]]);
});

test('the schema of a fields file describes the members that the reference does not have', async () => {
  const {properties} = JSON.parse((await bizctl('schema fields')).stdout).properties.custom_fields.items;
  expect({id: properties.id, hint: properties.hint, protect: properties.protect}).toMatchInlineSnapshot(`
    {
      "hint": {
        "description": "sent with an update; the API never returns it",
        "type": [
          "string",
          "null",
        ],
      },
      "id": {
        "description": "the id of the field, if its name does not identify it",
        "type": "string",
      },
      "protect": {
        "description": "never replaced as long as it is declared",
        "type": "boolean",
      },
    }
  `);
});
