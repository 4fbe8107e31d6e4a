import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();

const choice = (title: string) => ({id: `o_${title}`, title});
const withChoices = (choices: readonly JsonObject[]) => ({
  options: {display_type: 'RADIO', groups: [{header: 'G', options: [...choices]}]},
});
const declare = (...choices: readonly JsonObject[]) => ({
  files: {'f.json': JSON.stringify({custom_fields: [{name: 'a', ...withChoices(choices)}]})},
});

/** A tenant that lists the choices that it has ever had: those that an update leaves out are archived. */
function archiving(tenant: Tenant): Tenant {
  allowViolations();
  const seen = new Map<string, JsonObject>();
  const choicesOf = (shown: JsonObject): readonly (JsonObject & {id: string})[] =>
    JSON.parse(JSON.stringify(shown)).options.groups[0].options;
  return {
    ...tenant,
    fetch: async request => {
      const response = await tenant.fetch(request);
      const [stored = ''] = tenant.fields();
      const live = choicesOf(JSON.parse(stored));
      for (const each of live) seen.set(each.id, each);
      const gone = [...seen.values()].filter(({id}) => !live.some(each => each.id === id));
      const shown = {
        ...JSON.parse(stored),
        ...withChoices([...live, ...gone.map(each => ({...each, archived: true}))]),
      };
      if (request.method === 'GET') return reply({custom_fields: [shown]});
      return response.ok ? reply(shown, {status: response.status}) : response;
    },
  };
}

const apply = 'fields apply -f f.json --yes';

test('a removed choice that the API lists as archived is removed once (rows 32, 154)', async () => {
  const tenant = archiving(createTenant([field('a', withChoices([choice('p'), choice('q')]))]));
  await run('fields list', tenant);
  const {exitCode, stderr} = await run(`${apply} --expect-deletes 1`, tenant, declare(choice('p')));
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.stringContaining('verified: the tenant matches')});
  expect((await run('fields plan -f f.json --check', tenant, declare(choice('p')))).exitCode).toBe(0);
  expect(writesOf(tenant)).toHaveLength(1);
  const {stderr: warning} = await run('fields export', tenant);
  expect(warning).toContain(
    'warning: the tenant still lists choices that may have been deleted: "q" of "a" (archived: true)\n',
  );
});
