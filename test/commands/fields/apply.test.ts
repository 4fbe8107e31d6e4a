import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import * as z from 'zod';
import {InterruptedError} from '../../../src/base/errors.js';
import {token} from '../../harness/fixed.js';
import {bizctl, type World} from '../../harness/run-bizctl.js';
import {createScreen} from '../../harness/screen.js';
import {createTenant, field, reply, reset, type Tenant} from '../../harness/tenant.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bizctl-apply-'));
});
afterEach(() => rmSync(home, {recursive: true}));

const type = '{discriminator: SIMPLE, primitive_type: DECIMAL}';
const file = `custom_fields:
  - name: a
    type: ${type}
    label: New label
  - name: new
    type: ${type}
    label: New
    example_value: {x: 1}
`;

const run = (line: string, tenant: Pick<Tenant, 'fetch'>, world: World = {}) =>
  bizctl(line, {tenant, home, files: {'f.yaml': file}, ...world});

const writes = ({requests}: Tenant) => requests.filter(each => !each.startsWith('GET'));
/** The journals of the runs, as they lie on the disk. */
const journals = () =>
  readdirSync(join(home, 'data/runs'))
    .filter(name => name.endsWith('.jsonl'))
    .map(name =>
      readFileSync(join(home, 'data/runs', name), 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    );

describe('plan', () => {
  test('says what is to be done, where it is declared, and what is left alone', async () => {
    const tenant = createTenant([field('a'), field('b')]);
    expect(await run('fields plan -f f.yaml', tenant)).toEqual({
      exitCode: 0,
      stdout: [
        '+ create  new  f.yaml:5:5',
        '          "example_value" is sent along; no response shows it, so it cannot be compared',
        '~ update  a  f.yaml:2:5',
        '          label: "Label of a" -> "New label"',
        'plan      1 to create, 1 to update, 0 to replace, 0 to delete; 0 as declared; 1 not declared, left alone',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(writes(tenant)).toEqual([]);
  });

  test('ends with 8 when there is something to do, and with 0 when there is not', async () => {
    const tenant = createTenant([field('a')]);
    expect((await run('fields plan -f f.yaml --check', tenant)).exitCode).toBe(8);
    const same = {files: {'f.yaml': 'custom_fields: [{name: a, label: Label of a}]'}};
    expect(await run('fields plan -f f.yaml --check', tenant, same)).toEqual({
      exitCode: 0,
      stdout: 'plan  no changes; 1 as declared\n',
      stderr: '',
    });
  });

  test('row 30: a page that fails makes no plan', async () => {
    const tenant = createTenant([field('a')], {'GET /v2/customFields': () => reply('', {status: 404})});
    expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(4);
    expect(writes(tenant)).toEqual([]);
  });

  test('names every problem of the files at once, before any request', async () => {
    const tenant = createTenant();
    const files = {
      'd/a.yaml': 'custom_fields:\n  - name: 010\n    type: {discriminator: SIMPLE}\n  - {name: x, deleted: true}\n',
      'd/b.json': '{"custom_fields": [{"name": "X"}, {"label": "L"}], "tenat": "h"}',
      'd/notes.txt': 'no fields file',
    };
    const {exitCode, stdout, stderr} = await run('fields plan -f d', tenant, {files});
    expect({exitCode, stdout, requests: tenant.requests}).toEqual({exitCode: 2, stdout: '', requests: []});
    expect(stderr.split('\n').filter(line => line.startsWith('error'))).toEqual([
      'error: d/a.yaml:2:11: 010 is read as the number 10',
      'error: d/b.json:1:61: the file has no member "tenat"',
      'error: d/b.json:1:35: name is missing',
      'error: there are 3 problems in the fields files',
    ]);
    expect((await run('fields plan -f d --format github', tenant, {files})).stdout.split('\n')[0]).toBe(
      '::error file=d/a.yaml,line=2,col=11::010 is read as the number 10. Put it in quotes, or write 10.',
    );
  });

  test.each([
    ['custom_fields: []', 'no fields are declared'],
    ['# nothing', 'f.yaml'],
    ['custom_fields: [{name: a}, {name: A}]', 'differs only in upper and lower case'],
    ['custom_fields: [{name: a}, {name: a}]', 'stands twice'],
    ['custom_fields: [{id: x, name: a}, {id: x, name: b}]', 'the id x stands twice'],
    ['tenant: other.example.com\ncustom_fields: [{name: a}]', 'the files are for the tenant other.example.com'],
  ])('an apply of %j writes nothing', async (content, words) => {
    const tenant = createTenant([field('a')]);
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --prune', tenant, {files: {'f.yaml': content}});
    expect([2, 9]).toContain(exitCode);
    expect(stderr).toContain(words);
    expect(writes(tenant)).toEqual([]);
  });

  test('shows a plan for a pull request, and as annotations', async () => {
    const tenant = createTenant([field('a'), field('b')]);
    expect((await run('fields plan -f f.yaml --format markdown', tenant)).stdout).toContain(
      '```diff\n+ create new  (f.yaml:5:5)\n',
    );
    expect((await run('fields plan -f f.yaml --format github', tenant)).stdout).toContain(
      '::notice file=f.yaml,line=2,col=5::~ update a%0Alabel: "Label of a" -> "New label"\n',
    );
    const many = Array.from({length: 3000}, (_none, index) => `  - {name: field_number_${index}, label: x}`).join('\n');
    const {stdout} = await run('fields plan -f f.yaml --format markdown', tenant, {
      files: {'f.yaml': `custom_fields:\n${many}\n`},
    });
    expect(stdout.length).toBeLessThan(65_536);
    expect(stdout).toMatch(/and \d+ more changes, left out here\n$/);
  });
});

describe('apply', () => {
  test('does just that, reads back, and does nothing the next time (row 41)', async () => {
    const tenant = createTenant([field('a'), field('b')]);
    const {exitCode, stdout, stderr} = await run('fields apply -f f.yaml --yes', tenant);
    expect({exitCode, lines: stdout.split('\n').length}).toEqual({exitCode: 0, lines: 4});
    expect(stderr).toContain('note: the tenant is as declared, as reading it back has shown\n');
    expect(writes(tenant)).toEqual([
      'POST /v2/customFields {"name":"new","type":{"discriminator":"SIMPLE","primitive_type":"DECIMAL"},"label":"New","example_value":{"x":1}}',
      'PATCH /v2/customFields/cf_a {"label":"New label"}',
    ]);
    expect(await run('fields apply -f f.yaml --yes', tenant)).toEqual({
      exitCode: 0,
      stdout: 'no changes; 2 as declared; 1 not declared, left alone\n',
      stderr: '',
    });
    expect(writes(tenant)).toHaveLength(2);
  });

  test('row 39: each write is in the journal before it is sent', async () => {
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

  test('row 32: nothing is deleted without --prune, nor without a count where nobody looks', async () => {
    const tenant = createTenant([field('a'), field('b'), field('c')]);
    expect((await run('fields apply -f f.yaml --yes --prune', tenant)).exitCode).toBe(9);
    expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant)).exitCode).toBe(9);
    expect(writes(tenant)).toEqual([]);
    expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 2', tenant)).exitCode).toBe(0);
    expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'new']);
  });

  test('row 29: a type is changed only when that is allowed by name, and never for a protected field', async () => {
    const content = (more: string) => ({
      files: {'f.yaml': `custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}${more}}]`},
    });
    const tenant = createTenant([field('a')]);
    expect((await run('fields apply -f f.yaml --yes', tenant, content(''))).exitCode).toBe(9);
    const kept = await run('fields apply -f f.yaml --yes --replace a', tenant, content(', protect: true'));
    expect(kept).toEqual({exitCode: 0, stdout: 'no changes; 0 as declared; 1 protected, left alone\n', stderr: ''});
    expect(writes(tenant)).toEqual([]);
    expect((await run('fields apply -f f.yaml --yes --replace a', tenant, content(''))).exitCode).toBe(0);
    expect(writes(tenant).map(each => each.slice(0, 6))).toEqual(['DELETE', 'POST /']);
  });

  test('row 24: a name that two fields have is refused, and named', async () => {
    const tenant = createTenant([field('a'), {...field('a'), id: 'cf_other'}]);
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
    expect(exitCode).toBe(9);
    expect(stderr).toContain('there are 2 fields of that name: cf_a and cf_other');
    expect(writes(tenant)).toEqual([]);
  });

  test('asks a person, who sees the plan', async () => {
    const tenant = createTenant([field('a')]);
    const refused = await run('fields apply -f f.yaml', tenant, {answer: 'no'});
    expect(refused.exitCode).toBe(9);
    expect(refused.stdout).toContain('+ create  new');
    expect(writes(tenant)).toEqual([]);
    expect((await run('fields apply -f f.yaml', tenant)).exitCode).toBe(2);
    expect((await run('fields apply -f f.yaml', tenant, {answer: 'yes'})).exitCode).toBe(0);
  });

  test('row 31: what fails is named, the rest goes on, and the next apply converges', async () => {
    const tenant = createTenant([field('a')], {
      'POST /v2/customFields#1': () => reply({message: 'no room'}, {status: 422}),
    });
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('+ create new: HTTP 422: no room');
    const id = /--resume (\S+)/.exec(stderr)?.[1];
    expect((await run(`fields apply --resume ${id}`, tenant)).exitCode).toBe(0);
    expect(writes(tenant).filter(each => each.startsWith('PATCH'))).toHaveLength(1);
    expect((await run('fields plan -f f.yaml --check', tenant)).exitCode).toBe(0);
  });

  test('rows 26 and 25: what the API does not keep is named with its path', async () => {
    const tenant = createTenant([field('a')], {
      'PATCH /v2/customFields': () => reply({...field('a'), label: 'New label'}),
    });
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('~ update a, label: "Label of a" -> "New label"');
  });

  test('a run that was cut off is finished by --resume, and nothing is sent twice', async () => {
    // The create arrives, its answer and all that follows are lost.
    const lost = createTenant([field('a')], {
      'POST /v2/customFields#1': async (_request, carryOut) => {
        await carryOut();
        return reset();
      },
      'PATCH /v2/customFields#1': () => reset(),
    });
    let isCut = false;
    const fetch = async (request: Request) => {
      if (isCut) return reset();
      if (request.method === 'POST') isCut = true;
      return lost.fetch(request);
    };
    const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --concurrency 1 --retries 0', {fetch});
    expect(exitCode).toBe(7);
    const id = /--resume (\S+)/.exec(stderr)?.[1];
    expect((await run(`fields apply --resume ${id}`, lost)).exitCode).toBe(0);
    expect(lost.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'new']);
    expect(writes(lost).filter(each => each.startsWith('POST'))).toHaveLength(1);
    const {stdout} = await run('fields runs --output ndjson --columns run,outcome', lost);
    expect(stdout).toBe(`{"run":"${id}","outcome":"converged"}\n`);
    const shown = await run(`fields runs show ${id} --output ndjson --columns action,name,state`, lost);
    expect(shown.stdout).toBe(
      '{"action":"create","name":"new","state":"done"}\n{"action":"update","name":"a","state":"done"}\n',
    );
  });
});

describe('a run that is resumed', () => {
  /** A run in which one write fails, so that there is something to go on with. */
  const cutOff = async (tenant: Tenant) => {
    const {stderr} = await run('fields apply -f f.yaml --yes', tenant);
    return /--resume (\S+)/.exec(stderr)?.[1] ?? '';
  };
  const failing = () =>
    createTenant([field('a')], {'PATCH /v2/customFields#1': () => reply({message: 'no'}, {status: 422})});

  test('writes nothing when it came to its end', async () => {
    const tenant = createTenant([field('a')]);
    await run('fields apply -f f.yaml --yes', tenant);
    const id = journals()[0]?.[0].run;
    const later = createTenant([field('a', {label: 'of a colleague'})]);
    expect((await run(`fields apply --resume ${id}`, later)).exitCode).toBe(0);
    expect(writes(later)).toEqual([]);
  });

  test('leaves alone what somebody else has changed since', async () => {
    const tenant = failing();
    const id = await cutOff(tenant);
    const later = createTenant([field('a', {label: 'of a colleague'}), field('new')]);
    const {exitCode, stderr} = await run(`fields apply --resume ${id}`, later);
    expect({exitCode, first: stderr.split('\n')[0]}).toEqual({
      exitCode: 10,
      first: 'error: "a" is not as the run saw it any more',
    });
    expect(writes(later)).toEqual([]);
  });

  test('is no success when what it had done is not there any more, and does not do it again', async () => {
    const id = await cutOff(failing());
    const later = createTenant([field('a', {label: 'New label'})]);
    expect((await run(`fields apply --resume ${id}`, later)).exitCode).toBe(7);
    expect(writes(later)).toEqual([]);
  });

  test('goes on behind a last line that was cut off', async () => {
    const tenant = failing();
    const id = await cutOff(tenant);
    const path = join(home, 'data/runs', `${id}.jsonl`);
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"event":"done","at":"2026-11-2`);
    expect((await run(`fields apply --resume ${id}`, tenant)).exitCode).toBe(0);
    expect((await run('fields runs --output ndjson --columns outcome', tenant)).stdout).toBe(
      '{"outcome":"converged"}\n',
    );
  });
});

test('a field that the files come to twice, once ids are looked up, is refused', async () => {
  const content = `custom_fields:
  - {id: i1, name: a, label: X, type: ${type}}
  - {id: i2, name: a, label: Y, type: ${type}}
`;
  for (const tenant of [createTenant(), createTenant([field('a')])]) {
    expect((await run('fields apply -f f.yaml --yes', tenant, {files: {'f.yaml': content}})).exitCode).toBe(9);
    expect(writes(tenant)).toEqual([]);
  }
});

test('an id that is not known creates nothing without a name', async () => {
  const tenant = createTenant([field('keep')]);
  const files = {'f.yaml': 'custom_fields: [{name: keep}, {id: zz, protect: true}]'};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes', tenant, {files});
  expect(exitCode).toBe(9);
  expect(stderr).toContain('the id zz is not known here, and nothing can be created without a name');
  expect(writes(tenant)).toEqual([]);
});

test('row 35: a second apply is kept away, whatever its token and its name for this machine', async () => {
  const outcomes: number[] = [];
  const base = (host: string, BIZCTL_TOKEN: string) => ({env: {BIZCTL_BASE_URL: `http://${host}:8080/`, BIZCTL_TOKEN}});
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': async (_request, carryOut) => {
      const {exitCode} = await run('fields apply -f f.yaml --yes', tenant, base('127.0.0.1', 'another'));
      outcomes.push(exitCode);
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant, base('localhost', token))).exitCode).toBe(0);
  expect(outcomes).toEqual([10]);
});

test('what was shown is looked at again once it is agreed to', async () => {
  const shown = createTenant([field('a')]);
  const changed = createTenant([field('a', {label: 'in use'})]);
  let reads = 0;
  const fetch = (request: Request) => {
    reads += 1;
    return (reads === 1 ? shown : changed).fetch(request);
  };
  expect((await run('fields apply -f f.yaml', {fetch}, {answer: 'yes'})).exitCode).toBe(10);
  expect([...writes(shown), ...writes(changed)]).toEqual([]);
});

test('rows 37 and 38: Ctrl-C lets the write under way come to its end, and begins no other', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([], {
    'POST /v2/customFields#1': (_request, carryOut) => {
      interruption.abort(new InterruptedError());
      return carryOut();
    },
  });
  const line = 'fields apply -f f.yaml --yes --concurrency 1';
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${type}}, {name: b, label: B, type: ${type}}]`};
  const {exitCode, stderr} = await run(line, tenant, {files, signal: interruption.signal});
  expect(exitCode).toBe(130);
  expect(stderr).toContain('not tried: 1');
  // The second was written down as about to be sent, while the first was under way; now it is known that it was not.
  expect(journals()[0]?.map(({event, name}) => (name === undefined ? event : `${event} ${name}`))).toEqual([
    'run',
    'intent a',
    'intent b',
    'done a',
    'cancelled b',
    'end',
  ]);
  const {stdout} = await run('fields runs --json --columns done,failed,open', tenant);
  expect(JSON.parse(stdout)).toEqual([{done: 1, failed: 0, open: 0}]);
});

test('at a terminal one line says how far it is, and is gone in the end', async () => {
  const screen = createScreen(60, 20);
  const frames: string[] = [];
  const tenant = createTenant([field('a')], {
    'POST /v2/customFields': async (_request, carryOut) => {
      await screen.shows('0 of 2 done');
      frames.push(screen.lines().at(-1) ?? '');
      return carryOut();
    },
    'PATCH /v2/customFields': () => reply({message: 'no'}, {status: 422}),
  });
  const {exitCode} = await run('fields apply -f f.yaml --yes --concurrency 1', tenant, {screen});
  expect(frames).toEqual(['0 of 2 done; + create new']);
  expect(exitCode).toBe(7);
  expect(screen.lines().filter(line => / of 2 done/.test(line))).toEqual([]);
  expect(screen.lines().join('')).toContain('error: ~ update a: HTTP 422: no');
});

/** A world with a saved plan. */
async function save(tenant: Tenant) {
  const path = join(home, 'plan.json');
  expect((await run(`fields plan -f f.yaml --out ${path} --quiet`, tenant)).exitCode).toBe(0);
  return {files: {'plan.json': readFileSync(path, 'utf8')}};
}

describe('a saved plan', () => {
  test('is carried out once, as it was seen', async () => {
    const tenant = createTenant([field('a')]);
    const world = await save(tenant);
    expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
    expect(writes(tenant)).toHaveLength(2);
    const again = await run('fields apply plan.json', tenant, world);
    expect(again.exitCode).toBe(10);
    expect(again.stderr).toContain('was carried out already');
    expect(writes(tenant)).toHaveLength(2);
  });

  test('rows 33 and 34: is refused when the tenant has changed, or is another one, or the plan was changed', async () => {
    const tenant = createTenant([field('a')]);
    const world = await save(tenant);
    const other = createTenant([field('a', {description: 'changed since'})]);
    const stale = await run('fields apply plan.json', other, world);
    expect(stale).toMatchObject({
      exitCode: 10,
      stderr: expect.stringContaining('does not fit the tenant any more: "a"'),
    });
    const env = {BIZCTL_TOKEN: 'another'};
    expect((await run('fields apply plan.json', tenant, {...world, env})).exitCode).toBe(10);
    const text = world.files['plan.json'].replaceAll('"New label"', '"Other label"');
    const {declared: _same, ...edited} = JSON.parse(text);
    const {declared} = JSON.parse(world.files['plan.json']);
    const files = {'plan.json': JSON.stringify({...edited, declared})};
    expect((await run('fields apply plan.json', tenant, {files})).exitCode).toBe(10);
    expect([...writes(tenant), ...writes(other)]).toEqual([]);
  });

  test('an unrelated change does not make it stale', async () => {
    const world = await save(createTenant([field('a'), field('b')]));
    const tenant = createTenant([field('a'), field('b', {label: 'other'})]);
    expect((await run('fields apply plan.json', tenant, world)).exitCode).toBe(0);
  });
});

describe('undo', () => {
  test('says what cannot come back, and leaves alone what was changed since', async () => {
    const tenant = createTenant([field('a', {description: 'D'}), field('gone')]);
    const files = {'f.yaml': 'custom_fields: [{name: a, label: New, description: E}]'};
    expect((await run('fields apply -f f.yaml --yes --prune --expect-deletes 1', tenant, {files})).exitCode).toBe(0);
    const id = journals()[0]?.[0].run;
    await run('fields update name:a --label Later', tenant);
    const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'warning: "gone" comes back under another id, and without the values that were stored in it',
    );
    expect(stderr).toContain('warning: "a": label was changed by somebody else since, and stays');
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

  test('takes back what a run did: created goes, changed is as it was, deleted comes again', async () => {
    const tenant = createTenant([field('a'), field('b'), field('c', {description: 'of c'})]);
    const content = `custom_fields:
  - {name: a, label: Other, description: added}
  - {name: b, type: {discriminator: SIMPLE, primitive_type: PHONE}, label: Label of b}
  - {name: new, type: ${type}, label: New}
`;
    const files = {'f.yaml': content};
    const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 1 --replace b';
    expect((await run(line, tenant, {files})).exitCode).toBe(0);
    const [[{run: id} = {run: ''}] = []] = journals();
    expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(9);
    expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
    for (const line of [`fields undo ${id} --yes`, `fields apply --resume ${id}`])
      expect(await run(line, tenant)).toMatchObject({exitCode: 10, stderr: expect.stringContaining('was undone')});
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
});

test('two tenants, or a tenant and a file, are compared by name', async () => {
  const env = {BIZCTL_BASE_URL: undefined, BIZCTL_TOKEN: undefined};
  const one = createTenant([field('a'), field('b')]);
  const two = createTenant([{...field('a', {label: 'other'}), id: 'x1'}, field('c')]);
  const fetch = (request: Request) => (request.url.startsWith('https://one.') ? one : two).fetch(request);
  for (const name of ['one', 'two'])
    await bizctl(`auth login --profile ${name} --base-url https://${name}.example.com`, {
      home,
      env,
      stdin: token,
      tenant: {fetch},
    });
  const {exitCode, stdout} = await bizctl('fields diff one two --check --quiet', {home, env, tenant: {fetch}});
  expect({exitCode, stdout}).toEqual({
    exitCode: 8,
    stdout: [
      '+ create  b  profile one',
      '~ update  a  profile one',
      '          label: "other" -> "Label of a"',
      '- delete  c  cf_c',
      '          its id and the values stored in it are lost',
      'plan      1 to create, 1 to update, 0 to replace, 1 to delete; 0 as declared',
      '',
    ].join('\n'),
  });
  expect([...writes(one), ...writes(two)]).toEqual([]);
});

test('what is printed for machines is as its schema says', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const schemaOf = async (document: string) => {
    const {stdout} = await bizctl(`schema ${document}`);
    return z.fromJSONSchema(JSON.parse(stdout));
  };
  const plan = JSON.parse((await run('fields plan -f f.yaml --json', tenant)).stdout);
  expect((await schemaOf('plan')).safeParse(plan).error).toBeUndefined();
  expect((await schemaOf('plan')).safeParse({...plan, changes: [{}]}).success).toBe(false);
  expect(
    (await schemaOf('fields')).safeParse(JSON.parse((await run('fields export --json', tenant)).stdout)).error,
  ).toBeUndefined();
  const result = await run('fields apply -f f.yaml --yes --json --quiet', tenant);
  expect((await schemaOf('result')).safeParse(JSON.parse(result.stdout)).error).toBeUndefined();
  const {stderr} = await run('fields apply --json', tenant);
  expect((await schemaOf('error')).safeParse(JSON.parse(stderr)).error).toBeUndefined();
});

test('row 40: a damaged journal is named and moved aside, and is in nobody’s way', async () => {
  const tenant = createTenant([field('a')]);
  const world = await save(tenant);
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 0});
  const [name = ''] = readdirSync(join(home, 'data/runs')).filter(each => each.endsWith('.jsonl'));
  const path = join(home, 'data/runs', name);
  const damaged = `${readFileSync(path, 'utf8').slice(0, 50)}\n{}\n`;
  writeFileSync(path, damaged);
  const id = name.replace('.jsonl', '');
  expect(await run(`fields apply --resume ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal ${path} is damaged in line 1; it was moved aside to ${path}.damaged\nhint: Plan again: the tenant itself says what is left to do.\n`,
  });
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
  expect(await run(`fields runs show ${id}`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: the journal of the run ${id} is damaged, and was moved aside: ${path}.damaged\nhint: Plan again: the tenant itself says what is left to do.\n`,
  });
  // The plan was carried out, whatever is left of its journal.
  expect(await run('fields apply plan.json', tenant, world)).toMatchObject({exitCode: 10});
  expect(await run('fields apply -f f.yaml --yes', tenant)).toMatchObject({exitCode: 0});
});

test('an export of odd tenants leaves nothing to do as well', async () => {
  const odd = [
    [],
    [field('a'), {...field('a'), id: 'other'}],
    [field('m', {default_value: {'<<': {x: '='}, 2: 1, __proto__: null}, deleted: false, label: ' yes\n'})],
    [{id: 'nameless', label: null}],
  ];
  for (const fields of odd) {
    const tenant = createTenant(fields);
    const {stdout} = await run('fields export', tenant);
    expect(await run('fields plan -f - --check', tenant, {stdin: stdout})).toMatchObject({exitCode: 0, stderr: ''});
  }
});

test('an export is a fields file that leaves nothing to do', async () => {
  const tenant = createTenant([field('b', {weird: {x: [1.1, null]}}), field('a')]);
  const {stdout} = await run('fields export', tenant);
  expect(stdout).toContain('# yaml-language-server: $schema=');
  expect(await run('fields plan -f - --prune --check', tenant, {stdin: stdout})).toMatchObject({
    exitCode: 0,
    stdout: 'plan  no changes; 2 as declared\n',
  });
  expect((await run(`fields export --split ${join(home, 'split')} --quiet`, tenant)).exitCode).toBe(0);
  expect(readdirSync(join(home, 'split'))).toEqual(['0001-a.yaml', '0002-b.yaml']);
});

test('rows 101 and 102: a name never becomes a path, and what lies there is not written over', async () => {
  const directory = join(home, 'names');
  const names = ['../../x', '/abs', 'con', 'nul\u0000', 'ü'.repeat(300)];
  const tenant = createTenant(names.map((name, index) => field(`n${index}`, {name})));
  expect((await run(`fields export --split ${directory} --quiet`, tenant)).exitCode).toBe(0);
  const files = readdirSync(directory);
  expect(files.filter(file => !/^\d{4}-[A-Za-z0-9-]{0,60}\.yaml$/.test(file))).toEqual([]);
  expect(files).toHaveLength(names.length);
  const before = files.map(file => readFileSync(join(directory, file), 'utf8'));
  expect(await run(`fields export --split ${directory} --quiet`, tenant)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `error: ${directory} is not empty\nhint: Name a new or empty directory.\n`,
  });
  expect(readdirSync(directory).map(file => readFileSync(join(directory, file), 'utf8'))).toEqual(before);
});

test('row 36: what another machine makes at the same time is found in the end, and named', async () => {
  const body = JSON.stringify({name: 'a', label: 'A', type: {discriminator: 'SIMPLE', primitive_type: 'DECIMAL'}});
  const tenant = createTenant([], {
    'POST /v2/customFields#1': async ({url, headers}, carryOut) => {
      // The other one, between our look and our write.
      await tenant.fetch(new Request(url, {method: 'POST', headers, body}));
      return carryOut();
    },
  });
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${type}}]`};
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --quiet', tenant, {files});
  expect(exitCode).toBe(7);
  expect(stderr).toContain('there are 2 fields of that name');
  expect(tenant.fields()).toHaveLength(2);
});

test('an undo leaves alone what somebody else has made of a name whose create has no known end', async () => {
  const tenant = createTenant([], {'POST /v2/customFields#1': () => reset()});
  const files = {'f.yaml': `custom_fields: [{name: a, label: A, type: ${type}}]`};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  const {id: _none, ...theirs} = field('a', {label: 'Theirs'});
  const body = JSON.stringify(theirs);
  const headers = {'content-type': 'application/json', authorization: `Bearer ${token}`};
  await tenant.fetch(new Request('https://api.example.com/v2/customFields', {method: 'POST', headers, body}));
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, warning: stderr.split('\n')[0]}).toEqual({
    exitCode: 0,
    warning: 'warning: "a" is not as the run would have made it: it may be somebody else\'s, and stays',
  });
  expect(tenant.fields()).toHaveLength(1);
});

test('a journal that another process has just begun is in nobody’s way, and stays where it is', async () => {
  const tenant = createTenant([field('a')]);
  await run('fields apply -f f.yaml --yes', tenant);
  const directory = join(home, 'data/runs');
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
