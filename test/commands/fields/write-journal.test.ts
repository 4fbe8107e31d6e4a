import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {InterruptedError} from '../../../src/base/errors.js';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {useTempHomes} from '../../harness/temp-homes.js';
import {createTenant, decimal, field, reply, reset} from '../../harness/tenant.js';
import {allowViolations} from '../../harness/violations.js';

const openHome = useTempHomes();

/** Runs the command, then undoes it. */
async function writeAndUndo(line: string, fields: readonly JsonObject[], isPerson: boolean) {
  const tenant = createTenant(fields);
  const home = openHome();
  const world = {tenant, home, ...(isPerson ? {answer: 'yes' as const} : {})};
  const written = await bizctl(line, world);
  const [runs] = JSON.parse((await bizctl('fields runs --json', world)).stdout);
  const before = tenant.requests.length;
  const undone = await bizctl(
    `fields undo ${runs.run} --yes --expect-deletes ${line.includes('create') ? 1 : 0}`,
    world,
  );
  return {
    exitCode: written.exitCode,
    command: runs.command,
    done: runs.done,
    outcome: runs.outcome,
    undone: undone.exitCode,
    stderr: undone.stderr.replaceAll(runs.run, 'RUN').replaceAll(/run \d{8}T\S+:/g, 'run UNDO:'),
    sent: tenant.requests.slice(before).filter(request => !request.startsWith('GET')),
  };
}

describe('every write is in the journal, and can be undone', () => {
  test('create', async () => {
    expect(await writeAndUndo('fields create --name size --type decimal', [], false)).toEqual({
      exitCode: 0,
      command: 'create',
      done: 1,
      outcome: 'done',
      undone: 0,
      stderr: expect.stringContaining('note: verified: run RUN is undone\n'),
      sent: [expect.stringMatching(/^DELETE \/v2\/customFields\//)],
    });
  });

  test.each([true, false])('update, as the state before was read (at a terminal: %s)', async isPerson => {
    const line = `fields update cf_a --label New --null description${isPerson ? '' : ' --journal'}`;
    expect(await writeAndUndo(line, [field('a', {description: 'Old'})], isPerson)).toMatchObject({
      exitCode: 0,
      command: 'update',
      done: 1,
      outcome: 'done',
      undone: 0,
      sent: ['PATCH /v2/customFields/cf_a {"label":"Label of a","description":"Old"}'],
    });
  });

  test('delete, without the values', async () => {
    expect(await writeAndUndo('fields delete name:a --yes', [field('a')], false)).toMatchObject({
      exitCode: 0,
      command: 'delete',
      undone: 0,
      stderr: expect.stringContaining(
        'warning: "a" is recreated with a new id; its stored values, hint and example_value cannot be restored\n',
      ),
      sent: [expect.stringMatching(/^POST \/v2\/customFields \{"name":"a",/)],
    });
  });

  test('an update of an id that nobody read says that it cannot be undone', async () => {
    expect(await writeAndUndo('fields update cf_a --label New', [field('a')], false)).toMatchObject({
      exitCode: 0,
      undone: 7,
      stderr: expect.stringContaining(
        'error: run RUN was not undone: "cf_a": its state before the update was not recorded\n',
      ),
      sent: [],
    });
  });

  test('a deletion mark that hides the field is unmarked by the command that undo names', async () => {
    expect(await writeAndUndo('fields update name:a --deleted', [field('a')], false)).toMatchObject({
      undone: 7,
      stderr: expect.stringContaining('to list it again, run: bizctl fields update cf_a --no-deleted'),
    });
  });
});

test.each([
  [
    '--hint H --label L',
    7,
    'error: run RUN was only partly undone: "a": its hint cannot be restored, since the API never returns hints\n',
  ],
  [
    '--hint H',
    7,
    'error: run RUN was not undone: "a": its hint cannot be restored, since the API never returns hints\n',
  ],
])('undo says that a hint cannot be restored (%s)', async (flags, undone, message) => {
  expect(await writeAndUndo(`fields update cf_a ${flags} --journal`, [field('a')], false)).toMatchObject({
    undone,
    stderr: expect.stringContaining(message),
  });
});

test('undo of creates of one name deletes each of them, and no field of someone else (row 150)', async () => {
  const tenant = createTenant([field('x')]);
  const home = openHome();
  const stdin = ['x', 'x', 'y', 'x'].map(name => JSON.stringify({name, type: decimal})).join('\n');
  const line = 'fields create --file - --if-exists allow --concurrency 3';
  expect((await bizctl(line, {tenant, home, stdin})).exitCode).toBe(0);
  expect(tenant.fields()).toHaveLength(5);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', {tenant, home})).stdout);
  expect((await bizctl(`fields undo ${run} --yes --expect-deletes 4`, {tenant, home})).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).id)).toEqual(['cf_x']);
});

test('undo of a create that did not look leaves a field alone that may have existed before (rows 137, 150)', async () => {
  const tenant = createTenant([field('x')], {'POST /v2/customFields': reset});
  const home = openHome();
  const line = "fields create --name x --type decimal --label 'Label of x' --if-exists allow --retries 0";
  expect((await bizctl(line, {tenant, home})).exitCode).toBe(7);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', {tenant, home})).stdout);
  const {exitCode, stderr} = await bizctl(`fields undo ${run} --yes`, {tenant, home});
  expect({exitCode, left: tenant.fields().length}).toEqual({exitCode: 7, left: 1});
  expect(stderr).toContain('"x" may have existed before the run, which did not check; cf_x is left alone');
});

test('reports an invalid --base-url when listing runs', async () => {
  const [tenant, home] = [createTenant(), openHome()];
  await bizctl('fields create --name x --type decimal', {tenant, home});
  expect(await bizctl('fields runs --base-url foo', {tenant, home})).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('the base URL from --base-url is not a valid http or https URL: "foo"'),
  });
});

test('a script sends nothing more than before: one request for one write', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  await bizctl('fields update cf_a --label L', {tenant});
  await bizctl('fields delete cf_b --yes', {tenant});
  expect(tenant.requests).toEqual(['PATCH /v2/customFields/cf_a {"label":"L"}', 'DELETE /v2/customFields/cf_b']);
});

test('a write whose outcome is unknown stays open in the journal, a refused one has failed', async () => {
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': reset,
    'PATCH /v2/customFields': () => reply({title: 'no'}, {status: 422, type: 'application/problem+json'}),
  });
  const home = openHome();
  await bizctl('fields create --name x --type decimal --retries 0', {tenant, home});
  await bizctl('fields update cf_a --label L', {tenant, home});
  const {stdout} = await bizctl('fields runs --json --columns command,done,failed,open,outcome', {tenant, home});
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      {command: 'create', done: 0, failed: 0, open: 1, outcome: 'incomplete'},
      {command: 'update', done: 0, failed: 1, open: 0, outcome: 'refused'},
    ]),
  );
});

test('does not resume a journal that is not that of an apply', async () => {
  const home = openHome();
  const tenant = createTenant();
  await bizctl('fields create --name x --type decimal', {tenant, home});
  const [{run}] = JSON.parse((await bizctl('fields runs --json', {home})).stdout);
  expect(await bizctl(`fields apply --resume ${run}`, {tenant, home})).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: run ${run} is a single create, which cannot be resumed\nhint: To see what was written, run: bizctl fields runs ${run}\n`,
  });
});

test('a run in detail names the command, the tenant, the time and the outcome', async () => {
  const home = openHome();
  const world = {tenant: createTenant([field('a')]), home};
  await bizctl('fields update cf_a --label L --journal', world);
  const readRun = async (command: string) => {
    const runs: readonly {command: string; run: string; base_url: string}[] = JSON.parse(
      (await bizctl('fields runs --json', {home})).stdout,
    );
    return runs.find(run => run.command === command);
  };
  const update = await readRun('update');
  await bizctl(`fields undo ${update?.run} --yes`, world);
  const undo = await readRun('undo');
  const time = '2026-11-21 13:00';
  const noteOf = async (run: string | undefined) => (await bizctl(`fields runs ${run}`, {home})).stderr;
  expect(await noteOf(update?.run)).toBe(`note: run ${update?.run}: update on ${update?.base_url}, ${time}: undone\n`);
  expect(await noteOf(undo?.run)).toBe(
    `note: run ${undo?.run}: undo of ${update?.run} on ${undo?.base_url}, ${time}: verified\n`,
  );
});

test('runs are kept for 90 days, and the last 50 by any clock', async () => {
  const home = openHome();
  const world = {tenant: createTenant(), home};
  await bizctl('fields create --name x --type decimal', world);
  const directory = join(home, 'data', 'runs');
  const list = () => readdirSync(directory).filter(each => each.endsWith('.jsonl'));
  const [name = ''] = list();
  const copyAs = (day: string) => {
    const run = name.replace(/^\d{8}/, day);
    const text = readFileSync(join(directory, name), 'utf8');
    const ended = `"at":"${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const copy = text.replaceAll(name.replace('.jsonl', ''), run.replace('.jsonl', ''));
    writeFileSync(join(directory, run), copy.replace(/"at":"[^T"]+/g, ended));
    return run;
  };
  const [old, recent] = [copyAs('20260822'), copyAs('20260824')];
  await bizctl('fields create --name y --type decimal', world);
  expect(list()).toHaveLength(4);
  for (let index = 0; index < 48; index += 1) copyAs(`202611${String(index).padStart(2, '0')}`);
  await bizctl('fields create --name z --type decimal', world);
  const left = list();
  expect([left.includes(old), left.includes(recent), left.length]).toEqual([false, true, 51]);
});

test('--quiet prints just the ids of what was written', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const ids = async (line: string) => (await bizctl(`${line} --quiet`, {tenant})).stdout;
  expect(await ids('fields update cf_a cf_b --label L')).toBe('cf_a\ncf_b\n');
  expect(await ids('fields create --name a --type decimal --if-exists skip')).toBe('cf_a\n');
  expect(await ids('fields delete cf_b --yes')).toBe('cf_b\n');
  const created = await ids('fields create --name c --type decimal');
  expect(tenant.fields().at(-1)).toContain(`"id":"${created.trim()}"`);
});

test('--quiet prints just the ids of what an apply wrote', async () => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect(await bizctl('fields apply -f f.yaml --yes --quiet', {tenant, files})).toEqual({
    exitCode: 0,
    stdout: 'cf_a\n',
    stderr: '',
  });
});

test('an update shows the old and the new value of what was sent, and nothing else', async () => {
  const tenant = createTenant([field('a', {description: 'Old', helper_text: 'same'})]);
  const {stdout} = await bizctl("fields update name:a --description 'New text' --null helper_text --hint h", {tenant});
  expect(stdout).toBe(
    [
      'outcome      updated',
      'id           cf_a',
      'name         a',
      'hint         h',
      'description  "Old" -> "New text"',
      'helper_text  "same" -> null',
      '',
    ].join('\n'),
  );
});

test('an update whose state before was not read is listed without what it changed', async () => {
  const world = {tenant: createTenant([field('a')]), home: openHome()};
  expect((await bizctl('fields update cf_a --label New', world)).exitCode).toBe(0);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', world)).stdout);
  const {exitCode, stdout} = await bizctl(`fields runs ${run} --json`, world);
  expect({exitCode, writes: JSON.parse(stdout)}).toEqual({
    exitCode: 0,
    writes: [expect.objectContaining({action: 'update', id: 'cf_a', changes: []})],
  });
});

test.each([
  ['fields update name:a --label New', true],
  ['fields update name:a --deleted', false],
  ['fields create --name b --type decimal', true],
  ['fields create --name a --type decimal --if-exists skip', false],
])('%s says how to undo it, if that takes a run: %s', async (line, isSaid) => {
  const world = {tenant: createTenant([field('a')]), home: openHome()};
  const {exitCode, stderr} = await bizctl(line, {...world, answer: 'yes'});
  expect({exitCode, isSaid: stderr.includes('to undo this, run: bizctl fields undo ')}).toEqual({exitCode: 0, isSaid});
  const {stderr: piped} = await bizctl(line, {...world, tenant: createTenant([field('a')])});
  expect(piped).not.toContain('bizctl fields undo');
});

test('a create whose reply has no id stays open (row 137)', async () => {
  allowViolations();
  const tenant = createTenant([], {'POST /v2/customFields': () => reply({name: 'a'}, {status: 201})});
  const line = 'fields create --name a --type decimal --if-exists allow';
  const home = openHome();
  expect((await bizctl(line, {tenant, home})).exitCode).toBe(7);
  const [{run} = {run: ''}] = JSON.parse((await bizctl('fields runs --json', {tenant, home})).stdout);
  expect((await bizctl(`fields runs ${run} --columns action,state`, {tenant, home})).stdout).toBe(
    'ACTION  OUTCOME\ncreate  unknown\n',
  );
});

test('an interruption while a created field is checked does not lose it (row 37)', async () => {
  const interruption = new AbortController();
  const created = {id: 'cf_new', name: 'b'};
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': () => reply(created, {status: 201}),
    'GET /v2/customFields#2': () => new Promise(() => interruption.abort(new InterruptedError())),
  });
  const home = openHome();
  const world = {tenant, home, signal: interruption.signal, finishMs: 0};
  expect(await bizctl('fields create --name b --type decimal --quiet', world)).toEqual({
    exitCode: 130,
    stdout: 'cf_new\n',
    stderr: 'error: interrupted; the write succeeded\n',
  });
});

test('an update whose reply shows the field as it was before can be undone (rows 25, 150)', async () => {
  allowViolations();
  const before = field('a', {description: 'D'});
  const tenant = createTenant([before], {
    'PATCH ': async (_request, carryOut) => {
      await carryOut();
      return reply(before);
    },
  });
  const world = {tenant, home: openHome()};
  expect((await bizctl('fields update name:a --null description --journal', world)).exitCode).toBe(0);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', world)).stdout);
  expect((await bizctl(`fields undo ${run} --yes`, world)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '')).toEqual(before);
});

test.each([
  [null, ''],
  ['', null],
])('an undo of %j -> %j restores exactly what was there', async (was, now) => {
  allowViolations();
  const tenant = createTenant([field('a', {description: was})]);
  const world = {tenant, home: openHome(), stdin: JSON.stringify({description: now})};
  expect((await bizctl('fields update name:a --file - --journal', world)).exitCode).toBe(0);
  const [{run}] = JSON.parse((await bizctl('fields runs --json', world)).stdout);
  expect((await bizctl(`fields undo ${run} --yes`, world)).exitCode).toBe(0);
  expect(JSON.parse(tenant.fields()[0] ?? '').description ?? null).toBe(was);
});

test('an interruption of the look at what an update has cleared says that it succeeded (row 37)', async () => {
  allowViolations();
  const interruption = new AbortController();
  let hasWritten = false;
  const tenant = createTenant([field('a', {description: 'D'})], {
    'PATCH ': async (_request, carryOut) => {
      hasWritten = true;
      await carryOut();
      return reply(field('a', {label: 'B', description: null}));
    },
    'GET ': (_request, carryOut) => {
      if (hasWritten) interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const world = {tenant, home: openHome(), signal: interruption.signal};
  expect(await bizctl('fields update name:a --label B --output ndjson --columns label', world)).toMatchObject({
    exitCode: 130,
    stderr: expect.stringContaining('"message":"interrupted; the write succeeded"'),
  });
});
