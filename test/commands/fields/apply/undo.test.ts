import {expect, test} from 'vitest';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {token} from '../../../harness/fixed.js';
import {createTenant, field, reply, reset} from '../../../harness/tenant.js';

const {journals, run} = useFieldsAsCode();

test('warns about what cannot be restored, and keeps later changes', async () => {
  const tenant = createTenant([field('a', {description: 'D'}), field('gone')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New, description: E}]'};
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  await run('fields update name:a --label Later', tenant);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr).toContain(
    'warning: "gone" is recreated with a new id; its stored values, hint and example_value cannot be restored',
  );
  expect(stderr).toContain('warning: "a": changed since the run, so left alone: label');
  expect(
    tenant
      .fields()
      .map(text => JSON.parse(text))
      .map(({name, label, description}) => [name, label, description]),
  ).toEqual([
    ['a', 'Later', 'D'],
    ['gone', 'Label of gone', undefined],
  ]);
});

test('undoes a run: created fields go, changed fields are restored, deleted fields come back', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c', {description: 'of c'})]);
  const content = `custom_fields:
  - {name: a, label: Other, description: added}
  - {name: b, type: {discriminator: SIMPLE, primitive_type: PHONE}, label: Label of b}
  - {name: new, type: ${declaredType}, label: New}
`;
  const files = {'f.yaml': content};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 2 --replace b';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(9);
  expect((await run(`fields undo ${id} --yes --expect-deletes 2`, tenant)).exitCode).toBe(0);
  for (const line of [`fields undo ${id} --yes`, `fields apply --resume ${id}`])
    expect(await run(line, tenant)).toMatchObject({
      exitCode: 10,
      stderr: expect.stringContaining('was already undone'),
    });
  const {stdout} = await run('fields runs --json --columns outcome,undoes', tenant);
  expect(JSON.parse(stdout)).toEqual([
    {outcome: 'converged', undoes: id},
    {outcome: 'undone', undoes: null},
  ]);
  const bare = tenant
    .fields()
    .map(text => JSON.parse(text))
    .map(({id: _id, description, ...members}) => ({...members, ...(description ? {description} : {})}))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const {id: _a, ...a} = field('a');
  const {id: _b, ...b} = field('b');
  const {id: _c, ...c} = field('c', {description: 'of c'});
  expect(bare).toEqual([a, b, c]);
});

test('leaves alone a field that may be someone else’s, where the create has an unknown outcome', async () => {
  const tenant = createTenant([], {'POST /v2/customFields#1': () => reset()});
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  const {id: _none, ...theirs} = field('a', {label: 'Theirs'});
  const body = JSON.stringify(theirs);
  const headers = {'content-type': 'application/json', authorization: `Bearer ${token}`};
  await tenant.fetch(new Request('https://api.example.com/v2/customFields', {method: 'POST', headers, body}));
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, warning: stderr.split('\n')[0]}).toEqual({
    exitCode: 7,
    warning: 'warning: "a" differs from what the run would have created; it may be someone else\'s and is left alone',
  });
  expect(tenant.fields()).toHaveLength(1);
});

test('leaves alone a field that someone else deleted and made again, after a deletion of ours was refused', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields': () => reply({message: 'in use'}, {status: 409}),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).exitCode).toBe(7);
  const since = createTenant([field('a', {label: 'New'}), field('b', {id: 'cf_other', label: 'Theirs'})]);
  expect((await run(`fields undo ${journals()[0]?.[0].run} --yes`, since)).exitCode).toBe(0);
  expect(since.fields().map(text => JSON.parse(text))).toEqual([
    field('a'),
    field('b', {id: 'cf_other', label: 'Theirs'}),
  ]);
});

test('deletes what the run created beside a protected field', async () => {
  const tenant = createTenant();
  const files = {
    'f.yaml': `custom_fields: [{name: p, type: ${declaredType}, protect: true}, {name: q, type: ${declaredType}}]`,
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 1`, tenant);
  expect({exitCode, names: tenant.fields().map(text => JSON.parse(text).name)}).toEqual({exitCode: 7, names: ['p']});
  expect(stderr).toContain('was only partly undone: "p" is protected and is left alone\n');
});

test('leaves alone protected fields that the run created', async () => {
  const tenant = createTenant([field('a')]);
  const files = {
    'f.yaml': `custom_fields: [{name: p, type: ${declaredType}, protect: true}, {name: q, type: ${declaredType}, protect: true}, {name: a, label: New}]`,
  };
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr: stderr.replaceAll(/\d{8}T\S+-\w{8}/g, 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 7,
      "stderr": "warning: "p" is protected and is left alone
    warning: "q" is protected and is left alone
    note: run RUN: 0 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; on https://api.example.com/
    error: run RUN was only partly undone: "p" is protected and is left alone (and 1 more)
    hint: The warnings list what was not undone; fix it by hand if needed.
    ",
    }
  `);
  expect(tenant.fields().map(text => JSON.parse(text).label ?? JSON.parse(text).name)).toEqual([
    'Label of a',
    'p',
    'q',
  ]);
});

test('says nothing of a new id where the run did not get to delete the field', async () => {
  const tenant = createTenant([field('a'), field('b')], {'DELETE /v2/customFields': () => reset()});
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 1 --retries 0 --concurrency 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  const id = journals()[0]?.[0].run;
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr: stderr.replaceAll(/\d{8}T\S+-\w{8}/g, 'RUN')}).toMatchInlineSnapshot(`
    {
      "exitCode": 0,
      "stderr": "note: the list may not show all recent writes yet; waiting up to 1 s
    warning: the list may still not show all recent writes
    warning: whether "b" was deleted is unknown; if that happens later, run: bizctl fields undo RUN
    note: run RUN: 0 to create, 1 to update, 0 to replace, 0 to delete; 0 unchanged; on https://api.example.com/
    note: run RUN is undone, but some of its writes may still take effect
    ",
    }
  `);
  expect(tenant.fields()).toEqual([JSON.stringify(field('a')), JSON.stringify(field('b'))]);
});

test('sends no id of a validator that the run took away', async () => {
  const size = {size: 1, size_type: 'MIN'};
  const tenant = createTenant([field('a', {validators: [{id: 'v1', required: true, size}]})]);
  const files = {'f.yaml': 'custom_fields: [{name: a, validators: []}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  expect((await run(`fields undo ${journals()[0]?.[0].run} --yes`, tenant)).exitCode).toBe(0);
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"validators":[]}',
    `PATCH /v2/customFields/cf_a ${JSON.stringify({validators: [{required: true, size}]})}`,
  ]);
});

test('keeps what someone else has set beside it in the same member', async () => {
  const tenant = createTenant([field('a', {display_options: {type: 'DURATION', hidden: false}})]);
  const files = {'f.yaml': 'custom_fields: [{name: a, display_options: {type: DURATION, hidden: true}}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const theirs = {type: 'DURATION', hidden: true, duration: {duration_units: ['HOURS']}};
  const stdin = JSON.stringify({display_options: theirs});
  expect((await run('fields update cf_a --file -', tenant, {stdin})).exitCode).toBe(0);
  expect((await run(`fields undo ${journals()[0]?.[0].run} --yes`, tenant)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').display_options).toEqual({...theirs, hidden: false});
});

test('takes away a field whose create was sent and never answered', async () => {
  const tenant = createTenant();
  let isCut = false;
  const fetch = async (request: Request) => {
    if (isCut) return reset();
    isCut = request.method === 'POST';
    const answer = await tenant.fetch(request);
    return isCut ? reset() : answer;
  };
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}]`};
  expect((await run('fields apply -f f.yaml --yes --retries 0', {fetch}, {files})).exitCode).toBe(7);
  expect(tenant.fields()).toHaveLength(1);
  const id = journals()[0]?.[0].run;
  expect(await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).toMatchObject({exitCode: 0});
  expect(tenant.fields()).toEqual([]);
});

test('recreates no field that could not be told apart from another one of its name (row 151)', async () => {
  const files = {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'};
  const twins = createTenant([field('a'), field('x'), field('y', {name: 'x'})]);
  expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 2', twins, {files})).exitCode).toBe(0);
  const outcome = await run(`fields undo ${journals()[0]?.[0].run} --yes`, twins);
  expect(outcome.exitCode).toBe(7);
  for (const id of ['cf_x', 'cf_y'])
    expect(outcome.stderr).toContain(
      `warning: "x" is not recreated: several fields had that name, and the field ${id} cannot be distinguished from the others\n`,
    );
  expect(twins.fields()).toHaveLength(1);
});

/** Applies one change of each kind: creates `new`, relabels `a`, deletes `gone`. */
const runIds = async (tenant: Parameters<typeof run>[1]): Promise<readonly string[]> =>
  JSON.parse((await run('fields runs --json', tenant)).stdout).map((each: {run: string}) => each.run);

test('restores what a write took out of an object, and takes it out again (row 150)', async () => {
  const default_value = {unit: 'EUR', exact: true, range: {from: 1}};
  const tenant = createTenant([field('a', {default_value})]);
  const valueOf = () => JSON.parse(tenant.fields()[0] ?? '').default_value;
  await run('fields update name:a --file - --journal', tenant, {stdin: '{"default_value": {"unit": "EUR"}}'});
  expect(valueOf()).toEqual({unit: 'EUR'});
  for (const expected of [default_value, {unit: 'EUR'}]) {
    const [latest] = await runIds(tenant);
    expect((await run(`fields undo ${latest} --yes`, tenant)).exitCode).toBe(0);
    expect(valueOf()).toEqual(expected);
  }
});

test('a member that is as before already needs no undo, as after an undo that was killed (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const [id] = await runIds(tenant);
  await run('fields update cf_a --label Label_of_a', tenant);
  expect((await run(`fields undo ${id} --yes --dry-run`, tenant)).exitCode).toBe(7);
  await run(['fields', 'update', 'cf_a', '--label', 'Label of a'], tenant);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: `note: verified: run ${id} is undone\n`});
});

test('says that a field which was deleted and created again since is not undone (row 150)', async () => {
  const tenant = createTenant([field('other')]);
  const files = {'f.yaml': `custom_fields: [{name: g, type: ${declaredType}}]`};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  await run('fields delete name:g --yes --journal', tenant);
  const [, creation] = await runIds(tenant);
  expect((await run('fields create --name g --type decimal', tenant)).exitCode).toBe(0);
  const {id} = JSON.parse(tenant.fields()[1] ?? '');
  const {exitCode, stderr} = await run(`fields undo ${creation} --yes --expect-deletes 0`, tenant);
  expect({exitCode, warnings: stderr.split('\n').filter(line => line.startsWith('warning'))}).toEqual({
    exitCode: 7,
    warnings: [`warning: "g" is no longer listed, and another field with that name, ${id}, is left alone`],
  });
  expect(tenant.fields()).toHaveLength(2);
});

test('undoes what one read has shown, although a replica is behind at the next (row 150)', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  await run('fields apply -f f.yaml --yes', tenant, {files});
  const [id] = await runIds(tenant);
  let reads = 0;
  const replicas = {
    fetch: (request: Request) => {
      if (request.method === 'GET') reads += 1;
      return reads === 2 && request.method === 'GET' ? reply({custom_fields: [field('a')]}) : tenant.fetch(request);
    },
  };
  expect((await run(`fields undo ${id} --yes`, {fetch: async request => replicas.fetch(request)})).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').label).toBe('Label of a');
});

test('takes a deletion mark off a field that is still listed', async () => {
  const tenant = createTenant([field('a')], {'GET /v2/customFields': () => reply({custom_fields: [field('a')]})});
  await run('fields update cf_a --deleted --journal', tenant);
  const [id] = await runIds(tenant);
  await run(`fields undo ${id} --yes`, tenant);
  expect(writesOf(tenant)).toEqual([
    'PATCH /v2/customFields/cf_a {"deleted":true}',
    'PATCH /v2/customFields/cf_a {"deleted":false}',
  ]);
});

test.each([400, 401])(
  'says that nothing is left when the undo is written and cannot be verified: HTTP %i',
  async status => {
    const tenant = createTenant([field('a')], {'GET /#4': () => reply({message: 'no'}, {status})});
    await run('fields apply -f f.yaml --yes', tenant);
    const [[{run: id} = {run: ''}] = []] = journals();
    const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 1`, tenant);
    expect(exitCode).toBe(7);
    expect(stderr).toContain(`\nerror: all writes succeeded, but the result could not be verified: HTTP ${status}`);
    expect(tenant.fields().map(text => JSON.parse(text))).toEqual([field('a')]);
  },
);

test('the undo of a run that was killed leaves alone what another run has created (row 39)', async () => {
  const tenant = createTenant();
  const create = 'fields create --name new --label New --type decimal';
  // The request never arrived, and the process was killed.
  await run('fields apply -f f.yaml --yes', {
    fetch: async request => (request.method === 'POST' ? reset() : tenant.fetch(request)),
  });
  const [[{run: killed} = {run: ''}] = []] = journals();
  await run(create, tenant);
  const {exitCode} = await run(`fields undo ${killed} --yes --expect-deletes 0`, tenant);
  expect({exitCode, count: tenant.fields().length}).toEqual({exitCode: 0, count: 1});
});

test('offers the runs that can be undone', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  await run('fields update cf_a --label New --journal', tenant);
  await run('fields update cf_b --label New --journal', tenant);
  expect(await run('fields undo', tenant)).toMatchObject({
    exitCode: 2,
    stderr: 'error: no run given\nhint: Pass the id of a run. To list them, run: bizctl fields runs\n',
  });
  const [latest = ''] = await runIds(tenant);
  const answers = {'Which run do you want to undo?': latest};
  expect((await run('fields undo --yes', tenant, {terminal: 100, answers})).exitCode).toBe(0);
  expect(tenant.fields().filter(each => each.includes('"label":"New"'))).toHaveLength(1);
  const [, other = ''] = await runIds(tenant);
  const undoOther = {terminal: 100, answers: {'Which run do you want to undo?': other}};
  await run('fields undo --yes', tenant, undoOther);
  // It is undone now.
  expect((await run('fields undo --yes', tenant, undoOther)).stderr).toContain(`"${other}" is not offered`);
});

test('a second undo waits for what the first was recreating when it was cut off (rows 39, 150)', async () => {
  let reads: number | undefined;
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': reset,
    'GET /v2/customFields': (_request, carryOut) => {
      reads = reads === undefined ? undefined : reads + 1;
      return (reads ?? 0) > 1 ? reply({custom_fields: [field('a', {id: 'cf_new'})]}) : carryOut();
    },
  });
  await run('fields delete cf_a --yes --journal', tenant);
  const [id] = await runIds(tenant);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  reads = 0;
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.requests.filter(request => request.startsWith('POST'))).toHaveLength(1);
});

test('names each remaining change of an undo that the API refuses in part', async () => {
  let isRefusing = false;
  const refuse = (_request: Request, carryOut: () => Promise<Response>) =>
    isRefusing ? reply({message: 'no'}, {status: 422}) : carryOut();
  const tenant = createTenant([field('a'), field('b'), field('c')], {
    'PATCH /v2/customFields/cf_a': refuse,
    'PATCH /v2/customFields/cf_b': refuse,
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: A}, {name: b, label: B}, {name: c, label: C}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  isRefusing = true;
  const {exitCode, stderr} = await run(`fields undo ${journals()[0]?.[0].run} --yes`, tenant);
  expect(exitCode).toBe(7);
  expect(stderr.split('\n').filter(line => line.startsWith('warning'))).toEqual([
    'warning: "a" still differs in label: "A" -> "Label of a"',
    'warning: "b" still differs in label: "B" -> "Label of b"',
  ]);
});

test('an undo names the field if the API refuses its only change', async () => {
  let isRefusing = false;
  const tenant = createTenant([field('a')], {
    'PATCH /v2/customFields/cf_a': (_request, carryOut) =>
      isRefusing ? reply({message: 'no'}, {status: 422}) : carryOut(),
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: A}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  isRefusing = true;
  const id = journals()[0]?.[0].run;
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, last: stderr.trimEnd().split('\n').at(-1)}).toEqual({
    exitCode: 7,
    last: `error: run ${id} was not undone: update "a": HTTP 422: no (PATCH /v2/customFields/cf_a)`,
  });
});
