import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../harness/fields-as-code.js';
import {createTenant, field} from '../../harness/tenant.js';

const {inHome, run, savePlan} = useFieldsAsCode();

test('a saved plan with losses is applied by the command that its note prints', async () => {
  const tenant = createTenant([field('a', {label: 'New label'}), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New label}]'};
  const planned = await run(`fields plan -f f.yaml --prune --out ${inHome('p.json')}`, tenant, {files});
  expect(planned.stderr).toMatch(/run: bizctl fields apply \S+p.json --expect-deletes 1\n/);
});

test('recognizes a saved plan that is passed as a fields file, and names the command that applies it', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect(await run('fields apply -f plan.json --yes', tenant, world)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error: plan.json is a saved plan, not a fields file\nhint: To apply it, run: bizctl fields apply plan.json\n',
  });
});

test('names in suggestions are quoted for a shell, and no other id is suggested (row 166)', async () => {
  const tenant = createTenant([field("it's"), field('b', {id: 'cf_11'})]);
  expect((await run(['fields', 'get', 'name:its'], tenant)).stderr).toContain(`Did you mean 'name:it'\\''s'?`);
  expect((await run('fields delete cf_12 --yes --journal', tenant)).stderr).not.toContain('cf_11');
});

test('refuses a name that two fields share', async () => {
  const tenant = createTenant([field('q', {id: 'x'}), field('q', {id: 'y'})]);
  expect(await run('fields get name:q', tenant)).toEqual({
    exitCode: 9,
    stdout: '',
    stderr: 'error: "q" matches 2 fields: "x" and "y"\nhint: Use the id of the one you mean.\n',
  });
});

test('export --split does not ignore an output format', async () => {
  const {exitCode, stderr} = await run('fields export --split out --json', createTenant([field('a')]));
  expect({exitCode, stderr}).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--split cannot be combined with --output, --json or --jq'),
  });
});
