import {readFileSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import type {JsonObject} from '../../../../src/json/json.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {loseReplyBehind} from '../../../harness/lost-replies.js';
import {createTenant, decimal, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {inHome, journals, run} = useFieldsAsCode();

/** The id of the only run. */
const runId = (): string => journals()[0]?.[0].run ?? '';

/** Replaces the end of the only journal, as a process that is killed would leave it. */
function cutJournal(keep: number, more: readonly object[] = []): void {
  const path = inHome('data/runs', `${runId()}.jsonl`);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(0, keep);
  writeFileSync(path, [...lines, ...more.map(entry => JSON.stringify(entry))].map(line => `${line}\n`).join(''));
}

const outcomes = async (tenant: Tenant) =>
  JSON.parse((await run('fields runs --json --columns outcome,done,failed,open', tenant)).stdout);

test('tells how a run failed, was cut off while it was resumed, and came to its end', async () => {
  const tenant = createTenant([field('a')], {'PATCH /v2/customFields': () => reply({message: 'no'}, {status: 422})});
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(7);
  expect((await run(`fields runs ${runId()} --columns action,name,state,note`, tenant)).stdout).toBe(
    [
      'ACTION  NAME  STATE   NOTE',
      'create  new   done',
      'update  a     failed  HTTP 422: no (PATCH /v2/customFields/cf_a)',
      '',
    ].join('\n'),
  );
  expect(await outcomes(tenant)).toEqual([{outcome: 'incomplete', done: 1, failed: 1, open: 0}]);
  const at = '2026-11-22T00:00:00.000Z';
  cutJournal(99, [{event: 'resume', at}]);
  expect(await outcomes(tenant)).toEqual([{outcome: 'interrupted', done: 1, failed: 1, open: 0}]);
  cutJournal(99, [{event: 'intent', at, action: 'update', name: 'a', id: 'cf_a'}]);
  expect(await outcomes(tenant)).toEqual([
    {outcome: 'interrupted; the outcome of a write is unknown', done: 1, failed: 0, open: 1},
  ]);
  // Somebody has made the change by hand meanwhile.
  const later = createTenant([field('a', {label: 'New label'}), JSON.parse(tenant.fields()[1] ?? '')]);
  expect(await run(`fields apply --resume ${runId()}`, later)).toEqual({
    exitCode: 0,
    stdout: 'no changes; 2 as declared\n',
    stderr: '',
  });
  expect(await outcomes(later)).toEqual([{outcome: 'converged', done: 2, failed: 0, open: 0}]);
});

test('reads no journal outside its directory (row 101)', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  writeFileSync(inHome('data/other.jsonl'), readFileSync(inHome('data/runs', `${runId()}.jsonl`)));
  expect(await run('fields runs ../other', tenant)).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: `error: no run named "../other"\nhint: Runs are kept on the machine that made them, here in ${inHome('data/runs')}. To list them, run: bizctl fields runs\n`,
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
    stdout: 'no changes; 2 as declared\n',
    stderr: 'note: the list may not show all recent writes yet; waiting up to 1 s for it\n',
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

test('resuming does not take a field of somebody else for one that the run created', async () => {
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
    'NAME  STATE\nnew   open\na     done\n',
  );
});

test('resuming a replacement creates what was planned, with the default choice it carries over (row 152)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [
      {
        options: [
          {id: 'x', title: 'Low'},
          {id: 'y', title: 'High'},
        ],
      },
    ],
    default_option_id: 'y',
  };
  const before = createTenant([field('a', {description: 'D', options})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  expect(before.fields()).toEqual([]);
  const after = createTenant();
  expect((await run(`fields apply --resume ${runId()}`, after)).exitCode).toBe(0);
  const [{id: _id, ...made} = {options: {}}, ...others] = after.fields().map(text => JSON.parse(text));
  const [low, high] = made.options.groups[0].options;
  expect({made, others}).toEqual({
    made: {
      name: 'a',
      type: {...decimal, primitive_type: 'PHONE'},
      label: 'Label of a',
      description: 'D',
      options: {
        display_type: 'RADIO',
        groups: [
          {
            options: [
              {id: low.id, title: 'Low'},
              {id: high.id, title: 'High'},
            ],
          },
        ],
        default_option_id: high.id,
      },
    },
    others: [],
  });
});

test('resuming a replacement that was killed after the deletion sets the default it carries over (row 152)', async () => {
  const options = {
    display_type: 'RADIO',
    groups: [{options: [{id: 'x', title: 'Low'}]}],
    default_option_id: 'x',
  };
  const before = createTenant([field('a', {options})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  expect((await run(line, before, {files})).exitCode).toBe(7);
  cutJournal(3);
  expect(journals()[0]?.map(({event, action}) => [event, action])).toEqual([
    ['run', undefined],
    ['intent', 'delete'],
    ['done', 'delete'],
  ]);
  const after = createTenant();
  expect((await run(`fields apply --resume ${runId()}`, after)).exitCode).toBe(0);
  const [made] = after.fields().map(text => JSON.parse(text).options);
  expect(made.default_option_id).toBe(made.groups[0].options[0].id);
});

test('a list that still shows a replaced field does not make the run delete it again (rows 22, 39)', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1';
  const refused = await run(line, tenant, {files});
  expect({exitCode: refused.exitCode, stderr: refused.stderr.split('\n').slice(1)}).toEqual({
    exitCode: 7,
    stderr: [
      'error: "a" was deleted, but not created again: HTTP 422: no (POST /v2/customFields)',
      'hint: Correct the files, or try again later. To try to bring the deleted field back instead, run: bizctl fields update cf_a --no-deleted',
      '',
    ],
  });
  expect((await run(`fields runs ${runId()} --columns action,state`, tenant)).stdout).toBe(
    'ACTION  STATE\ndelete  done\ncreate  failed\n',
  );
  const lagging = createTenant([], {'GET /v2/customFields#1': () => reply({custom_fields: [field('a')]})});
  expect((await run(`fields apply --resume ${runId()}`, lagging)).exitCode).toBe(0);
  expect(writesOf(lagging).map(each => each.split(' ')[0])).toEqual(['POST']);
});

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
    stdout: 'no changes; 1 as declared\n',
    stderr: 'note: the list may not show all recent writes yet; waiting up to 1 s for it\n',
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
      "stderr": "note: run RUN: 0 to create, 0 to update, 0 to replace, 1 to delete; 1 as declared
    error: HTTP 404: gone (DELETE /v2/customFields/cf_b)
    hint: Check the id and the base URL. Run: bizctl fields apply --resume RUN
    ",
      "stdout": "",
    }
  `);
});

test('--fail-fast stops after the first change that fails', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const outcome = await run('fields apply -f f.yaml --yes --fail-fast --concurrency 1', tenant);
  expect({...outcome, stderr: outcome.stderr.replaceAll(runId(), 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "note: run RUN: 1 to create, 1 to update, 0 to replace, 0 to delete; 0 as declared
    error: + create new: HTTP 422: no (POST /v2/customFields)
    error: ~ update a: not tried because an earlier change failed
    hint: Run again without --fail-fast.
    error: 2 of 2 changes were not applied
    hint: Each failure is listed above. Run: bizctl fields apply --resume RUN
    ",
      "stdout": "",
    }
  `);
  expect(writesOf(tenant).map(each => each.split(' ')[0])).toEqual(['POST']);
});

test.each([
  ['was refused', 99],
  ['was never sent', 3],
  ['was not sent, nor the reply to the deletion read', 2],
])('a plan completes a replacement whose create %s with what it was to carry over (row 152)', async (_what, keep) => {
  const tenant = createTenant([field('a', {description: 'D', helper_text: 'H'})], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, helper_text: New, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  cutJournal(keep);
  const after = createTenant();
  const plan = JSON.parse((await run('fields plan -f f.yaml --json', after, {files})).stdout);
  expect(plan.changes[0].notes).toEqual([
    `completes the replacement that run ${runId()} began; carried over from the old field: label, description`,
  ]);
  expect((await run('fields apply -f f.yaml --yes', after, {files})).exitCode).toBe(0);
  expect(JSON.parse(after.fields()[0] ?? '')).toMatchObject({
    label: 'Label of a',
    description: 'D',
    helper_text: 'New',
    type: {primitive_type: 'PHONE'},
  });
  // The field is there by now; one that is deleted again is created as it is declared.
  const later = JSON.parse((await run('fields plan -f f.yaml --json', createTenant(), {files})).stdout);
  expect(later.changes[0].notes).toEqual([]);
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

test('of several changes, a replacement that was refused after the deletion is no unknown outcome', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'POST /v2/customFields': () => reply({message: 'no'}, {status: 409}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}, {name: b, label: New}]',
  };
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('error: 1 of 2 changes were not applied\n');
});

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

test('a replacement that was cut off is completed by the next apply, whatever else was written since (row 152)', async () => {
  const tenant = createTenant([field('a', {description: 'D'}), field('b')], {
    'POST /v2/customFields#1': () => reply({message: 'no'}, {status: 409}),
  });
  const files = {
    'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}, label: A}]',
  };
  expect((await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files})).exitCode).toBe(7);
  await run('fields update name:b --label B', tenant);
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toMatchObject([
    {name: 'b'},
    {name: 'a', label: 'A', description: 'D'},
  ]);
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
