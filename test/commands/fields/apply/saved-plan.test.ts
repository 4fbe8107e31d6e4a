import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field} from '../../../harness/tenant.js';

const {run, savePlan} = useFieldsAsCode();

test('applies a saved plan once, as shown', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(2);
  const again = await run('fields apply plan.json', tenant, world);
  expect(again.exitCode).toBe(10);
  expect(again.stderr).toContain('was already applied');
  expect(writesOf(tenant)).toHaveLength(2);
});

test('refuses a saved plan that was edited, or whose tenant has changed or is another one (rows 33, 34)', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  const other = createTenant([field('a', {description: 'changed since'})]);
  const stale = await run('fields apply plan.json', other, world);
  expect(stale).toMatchObject({
    exitCode: 10,
    stderr: expect.stringContaining('no longer matches the tenant: "a"'),
  });
  const text = world.files['plan.json'].replaceAll('"New label"', '"Other label"');
  const {declared: _same, ...edited} = JSON.parse(text);
  const {declared} = JSON.parse(world.files['plan.json']);
  const files = {'plan.json': JSON.stringify({...edited, declared})};
  expect((await run('fields apply plan.json', tenant, {files})).exitCode).toBe(10);
  expect([...writesOf(tenant), ...writesOf(other)]).toEqual([]);
});

test('an unrelated change does not make a saved plan stale', async () => {
  const world = await savePlan(createTenant([field('a'), field('b')]));
  const tenant = createTenant([field('a'), field('b', {label: 'other'})]);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
});
