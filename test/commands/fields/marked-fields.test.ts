import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {JsonObject} from '../../../src/json/json.js';
import {bizctl} from '../../harness/run-bizctl.js';
import {createTenant, field, reply, type Tenant} from '../../harness/tenant.js';

test('a field that bizctl marked as deleted can still be named', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = createTenant([field('a'), field('b')]);
  expect((await bizctl('fields update name:a --deleted', {tenant, home})).exitCode).toBe(0);
  const {exitCode, stderr} = await bizctl('fields update name:a --no-deleted', {tenant, home});
  expect({exitCode, stderr: stderr.replace(/run \S+/, 'run RUN')}).toEqual({
    exitCode: 0,
    stderr: 'note: "a" is not listed; run RUN marked cf_a as deleted\n',
  });
  expect(tenant.requests.at(-1)).toBe('PATCH /v2/customFields/cf_a {"deleted":false}');
  expect(await bizctl('fields update name:c --no-deleted', {tenant, home})).toMatchObject({exitCode: 4});
});

test('a field that is not listed cannot be recorded, so --journal refuses it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = createTenant([field('a')]);
  expect((await bizctl('fields update name:a --deleted --journal', {tenant, home})).exitCode).toBe(0);
  for (const fields of ['cf_a', 'name:a']) {
    const {exitCode, stderr} = await bizctl(`fields update ${fields} --no-deleted --journal`, {tenant, home});
    expect({exitCode, said: stderr.split('\n').at(-3)}).toEqual({
      exitCode: 9,
      said: 'error: cf_a is not listed, so --journal cannot record it',
    });
  }
});

test('does not treat a field as marked that bizctl changed otherwise and that is no longer listed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = createTenant([field('a'), field('b')]);
  expect((await bizctl('fields update name:b --deleted', {tenant, home})).exitCode).toBe(0);
  expect((await bizctl('fields update name:a --label New', {tenant, home})).exitCode).toBe(0);
  const without = createTenant([], {'GET /v2/customFields': () => reply({custom_fields: []})});
  const {exitCode, stderr} = await bizctl('fields update name:a --label Newer', {tenant: without, home});
  const error = stderr.split('\n').find(line => line.startsWith('error'));
  expect({exitCode, error}).toEqual({exitCode: 4, error: 'error: no custom field named "a"'});
});

test.each([
  ['of another tenant at the address', 'token-2', [field('vat', {id: 'cf_a'})]],
  ['whose field has no such name', 'token-2', []],
  ['that gave the id to another field', undefined, [field('vat', {id: 'cf_a'})]],
])('a name is not looked for among the marked fields %s (row 156)', async (_tenant, token, listed) => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  expect((await bizctl('fields update name:a --deleted', {tenant: createTenant([field('a')]), home})).exitCode).toBe(0);
  const tenant = createTenant([], {'GET /v2/customFields': () => reply({custom_fields: listed})});
  const env = token === undefined ? {} : {BIZCTL_TOKEN: token};
  const {exitCode, stderr} = await bizctl('fields update name:a --label Z', {tenant, home, env});
  expect({
    exitCode,
    error: stderr.split('\n')[0],
    writes: tenant.requests.filter(each => !each.startsWith('GET')),
  }).toEqual({
    exitCode: 4,
    error: 'error: no custom field named "a"',
    writes: [],
  });
});

const looksDeleted = [
  field('a', {deleted_at: '2026-11-01T00:00:00Z'}),
  field('b', {is_deleted: true}),
  field('c', {status: 'SOFT_DELETED'}),
  field('e', {deleted_at: null, isDeleted: false, status: 'ACTIVE', archived: 0, deleted: 'false', deleted_by: 'me'}),
];
const mayBeDeleted =
  'the tenant still lists fields that may have been deleted: "a" (deleted_at: "2026-11-01T00:00:00Z"), "b" (is_deleted: true), "c" (status: "SOFT_DELETED")';

test('a plan warns of declared fields that an undocumented member marks as deleted', async () => {
  const tenant = createTenant(looksDeleted);
  const stdin = JSON.stringify({custom_fields: ['a', 'b', 'c', 'e'].map(name => ({name}))});
  const {exitCode, stdout} = await bizctl('fields plan -f - --json', {tenant, stdin});
  expect({exitCode, warnings: JSON.parse(stdout).warnings}).toEqual({exitCode: 0, warnings: [mayBeDeleted]});
  const pruning = await bizctl('fields plan -f - --prune --json', {tenant, stdin: '{"custom_fields":[{"name":"e"}]}'});
  expect(JSON.parse(pruning.stdout).warnings).toEqual([
    mayBeDeleted,
    'not pruned, because they may have been deleted: "a", "b", "c"',
  ]);
});

test('a deleted field that stays listed with an undocumented mark is pruned once (row 138)', async () => {
  const list = [field('a'), field('b')];
  const tenant = createTenant([], {
    'GET /v2/customFields': () => reply({custom_fields: list}),
    'DELETE /v2/customFields': () => {
      list[1] = field('b', {deleted_at: '2026-11-21T13:00:00Z'});
      return reply('', {status: 204, type: 'text/plain'});
    },
  });
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const apply = (losses: number) =>
    bizctl(`fields apply -f - --prune --yes --expect-deletes ${losses}`, {
      tenant,
      home,
      stdin: '{"custom_fields":[{"name":"a"}]}',
    });
  expect(await apply(1)).toMatchObject({exitCode: 0});
  expect(await apply(0)).toEqual({
    exitCode: 0,
    stdout: 'no changes; 1 unchanged; 1 not declared, left alone ("b")\n',
    stderr:
      'warning: the tenant still lists fields that may have been deleted: "b" (deleted_at: "2026-11-21T13:00:00Z")\n' +
      'warning: not pruned, because they may have been deleted: "b"\n',
  });
  expect(tenant.requests.filter(request => request.startsWith('DELETE'))).toHaveLength(1);
});

/** A tenant whose list goes on showing what was deleted, as archived. */
function archiving(...fields: readonly JsonObject[]) {
  const archived = new Set<string>();
  return createTenant(fields, {
    DELETE: request => {
      archived.add(request.url.split('/').at(-1) ?? '');
      return reply('', {status: 204, type: 'text/plain'});
    },
    'GET /v2/customFields': async (_request, carryOut) => {
      const {custom_fields: listed}: {custom_fields: {id: string}[]} = JSON.parse(await (await carryOut()).text());
      return reply({custom_fields: listed.map(each => (archived.has(each.id) ? {...each, archived: true} : each))});
    },
  });
}

const countDeletions = ({requests}: Tenant) => requests.filter(request => request.startsWith('DELETE')).length;

test('an API that archives what is deleted is not asked again, and the run is verified at once (row 138)', async () => {
  const tenant = archiving(field('a'), field('b'), field('c', {status: 'ARCHIVED'}));
  const stdin = '{"custom_fields":[{"name":"a"}]}';
  const apply = (options: string) => bizctl(`fields apply -f - --prune --yes ${options}`, {tenant, stdin});
  expect((await apply('--expect-deletes 1')).exitCode).toBe(0);
  expect(tenant.requests.map(request => request.split(' ')[0])).toEqual(['GET', 'DELETE', 'GET']);
  expect(await apply('')).toEqual({
    exitCode: 0,
    stdout: 'no changes; 1 unchanged; 2 not declared, left alone ("b", "c")\n',
    stderr:
      'warning: the tenant still lists fields that may have been deleted: "b" (archived: true), "c" (status: "ARCHIVED")\n' +
      'warning: not pruned, because they may have been deleted: "b", "c"\n',
  });
  expect(countDeletions(tenant)).toBe(1);
});

test('the undo of a create ends where the API archives what is deleted (row 150)', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-archived-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const tenant = archiving(field('a'));
  const run = (line: string) => bizctl(line, {tenant, home});
  const lastRun = async () => JSON.parse((await run('fields runs --json --columns run')).stdout)[0].run;
  await run('fields create --name new --type decimal');
  const created = await lastRun();
  expect((await run(`fields undo ${created} --yes --expect-deletes 1`)).exitCode).toBe(0);
  expect(countDeletions(tenant)).toBe(1);
});

test('an export warns of fields that an undocumented member marks as deleted', async () => {
  const {exitCode, stderr} = await bizctl('fields export --all', {tenant: createTenant(looksDeleted)});
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: `warning: ${mayBeDeleted}\n`});
});

test('names five fields that may be deleted, and counts the others', async () => {
  const tenant = createTenant(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => field(name, {archived: true})));
  expect((await bizctl('fields export --all', {tenant})).stderr).toMatch(
    /: "a" \(archived: true\), "b" .*, "e" \(archived: true\) and 2 more\n$/,
  );
});

test('does not treat a field as marked whose marking the API refused', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const refusing = createTenant([field('a')], {'PATCH ': () => reply({message: 'no'}, {status: 422})});
  expect((await bizctl('fields update name:a --deleted', {tenant: refusing, home})).exitCode).toBe(5);
  const tenant = createTenant();
  expect(await bizctl('fields update name:a --label Z', {tenant, home})).toMatchObject({exitCode: 4});
  expect(tenant.requests).toEqual(['GET /v2/customFields']);
});

test.each([true, 1, 'true'])('a field that is listed with "deleted": %j counts as deleted', async deleted => {
  const {exitCode, stdout} = await bizctl('fields export --json', {tenant: createTenant([field('a', {deleted})])});
  expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: '{\n  "custom_fields": []\n}\n'});
});

test('a list that never shows the mark is waited for once, and not for the longest lag (row 138)', async () => {
  const home = mkdtempSync(join(tmpdir(), 'bizctl-marked-'));
  onTestFinished(() => rmSync(home, {recursive: true}));
  const shown = field('a');
  const tenant = createTenant([shown], {'PATCH #1': () => reply({...shown, deleted: true})});
  expect((await bizctl('fields update name:a --deleted', {tenant, home})).exitCode).toBe(0);
  const before = tenant.requests.length;
  expect((await bizctl('fields update name:a --label B', {tenant, home})).exitCode).toBe(0);
  expect(tenant.requests.slice(before).filter(each => each.startsWith('GET')).length).toBeLessThanOrEqual(5);
});
