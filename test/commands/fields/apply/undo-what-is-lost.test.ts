import {expect, test} from 'vitest';
import {type JsonObject, stringOf} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, decimal, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();

const declare = (...fields: readonly JsonObject[]) => ({
  files: {'f.json': JSON.stringify({custom_fields: fields})},
});
const choices = (...options: readonly JsonObject[]) => ({display_type: 'RADIO', groups: [{options}]});

async function undo(tenant: Pick<Tenant, 'fetch'>, options = '') {
  const [[{run: id} = {run: ''}] = []] = journals();
  return run(`fields undo ${id} --yes ${options}`, tenant);
}

/** A tenant whose first update clears the description. */
function clearing(): Tenant {
  const tenant = createTenant([field('a', {description: 'D', helper_text: 'H'})], {
    'PATCH#1': async (request, carryOut) => {
      const url = request.url;
      await carryOut();
      return tenant.fetch(new Request(url, {method: 'PATCH', headers: request.headers, body: '{"description":""}'}));
    },
  });
  return tenant;
}

test('an apply whose update has cleared what it did not send ends with 7, and its undo restores it (row 150)', async () => {
  const tenant = clearing();
  const [before = ''] = tenant.fields();
  const applied = await run('fields apply -f f.json --yes', tenant, declare({name: 'a', label: 'B'}));
  const [[{run: id} = {run: ''}] = []] = journals();
  expect({exitCode: applied.exitCode, stderr: applied.stderr.split('\n').slice(1)}).toEqual({
    exitCode: 7,
    stderr: [
      'warning: "a": the API also changed members that were not sent: description',
      'error: all writes succeeded, but description of "a" was cleared, although no write changed it',
      `hint: To restore the old values, unless someone cleared them on purpose, run: bizctl fields undo ${id}`,
      '',
    ],
  });
  expect(await undo(tenant)).toMatchObject({exitCode: 0});
  expect(JSON.parse(tenant.fields()[0] ?? '{}')).toEqual(JSON.parse(before));
});

/** A tenant whose updates replace the field: what they do not send is gone. */
function replacing(before: readonly JsonObject[], refuse: (id: string, patches: number) => boolean = () => false) {
  const listed = new Map(before.map(each => [stringOf(each['id']) ?? '', each]));
  let patches = 0;
  const tenant = createTenant([], {
    'PATCH ': async request => {
      const id = request.url.split('/').at(-1) ?? '';
      patches += 1;
      if (refuse(id, patches)) return reply({message: 'locked'}, {status: 409});
      const {name, type} = listed.get(id) ?? {};
      listed.set(id, {id, name: name ?? null, type: type ?? null, ...JSON.parse(await request.text())});
      return reply(listed.get(id) ?? {});
    },
    'GET ': () => reply({custom_fields: [...listed.values()]}),
  });
  return {
    tenant,
    fields: () => [...listed.values()],
    set: (each: JsonObject) => listed.set(stringOf(each['id']) ?? '', each),
  };
}

const whole = (name: string) => field(name, {label: 'A', description: 'D', helper_text: 'H'});

/** Applies the fields, which clears other members, and returns the id of the run. */
async function applyLossy(tenant: Tenant, ...fields: readonly JsonObject[]): Promise<string> {
  expect((await run('fields apply -f f.json --yes', tenant, declare(...fields))).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  return id;
}

test('names the first of many fields in which an update has cleared something, and counts the rest', async () => {
  const names = Array.from({length: 22}, (_none, index) => `f${index}`);
  const {tenant} = replacing(names.map(whole));
  const {stderr} = await run(
    'fields apply -f f.json --yes --concurrency 22',
    tenant,
    declare(...names.map(name => ({name, label: 'B'}))),
  );
  const said = stderr.split('\n').filter(line => line.includes('the API also changed members that were not sent'));
  expect([said.length, said.at(-1)]).toEqual([
    21,
    'warning: in 2 more fields, the API also changed members that were not sent',
  ]);
});

test('an undo that is repeated restores what the run has cleared of the other fields too (row 150)', async () => {
  const before = [whole('a'), whole('b')];
  const {tenant, fields} = replacing(before, (id, patches) => id === 'cf_b' && patches === 4);
  const id = await applyLossy(tenant, {name: 'a', label: 'B'}, {name: 'b', label: 'B'});
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  expect(fields()).not.toEqual(before);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(fields()).toEqual(before);
});

test('a run is undone again after its undo was undone, with what it has cleared (row 150)', async () => {
  const before = [whole('a')];
  const {tenant, fields} = replacing(before);
  const id = await applyLossy(tenant, {name: 'a', label: 'B'});
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  const undo = journals().find(([first]) => first.undoes === id)?.[0].run;
  expect((await run(`fields undo ${undo} --yes`, tenant)).exitCode).toBe(0);
  expect(fields()).toMatchObject([{label: 'B'}]);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(fields()).toEqual(before);
});

test('what an update has cleared is restored although a later run that was refused had planned to change it', async () => {
  const before = [whole('a')];
  const {tenant, fields} = replacing(before, (_id, patches) => patches === 2);
  const id = await applyLossy(tenant, {name: 'a', label: 'B'});
  expect((await run('fields apply -f f.json --yes', tenant, declare({name: 'a', description: 'E'}))).exitCode).toBe(5);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(fields()).toEqual(before);
});

test('resuming a run still names what it has cleared, and its undo restores it (row 150)', async () => {
  const before = [whole('a')];
  const {tenant, fields} = replacing(before);
  const id = await applyLossy(tenant, {name: 'a', label: 'B'});
  const resumed = await run(`fields apply --resume ${id} --yes`, tenant);
  expect(resumed).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('description, helper_text of "a" were cleared, although no write changed them\n'),
  });
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(fields()).toEqual(before);
});

test('the undo of a run with a refused write leaves what someone else has cleared since (row 150)', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const tenant = createTenant([field('a', {description: 'D'}), field('z')], {'PATCH /v2/customFields/cf_z': refuse});
  const declared = declare({name: 'a', label: 'B'}, {name: 'z', label: 'B'});
  expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(7);
  const since = createTenant([field('a', {label: 'B', description: ''}), field('z')]);
  const {exitCode, stderr} = await undo(since);
  expect({exitCode, field: JSON.parse(since.fields()[0] ?? '{}')}).toMatchObject({
    exitCode: 7,
    field: {label: 'Label of a', description: ''},
  });
  expect(stderr).toContain('members that the run did not send have changed as well: description; left alone\n');
});

test('the undo of a run with a refused write restores what its other updates have cleared (row 150)', async () => {
  const before = [whole('a'), whole('z')];
  const {tenant, fields} = replacing(before, id => id === 'cf_z');
  const declared = declare({name: 'a', label: 'B'}, {name: 'z', label: 'B'});
  const applied = await run('fields apply -f f.json --yes', tenant, declared);
  expect(applied.exitCode).toBe(7);
  expect(applied.stderr).toContain('"a": the API also changed members that were not sent: description, helper_text\n');
  expect(await undo(tenant)).toMatchObject({exitCode: 0});
  expect(fields()).toEqual(before);
});

test('what other updates have cleared is looked for once, although a deletion was refused', async () => {
  const refuse = () => reply({message: 'no'}, {status: 422});
  const tenant = createTenant([field('a'), field('b'), field('z')], {'DELETE ': refuse});
  const files = declare({name: 'a', label: 'B'}, {name: 'b', label: 'B'});
  const applied = await run('fields apply -f f.json --prune --expect-deletes 1 --yes', tenant, files);
  expect(applied.exitCode).toBe(7);
  expect(tenant.requests.slice(tenant.requests.findLastIndex(each => !each.startsWith('GET')) + 1)).toEqual([
    'GET /v2/customFields',
  ]);
});

test('what somebody has changed since stays, where updates clear what they do not send (row 150)', async () => {
  const {tenant, fields, set} = replacing([whole('a')]);
  await run('fields apply -f f.json --yes', tenant, declare({name: 'a', label: 'B'}));
  set(field('a', {label: 'B', description: 'by someone else'}));
  const {exitCode, stderr} = await undo(tenant);
  expect({exitCode, fields: fields()}).toEqual({
    exitCode: 7,
    fields: [{...whole('a'), description: 'by someone else'}],
  });
  expect(stderr).toContain('warning: "a": changed since the run, so left alone: description\n');
});

test('does not count what someone changed before a run was resumed as its effect (row 150)', async () => {
  let isRefused = true;
  const tenant: Tenant = createTenant([field('a', {description: 'D'}), field('z')], {
    'PATCH /v2/customFields/cf_z': (_request, carryOut) =>
      isRefused ? reply({message: 'no'}, {status: 422}) : carryOut(),
  });
  const declared = declare({name: 'a', label: 'B'}, {name: 'z', label: 'B'});
  expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  isRefused = false;
  expect((await run('fields update cf_a --null description --quiet', tenant)).exitCode).toBe(0);
  expect((await run(`fields apply --resume ${id} --yes`, tenant)).exitCode).toBe(0);
  await run(`fields undo ${id} --yes`, tenant);
  const after: readonly JsonObject[] = tenant.fields().map(text => JSON.parse(text));
  expect(after[0]?.['description'] ?? null).toBe(null);
});

test('the undo of a single update restores what the API has cleared besides (row 150)', async () => {
  const before = [whole('a')];
  const {tenant, fields} = replacing(before);
  const updated = await run('fields update name:a --label B --journal', tenant);
  expect(updated).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('the API also changed members that were not sent: description, helper_text\n'),
  });
  expect(await undo(tenant)).toMatchObject({exitCode: 0});
  expect(fields()).toEqual(before);
});

test('what an update has cleared is seen although the API replies with the field as it was (rows 25, 150)', async () => {
  allowViolations();
  const before = field('a', {description: 'D', helper_text: 'H'});
  let now: JsonObject = before;
  const tenant = createTenant([], {
    'PATCH ': async request => {
      const was = now;
      now = {...field('a'), ...JSON.parse(await request.text())};
      return reply(was);
    },
    'GET ': () => reply({custom_fields: [now]}),
  });
  const {exitCode, stderr} = await run('fields update name:a --label B', tenant);
  expect({exitCode, error: stderr.split('\n')[1]}).toEqual({
    exitCode: 7,
    error:
      'error: the write succeeded, but description, helper_text of "a" were cleared, although no write changed them',
  });
  expect((await undo(tenant)).exitCode).toBe(0);
  expect(now).toEqual(before);
});

test('reports a declared member that the API has cleared although it was not sent as lost', async () => {
  const {tenant} = replacing([whole('a')]);
  const declared = declare({name: 'a', label: 'B', description: 'D'});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, declared);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect({exitCode, stderr: stderr.split('\n').slice(-3)}).toEqual({
    exitCode: 7,
    stderr: [
      'error: all writes succeeded, but description, helper_text of "a" were cleared, although no write changed them',
      `hint: To restore the old values, unless someone cleared them on purpose, run: bizctl fields undo ${id}`,
      '',
    ],
  });
});

test('what somebody has cleared since the run is left alone by its undo (row 150)', async () => {
  const tenant = createTenant([field('a', {description: 'D'})]);
  expect((await run('fields apply -f f.json --yes', tenant, declare({name: 'a', label: 'B'}))).exitCode).toBe(0);
  const since = createTenant([field('a', {label: 'B', description: ''})]);
  const {exitCode, stderr} = await undo(since);
  expect({exitCode, field: JSON.parse(since.fields()[0] ?? '{}')}).toMatchObject({
    exitCode: 7,
    field: {label: 'Label of a', description: ''},
  });
  expect(stderr).toContain(
    'warning: "a": members that the run did not send have changed as well: description; left alone\n',
  );
});

test('what a file declares and what an update has cleared besides are both named', async () => {
  // Updates replace the field: what they do not send is gone.
  const before = field('a', {label: 'A', description: 'D', helper_text: 'H'});
  let now: JsonObject = before;
  const tenant = createTenant([], {
    'PATCH ': async request => {
      now = {...field('a'), label: 'A', ...JSON.parse(await request.text())};
      return reply(now);
    },
    'GET ': () => reply({custom_fields: [now]}),
  });
  const declared = declare({name: 'a', helper_text: 'I', label: 'B'});
  const {exitCode, stderr} = await run('fields apply -f f.json --yes', tenant, declared);
  expect(exitCode).toBe(7);
  expect(stderr).toContain('warning: "a": the API also changed members that were not sent: description\n');
  const undone = await undo(tenant);
  expect({exitCode: undone.exitCode, now}).toEqual({exitCode: 0, now: before});
});

test('does not count what a later run changed as a side effect of the one undone (row 150)', async () => {
  const tenant = createTenant([field('a', {description: 'D'})]);
  await run('fields update name:a --label B', tenant);
  await run('fields update name:a --description E', tenant);
  expect(await undo(tenant)).toMatchObject({exitCode: 0});
  expect(JSON.parse(tenant.fields()[0] ?? '{}')).toMatchObject({label: 'Label of a', description: 'E'});
});

test('names undocumented members that a recreated field and a replacement lack (rows 151, 152)', async () => {
  const odd = field('a', {options: choices({id: '1', title: 'x', color: 'red'})});
  const tenant = createTenant([odd]);
  const type = {...decimal, primitive_type: 'PHONE'};
  const {stdout} = await run('fields plan -f f.json --replace a', tenant, declare({name: 'a', type}));
  expect(stdout).toContain('not carried over: options.groups[].options[].color (not in the API reference)\n');
  await run('fields delete name:a --yes', tenant);
  const {exitCode, stderr} = await undo(tenant);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(
    'warning: "a" is recreated with a new id; its stored values, hint and example_value cannot be restored; not restored: options.groups[].options[].color (not in the API reference)\n',
  );
});

test('names choices that come back without their values (row 150)', async () => {
  const tenant = createTenant([field('a', {options: choices({id: '1', title: 'x'}, {id: '2', title: 'y'})})]);
  const files = declare({name: 'a', options: choices({title: 'x'})});
  await run('fields apply -f f.json --yes --expect-deletes 1', tenant, files);
  const {exitCode, stderr} = await undo(tenant);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('warning: "a": this choice is recreated with a new id and without its stored values: "y"\n');
});

test.each(['before', 'after'])(
  'an undo that was cut off %s it knew of the field that it recreated can be repeated (rows 39, 150)',
  async when => {
    const interruption = new AbortController();
    let posts = 0;
    const tenant = createTenant([field('a'), field('b')], {
      POST: async (_request, carryOut) => {
        posts += 1;
        if (posts !== (when === 'before' ? 1 : 2)) return carryOut();
        if (when === 'before') await carryOut();
        return new Promise(() => interruption.abort(new Error('killed')));
      },
    });
    await run('fields delete name:a name:b --yes', tenant);
    const [[{run: id} = {run: ''}] = []] = journals();
    const line = `fields undo ${id} --yes --concurrency 1`;
    await run(line, tenant, {signal: interruption.signal, finishMs: 0});
    const {exitCode, stderr} = await run(line, tenant);
    expect({exitCode, stderr: stderr.split('\n').at(-2)}).toEqual({
      exitCode: 0,
      stderr: `note: verified: run ${id} is undone`,
    });
    expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'b']);
  },
);

test('what a run added to a value is not restored while some of it is there, also in a second undo (row 150)', async () => {
  allowViolations();
  const tenant = createTenant([field('a', {default_value: {currency: 'EUR'}})], {
    // Rounds, and merges objects.
    PATCH: async request => {
      const {default_value}: {default_value: JsonObject} = JSON.parse(await request.text());
      const amount = default_value['amount'] === undefined ? {} : {amount: 1.23};
      kept = {...kept, ...default_value, ...amount};
      return reply(field('a', {default_value: kept}));
    },
    GET: () => reply({custom_fields: [field('a', {default_value: kept})]}),
  });
  let kept: JsonObject = {currency: 'EUR'};
  const files = {'f.yaml': 'custom_fields: [{name: a, default_value: {currency: EUR, amount: 1.23456}}]'};
  expect((await run('fields apply -f f.yaml --yes', tenant, {files})).exitCode).toBe(7);
  const id = journals()[0]?.[0].run;
  for (const attempt of ['first', 'second']) {
    const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant, {files});
    expect({attempt, exitCode, stderr}).toEqual({
      attempt,
      exitCode: 7,
      stderr: expect.stringContaining('"a" still differs in default_value.amount: 1.23 -> (none)'),
    });
  }
});

test.each(['the whole field', 'only what was sent'])(
  'undo takes back the default that the API has set along with an update, whose reply shows %s (row 150)',
  async shown => {
    const tenant = createTenant([field('a', {options: choices({id: '1', title: 'x'}, {id: '2', title: 'y'})})], {
      'PATCH#1': async (request, carryOut) => {
        const url = request.url;
        const {options} = JSON.parse(await request.clone().text());
        await carryOut();
        const body = JSON.stringify({options: {...options, default_option_id: '1'}});
        const whole = await tenant.fetch(new Request(url, {method: 'PATCH', headers: request.headers, body}));
        return shown === 'the whole field' ? whole : reply({options});
      },
    });
    const [before = ''] = tenant.fields();
    const declared = declare({name: 'a', options: {display_type: 'DROPDOWN'}});
    expect((await run('fields apply -f f.json --yes', tenant, declared)).exitCode).toBe(0);
    expect(tenant.fields()[0]).toContain('"default_option_id":"1"');
    const {exitCode} = await undo(tenant);
    expect({exitCode, after: tenant.fields()[0]?.includes('"default_option_id":"1"')}).toEqual({
      exitCode: 0,
      after: false,
    });
    expect(JSON.parse(before)).toMatchObject({options: {display_type: 'RADIO'}});
  },
);
