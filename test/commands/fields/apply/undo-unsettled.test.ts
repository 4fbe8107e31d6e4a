import {expect, test} from 'vitest';
import {behind} from '../../../harness/behind.js';
import {useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();

/** A tenant that accepts one kind of write, and carries it out only when it is told to. */
function createLateTenant(request: string, more: Parameters<typeof createTenant>[1] = {}) {
  allowViolations();
  const queued: (() => Promise<Response>)[] = [];
  const tenant = createTenant([field('a'), field('z')], {
    [`${request}#1`]: async (_request, carryOut) => {
      queued.push(carryOut);
      return reply('', {status: 202});
    },
    ...more,
  });
  const carryOut = async () => {
    for (const each of queued) await each();
  };
  return {tenant, carryOut};
}

const unknown = /^warning: whether .*/gm;
const labels = (tenant: {readonly fields: () => readonly string[]}) =>
  tenant.fields().map(text => JSON.parse(text).label);

test.each([
  ['delete', 'DELETE /v2/customFields', 'fields delete name:a --yes --journal', ['Label of z', 'Label of a']],
  ['update', 'PATCH /v2/customFields', 'fields update name:a --label B', ['Label of a', 'Label of z']],
])(
  'what an unknown %s does after an undo can still be undone, once (row 150)',
  async (what, request, line, restored) => {
    const {tenant, carryOut} = createLateTenant(request);
    const before = labels(tenant);
    expect((await run(line, tenant)).exitCode).toBe(7);
    const [[{run: id} = {run: ''}] = []] = journals();
    const undo = `fields undo ${id} --yes --expect-deletes 0`;
    const early = await run(undo, tenant);
    expect({exitCode: early.exitCode, warnings: early.stderr.match(unknown), labels: labels(tenant)}).toEqual({
      exitCode: 0,
      warnings: [`warning: whether "a" was ${what}d is unknown; if that happens later, run: bizctl fields undo ${id}`],
      labels: before,
    });
    expect((await run(undo, tenant)).exitCode).toBe(10);
    await carryOut();
    expect(labels(tenant)).not.toEqual(before);
    expect((await run(undo, tenant)).exitCode).toBe(0);
    expect(labels(tenant)).toEqual(restored);
    expect((await run(undo, tenant)).exitCode).toBe(10);
  },
);

test.each([
  ['409', () => reply({message: 'in progress'}, {status: 409})],
  ['400', () => reply({message: 'in progress'}, {status: 400})],
])(
  'that a resumed deletion is refused with %s does not settle the first attempt (rows 31, 152)',
  async (_status, refuse) => {
    const {tenant, carryOut} = createLateTenant('DELETE /v2/customFields', {'DELETE /v2/customFields#2': refuse});
    const type = '{discriminator: SIMPLE, primitive_type: PHONE}';
    const files = {'f.yaml': `custom_fields: [{name: a, type: ${type}}]`};
    const apply = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
    expect((await run(apply, tenant, {files})).exitCode).toBe(7);
    const [[{run: id} = {run: ''}] = []] = journals();
    expect((await run(`fields apply --resume ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(5);
    await carryOut();
    expect(labels(tenant)).toEqual(['Label of z']);
    expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
    expect(labels(tenant)).toEqual(['Label of z', 'Label of a']);
  },
);

test('a field that is created after an undo may be somebody else’s, and is deleted only by hand (row 150)', async () => {
  const {tenant, carryOut} = createLateTenant('POST /v2/customFields');
  expect((await run('fields create --name b --label B --type decimal', tenant)).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).stderr.match(unknown)).toEqual([
    'warning: whether "b" was created is unknown; if that happens later, run: bizctl fields delete name:b',
  ]);
  await carryOut();
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(10);
  expect(labels(tenant)).toContain('B');
});

test('an unknown deletion is not undone once more after the field was marked as deleted on purpose', async () => {
  const {tenant} = createLateTenant('DELETE /v2/customFields');
  expect((await run('fields delete name:a --yes --journal', tenant)).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect((await run('fields update name:a --deleted --journal', tenant)).exitCode).toBe(0);
  const fields = tenant.fields();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(10);
  expect(tenant.fields()).toEqual(fields);
});

test('an undo that has taken an unknown update back does not take back the same update by somebody else', async () => {
  const {tenant, carryOut} = createLateTenant('PATCH /v2/customFields');
  expect((await run('fields update name:a --label B', tenant)).exitCode).toBe(7);
  await carryOut();
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  await carryOut();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(10);
  expect(labels(tenant)).toEqual(['B', 'Label of z']);
});

test('an undo is not repeated once a later run has written the field', async () => {
  const {tenant} = createLateTenant('PATCH /v2/customFields');
  expect((await run('fields update name:a --label B', tenant)).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect((await run('fields update name:a --label B', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(10);
  expect(labels(tenant)).toEqual(['B', 'Label of z']);
});

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

test('a field that an undo has recreated is not created once more while the list lags (row 138)', async () => {
  const tenant = createTenant([field('a'), field('z')], {
    'PATCH /v2/customFields#2': () => reply({message: 'busy'}, {status: 422}),
  });
  const lagging = behind(tenant, 1000);
  const files = {'f.yaml': 'custom_fields: [{name: z, label: New}]'};
  await run('fields apply -f f.yaml --prune --yes --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, lagging)).exitCode).toBe(7);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, lagging);
  expect({exitCode, warning: /^warning: "a" was.*/m.exec(stderr)?.[0]}).toEqual({
    exitCode: 7,
    warning: expect.stringMatching(
      /^warning: "a" was created as cf_\w+ by run \S+, but is not listed yet; undo the run again later \(after ten minutes, the field counts as deleted\)$/,
    ),
  });
  expect(writesOf(tenant).filter(each => each.startsWith('POST'))).toHaveLength(1);
});

test('an update of the field by a later run does not prevent the undo of a deletion (row 150)', async () => {
  const {tenant, carryOut} = createLateTenant('DELETE /v2/customFields');
  expect((await run('fields delete name:a --yes --journal', tenant)).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect((await run('fields update name:a --label B', tenant)).exitCode).toBe(0);
  await carryOut();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(labels(tenant)).toEqual(['Label of z', 'Label of a']);
});

test('an undo leaves a field alone that a create has overwritten (row 150)', async () => {
  const older = field('a', {description: 'Keep'});
  const tenant = createTenant([older], {
    'POST ': async () => reply({...older, label: 'New'}, {status: 201}),
  });
  expect((await run('fields create --name a --label New --type decimal --if-exists allow', tenant)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect(await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('"a" differs from what the run would have created'),
  });
  expect(labels(tenant)).toEqual(['Label of a']);
});

test('an undo names what a refused update has stored nevertheless, unless a later run has written it (row 150)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    // It stores one member after the other, and refuses the last.
    'PATCH /v2/customFields/cf_a#1': async (request, carryOut) => {
      await carryOut(new Request(request.url, {method: 'PATCH', headers: request.headers, body: '{"label":"New"}'}));
      return reply({message: 'description is too long'}, {status: 422});
    },
  });
  const files = {
    'f.json': JSON.stringify({custom_fields: ['a', 'b'].map(name => ({name, label: 'New', description: 'Long'}))}),
  };
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  const problem = '"a": its update was refused, but the field shows what was sent for label; it is left alone';
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining(`error: run ${id} was only partly undone: ${problem}\n`),
  });
  expect((await run('fields update cf_a --label New', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${id} --yes`, tenant)).stderr).not.toContain(problem);
});
