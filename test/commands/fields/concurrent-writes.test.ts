import {expect, test} from 'vitest';
import {useFieldsAsCode, writesOf} from '../../harness/fields-as-code.js';
import {now} from '../../harness/fixed.js';
import {createTenant, field, type Tenant} from '../../harness/tenant.js';

const {run} = useFieldsAsCode();

/** A clock that moves on with each reading. */
function createClock(): () => Date {
  let time = now.getTime();
  return () => {
    time += 1;
    return new Date(time);
  };
}

/** Runs one command while another one waits for its first list. */
async function runDuring(line: string, other: string, fields: Parameters<typeof createTenant>[0]) {
  const clock = createClock();
  const outcomes: Awaited<ReturnType<typeof run>>[] = [];
  const tenant: Tenant = createTenant(fields, {
    'GET /v2/customFields#1': async (_request, carryOut) => {
      const list = await carryOut();
      outcomes.push(await run(other, tenant, {clock}));
      return list;
    },
  });
  outcomes.unshift(await run(line, tenant, {clock}));
  return {tenant, exitCodes: outcomes.map(({exitCode}) => exitCode), stderr: outcomes[0]?.stderr};
}

const create = 'fields create --name z --type decimal';

test.each([create, 'fields apply -f f.yaml --yes'])(
  'of two creates of one name at once, one is sent: %s',
  async line => {
    const name = line === create ? 'z' : 'new';
    const {tenant, exitCodes, stderr} = await runDuring(line, create.replace(' z ', ` ${name} `), [field('a')]);
    expect({exitCodes, posts: writesOf(tenant).filter(each => each.startsWith('POST')).length}).toEqual({
      exitCodes: [10, 0],
      posts: 1,
    });
    expect(stderr).toMatch(
      new RegExp(
        `"${name}" is being changed by another command, run \\S+; nothing was sent\nhint: Run the same command again.\n`,
      ),
    );
  },
);

test('of two updates of the choices of a field at once, one is sent, and none of the choices is lost', async () => {
  const options = {display_type: 'DROPDOWN', groups: [{options: [{id: 'x', title: 'X'}]}]};
  const {tenant, exitCodes} = await runDuring('fields update name:a --option P', 'fields update name:a --option Q', [
    field('a', {options}),
  ]);
  const [{options: now}] = tenant.fields().map(text => JSON.parse(text));
  expect({exitCodes, titles: now.groups[0].options.map(({title}: {title: string}) => title)}).toEqual({
    exitCodes: [10, 0],
    titles: ['X', 'Q'],
  });
});

test('updates of different members, and creates of different names, do not stop each other', async () => {
  const updates = await runDuring('fields update name:a --label L', 'fields update name:a --description D', [
    field('a'),
  ]);
  expect(updates.exitCodes).toEqual([0, 0]);
  expect(updates.tenant.fields().map(text => JSON.parse(text))).toMatchObject([{label: 'L', description: 'D'}]);
  const creates = await runDuring(create, create.replace(' z ', ' y '), []);
  expect(creates.exitCodes).toEqual([0, 0]);
});
