import {expect, test} from 'vitest';
import {compareCodeUnits} from '../../../../src/base/compare-code-units.js';
import {InterruptedError} from '../../../../src/base/errors.js';
import type {JsonObject} from '../../../../src/json/json.js';
import {useFieldsAsCode} from '../../../harness/fields-as-code.js';
import {createTenant, field, reply, type Tenant} from '../../../harness/tenant.js';
import {allowViolations} from '../../../harness/violations.js';

const {journals, run} = useFieldsAsCode();

test('recreates a field that the API lists further on, marked as deleted (row 151)', async () => {
  allowViolations();
  const listed: JsonObject[] = [field('a')];
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: listed}),
    'DELETE /v2/customFields/cf_a': () => {
      listed[0] = field('a', {deleted: true});
      return reply({}, {status: 200});
    },
    'POST /v2/customFields': async request => {
      const created = {...JSON.parse(await request.text()), id: 'cf_new'};
      listed.push(created);
      return reply(created, {status: 201});
    },
  });
  await run('fields delete cf_a --yes --journal', tenant);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(listed).toEqual([field('a', {deleted: true}), {...field('a'), id: 'cf_new'}]);
});

/** A tenant whose ids are made of names. */
function namingTenant(label: string) {
  allowViolations();
  const listed: (JsonObject & {id: string})[] = [{...field('a', {label}), id: 'id-a'}];
  return createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: listed}),
    'DELETE /v2/customFields': request => {
      listed.splice(0, listed.length, ...listed.filter(({id}) => !request.url.endsWith(id)));
      return reply('', {status: 204});
    },
    'POST /v2/customFields': async request => {
      const body = JSON.parse(await request.text());
      const created = {...body, id: `id-${body.name}`};
      listed.push(created);
      return reply(created, {status: 201});
    },
  });
}

test('replaces a field and undoes it where the new one gets the id of the old one (rows 150, 152)', async () => {
  const tenant = namingTenant('A');
  const files = {
    'f.yaml': 'custom_fields: [{name: a, label: B, type: {discriminator: SIMPLE, primitive_type: PHONE}}]',
  };
  const {exitCode, stderr} = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: expect.not.stringContaining('waiting')});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  const {stdout} = await run('fields get name:a --json', tenant);
  expect(JSON.parse(stdout)).toEqual({...field('a', {label: 'A'}), id: 'id-a'});
});

test('does not take a field that was created again under the id of a deleted one for an undo', async () => {
  const tenant = namingTenant('A');
  await run('fields delete id-a --yes --journal', tenant);
  const [[{run: id} = {run: ''}] = []] = journals();
  await run('fields create --name a --label Z --type decimal', tenant);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({
    exitCode: 7,
    stderr: expect.stringContaining('"a" is not recreated: a field with that name is listed'),
  });
});

test('undoes a create and an update where deleted fields stay listed', async () => {
  allowViolations();
  const kept: JsonObject[] = [];
  const tenant: Tenant = createTenant([field('a')], {
    'GET /v2/customFields': async (_request, carryOut) => {
      const {custom_fields} = JSON.parse(await (await carryOut()).text());
      return reply({custom_fields: [...custom_fields, ...kept]});
    },
    'DELETE /v2/customFields': (request, carryOut) => {
      const fields: JsonObject[] = tenant.fields().map(text => JSON.parse(text));
      kept.push(
        ...fields
          .filter(({id}) => request.url.endsWith(JSON.stringify(id).slice(1, -1)))
          .map(one => ({...one, deleted: true})),
      );
      return carryOut();
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect({fields: tenant.fields().map(text => JSON.parse(text)), kept: kept.length}).toEqual({
    fields: [field('a')],
    kept: 1,
  });
});

test('the undo of an update says that another field was created since in place of the one it is of (row 150)', async () => {
  const tenant = createTenant([field('a'), field('b')]);
  const pruning = {'g.json': JSON.stringify({custom_fields: [field('b')]})};
  expect((await run('fields update cf_a --label Z --journal', tenant)).exitCode).toBe(0);
  const options = {files: pruning};
  expect((await run('fields apply -f g.json --prune --yes --expect-deletes 1', tenant, options)).exitCode).toBe(0);
  const [[{run: updating} = {run: ''}] = []] = journals();
  expect((await run('fields create --name a --type decimal', tenant)).exitCode).toBe(0);
  const id: string = JSON.parse((await run('fields get name:a --json', tenant)).stdout).id;
  const {exitCode, stderr} = await run(`fields undo ${updating} --yes`, tenant);
  expect({exitCode, warnings: stderr.match(/^warning: .*$/gm)}).toEqual({
    exitCode: 7,
    warnings: [`warning: "a" is no longer listed, and another field with that name, ${id}, is left alone`],
  });
});

const pruning = (name: string) => ({files: {'g.json': JSON.stringify({custom_fields: [field(name)]})}});

test('an undo whose create was lost recreates the field, although the deleted one is still listed (row 150)', async () => {
  allowViolations();
  const deleted = field('b', {deleted: true});
  let isLost = true;
  const tenant = createTenant([field('a'), field('b')], {
    'GET /v2/customFields': async (_request, carryOut) => {
      const {custom_fields} = JSON.parse(await (await carryOut()).text());
      const isGone = !custom_fields.some(({id}: {id: string}) => id === 'cf_b');
      return reply({custom_fields: [...custom_fields, ...(isGone ? [deleted] : [])]});
    },
    'POST /v2/customFields': (_request, carryOut) => (isLost ? reply('', {status: 504}) : carryOut()),
  });
  const line = 'fields apply -f g.json --prune --yes --expect-deletes 1';
  expect((await run(line, tenant, pruning('a'))).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(7);
  isLost = false;
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'b']);
});

test('an undo that was cut off creates no second field where the API has changed the name of the first (row 150)', async () => {
  allowViolations();
  const interruption = new AbortController();
  const tenant = createTenant([field('a'), field('My')], {
    'POST /v2/customFields': async (request, carryOut) => {
      const body = JSON.parse(await request.text());
      await carryOut(new Request(request, {method: 'POST', body: JSON.stringify({...body, name: 'my'})}));
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const line = 'fields apply -f g.json --prune --yes --expect-deletes 1';
  expect((await run(line, tenant, pruning('a'))).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${id} --yes`, tenant, {signal: interruption.signal})).exitCode).toBe(130);
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  const made: readonly {id: string; name: string}[] = tenant.fields().map(text => JSON.parse(text));
  expect({exitCode, names: made.map(({name}) => name)}).toEqual({exitCode: 7, names: ['a', 'my']});
  expect(stderr).toContain(`"My" may have been recreated as "my" (${made[1]?.id}), which is left alone\n`);
});

test.each([
  ['still listed', 'HTTP 404: not found .DELETE', 4, 'failed'],
  ['in no list that can be read', 'HTTP 404: not found .* and the list cannot be read: HTTP 403', 7, 'unknown'],
])(
  'a replacement whose deletion is answered with 404 for a field %s does not go on',
  async (what, problem, exitCode, state) => {
    const tenant = createTenant([field('a')], {
      'DELETE ': () => reply({message: 'not found'}, {status: 404}),
      'GET ': (_request, carryOut) =>
        what !== 'still listed' && tenant.requests.some(each => each.startsWith('DELETE'))
          ? reply('', {status: 403})
          : carryOut(),
    });
    const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
    const line = 'fields apply -f f.yaml --yes --replace a --expect-deletes 1 --retries 0';
    const outcome = await run(line, tenant, {files});
    expect({exitCode: outcome.exitCode, stderr: outcome.stderr}).toEqual({
      exitCode,
      stderr: expect.stringMatching(problem),
    });
    expect(tenant.requests.filter(each => each.startsWith('POST'))).toEqual([]);
    const [[{run: id} = {run: ''}] = []] = journals();
    expect((await run(`fields runs ${id} --columns action,state`, tenant)).stdout).toContain(`delete  ${state}`);
  },
);

test('the undo of a run whose deletion was carried out, but answered with 404, names the field (rows 28, 150)', async () => {
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE ': async (_request, carryOut) => {
      await carryOut();
      return reply({message: 'not found'}, {status: 404});
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, label: New}]'};
  const line = 'fields apply -f f.yaml --yes --prune --expect-deletes 1';
  expect((await run(line, tenant, {files})).exitCode).toBe(7);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, fields: tenant.fields().map(text => JSON.parse(text))}).toEqual({
    exitCode: 7,
    fields: [field('a')],
  });
  expect(stderr).toContain(
    'was only partly undone: "b" was not found when the run tried to delete it, and is no longer listed; the run or someone else may have deleted it, so it is not recreated\n',
  );
});

test.each([
  ['is gone', (): JsonObject[] => [], 7, 'was not undone: "b" was not found when the run tried to delete it'],
  ['is marked as deleted', () => [field('b', {deleted: true})], 7, 'was not undone: "b" was not found'],
  ['is still there', () => [field('b')], 10, 'wrote nothing'],
])(
  'the undo of a single deletion that was answered with 404: the field %s (row 28)',
  async (_what, list, exitCode, said) => {
    allowViolations();
    let isTried = false;
    const tenant = createTenant([field('b')], {
      'GET ': (_request, carryOut) => (isTried ? reply({custom_fields: list()}) : carryOut()),
      'DELETE ': () => {
        isTried = true;
        return reply({message: 'not found'}, {status: 404});
      },
    });
    expect((await run('fields delete name:b --yes', tenant)).exitCode).toBe(4);
    const [[{run: id} = {run: ''}] = []] = journals();
    const undone = await run(`fields undo ${id} --yes`, tenant);
    expect(undone).toMatchObject({exitCode, stderr: expect.stringContaining(said)});
  },
);

test('an undo is done where the field that it deletes is gone (rows 28, 150)', async () => {
  const tenant = createTenant([field('a')], {
    // A proxy sends it twice.
    'DELETE ': async (_request, carryOut) => {
      await carryOut();
      return reply({message: 'not found'}, {status: 404});
    },
  });
  expect((await run('fields apply -f f.yaml --yes', tenant)).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes --expect-deletes 1`, tenant);
  expect({exitCode, stderr, fields: tenant.fields()}).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining(': it was already deleted\n'),
    fields: [JSON.stringify(field('a'))],
  });
});

test('an undo that was cut off knows the other fields that it has created from the one that it has not (row 150)', async () => {
  const interruption = new AbortController();
  const names = ['phone_2', 'phone'];
  const tenant = createTenant(
    names.map(name => field(name, {label: 'L'})),
    {
      'POST /v2/customFields#4': () => {
        interruption.abort(new InterruptedError());
        throw new DOMException('aborted', 'AbortError');
      },
    },
  );
  const type = {discriminator: 'SIMPLE', primitive_type: 'PHONE'};
  const files = {'f.json': JSON.stringify({custom_fields: names.map(name => ({name, type}))})};
  const line = 'fields apply -f f.json --replace phone --replace phone_2 --yes --expect-deletes 2';
  expect((await run(line, tenant, {files})).exitCode).toBe(0);
  const [[{run: id} = {run: ''}] = []] = journals();
  const undo = `fields undo ${id} --yes --expect-deletes 2 --concurrency 1`;
  expect((await run(undo, tenant, {signal: interruption.signal})).exitCode).toBe(130);
  expect(tenant.fields()).toHaveLength(1);
  expect((await run(`fields undo ${id} --yes`, tenant)).exitCode).toBe(0);
  const restored = tenant.fields().map(text => JSON.parse(text));
  expect(
    restored.map(({name, type: {primitive_type}}) => `${name} ${primitive_type}`).toSorted(compareCodeUnits),
  ).toEqual(['phone DECIMAL', 'phone_2 DECIMAL']);
});

test('a replacement whose deletion someone else was faster with stops, and can be resumed and undone (rows 28, 152)', async () => {
  const before = (type: string) => field('a', {label: 'Own', type: {discriminator: 'SIMPLE', primitive_type: type}});
  const tenant = createTenant([before('EMAIL')], {
    // Perhaps a proxy sends it twice, or another job makes the same replacement.
    'DELETE /v2/customFields/cf_a#1': async (_request, carryOut) => {
      await carryOut();
      return reply({message: 'not found'}, {status: 404});
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: a, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const stopped = await run('fields apply -f f.yaml --yes --replace a --expect-deletes 1', tenant, {files});
  const [[{run: id} = {run: ''}] = []] = journals();
  expect({exitCode: stopped.exitCode, stderr: stopped.stderr.split('\n').slice(1), fields: tenant.fields()}).toEqual({
    exitCode: 7,
    stderr: [
      expect.stringMatching(
        /^warning: "a" was deleted but not recreated; \S+ is the only record of the field: keep it until the field exists again$/,
      ),
      'error: "a" no longer exists and was not recreated: HTTP 404: not found (DELETE /v2/customFields/cf_a)',
      `hint: Another command may be replacing this field. Wait for that command to finish, then plan again. To resume, run: bizctl fields apply --resume ${id}`,
      '',
    ],
    fields: [],
  });
  expect((await run(`fields apply --resume ${id}`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([{...before('PHONE'), id: expect.any(String)}]);
  expect((await run(`fields undo ${id} --yes --expect-deletes 1`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text))).toEqual([{...before('EMAIL'), id: expect.any(String)}]);
});

test('the undo of a run whose deletion never arrived leaves to a later run what that has deleted (row 150)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields/cf_b#1': () => {
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const line = 'fields apply -f g.json --prune --yes --expect-deletes 1';
  expect((await run(line, tenant, {...pruning('a'), signal: interruption.signal})).exitCode).toBe(130);
  expect((await run(line, tenant, pruning('a'))).exitCode).toBe(0);
  const [[{run: first} = {run: ''}] = [], [{run: second} = {run: ''}] = []] = journals();
  expect((await run(`fields undo ${second} --yes`, tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${first} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'b']);
});

test('a later deletion by id, which has not seen the field, takes nothing from the undo of an earlier run (row 150)', async () => {
  const interruption = new AbortController();
  const tenant = createTenant([field('a'), field('b')], {
    'DELETE /v2/customFields/cf_b': async (_request, carryOut) => {
      const response = await carryOut();
      if (interruption.signal.aborted) return reply('', {status: 204, type: 'text/plain'});
      if (response.status !== 204) throw new Error('not deleted');
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const line = 'fields apply -f g.json --prune --yes --expect-deletes 1';
  expect((await run(line, tenant, {...pruning('a'), signal: interruption.signal})).exitCode).toBe(130);
  const [[{run: first} = {run: ''}] = []] = journals();
  expect((await run('fields delete cf_b --yes', tenant)).exitCode).toBe(0);
  expect((await run(`fields undo ${first} --yes`, tenant)).exitCode).toBe(0);
  expect(tenant.fields().map(text => JSON.parse(text).name)).toEqual(['a', 'b']);
});

test('the undo of a replacement that was cut off knows its field under another name, and makes no other (row 150)', async () => {
  allowViolations();
  const interruption = new AbortController();
  const tenant = createTenant([field('My', {label: 'L'})], {
    'POST /v2/customFields': async (request, carryOut) => {
      const body = JSON.parse(await request.text());
      await carryOut(new Request(request, {method: 'POST', body: JSON.stringify({...body, name: 'my'})}));
      interruption.abort(new InterruptedError());
      throw new DOMException('aborted', 'AbortError');
    },
  });
  const files = {'f.yaml': 'custom_fields: [{name: My, type: {discriminator: SIMPLE, primitive_type: PHONE}}]'};
  const line = 'fields apply -f f.yaml --yes --replace My --expect-deletes 1';
  expect((await run(line, tenant, {files, signal: interruption.signal})).exitCode).toBe(130);
  const [[{run: id} = {run: ''}] = []] = journals();
  const {exitCode, stderr} = await run(`fields undo ${id} --yes`, tenant);
  expect({exitCode, stderr}).toEqual({exitCode: 7, stderr: expect.stringContaining('"My" is now listed as "my"')});
  expect(tenant.fields()).toHaveLength(1);
});
