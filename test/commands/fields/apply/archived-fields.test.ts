import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();
const runId = (): string => journals()[0]?.[0].run ?? '';
const files = {'f.yaml': 'custom_fields: [{name: b, type: {discriminator: SIMPLE, primitive_type: TEXT}}]'};
const replace = 'fields apply -f f.yaml --replace b --yes --expect-deletes 1';

/**
 * A tenant that lists a deleted field further on, by a sign that the reference does not name.
 *
 * @param refusals how many creates it refuses first
 */
function archivingTenant(refusals: number) {
  allowViolations();
  let fields: readonly JsonObject[] = [field('b')];
  let posts = 0;
  return createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: fields}),
    'DELETE /v2/customFields/cf_b': () => {
      fields = [{...field('b'), is_archived: true}];
      return reply('', {status: 204});
    },
    'POST /v2/customFields': async request => {
      posts += 1;
      if (posts <= refusals) return reply({message: 'no'}, {status: 422});
      fields = [...fields, {id: 'new', ...JSON.parse(await request.text())}];
      return reply(fields.at(-1) ?? {}, {status: 201});
    },
  });
}

test('a field that the API keeps as archived is no twin of the one that replaces it', async () => {
  const tenant = archivingTenant(0);
  expect((await run(replace, tenant, {files})).exitCode).toBe(0);
  expect(await run('fields plan -f f.yaml --prune --check', tenant, {files})).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(
      'the tenant still lists fields that may have been deleted: "b" (is_archived: true)',
    ),
  });
});

test('a replacement that was not finished is completed where the API keeps the old field as archived', async () => {
  const tenant = archivingTenant(1);
  expect((await run(replace, tenant, {files})).exitCode).toBe(7);
  const {changes, warnings} = JSON.parse((await run('fields plan -f f.yaml --json', tenant, {files})).stdout);
  expect({actions: changes.map(({action}: {action: string}) => action), warnings}).toEqual({
    actions: ['create'],
    warnings: expect.arrayContaining([
      expect.stringContaining('the API still lists it as deleted; if the API refuses'),
    ]),
  });
  expect((await run(`fields apply --resume ${runId()} --yes`, tenant, {files})).exitCode).toBe(0);
  expect(writesOf(tenant).map(write => write.split(' ')[0])).toEqual(['DELETE', 'POST', 'POST']);
});
