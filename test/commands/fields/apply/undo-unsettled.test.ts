import {expect, test} from 'vitest';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();

/** A tenant that accepts one kind of write, and carries it out only when it is told to. */
function createLateTenant(request: string) {
  allowViolations();
  const queued: (() => Promise<Response>)[] = [];
  const tenant = createTenant([field('a'), field('z')], {
    [`${request}#1`]: async (_request, carryOut) => {
      queued.push(carryOut);
      return reply('', {status: 202});
    },
  });
  const carryOut = async () => {
    for (const each of queued) await each();
  };
  return {tenant, carryOut};
}

const labels = (tenant: {readonly fields: () => readonly string[]}) =>
  tenant.fields().map(text => JSON.parse(text).label);

test.each([
  ['delete', 'DELETE /v2/customFields', 'fields delete name:a --yes --journal', ['Label of z', 'Label of a'], 0],
  ['update', 'PATCH /v2/customFields', 'fields update name:a --label B', ['Label of a', 'Label of z'], 0],
  [
    'create',
    'POST /v2/customFields',
    'fields create --name b --label B --type decimal',
    ['Label of a', 'Label of z'],
    1,
  ],
])(
  'what an unknown %s does after it was undone can still be undone (row 150)',
  async (action, request, line, restored, deletes) => {
    const {tenant, carryOut} = createLateTenant(request);
    const before = labels(tenant);
    expect((await run(line, tenant)).exitCode).toBe(7);
    const [[{run: id} = {run: ''}] = []] = journals();
    const undo = `fields undo ${id} --yes --expect-deletes`;
    const early = await run(`${undo} 0`, tenant);
    expect({
      exitCode: early.exitCode,
      warnings: early.stderr.match(/^warning: the outcome.*/gm),
      labels: labels(tenant),
    }).toEqual({
      exitCode: 0,
      warnings: [
        `warning: the outcome of the ${action} of "${action === 'create' ? 'b' : 'a'}" is unknown; if it turns out to be carried out, run: bizctl fields undo ${id}`,
      ],
      labels: before,
    });
    expect((await run(`${undo} 0`, tenant)).exitCode).toBe(10);
    await carryOut();
    expect(labels(tenant)).not.toEqual(before);
    expect((await run(`${undo} ${deletes}`, tenant)).exitCode).toBe(0);
    expect(labels(tenant)).toEqual(restored);
    expect((await run(`${undo} 0`, tenant)).exitCode).toBe(10);
  },
);

test('an undo that is repeated leaves alone what was not unknown (row 150)', async () => {
  const {tenant} = createLateTenant('DELETE /v2/customFields');
  const files = {
    'f.yaml': 'custom_fields: [{name: a, label: New}]',
  };
  await run('fields apply -f f.yaml --prune --yes --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  await run('fields update name:a --label New', tenant);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(10);
  expect(labels(tenant)).toEqual(['New', 'Label of z']);
});
