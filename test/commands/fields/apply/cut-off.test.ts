import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {loseReplyBehind} from '../../../harness/lost-replies.js';
import {createTenant, field, reply, type Tenant, withAnyToken} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {cutJournal, inHome, journals, run, runId} = useFieldsAsCode();

const outcomes = async (tenant: Tenant) =>
  JSON.parse((await run('fields runs --json --columns outcome,done,failed,open', tenant)).stdout);

test('tells how a run failed, was cut off while it was resumed, and came to its end', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': () => reply({message: 'no'}, {status: 422})});
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(7);
  expect((await run(`fields runs ${runId()} --columns action,name,state,note`, tenant)).stdout).toBe(
    [
      'ACTION  NAME  OUTCOME  NOTE',
      'create  new   done',
      'update  a     failed   HTTP 422: no (PATCH /v2/customFields/cf_a)',
      '',
    ].join('\n'),
  );
  expect(await outcomes(tenant)).toEqual([{outcome: 'incomplete', done: 1, failed: 1, open: 0}]);
  const at = '2026-11-22T00:00:00.000Z';
  cutJournal(99, [{event: 'resume', at}]);
  expect(await outcomes(tenant)).toEqual([{outcome: 'interrupted', done: 1, failed: 1, open: 0}]);
  cutJournal(99, [{event: 'intent', at, action: 'update', name: 'a', id: 'cf_a'}]);
  expect(await outcomes(tenant)).toEqual([{outcome: 'interrupted', done: 1, failed: 0, open: 1}]);
  // Somebody has made the change by hand meanwhile.
  const later = createTenant([field('a', {label: 'New label'}), JSON.parse(tenant.fields()[1] ?? '')]);
  expect(await run(`fields apply --resume ${runId()}`, later)).toEqual({
    exitCode: 0,
    stdout:
      'no changes; 2 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "new")\n',
    stderr: '',
  });
  expect(await outcomes(later)).toEqual([{outcome: 'converged', done: 2, failed: 0, open: 0}]);
});

test('a write that was cancelled counts as what it was before', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': () => reply({message: 'no'}, {status: 422})});
  await run('fields apply -f f.yaml --yes', tenant);
  const at = '2026-11-22T00:00:00.000Z';
  const update = {at, action: 'update', name: 'a', id: 'cf_a'};
  const create = {at, action: 'create', name: 'b'};
  cutJournal(99, [
    {event: 'resume', at},
    {event: 'intent', ...update},
    {event: 'cancelled', ...update},
    {event: 'intent', ...create},
    {event: 'cancelled', ...create},
  ]);
  expect(await outcomes(tenant)).toEqual([{outcome: 'interrupted', done: 1, failed: 1, open: 0}]);
});

test('reads no journal outside its directory (row 101)', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  writeFileSync(inHome('data/other.jsonl'), readFileSync(inHome('data/runs', `${runId()}.jsonl`)));
  expect(await run('fields runs ../other', tenant)).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: `error: no run with the id "../other"\nhint: Runs are recorded only on the machine they ran on (here: ${inHome('data/runs')}). To list them, run: bizctl fields runs\n`,
  });
});

test('a list that lags behind a run that was cut off makes no second field (rows 22, 39)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields apply -f f.yaml --yes --concurrency 1', tenant)).exitCode).toBe(0);
  // Killed after the create was sent: neither its reply nor anything later was recorded.
  cutJournal(2);
  const now = tenant.fields().map(text => JSON.parse(text));
  const lagging = createTenant(now, {'GET /v2/customFields#1': () => reply({custom_fields: [now[0]]})});
  expect(await run('fields apply -f f.yaml --yes', lagging)).toEqual({
    exitCode: 0,
    stdout:
      'no changes; 2 unchanged (1 with a hint or example_value, which cannot be compared and is not sent: "new")\n',
    stderr: 'note: the list may not show all recent writes yet; waiting up to 1 s\n',
  });
  expect(lagging.requests).toEqual(['GET /v2/customFields', 'GET /v2/customFields']);
});

test('a field that a run has certainly created is waited for as long as a list may lag (rows 39, 138)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields apply -f f.yaml --yes --concurrency 1', tenant)).exitCode).toBe(0);
  const done = journals()[0]?.find(({event, action}) => event === 'done' && action === 'create');
  cutJournal(2, [done]);
  const [before = '', ...created] = tenant.fields().map(text => JSON.parse(text));
  let reads = 0;
  const lagging = createTenant([before, ...created], {
    'GET /v2/customFields': (_request, carryOut) => {
      reads += 1;
      return reads < 8 ? reply({custom_fields: [before]}) : carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', lagging)).exitCode).toBe(0);
  expect({reads, writes: writesOf(lagging)}).toEqual({reads: 8, writes: []});
});

test('resuming does not take a field of someone else for one that the run created', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields apply -f f.yaml --yes --concurrency 1', tenant)).exitCode).toBe(0);
  cutJournal(2);
  const later = createTenant([field('a'), field('new', {label: 'Theirs'})]);
  const resumed = await run(`fields apply --resume ${runId()}`, later);
  expect({exitCode: resumed.exitCode, writes: writesOf(later)}).toEqual({
    exitCode: 7,
    writes: ['PATCH /v2/customFields/cf_a {"label":"New label"}'],
  });
  expect(resumed.stderr).toContain('"new" still differs in label: "Theirs" -> "New"');
  expect((await run(`fields runs ${runId()} --columns name,state`, later)).stdout).toBe(
    'NAME  OUTCOME\nnew   unknown\na     done\n',
  );
});

test.each([
  ['the same', {}],
  ['a new', {BIZCTL_TOKEN: 'rotated'}],
])(
  'resuming does not claim a field that another run created with %s token, nor does its undo delete it (row 156)',
  async (_what, env) => {
    const tenant = createTenant([field('a')]);
    expect((await run('fields apply -f f.yaml --yes --concurrency 1', tenant)).exitCode).toBe(0);
    // Killed before the create was carried out.
    cutJournal(2);
    const killed = runId();
    const later = withAnyToken(createTenant([field('a')]));
    expect((await run('fields create --name new --type decimal --label New', later, {env})).exitCode).toBe(0);
    expect((await run(`fields apply --resume ${killed}`, later, {env})).exitCode).toBe(0);
    expect((await run(`fields runs ${killed} --columns action,name,state,note`, later, {env})).stdout).toBe(
      'ACTION  NAME  OUTCOME  NOTE\ncreate  new   failed   another run created it\nupdate  a     done\n',
    );
    expect((await run(`fields undo ${killed} --yes`, later, {env})).exitCode).toBe(0);
    expect(later.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'new']);
  },
);

test('a list that still shows a field does not make a run that was cut off delete it again (rows 22, 39)', async () => {
  const tenant = createTenant([field('a', {label: 'New label'}), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New label}]'};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  // Killed after the deletion was sent.
  cutJournal(2);
  const lagging = createTenant([field('a', {label: 'New label'})], {
    'GET /v2/customFields#1': () => reply({custom_fields: [field('a', {label: 'New label'}), field('b')]}),
  });
  expect(await run(`fields apply --resume ${runId()}`, lagging)).toEqual({
    exitCode: 0,
    stdout: 'no changes; 1 unchanged\n',
    stderr: 'note: the list may not show all recent writes yet; waiting up to 1 s\n',
  });
  expect(writesOf(lagging)).toEqual([]);
});

/** Writes, what the tenant has before them, and how many fields undoing them deletes. */
const killedWrites = [
  ['create --name a --type decimal', [], 1],
  ['update name:a --label New', [field('a')], 0],
  ['delete name:a --yes', [field('a')], 0],
] as const;

/** Kills a write after it was sent; the list of the tenant that is returned lags behind it by one read. */
async function killSingleWrite(line: string, before: readonly JsonObject[]): Promise<Tenant> {
  const tenant = createTenant(before);
  expect((await run(`fields ${line}`, tenant)).exitCode).toBe(0);
  cutJournal(2);
  return createTenant(
    tenant.fields().map(text => JSON.parse(text)),
    {'GET /v2/customFields#1': () => reply({custom_fields: before})},
  );
}

test.each(killedWrites)(
  'undo waits for what a killed %s may have done (rows 39, 150)',
  async (line, before, deletions) => {
    const lagging = await killSingleWrite(line, before);
    const undone = await run(`fields undo ${runId()} --yes --expect-deletes ${deletions}`, lagging);
    expect({exitCode: undone.exitCode, writes: writesOf(lagging).length}).toEqual({exitCode: 0, writes: 1});
    const names = lagging.fields().map(text => JSON.parse(text).name);
    expect({names, labels: lagging.fields().filter(text => text.includes('New'))}).toEqual({
      names: before.map(({name}) => name),
      labels: [],
    });
  },
);

test.each([killedWrites[1], killedWrites[2]])(
  'apply waits for what a killed %s may have done (row 39)',
  async (line, before) => {
    const lagging = await killSingleWrite(line, before);
    const files = {'f.yaml': `custom_fields: [{name: a, type: ${declaredType}, label: Label of a}]`};
    expect((await run('fields apply -f f.yaml --yes', lagging, {files})).exitCode).toBe(0);
    expect(lagging.fields().map(text => JSON.parse(text))).toMatchObject([{name: 'a', label: 'Label of a'}]);
  },
);

test('a deletion that answers 404 at once has failed, whoever deleted the field (row 28)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields': loseReplyBehind(() => reply({message: 'gone'}, {status: 404})),
  });
  const files = {'f.yaml': `custom_fields: [{name: a, type: ${declaredType}}]`};
  const outcome = await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files});
  expect({...outcome, stderr: outcome.stderr.replaceAll(runId(), 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 4,
      "stderr": "note: run RUN: 0 to create, 0 to update, 0 to replace, 1 to delete; 1 unchanged; on https://api.example.com/
    error: delete "b": HTTP 404: gone (DELETE /v2/customFields/cf_b)
    hint: Check the id and the base URL. To resume, run: bizctl fields apply --resume RUN
    ",
      "stdout": "",
    }
  `);
});

test('--fail-fast does not call what was not tried a success', async () => {
  const tenant = createTenant([], {'POST /v2/customFields#2': () => reply({message: 'no'}, {status: 422})});
  const files = {
    'f.yaml': `custom_fields: [${['a', 'b', 'c'].map(name => `{name: ${name}, type: ${declaredType}}`).join()}]`,
  };
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --fail-fast --concurrency 1', tenant, {files});
  expect({exitCode, end: stderr.split('\n').slice(-3)}).toEqual({
    exitCode: 7,
    end: [
      'error: 1 of 3 changes was not applied; not tried: create "c"',
      'hint: The causes are listed above. If the files are the cause, correct them, then apply them again.',
      '',
    ],
  });
});

test('--fail-fast stops after the first change that fails', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const outcome = await run('fields apply -f f.yaml --yes --fail-fast --concurrency 1', tenant);
  expect({...outcome, stderr: outcome.stderr.replaceAll(runId(), 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 5,
      "stderr": "note: run RUN: 1 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; on https://api.example.com/
    error: create "new": HTTP 422: no (POST /v2/customFields)
    error: 1 of 2 changes was not applied; not tried: update "a"
    hint: The causes are listed above. If the files are the cause, correct them, then apply them again.
    ",
      "stdout": "",
    }
  `);
  expect(writesOf(tenant).map(each => each.split(' ')[0])).toEqual(['POST']);
});

test.each([
  ['201 without an id', () => reply({}, {status: 201})],
  ['202 with nothing', () => reply({}, {status: 202})],
  ['502', () => reply('', {status: 502})],
])(
  'a create that was answered with %s is not repeated while the list may lag (rows 20, 22, 137)',
  async (_what, answer) => {
    allowViolations();
    let reads = 0;
    const tenant = createTenant([], {
      'POST /v2/customFields': async (_request, carryOut) => {
        await carryOut();
        return answer();
      },
      // It shows the new field only after the run has stopped looking, and then some more.
      'GET /v2/customFields': (_request, carryOut) => {
        reads += 1;
        return reads < 12 ? reply({custom_fields: []}) : carryOut();
      },
    });
    const files = {'f.yaml': `custom_fields: [{name: a, type: ${declaredType}}]`};
    expect((await run('fields apply -f f.yaml --yes --retries 0', tenant, {files})).exitCode).toBe(7);
    expect(reads).toBeLessThan(8);
    const resumed = await run(`fields apply --resume ${runId()}`, tenant);
    expect({exitCode: resumed.exitCode, writes: writesOf(tenant).length}).toEqual({exitCode: 0, writes: 1});
  },
);

test('undo restores what a run was deleting when it was killed, if it is gone, and leaves it if it is not', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const files = {'f.yaml': 'custom_fields: [{name: a}]'};
  await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files});
  cutJournal(2);
  const intact = createTenant([field('a'), field('b')]);
  expect((await run(`fields undo ${runId()} --dry-run --json`, intact)).stdout).toContain('"changes": []');
  const {exitCode} = await run(`fields undo ${runId()} --yes`, tenant);
  expect({exitCode, names: tenant.fields().map(text => JSON.parse(text).name)}).toEqual({
    exitCode: 0,
    names: ['a', 'b'],
  });
});

test('a run whose deletion was refused can be resumed', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields/cf_b#1': () => reply({message: 'in use'}, {status: 409}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  expect((await run(`fields apply --resume ${runId()} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a']);
});

test('a run of fields that are declared by id can be resumed by id', async () => {
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields/cf_a#1': () => reply({message: 'no'}, {status: 409}),
  });
  const files = {'f.yaml': 'custom_fields: [{id: cf_a, label: A}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(5);
  expect(journals()[0]?.[0].plan.declared).toEqual([expect.objectContaining({id: 'cf_a'})]);
  expect((await run(`fields apply --resume ${runId()}`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()[0]).toContain('"label":"A"');
});

test('an interruption after the deletion of a replacement still creates the field (rows 37, 152)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([field('a', {description: 'kept'}), field('b')], {
    'DELETE /v2/customFields/cf_a': (_request, carryOut) => {
      interruption.abort(new InterruptedError(143, 'terminated'));
      return carryOut();
    },
  });
  const files = {
    'f.yaml':
      'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}, {name: b, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const line = 'fields apply -f f.yaml --yes --replace a --replace b --expect-deletes 2 --concurrency 1';
  const {exitCode, stderr} = await run(line, tenant, {files, signal: interruption.signal});
  expect({exitCode, stderr: stderr.split('\n').slice(1)}).toEqual({
    exitCode: 143,
    stderr: [
      'error: terminated; succeeded: 1, failed: 0, not tried: 1',
      `hint: To resume, run: bizctl fields apply --resume ${runId()}`,
      '',
    ],
  });
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([
    field('b'),
    expect.objectContaining({name: 'a', description: 'kept'}),
  ]);
});

test('undo of a deletion by id that was cut off asks for nothing if the field is still listed (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields delete cf_a --yes', tenant)).exitCode).toBe(0);
  cutJournal(2);
  const kept = createTenant([field('a')]);
  const undone = await run(`fields undo ${runId()} --yes`, kept);
  expect({...undone, writes: writesOf(kept)}).toEqual({
    exitCode: 0,
    stdout: 'no changes; 0 unchanged\n',
    stderr: expect.stringMatching(
      new RegExp(`^note: run ${runId()} is undone, but some of its writes may still take effect$`, 'm'),
    ),
    writes: [],
  });
});
