import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {run} = useFieldsAsCode();

const choice = (title: string) => ({id: `o_${title}`, title});
const withChoices = (...titles: readonly string[]) => ({
  options: {display_type: 'RADIO', groups: [{header: 'G', options: titles.map(choice)}]},
});

/** A tenant that keeps the choices in an order of its own. */
function sorting(tenant: Tenant): Tenant {
  const sort = (text: string) => {
    const shown = JSON.parse(text);
    shown.options?.groups[0].options.sort((a: {title: string}, b: {title: string}) => (a.title < b.title ? -1 : 1));
    return shown;
  };
  return {
    ...tenant,
    fetch: async request => {
      const response = await tenant.fetch(request);
      if (request.method === 'GET') return reply({custom_fields: tenant.fields().map(sort)});
      return response.ok ? reply(sort(await response.text()), {status: response.status}) : response;
    },
  };
}

const namesUpTo = (count: number) => Array.from({length: count}, (_, index) => `f${index}`);
const declare = (count: number) => ({
  files: {
    'f.json': JSON.stringify({custom_fields: namesUpTo(count).map(name => ({name, ...withChoices('q', 'p')}))}),
  },
});

test.each([
  ['many other runs', 1, 30],
  ['a run that ignored many changes', 900, 0],
])('what the API ignores is remembered after %s (row 154)', async (_what, count, others) => {
  const fields = [...namesUpTo(count).map(name => field(name, withChoices('p', 'q'))), field('other')];
  const tenant = sorting(createTenant(fields));
  expect((await run('fields apply -f f.json --yes --quiet', tenant, declare(count))).exitCode).toBe(0);
  for (let index = 0; index < others; index += 1) await run(`fields update cf_other --label L${index}`, tenant);
  const sent = writesOf(tenant).length;
  expect((await run('fields plan -f f.json --check', tenant, declare(count))).exitCode).toBe(0);
  expect(writesOf(tenant).length).toBe(sent);
});

test.each([204, 200])(
  'an order that is ignored is a note after an empty reply with HTTP %i, too (row 154)',
  async status => {
    allowViolations();
    const tenant = sorting(createTenant([field('f0', withChoices('p', 'q'))]));
    const answer = async (request: Request) => {
      const response = await tenant.fetch(request);
      return request.method === 'PATCH' && response.ok ? new Response(status === 204 ? null : '', {status}) : response;
    };
    const {exitCode, stderr} = await run('fields apply -f f.json --yes', {...tenant, fetch: answer}, declare(1));
    expect({exitCode, last: stderr.trim().split('\n').slice(-2)}).toEqual({
      exitCode: 0,
      last: [
        'note: the API uses its own order for the choices of "f0"',
        'note: verified: the tenant matches the files',
      ],
    });
  },
);
