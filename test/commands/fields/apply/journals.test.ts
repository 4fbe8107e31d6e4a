import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {expect, test} from 'vitest';
import {InterruptedError} from '../../../../src/base/errors.js';
import {declaredType, useFieldsAsCode, writesOf} from '../../../harness/fields-as-code.js';
import {loseReply} from '../../../harness/lost-replies.js';
import {createTenant, field, reset} from '../../../harness/tenant.js';

const {cutJournal, inHome, journals, run, runId, savePlan} = useFieldsAsCode();

test('records each write in the journal before sending it (row 39)', async () => {
  const seen: number[] = [];
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': (_request, carryOut) => {
      seen.push(journals()[0]?.filter(({event, name}) => event === 'intent' && name === 'new').length ?? 0);
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(seen).toEqual([1]);
  expect(journals()[0]?.map(({event}) => event)).toEqual(['run', 'intent', 'intent', 'done', 'done', 'end']);
});

test('reads back a journal around a field that is nested as deeply as a file may be (row 105)', async () => {
  const tenant = createTenant();
  const value = '{"x":'.repeat(96) + '1' + '}'.repeat(96);
  const files = {
    'f.json': `{"custom_fields":[{"name":"deep","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"},"default_value":${value}}]}`,
  };
  expect((await run('fields apply -f f.json --yes', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  expect((await run(`fields runs ${id} --columns name,state`, tenant)).stdout).toBe('NAME  OUTCOME\ndeep  done\n');
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields()).toEqual([]);
});

test('a run shows what each of its writes has changed', async () => {
  const tenant = createTenant([field('a'), field('b'), field('c'), field('d')]);
  const semver = '{discriminator: SIMPLE, primitive_type: SEMVER}';
  const files = {
    'f.yaml': `custom_fields:
  - {name: a, label: New A}
  - {name: b, label: New B}
  - {name: c, label: New C, type: ${semver}}
  - {name: m, label: M, type: ${semver}}
  - {name: n, label: N, type: ${semver}}
`,
  };
  const line = 'fields apply -f f.yaml --prune --replace c --expect-deletes 2 --yes';
  expect(await run(line, tenant, {files})).toMatchObject({exitCode: 0});
  const {stdout} = await run(`fields runs ${journals()[0]?.[0].run} --json`, tenant);
  const writes: readonly {action: string; name: string; changes: {path: string; before?: string; after?: string}[]}[] =
    JSON.parse(stdout);
  const labels = writes.map(({action, name, changes}) => {
    const {before, after} = changes.find(({path}) => path === 'label') ?? {};
    return `${action} ${name}: ${before} -> ${after}`;
  });
  expect(labels).toEqual([
    'create m: undefined -> M',
    'create n: undefined -> N',
    'update a: Label of a -> New A',
    'update b: Label of b -> New B',
    'delete c: Label of c -> undefined',
    'delete d: Label of d -> undefined',
    'create c: undefined -> New C',
  ]);
});

test('the journal of a run that is asked for, and cannot be read, is named (row 86)', async () => {
  const tenant = createTenant([field('a')]);
  expect((await run('fields update name:a --label New', tenant)).exitCode).toBe(0);
  const [path = ''] = readdirSync(inHome(), {recursive: true, encoding: 'utf8'}).filter(each =>
    each.endsWith('.jsonl'),
  );
  rmSync(inHome(path));
  mkdirSync(inHome(path));
  const [id = ''] = basename(path).split('.');
  expect(await run(`fields undo ${id} --yes`, tenant)).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining(`error: cannot read the journal ${inHome(path)}: `),
  });
});

test('Ctrl-C lets the write in flight finish and starts no other (rows 37, 38)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields#1': (_request, carryOut) => {
      interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const line = 'fields apply -f f.yaml --yes --concurrency 1';
  const files = {
    'f.yaml': `custom_fields: [{name: a, label: A, type: ${declaredType}}, {name: b, label: B, type: ${declaredType}}]`,
  };
  const {exitCode, stderr} = await run(line, tenant, {files, signal: interruption.signal});
  expect(exitCode).toBe(130);
  expect(stderr).toContain('not tried: 1');
  // What was not sent is no intent: a run must not claim what someone else does.
  expect(journals()[0]?.map(({event, name}) => (name === undefined ? event : `${event} ${name}`))).toEqual([
    'run',
    'intent a',
    'done a',
    'end',
  ]);
  const {stdout} = await run('fields runs --json --columns done,failed,open', tenant);
  expect(JSON.parse(stdout)).toEqual([{done: 1, failed: 0, open: 0}]);
});

test('names a damaged journal, moves it aside, and carries on without it (row 40)', async () => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 0});
  const [name = ''] = readdirSync(inHome('data/runs')).filter(each => each.endsWith('.jsonl'));
  const path = inHome('data/runs', name);
  const damaged = `${readFileSync(path, 'utf8').slice(0, 50)}\n{}\n`;
  writeFileSync(path, damaged);
  const id = name.replace('.jsonl', '');
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal ${path} is damaged at line 1; it was moved to ${path}.damaged\nhint: Plan again; the new plan contains whatever is left to do.\n`,
  });
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
  expect(await run(`fields runs ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal of run ${id} is damaged and was moved to ${path}.damaged\nhint: Plan again; the new plan contains whatever is left to do.\n`,
  });
  // The plan counts as applied, whatever is left of its journal.
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 10});
  expect(await run('fields apply -f f.yaml --yes', tenant)).toMatchObject({exitCode: 0});
});

test.each([
  ['another value', 'Changed', 'its record of "a" was altered'],
  ['bytes that are not UTF-8', 'Label \xff', 'it is not UTF-8 text'],
])('no undo writes what a damaged journal says a field was: %s (rows 40, 49)', async (_what, label, reason) => {
  const tenant = createTenant([field('a')]);
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(0);
  const id = journals()[0]?.[0].run;
  const path = inHome('data/runs', `${id}.jsonl`);
  const text = readFileSync(path, 'latin1');
  writeFileSync(path, text.replace('"label":"Label of a"', `"label":"${label}"`), 'latin1');
  expect(readFileSync(path, 'latin1')).not.toBe(text);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(`damaged: ${reason}`)});
  expect(writesOf(tenant)).toHaveLength(1);
});

test('leaves alone a journal that another process has just started', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  const directory = inHome('data/runs');
  writeFileSync(join(directory, '20990101T000000-00000000.jsonl'), '');
  const {exitCode, stdout, stderr} = await run('fields runs --json --columns outcome', tenant);
  expect({exitCode, stdout: JSON.parse(stdout), stderr}).toEqual({
    exitCode: 0,
    stdout: [{outcome: 'converged'}],
    stderr: '',
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  expect(readdirSync(directory).filter(name => name.startsWith('2099'))).toEqual(['20990101T000000-00000000.jsonl']);
});

test('resuming records what became of updates and deletions that were cut off', async () => {
  const current = createTenant([field('a'), field('b'), field('c'), field('d')], {
    'PATCH /v2/customFields/cf_a': loseReply,
    'PATCH /v2/customFields/cf_b': () => reset(),
    'DELETE /v2/customFields/cf_c': loseReply,
    'DELETE /v2/customFields/cf_d': () => reset(),
  });
  // No request after the first lost one of its kind gets through.
  let isCut = false;
  const fetch = async (request: Request) => {
    if (isCut && request.method === 'GET') return reset();
    isCut ||= request.method !== 'GET';
    return current.fetch(request);
  };
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}, {name: b, label: New}]'};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 2 --concurrency 1 --retries 0';
  expect((await run(line, {fetch}, {files})).exitCode).toBe(7);
  const cutOff = journals()[0]?.length ?? 0;
  const [[{run: id} = {run: ''}] = []] = journals();
  const later = createTenant(current.fields().map(text => JSON.parse(text)));
  expect((await run(`fields apply --resume ${id} --concurrency 1`, later)).exitCode).toBe(0);
  expect(writesOf(later)).toEqual(['PATCH /v2/customFields/cf_b {"label":"New"}', 'DELETE /v2/customFields/cf_d']);
  expect(
    journals()[0]
      ?.slice(cutOff)
      .map(({at: _at, ...entry}) => entry),
  ).toMatchInlineSnapshot(`
    [
      {
        "event": "resume",
      },
      {
        "action": "update",
        "event": "done",
        "id": "cf_a",
        "name": "a",
        "note": "confirmed by reading back",
      },
      {
        "action": "delete",
        "event": "done",
        "id": "cf_c",
        "name": "c",
        "note": "confirmed by reading back",
      },
      {
        "action": "update",
        "event": "intent",
        "id": "cf_b",
        "name": "b",
      },
      {
        "action": "update",
        "event": "done",
        "id": "cf_b",
        "name": "b",
      },
      {
        "action": "delete",
        "event": "intent",
        "id": "cf_d",
        "name": "d",
      },
      {
        "action": "delete",
        "event": "done",
        "id": "cf_d",
        "name": "d",
      },
      {
        "effects": [],
        "event": "end",
        "outcome": "converged",
      },
    ]
  `);
});

test('runs of a misspelled profile are not an empty list', async () => {
  expect(await run('fields runs --profile acm', createTenant())).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'error: no profile named "acm"\nhint: Run: bizctl profile list\n',
  });
});

test('a journal keeps 50 fields of a large tenant to recognize it by, the written ones first', async () => {
  const names = Array.from({length: 60}, (_none, index) => `other_${index}`);
  const tenant = createTenant([...names, 'a'].map(name => field(name)));
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  const [file = ''] = readdirSync(inHome('data/runs')).filter(name => name.endsWith('.jsonl'));
  const [first = ''] = readFileSync(inHome('data/runs', file), 'utf8').split('\n');
  const {seen} = JSON.parse(first).plan;
  expect({count: seen.length, first: seen[0].name}).toEqual({count: 50, first: 'a'});
});

test.each([
  [2, 'running or interrupted; the outcome of a write is unknown'],
  [1, 'running or interrupted'],
])('a run whose journal ends after %i lines is %s (rows 38, 158)', async (lines, outcome) => {
  const tenant = createTenant([field('a')]);
  await run('fields update cf_a --label New', tenant);
  cutJournal(lines);
  const {stdout} = await run('fields runs --json', tenant);
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({run: runId()})]);
  const {stderr} = await run(`fields runs ${runId()}`, tenant);
  expect(stderr).toBe(`note: run ${runId()}: update on https://api.example.com/, 2026-11-21 13:00: ${outcome}\n`);
});

test.each([
  ['zeros', '\0'.repeat(100)],
  ['something else', 'x'],
])('a journal that holds %s is damaged, and counts as a run (row 40)', async (_what, text) => {
  const tenant = createTenant([field('a')]);
  const world = await savePlan(tenant);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
  const path = inHome('data/runs', `${runId()}.jsonl`);
  const id = runId();
  writeFileSync(path, text);
  expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(10);
  expect(await run(`fields undo ${id}`, tenant)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(
      `error: the journal ${path} is damaged at line 1; it was moved to ${path}.damaged\n`,
    ),
  });
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(text);
});

test('a run shows the note of a write (row 19)', async () => {
  const tenant = createTenant([field('a')], {'POST /v2/customFields': loseReply});
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  const {stdout} = await run(`fields runs ${runId()} --json --columns action,note`, tenant);
  expect(JSON.parse(stdout)).toEqual([
    {action: 'create', note: 'created; confirmed by reading back'},
    {action: 'update', note: null},
  ]);
});
