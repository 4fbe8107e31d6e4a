import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, type Fault, field} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

/*
 * An API may write flags and whole numbers as texts, or flags as 1 and 0, as databases without these types do.
 */

const {run} = useFieldsAsCode();

const declared = {
  name: 'a',
  label: 'New',
  validators: [{required: true, size: {size: 2, size_type: 'MIN'}}],
  display_options: {type: 'DEFAULT', hidden: false},
};
const files = {'f.json': JSON.stringify({custom_fields: [declared]})};

test.each<[string, (text: string) => string]>([
  ['texts', text => text.replaceAll(/("(?:required|hidden|size)":)(true|false|\d+)/g, '$1"$2"')],
  [
    'numbers',
    text =>
      text.replaceAll(
        /"(required|hidden)":(true|false)/g,
        (_all, member, flag) => `"${member}":${flag === 'true' ? 1 : 0}`,
      ),
  ],
])('flags that an API writes as %s keep no plan open', async (_what, write) => {
  allowViolations();
  const rewrite: Fault = async (_request, carryOut) => {
    const response = await carryOut();
    return new Response(write(await response.text()), response);
  };
  const tenant = createTenant([field('a')], {'GET ': rewrite, 'PATCH ': rewrite});
  const first = await run('fields apply -f f.json --yes', tenant, {files});
  expect({...first, stderr: first.stderr.split('\n').slice(1)}).toMatchObject({
    exitCode: 0,
    stderr: ['note: verified: the tenant matches the files', ''],
  });
  expect((await run('fields plan -f f.json --check', tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
  const {stdout} = await run('fields list --output csv --columns validators', tenant);
  expect(stdout.split('\r\n')[1]).toContain('required');
  expect((await run('fields list --columns name,validators', tenant)).stdout).toMatch(/^a +yes$/m);
  expect((await run('fields get a', tenant)).stdout).toMatch(/^validators +required, at least 2$/m);
  const other = {
    'f.json': JSON.stringify({custom_fields: [{...declared, display_options: {type: 'DEFAULT', hidden: true}}]}),
  };
  expect((await run('fields plan -f f.json --check', tenant, {files: other})).exitCode).toBe(8);
});
