import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, withAnyToken} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {inHome, run, runId, savePlan} = useFieldsAsCode();

const relabel = (label: string) => ({
  'f.yaml': `custom_fields: [${['a', 'b', 'c'].map(name => `{name: ${name}, label: ${label}}`).join(', ')}]`,
});

test.each([
  ['a file', 'plan.json'],
  ['stdin', '-'],
])(
  'a plan from %s that no longer matches names the first field and counts the others (row 27)',
  async (_from, path) => {
    const tenant = createTenant([field('a'), field('b'), field('c')]);
    const plan = await savePlan(tenant, {files: relabel('New')});
    for (const name of ['a', 'b', 'c']) await run(`fields update cf_${name} --label Other`, tenant);
    expect(await run(`fields apply ${path} --yes`, tenant, {...plan, stdin: plan.files['plan.json']})).toEqual({
      exitCode: 10,
      stdout: '',
      stderr:
        'error: the plan no longer matches the tenant: "a" and 2 more fields\nhint: Plan again and review the changes.\n',
    });
    expect(writesOf(tenant)).toHaveLength(3);
  },
);

test.each([
  [403, (id: string) => `Plan again. To continue that run instead, run: bizctl fields apply --resume ${id}`],
  [undefined, () => 'Plan again.'],
])('a plan is applied once; if that failed with %s, the hint says how to go on', async (status, hint) => {
  const refuse = () => reply({message: 'no'}, {status: status ?? 500});
  const tenant = createTenant(
    [field('a'), field('b'), field('c')],
    status ? {'PATCH /v2/customFields/cf_b': refuse} : {},
  );
  const plan = await savePlan(tenant, {files: relabel('New')});
  expect((await run('fields apply plan.json --yes', tenant, plan)).exitCode).toBe(status ? 7 : 0);
  expect(await run('fields apply plan.json --yes', tenant, plan)).toEqual({
    exitCode: 10,
    stdout: '',
    stderr: `error: plan ${runId()} was already applied\nhint: ${hint(runId())}\n`,
  });
});

test('a saved plan is stale once an undocumented member of a choice that it declares has changed (row 148)', async () => {
  allowViolations();
  const withColor = (color: string, rank: number) => ({
    display_type: 'RADIO',
    groups: [{header: 'G', options: [{id: 'o_m', title: 'm', color, rank}]}],
  });
  let stored = withColor('red', 1);
  const tenant = createTenant([field('a', {options: stored})]);
  const server = {
    ...tenant,
    fetch: async (request: Request) =>
      request.method === 'GET' ? reply({custom_fields: [field('a', {options: stored})]}) : tenant.fetch(request),
  };
  const choice = '{title: m, id: o_m, color: green}';
  const files = {'f.yaml': `custom_fields: [{name: a, options: {groups: [{header: G, options: [${choice}]}]}}]`};
  const plan = await savePlan(server, {files});
  stored = withColor('blue', 1);
  expect((await run('fields apply plan.json --yes', server, plan)).exitCode).toBe(10);
  // One that it does not declare may change at any time.
  stored = withColor('red', 2);
  expect((await run('fields apply plan.json --yes', server, plan)).exitCode).not.toBe(10);
});

test.each([1, 2, 3, 4, 5])(
  'a saved plan whose apply could not read list %i is not taken for applied if nothing was sent',
  async failing => {
    const refuse = () => reply({message: 'no'}, {status: 403});
    const tenant = createTenant([field('a'), field('b')], {'POST /v2/customFields': refuse});
    await run('fields apply -f f.yaml --yes', withAnyToken(tenant), {
      files: {'f.yaml': 'custom_fields: [{name: new}]'},
    });
    const pruned = {files: {'f.yaml': 'custom_fields: [{name: a}]'}, env: {BIZCTL_TOKEN: 'other'}};
    const path = inHome('plan.json');
    await run(`fields plan -f f.yaml --prune --out ${path}`, withAnyToken(tenant), pruned);
    const plan = {...pruned, files: {'plan.json': readFileSync(path, 'utf8')}};
    let lists = 0;
    const failed = {
      ...tenant,
      fetch: async (request: Request) => {
        lists += Number(request.method === 'GET');
        return lists === failing ? reply({message: 'busy'}, {status: 503}) : tenant.fetch(request);
      },
    };
    const apply = 'fields apply plan.json --yes --expect-deletes 1';
    const first = await run(`${apply} --retries 0`, withAnyToken(failed), plan);
    const sent = writesOf(tenant).filter(write => write.startsWith('DELETE')).length;
    const again = await run(apply, withAnyToken(tenant), plan);
    expect({first: first.exitCode, sent, again: again.exitCode}).toEqual(
      sent > 0 ? {first: first.exitCode, sent, again: 10} : {first: 6, sent: 0, again: 0},
    );
  },
);
