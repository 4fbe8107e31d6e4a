import {expect, test} from 'vitest';
import * as z from 'zod';
import {useFieldsAsCode} from '../harness/fields-as-code.js';
import {bizctl} from '../harness/run-bizctl.js';
import {createTenant, field} from '../harness/tenant.js';

const {run} = useFieldsAsCode();

test('everything printed as JSON matches its schema', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const schemaOf = async (document: string) => {
    const {stdout} = await bizctl(`schema ${document}`);
    return z.fromJSONSchema(JSON.parse(stdout));
  };
  const plan = JSON.parse((await run('fields plan -f f.yaml --json', tenant)).stdout);
  expect((await schemaOf('plan')).safeParse(plan).error).toBeUndefined();
  expect((await schemaOf('plan')).safeParse({...plan, changes: [{}]}).success).toBe(false);
  expect(
    (await schemaOf('fields')).safeParse(JSON.parse((await run('fields export --json', tenant)).stdout)).error,
  ).toBeUndefined();
  const result = await run('fields apply -f f.yaml --yes --json --quiet', tenant);
  expect((await schemaOf('result')).safeParse(JSON.parse(result.stdout)).error).toBeUndefined();
  const {stderr} = await run('fields apply --json', tenant);
  expect((await schemaOf('error')).safeParse(JSON.parse(stderr)).error).toBeUndefined();
});
